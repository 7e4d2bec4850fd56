//! What a harness shows its model of the skills, as `skillscope.listing/1`, as tables, and the
//! text itself.

mod csv;
mod text;

use serde::Serialize;

pub use self::{
    csv::csv,
    text::{counts, mended, seen, share, table},
};
use crate::{
    core::{
        diagnostic::Diagnostic,
        id::SkillId,
        listing::{Entry, Lens, Listing, State, Unit},
        workbench::Board,
    },
    report::head::{CatalogHead, diagnostics},
};

/// The whole document. What is listed stands first, in its order; then what is not, by path.
#[derive(Debug, Serialize)]
pub struct Document<'a> {
    schema: &'static str,
    catalog: CatalogHead<'a>,
    diagnostics: Vec<&'a Diagnostic>,
    harness: &'a str,
    /// The version that the rules were seen in; `None`: they are taken from documents.
    verified: Option<&'a str>,
    /// What of the rules was not seen.
    assumed: &'a [String],
    model: ModelHead<'a>,
    budget: Budget<'a>,
    skills: Vec<Skill<'a>>,
    text: String,
}

#[derive(Debug, Serialize)]
struct ModelHead<'a> {
    id: &'a str,
    context: u32,
}

#[derive(Debug, Serialize)]
struct Budget<'a> {
    /// `None` where the harness sets none.
    limit: Option<usize>,
    asked: usize,
    used: usize,
    unit: Unit,
    /// The limit was only seen roughly.
    roughly: bool,
    remedy: Option<Remedy<'a>>,
}

/// Ways to make everything fit, each by itself.
#[derive(Debug, Serialize)]
struct Remedy<'a> {
    excess: usize,
    /// Characters that no text may have more of.
    cap: Option<usize>,
    setting: Option<&'a str>,
    share: Option<f64>,
}

#[derive(Debug, Serialize)]
struct Skill<'a> {
    id: Option<&'a SkillId>,
    name: &'a str,
    path: &'a str,
    state: State,
    shown: &'a str,
    cause: Option<String>,
    length: usize,
    asked: usize,
    used: usize,
}

impl<'a> Document<'a> {
    pub fn of(board: &'a Board, listing: &'a Listing) -> Self {
        let Lens { profile, model, .. } = &listing.lens;
        let remedy = listing.remedy.as_ref().map(|remedy| Remedy {
            excess: remedy.excess,
            cap: remedy.cap,
            setting: remedy.share.as_ref().map(|(setting, _)| setting.as_str()),
            share: remedy.share.as_ref().map(|(_, share)| *share),
        });
        Self {
            schema: "skillscope.listing/1",
            catalog: CatalogHead::of(board),
            diagnostics: diagnostics(board),
            harness: &profile.id,
            verified: profile.verified.as_deref(),
            assumed: &profile.assumed,
            model: ModelHead { id: &model.id, context: model.context },
            budget: Budget {
                limit: listing.limits.limit,
                asked: listing.asked,
                used: listing.used,
                unit: listing.limits.unit,
                roughly: listing.budget().is_some_and(|budget| budget.roughly),
                remedy,
            },
            skills: listing.entries.iter().map(skill).collect(),
            text: listing.text(),
        }
    }
}

fn skill(entry: &Entry) -> Skill<'_> {
    Skill {
        id: entry.id.as_ref(),
        name: &entry.name,
        path: &entry.path,
        state: entry.state,
        shown: &entry.shown,
        cause: entry.cause.as_ref().map(ToString::to_string),
        length: entry.length,
        asked: entry.asked,
        used: entry.used,
    }
}
