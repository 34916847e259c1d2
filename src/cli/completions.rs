//! `cotillion completions`.

use super::Cli;
use super::failure::Failure;
use super::output::print;
use clap::{Args, CommandFactory};
use clap_complete::Shell;

#[derive(Args, Debug)]
pub(super) struct CompletionsArgs {
    /// The shell
    shell: Shell,
}

pub(super) fn run(args: &CompletionsArgs) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "cotillion", &mut script);
    print(&String::from_utf8_lossy(&script))
}
