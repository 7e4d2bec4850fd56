//! What now can be held against besides the states of this session: kept runs and git revisions.
//!
//! Must not know where they are looked for.

use std::sync::Arc;

use crate::core::{
    catalog::Catalog,
    workbench::{request::BaselineChoice, state::State},
};

/// One that was found, as a list shows it. Nothing of it is read until it is chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    pub choice: BaselineChoice,
    /// `run 2026-11-30 14:25:01`, `branch main`.
    pub name: String,
    /// Who was probed with how much, or what the commit says of itself.
    pub about: String,
    /// Why it cannot be chosen.
    pub problem: Option<String>,
}

/// One that was chosen and read.
#[derive(Clone, Debug)]
pub enum Fetched {
    /// Results as they were recorded.
    Run(Arc<State>),
    /// Skills, to be measured as now is.
    Skills { name: String, catalog: Arc<Catalog> },
}
