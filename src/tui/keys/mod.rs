//! From keys to actions: chords and how they are written, the keymap, the file that changes it.
//!
//! Knows the names of actions, never what they do.

mod chord;
mod file;
mod keymap;
mod script;

pub use chord::{Chord, ChordError};
pub use keymap::{Bound, Keymap};
pub use script::{ScriptError, script};
