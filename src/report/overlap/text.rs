//! The overlap tables for people.

use super::{Document, Entry};
use crate::{
    core::{visible::line, workbench::Board},
    report::{
        figure::{UNDEFINED, counted, three},
        table::{finish, table as rows},
    },
};

/// What a lexical figure is worth; stands wherever one is printed.
const CAVEAT: &str =
    "Lexical overlap shows where to look; it is no evidence of how an agent routes.";

/// The catalog by overlap, at most `top` rows (0: all).
pub fn table(board: &Board, document: &Document<'_>, top: usize) -> String {
    let all = document.skills.len();
    let shown = if top == 0 { all } else { top.min(all) };
    let mut out = format!("{}\n", line(&board.now.snapshot.catalog.scope_line()));
    out.push_str(&format!("{} compared. {CAVEAT}\n\n", counted(all, "skill", "skills")));
    let mut table = rows(["skill", "overlap", "nearest rival", "outranked by", "notes"], &[1, 3]);
    for skill in document.skills.iter().take(shown) {
        let outranked = match skill.outranked_by {
            0 => String::new(),
            n => n.to_string(),
        };
        table.add_row([
            line(skill.id.as_str()).into_owned(),
            skill.ratio.map_or_else(|| UNDEFINED.to_owned(), |ratio| format!("{ratio:.2}")),
            nearest(skill),
            outranked,
            notes(skill),
        ]);
    }
    out.push_str(&finish(&table));
    if shown < all {
        out.push_str(&format!("\n({} more; --top 0 shows all)\n", all - shown));
    }
    for problem in board.now.snapshot.catalog.unusable.iter().flat_map(|file| &file.diagnostics) {
        out.push_str(&format!("\n{}", line(&problem.to_string())));
    }
    if !board.now.snapshot.catalog.unusable.is_empty() {
        out.push('\n');
    }
    out
}

/// One skill, its rivals and what it shares with them.
pub fn one_skill(board: &Board, skill: &Entry<'_>) -> String {
    let lexicon = &board.now.lexicon;
    let mut out = format!(
        "{} ({}): self score {:.3}, overlap {}\n{CAVEAT}\n\n",
        line(skill.id.as_str()),
        line(skill.path),
        skill.self_score,
        three(skill.ratio),
    );
    let mut table =
        rows(["rank", "skill", "score", "ratio", "strongest contested terms"], &[0, 2, 3]);
    let own = lexicon.position(skill.id);
    for (rank, rival) in skill.rivals.iter().enumerate() {
        let at = lexicon.position(rival.id);
        let terms = own.zip(at).map_or_else(String::new, |(own, at)| {
            let contested = lexicon.contested(own, at);
            let terms = contested.iter().take(5);
            terms.map(|term| line(&term.term).into_owned()).collect::<Vec<_>>().join(" ")
        });
        table.add_row([
            (rank + 1 + usize::from(rank >= skill.outranked_by)).to_string(),
            line(rival.id.as_str()).into_owned(),
            format!("{:.3}", rival.score),
            format!("{:.3}", rival.ratio),
            terms,
        ]);
    }
    out.push_str(&finish(&table));
    for phrase in &skill.shared_phrases {
        let with: Vec<_> = phrase.with.iter().map(|id| line(id.as_str())).collect();
        out.push_str(&format!("\nshares “{}” with {}", line(phrase.phrase), with.join(", ")));
    }
    for claim in &skill.claims {
        out.push_str(&format!("\n{}", claimed(claim)));
    }
    out.push('\n');
    out
}

fn nearest(skill: &Entry<'_>) -> String {
    skill
        .nearest
        .as_ref()
        .map_or_else(|| UNDEFINED.to_owned(), |nearest| line(nearest.id.as_str()).into_owned())
}

fn notes(skill: &Entry<'_>) -> String {
    let mut notes: Vec<String> = skill.claims.iter().take(2).map(claimed).collect();
    if let more @ 1.. = skill.claims.len().saturating_sub(2) {
        notes.push(format!("and {more} more"));
    }
    if !skill.shared_phrases.is_empty() {
        notes.push(counted(skill.shared_phrases.len(), "shared phrase", "shared phrases"));
    }
    notes.join("; ")
}

fn claimed(claim: &super::Claimed<'_>) -> String {
    let terms = claim.share.map_or(0, |share| (share * claim.of as f64).round() as usize);
    format!("claims {terms} of {} trigger terms of {}", claim.of, line(claim.id.as_str()))
}
