//! What a program outside can do wrong.

use serde::Serialize;
use std::fmt;

/// A kind of fault.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum FaultKind {
    /// The move is no legal one.
    IllegalMove,
    /// More or fewer moves than positions.
    WrongCount,
    /// The answer is no JSON.
    NotJson,
    /// JSON of another shape than the protocol's.
    WrongType,
    /// The program ended.
    Died,
    /// The program closed its input or output.
    ClosedPipe,
    /// No answer in time.
    TimedOut,
}

impl FaultKind {
    /// The name in reports.
    pub const fn name(self) -> &'static str {
        match self {
            FaultKind::IllegalMove => "illegal-move",
            FaultKind::WrongCount => "wrong-count",
            FaultKind::NotJson => "not-json",
            FaultKind::WrongType => "wrong-type",
            FaultKind::Died => "died",
            FaultKind::ClosedPipe => "closed-pipe",
            FaultKind::TimedOut => "timed-out",
        }
    }
}

/// A fault and its particulars.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The kind.
    pub kind: FaultKind,
    /// What happened, in words.
    pub words: String,
}

impl Fault {
    pub(super) fn new(kind: FaultKind, words: impl Into<String>) -> Fault {
        Fault {
            kind,
            words: words.into(),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.words)
    }
}

/// The beginning of what a program wrote, safe to print.
pub(super) fn excerpt(bytes: &[u8]) -> String {
    const LONGEST: usize = 80;
    let text = String::from_utf8_lossy(&bytes[..bytes.len().min(4 * LONGEST)]);
    let short: String = text.chars().take(LONGEST).collect();
    let more = if text.chars().count() > LONGEST {
        "…"
    } else {
        ""
    };
    format!("{short:?}{more}")
}
