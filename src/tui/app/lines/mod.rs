//! The lines around the panes: what a board says in one row of cells.
//!
//! Must not know views.

mod collision;
mod headline;
mod status;
mod top;

pub(super) use self::{headline::headline, status::status, top::top};
use crate::{report::figure::counted, tui::widget::parts::Parts};

#[cfg(test)]
mod tests;
