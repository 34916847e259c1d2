//! Progress on stderr, and interrupts.

use super::failure::Failure;
use super::output::print;
use crate::play::outside::kill_all;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

static INTERRUPTED: AtomicBool = AtomicBool::new(false);
static HANDLER: OnceLock<Result<(), String>> = OnceLock::new();

/// A flag that Ctrl-C (or a request to terminate) sets; a second one ends the program at once.
pub(super) fn interrupt_flag() -> Result<&'static AtomicBool, Failure> {
    let handler = || {
        if INTERRUPTED.swap(true, Ordering::Relaxed) {
            kill_all();
            std::process::exit(130);
        }
    };
    let set = HANDLER.get_or_init(|| ctrlc::set_handler(handler).map_err(|e| e.to_string()));
    set.clone()
        .map_err(|e| Failure::Other(format!("cannot listen for interrupts: {e}")))?;
    Ok(&INTERRUPTED)
}

/// Whether the run was interrupted.
pub(super) fn interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}

/// Prints the report of a batch; an interrupted one is a failure that says how far the report goes.
pub(super) fn conclude(report: &str, n_done: u64, unit: &str) -> Result<(), Failure> {
    print(report)?;
    if interrupted() {
        return Err(Failure::Other(format!(
            "interrupted; the report holds the first {n_done} {unit}"
        )));
    }
    Ok(())
}

/// A bar on stderr: done, rate, time left and a message. Hidden when stderr is no terminal.
pub(super) fn bar(n: u64, unit: &str) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(n), ProgressDrawTarget::stderr_with_hz(5));
    let template = format!(
        "{{wide_bar}} {{human_pos}}/{{human_len}} {unit}, {{per_sec}}, {{eta}} left\n{{msg}}"
    );
    let style = ProgressStyle::with_template(&template).expect("the template is valid");
    bar.set_style(style);
    bar
}

/// A sign of life on stderr with the time taken so far. Hidden when stderr is no terminal.
pub(super) fn spinner() -> ProgressBar {
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(5));
    let style = ProgressStyle::with_template("{spinner} deciding, {elapsed} so far");
    bar.set_style(style.expect("the template is valid"));
    bar
}
