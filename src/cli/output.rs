//! Standard output: whole, or ended by whoever reads it.

use std::io::{self, ErrorKind, Write as _};

use serde::Serialize;

use super::{Failure, exit::Exit};

/// Prints `text`. A reader that closes the pipe has seen enough; that is no failure.
pub(super) fn print(text: &str) -> Result<Exit, Failure> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Ok(()) => Ok(Exit::Fine),
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(Exit::Fine),
        Err(error) => Err(Failure::Output(error)),
    }
}

/// A document as JSON, indented, with a line end.
pub(super) fn json(document: &impl Serialize) -> Result<String, Failure> {
    let mut text = serde_json::to_string_pretty(document).map_err(Failure::Json)?;
    text.push('\n');
    Ok(text)
}
