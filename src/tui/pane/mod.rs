//! The views behind the number keys, a folder each, and what several of them share.

pub mod compare;
pub mod confusion;
pub mod intervals;
pub mod listing;
pub mod neighborhood;
pub mod probes;

mod disclosure;
pub(in crate::tui) mod due;
mod list;
pub mod names;
mod page;
pub(in crate::tui) mod standing;

#[cfg(test)]
mod states;
#[cfg(test)]
mod testing;
