//! What becomes of a skill in the listing, as a mark.
//!
//! Must not know which harness lists.

use crate::{
    core::listing::State,
    tui::theme::{Role, Theme},
};

/// The mark of a state and what its colour stands for.
pub fn mark(theme: &Theme, state: State) -> (&'static str, Role) {
    let symbols = theme.symbols();
    match state {
        State::Whole => (symbols.pass, Role::Pass),
        State::Cut => (symbols.ellipsis, Role::Warn),
        State::NameOnly => (symbols.neutral, Role::Warn),
        State::Omitted | State::Withheld => (symbols.fail, Role::Error),
        State::Hidden => (symbols.hidden, Role::Dim),
        State::Shadowed => (symbols.muted, Role::Dim),
        State::NotLoaded => (symbols.abstained, Role::Dim),
        State::Rejected => (symbols.warn, Role::Error),
    }
}
