//! Reading and writing: bounded input, files written beside and renamed, stdout that may close.

use super::failure::Failure;
use serde::Serialize;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// Inputs above this many bytes are refused: deals and solutions take a few thousand.
pub(super) const MAX_INPUT_BYTES: u64 = 16 << 20;

/// Prints text to stdout.
pub(super) fn print(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(())
}

/// A value as JSON text with a final newline.
pub(super) fn json(value: &impl Serialize) -> String {
    let text = serde_json::to_string_pretty(value).expect("reports have string keys");
    text + "\n"
}

/// The name of an input for messages.
pub(super) fn input_name(path: &Path) -> String {
    if path == Path::new("-") {
        "standard input".to_string()
    } else {
        path.display().to_string()
    }
}

/// Reads a file, or stdin for `-`, as text.
pub(super) fn read_text(path: &Path) -> Result<String, Failure> {
    let name = input_name(path);
    let unreadable = |error: io::Error| Failure::Input(format!("{name}: cannot be read: {error}"));
    let mut bytes = Vec::new();
    let source: Box<dyn Read> = if path == Path::new("-") {
        Box::new(io::stdin().lock())
    } else {
        Box::new(File::open(path).map_err(unreadable)?)
    };
    source
        .take(MAX_INPUT_BYTES + 1)
        .read_to_end(&mut bytes)
        .map_err(unreadable)?;
    if bytes.len() as u64 > MAX_INPUT_BYTES {
        let limit = MAX_INPUT_BYTES >> 20;
        return Err(Failure::Input(format!(
            "{name}: larger than {limit} MiB; expected one deal"
        )));
    }
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let line = 1 + error.as_bytes()[..at]
            .iter()
            .filter(|&&b| b == b'\n')
            .count();
        Failure::Input(format!(
            "{name}: line {line}, byte {}: not UTF-8 text",
            at + 1
        ))
    })
}

/// A file that appears whole or not at all: written beside its place and renamed.
#[derive(Debug)]
pub(super) struct OutFile {
    path: PathBuf,
}

impl OutFile {
    /// Checks that the file can be written, so that a long run does not end in vain.
    pub(super) fn new(path: &Path) -> Result<OutFile, Failure> {
        let file = OutFile {
            path: path.to_path_buf(),
        };
        if path.is_dir() {
            return Err(Failure::Input(format!(
                "{}: is a directory; expected a file",
                path.display()
            )));
        }
        file.beside().map_err(|e| Failure::Input(file.cannot(&e)))?;
        Ok(file)
    }

    fn cannot(&self, error: &io::Error) -> String {
        format!("{}: cannot be written: {error}", self.path.display())
    }

    fn beside(&self) -> io::Result<NamedTempFile> {
        let folder = match self.path.parent() {
            Some(folder) if folder != Path::new("") => folder,
            _ => Path::new("."),
        };
        let mut builder = tempfile::Builder::new();
        builder.prefix(".cotillion-");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            builder.permissions(std::fs::Permissions::from_mode(0o644));
        }
        builder.tempfile_in(folder)
    }

    /// Replaces the file's content.
    pub(super) fn write(&self, text: &str) -> Result<(), Failure> {
        let write = || {
            let mut file = self.beside()?;
            file.write_all(text.as_bytes())?;
            file.persist(&self.path).map_err(|e| e.error)?;
            Ok(())
        };
        write().map_err(|e| Failure::Other(self.cannot(&e)))
    }
}
