//! The command-line program: see `cotillion --help`.

use std::process::ExitCode;

fn main() -> ExitCode {
    cotillion::cli::main()
}
