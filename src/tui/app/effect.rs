//! What the app wants done that needs the terminal, the session or the system.

use std::path::PathBuf;

use crate::core::workbench::Request;

/// One thing for the loop to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    Request(Request),
    Quit,
    /// Stop as Ctrl-Z does elsewhere.
    Suspend,
    /// Clear the screen and paint everything.
    Redraw,
    /// Take the mouse, or leave it to the terminal.
    CaptureMouse(bool),
    /// Hand the terminal to the person's editor; the line is 1-based.
    Edit {
        path: PathBuf,
        line: u32,
    },
    /// Write a file of this name, or one like it, into the working directory.
    Save {
        name: String,
        contents: String,
    },
    /// Put text on the clipboard by way of the terminal.
    Copy(String),
}
