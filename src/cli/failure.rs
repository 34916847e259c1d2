//! How a command ends other than well.

use crate::batch::EstimateError;
use std::fmt::Display;
use std::io;
use std::process::ExitCode;

/// Why a command did not end with exit code 0.
#[derive(Debug)]
pub(super) enum Failure {
    /// Bad input: what, where and what was expected.
    Input(String),
    /// A single deal stayed unknown; the output says so.
    Unknown,
    /// A legal move list that does not win; the output says so.
    NotWon,
    /// Anything else.
    Other(String),
    /// Nobody reads the output any more.
    ClosedPipe,
}

impl Failure {
    pub(super) fn input(what: impl Display) -> Failure {
        Failure::Input(what.to_string())
    }

    pub(super) fn other(what: impl Display) -> Failure {
        Failure::Other(what.to_string())
    }

    /// Says why on stderr and gives the exit code.
    pub(super) fn report(self) -> ExitCode {
        match self {
            Failure::Input(message) => {
                eprintln!("error: {message}");
                ExitCode::from(2)
            }
            Failure::Unknown => ExitCode::from(3),
            Failure::NotWon => ExitCode::from(1),
            Failure::Other(message) => {
                eprintln!("error: {message}");
                ExitCode::from(1)
            }
            Failure::ClosedPipe => ExitCode::SUCCESS,
        }
    }
}

impl From<io::Error> for Failure {
    /// For writes to stdout.
    fn from(error: io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::ClosedPipe,
            _ => Failure::Other(format!("cannot write to standard output: {error}")),
        }
    }
}

impl From<EstimateError> for Failure {
    fn from(error: EstimateError) -> Failure {
        match error {
            EstimateError::Internal(error) => Failure::other(error),
            EstimateError::Threads(error) => Failure::Input(format!("--threads: {error}")),
        }
    }
}
