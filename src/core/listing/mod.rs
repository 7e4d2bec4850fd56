//! What a harness shows its model: profiles as data, and the text that follows from them.
//!
//! Must not know processes or files; a profile arrives as read data.

mod build;
mod cause;
mod fit;
mod form;
mod lens;
mod lenses;
mod meant;
mod order;
mod profile;
mod remedy;
mod roots;
mod seen;
mod state;
mod template;
mod writing;

#[cfg(test)]
pub(crate) mod testing;
#[cfg(test)]
mod tests;

pub use build::{Entry, Listing, list};
pub use cause::Cause;
pub use form::{Beyond, Budget, Form, Personal, Stands, Unit};
pub use lens::{Lens, Limits, Model, tokens};
pub use lenses::{Lenses, UnknownModel, Wanted};
pub use order::Order;
pub use profile::{Identity, Profile, UserDir};
pub use remedy::Remedy;
pub use state::{Disclosed, State};
pub use template::{Slot, Template};
pub use writing::{Blanks, Escape};
