//! What the words of a catalog alone give reason to look into.
//!
//! Must not call a lexical figure evidence of how an agent routes.

use crate::core::{
    catalog::Catalog,
    diagnostic::{Diagnostic, Severity},
    lexical::Lexicon,
};

/// Skills whose own description points to a rival first, and skills that claim another's triggers;
/// warnings in the order of their paths.
pub fn findings(lexicon: &Lexicon, catalog: &Catalog) -> Vec<Diagnostic> {
    let path = |at: usize| {
        let skill = catalog.get(lexicon.id(at));
        skill.map_or_else(String::new, |skill| skill.path.clone())
    };
    let warning = |code, at, message, remedy: &str| {
        Diagnostic::new(Severity::Warning, code, path(at), message, remedy)
    };
    let mut out = Vec::new();
    for (at, row) in lexicon.neighbourhood().rows.iter().enumerate() {
        let Some((rival, ratio)) = row.nearest().zip(row.ratio()) else { continue };
        if row.outranked_by > 0 {
            let rival = lexicon.id(rival.index);
            let message = format!(
                "By words alone the description of `{}` points to `{rival}` before itself \
                 ({ratio:.2} times as strongly).",
                lexicon.id(at)
            );
            let remedy = "Say first what only this skill does.";
            out.push(warning("overlap-outranked", at, message, remedy));
        }
    }
    for claim in lexicon.claims() {
        let (terms, total) = (claim.terms.len(), claim.total);
        let message = format!(
            "`{}` holds {terms} of {total} trigger terms of `{}`.",
            lexicon.id(claim.by),
            lexicon.id(claim.of)
        );
        let remedy = "Leave its triggers to the other skill, or say when that one is meant.";
        out.push(warning("overlap-claims", claim.by, message, remedy));
    }
    out.sort_by(|a, b| (&a.path, &a.code, &a.message).cmp(&(&b.path, &b.code, &b.message)));
    out
}
