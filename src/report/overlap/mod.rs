//! The lexical neighbourhood of a catalog, as `skillscope.overlap/1` and as tables.

mod csv;
mod prompt;
mod text;

use serde::Serialize;

pub use self::{
    csv::csv,
    prompt::{PromptDocument, prompt_csv, prompt_text},
    text::{one_skill, table},
};
use super::head::{CatalogHead, diagnostics, name_and_path};
use crate::core::{diagnostic::Diagnostic, id::SkillId, workbench::Board};

/// The whole document. Skills stand by directed overlap, highest first, then by name.
#[derive(Debug, Serialize)]
pub struct Document<'a> {
    schema: &'static str,
    catalog: CatalogHead<'a>,
    diagnostics: Vec<&'a Diagnostic>,
    pub skills: Vec<Entry<'a>>,
}

/// One skill with its rivals.
#[derive(Debug, Serialize)]
pub struct Entry<'a> {
    pub id: &'a SkillId,
    pub name: &'a str,
    pub path: &'a str,
    pub self_score: f64,
    pub ratio: Option<f64>,
    pub outranked_by: usize,
    pub nearest: Option<Nearest<'a>>,
    pub rivals: Vec<Rival<'a>>,
    pub shared_phrases: Vec<SharedPhrase<'a>>,
    pub claims: Vec<Claimed<'a>>,
}

#[derive(Debug, Serialize)]
pub struct Nearest<'a> {
    pub id: &'a SkillId,
    pub score: f64,
}

#[derive(Debug, Serialize)]
pub struct Rival<'a> {
    pub id: &'a SkillId,
    pub score: f64,
    pub ratio: f64,
}

/// A phrase that others hold word for word.
#[derive(Debug, Serialize)]
pub struct SharedPhrase<'a> {
    pub phrase: &'a str,
    pub with: Vec<&'a SkillId>,
}

/// A skill whose trigger terms this one holds too.
#[derive(Debug, Serialize)]
pub struct Claimed<'a> {
    pub id: &'a SkillId,
    /// Distinctive trigger terms that the other has.
    pub of: usize,
    /// Share of them that stand here too.
    pub share: Option<f64>,
}

impl<'a> Document<'a> {
    /// `only`: restricts the list to one skill.
    pub fn of(board: &'a Board, only: Option<&SkillId>) -> Self {
        let lexicon = &board.now.lexicon;
        lexicon.compare();
        let mut shared: Vec<Vec<SharedPhrase<'a>>> = Vec::new();
        shared.resize_with(lexicon.len(), Vec::new);
        for phrase in lexicon.shared() {
            for &at in &phrase.skills {
                let with = phrase.skills.iter().filter(|&&other| other != at);
                if let Some(list) = shared.get_mut(at) {
                    let with = with.map(|&other| lexicon.id(other)).collect();
                    list.push(SharedPhrase { phrase: &phrase.phrase, with });
                }
            }
        }
        let mut claims: Vec<Vec<Claimed<'a>>> = Vec::new();
        claims.resize_with(lexicon.len(), Vec::new);
        for claim in lexicon.claims() {
            if let Some(list) = claims.get_mut(claim.by) {
                let (id, of, share) = (lexicon.id(claim.of), claim.total, claim.share());
                list.push(Claimed { id, of, share });
            }
        }
        let skills = lexicon.by_overlap().into_iter().filter_map(|at| {
            let id = lexicon.id(at);
            if only.is_some_and(|only| only != id) {
                return None;
            }
            let row = lexicon.neighbourhood().rows.get(at)?;
            let (name, path) = name_and_path(board, id);
            Some(Entry {
                id,
                name,
                path,
                self_score: row.self_score,
                ratio: row.ratio(),
                outranked_by: row.outranked_by,
                nearest: row
                    .nearest()
                    .map(|rival| Nearest { id: lexicon.id(rival.index), score: rival.score }),
                rivals: row
                    .rivals
                    .iter()
                    .map(|rival| Rival {
                        id: lexicon.id(rival.index),
                        score: rival.score,
                        ratio: rival.ratio,
                    })
                    .collect(),
                shared_phrases: shared.get_mut(at).map(std::mem::take).unwrap_or_default(),
                claims: claims.get_mut(at).map(std::mem::take).unwrap_or_default(),
            })
        });
        Self {
            schema: "skillscope.overlap/1",
            catalog: CatalogHead::of(board),
            diagnostics: diagnostics(board),
            skills: skills.collect(),
        }
    }
}
