//! Whole sittings: the built binary on a pseudo terminal, driven by keys and saved files.
#![cfg(unix)]

mod editing;
mod hosted;
mod keys;
mod seat;
mod terminal;
