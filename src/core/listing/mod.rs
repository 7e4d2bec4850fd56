//! What a harness shows its model: profiles as data, and what follows from them.
//!
//! Must not know processes or files; a profile arrives as read data.

mod profile;

pub use profile::{Identity, Profile, UserDir};
