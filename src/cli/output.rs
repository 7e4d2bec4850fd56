//! Standard output, whole or ended by whoever reads it; and what is said beside it.

use std::io::{self, ErrorKind, Write as _};

use serde::Serialize;

use super::{Failure, exit::Exit};
use crate::core::{diagnostic::Diagnostic, visible};

/// Prints `text`. A reader that closes the pipe has seen enough; that is no failure.
pub(super) fn print(text: &str) -> Result<Exit, Failure> {
    heard(text).map(|_| Exit::Fine)
}

/// Prints `text` for somebody who goes on reading; false if nobody does.
pub(super) fn heard(text: &str) -> Result<bool, Failure> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(false),
        Err(error) => Err(Failure::Output(error)),
    }
}

/// A document as JSON, indented, with a line end.
pub(super) fn json(document: &impl Serialize) -> Result<String, Failure> {
    let mut text = serde_json::to_string_pretty(document).map_err(Failure::Json)?;
    text.push('\n');
    Ok(text)
}

/// Says something on standard error. Nobody may be listening, which changes nothing.
pub(super) fn tell(text: &str) {
    let _ = writeln!(io::stderr().lock(), "skillscope: {}", visible::block(text));
}

/// Diagnoses as lines below a sentence.
pub(super) fn listed(diagnostics: &[Diagnostic]) -> String {
    diagnostics.iter().map(|diagnostic| format!("\n  {diagnostic}")).collect()
}
