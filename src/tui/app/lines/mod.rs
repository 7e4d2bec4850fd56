//! The lines around the panes: what a board says in one row of cells.
//!
//! Must not know views.

mod headline;
mod status;
mod top;

pub(super) use self::{headline::headline, status::status, top::top};
use crate::tui::widget::parts::Parts;

/// `1 query`, `12 queries`.
fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

#[cfg(test)]
mod tests;
