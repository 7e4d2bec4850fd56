//! The contract: one verdict, and everything it rests on.

use serde::Serialize;

use super::{Checked, ratchet::Entry};
use crate::{
    core::{
        diagnostic::Diagnostic,
        measure::gate::{Judged, Verdict},
    },
    report::{eval::Conditions, head::CatalogHead},
};

/// The whole document.
#[derive(Debug, Serialize)]
pub struct Document<'a> {
    schema: &'static str,
    catalog: CatalogHead<'a>,
    diagnostics: &'a [Diagnostic],
    /// Null where routing was not measured.
    conditions: Option<Conditions<'a>>,
    verdict: Verdict,
    assertions: &'a [Judged],
    /// Null where it is held against nothing.
    ratchet: Option<Entry<'a>>,
}

impl<'a> Document<'a> {
    pub fn of(checked: &'a Checked<'a>) -> Self {
        Self {
            schema: "skillscope.check/1",
            catalog: CatalogHead::of(checked.board),
            diagnostics: &checked.findings,
            conditions: checked.report.map(|_| Conditions::of(checked.board)),
            verdict: checked.verdict(),
            assertions: checked.report.map_or(&[], |report| &report.assertions),
            ratchet: checked.ratchet.map(Entry::of),
        }
    }
}
