//! The lines of the protocol. `examples/README.md` documents every field.

use super::fault::{Fault, FaultKind, excerpt};
use crate::deal::Move;
use crate::play::Sight;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;
use std::collections::BTreeMap;

/// The protocol's version. A change that an older program would misread is a new version.
pub const PROTOCOL: u32 = 1;

/// The first line to a program.
#[derive(Clone, Debug, Serialize)]
pub struct Hello {
    #[serde(rename = "type")]
    kind: &'static str,
    protocol: u32,
    program: String,
    game: String,
    rules: BTreeMap<String, String>,
    note: &'static str,
}

impl Hello {
    /// The greeting of a program with this name and version, for a game with these rules.
    pub fn new(program: String, game: String, rules: BTreeMap<String, String>) -> Hello {
        Hello {
            kind: "hello",
            protocol: PROTOCOL,
            program,
            game,
            rules,
            note: "ignore fields that you do not know",
        }
    }
}

/// A line that asks for moves.
#[derive(Debug, Serialize)]
pub(super) struct Choose<'a> {
    #[serde(rename = "type")]
    pub kind: &'static str,
    pub positions: Vec<Position<'a>>,
    /// Games that have ended since the line before.
    pub over: &'a [u64],
}

/// A position in it.
#[derive(Debug, Serialize)]
pub(super) struct Position<'a> {
    pub game: u64,
    pub view: Sight,
    #[serde(serialize_with = "moves_text")]
    pub moves: &'a [Move],
}

fn moves_text<S: Serializer>(moves: &&[Move], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(moves.iter().map(|mv| mv.to_string()))
}

/// The last line to a program.
pub(super) const BYE: &str = "{\"type\":\"bye\"}\n";

/// A value as a line.
pub(super) fn line(value: &impl Serialize) -> Vec<u8> {
    let mut line = serde_json::to_vec(value).expect("the protocol's values have string keys");
    line.push(b'\n');
    line
}

fn not_json(line: &[u8]) -> Fault {
    let words = format!("it answered {}, which is not JSON", excerpt(line));
    Fault::new(FaultKind::NotJson, words)
}

fn wrong_type(line: &[u8], expected: &str) -> Fault {
    let words = format!("it answered {}; expected {expected}", excerpt(line));
    Fault::new(FaultKind::WrongType, words)
}

/// The name that a program gives itself in its greeting.
pub(super) fn read_hello(line: &[u8]) -> Result<String, Fault> {
    #[derive(Deserialize)]
    struct Answer {
        #[serde(rename = "type")]
        kind: String,
        protocol: u32,
        name: String,
    }
    let value: Value = serde_json::from_slice(line).map_err(|_| not_json(line))?;
    match serde_json::from_value(value) {
        Ok(Answer {
            kind,
            protocol: PROTOCOL,
            name,
        }) if kind == "hello" => Ok(name.chars().filter(|c| !c.is_control()).take(80).collect()),
        _ => Err(wrong_type(
            line,
            &format!(r#"{{"type":"hello","protocol":{PROTOCOL},"name":"…"}}"#),
        )),
    }
}

/// The answers to `n` positions: for each its value as it stands.
pub(super) fn read_moves(line: &[u8], n: usize) -> Result<Vec<Value>, Fault> {
    let mut value: Value = serde_json::from_slice(line).map_err(|_| not_json(line))?;
    let moves = match value.get_mut("moves").map(Value::take) {
        Some(Value::Array(moves)) => moves,
        _ => return Err(wrong_type(line, r#"{"moves":["…",…]}"#)),
    };
    if moves.len() != n {
        let words = format!("it answered with {} moves to {n} positions", moves.len());
        return Err(Fault::new(FaultKind::WrongCount, words));
    }
    Ok(moves)
}

/// One answer: a legal move, or `None` if the game is given up.
pub(super) fn read_move(answer: &Value, legal: &[Move]) -> Result<Option<Move>, Fault> {
    match answer {
        Value::Null => Ok(None),
        Value::String(text) => match text.parse() {
            Ok(mv) if legal.contains(&mv) => Ok(Some(mv)),
            _ => {
                let words = format!("the answer {} is not legal here", excerpt(text.as_bytes()));
                Err(Fault::new(FaultKind::IllegalMove, words))
            }
        },
        other => Err(wrong_type(
            other.to_string().as_bytes(),
            "a move as text, or null to give up",
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_read_or_named_for_what_they_are() {
        let kind = |line: &str| read_moves(line.as_bytes(), 2).unwrap_err().kind;
        assert_eq!(kind("ok"), FaultKind::NotJson);
        assert_eq!(kind("[\"turn\",\"turn\"]"), FaultKind::WrongType);
        assert_eq!(kind("{\"moves\":\"turn\"}"), FaultKind::WrongType);
        assert_eq!(kind("{\"moves\":[\"turn\"]}"), FaultKind::WrongCount);
        let answers = read_moves(br#"{"moves":["turn",null],"thought":1}"#, 2).unwrap();
        let legal = [Move::Turn];
        assert_eq!(read_move(&answers[0], &legal), Ok(Some(Move::Turn)));
        assert_eq!(read_move(&answers[1], &legal), Ok(None));
        let kind = |value: Value| read_move(&value, &legal).unwrap_err().kind;
        assert_eq!(kind("redeal".into()), FaultKind::IllegalMove);
        assert_eq!(kind("\u{1b}[2J".into()), FaultKind::IllegalMove);
        assert_eq!(kind(3.into()), FaultKind::WrongType);
    }

    #[test]
    fn greetings_are_read() {
        let hello = br#"{"type":"hello","protocol":1,"name":"me\n","more":[]}"#;
        assert_eq!(read_hello(hello), Ok("me".to_string()));
        for other in [
            r#"{"type":"hello","protocol":2,"name":"me"}"#,
            r#"{"type":"hello","name":"me"}"#,
            "7",
        ] {
            let fault = read_hello(other.as_bytes()).unwrap_err();
            assert_eq!(fault.kind, FaultKind::WrongType);
        }
        assert_eq!(read_hello(b"hi").unwrap_err().kind, FaultKind::NotJson);
    }
}
