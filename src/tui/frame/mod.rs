//! Owns when a frame is drawn and which bytes it costs.
//!
//! Must not know what is on the frame.

mod canvas;
mod diff;
mod paint;
mod requester;

pub use self::{canvas::Canvas, paint::cells_of, requester::FrameRequester};

#[cfg(test)]
pub(crate) mod emulator;
