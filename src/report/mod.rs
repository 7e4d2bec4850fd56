//! Core's results and finished screens as text, pictures and machine formats.
//!
//! Pure writers: must not know where results come from.

pub mod screen;
