//! Which skills the words of a prompt point to, word by word.

use serde::Serialize;

use crate::{
    core::{
        diagnostic::Diagnostic, id::SkillId, lexical::attribution::Answer, visible::line,
        workbench::Board,
    },
    report::{
        head::{CatalogHead, diagnostics, name_and_path},
        table::{finish, table as rows},
    },
};

/// Skills that are listed at most.
const LISTED: usize = 10;

/// The ranking of a prompt, as `skillscope.prompt/1`.
#[derive(Debug, Serialize)]
pub struct PromptDocument<'a> {
    schema: &'static str,
    catalog: CatalogHead<'a>,
    diagnostics: Vec<&'a Diagnostic>,
    prompt: &'a str,
    ranking: Vec<Ranked<'a>>,
}

#[derive(Debug, Serialize)]
struct Ranked<'a> {
    id: &'a SkillId,
    name: &'a str,
    path: &'a str,
    score: f64,
    terms: Vec<Term>,
}

#[derive(Debug, Serialize)]
struct Term {
    term: String,
    score: f64,
}

impl<'a> PromptDocument<'a> {
    pub fn of(board: &'a Board, prompt: &'a str) -> Self {
        let ranked = |answer: Answer| {
            let id = board.now.lexicon.id(answer.index);
            let (name, path) = name_and_path(board, id);
            let terms = answer.pulls.into_iter();
            let terms = terms.map(|pull| Term { term: pull.term, score: pull.score }).collect();
            Ranked { id, name, path, score: answer.score, terms }
        };
        let ranking = board.now.lexicon.ask(prompt, LISTED).into_iter().map(ranked).collect();
        Self {
            schema: "skillscope.prompt/1",
            catalog: CatalogHead::of(board),
            diagnostics: diagnostics(board),
            prompt,
            ranking,
        }
    }
}

/// The same for people.
pub fn prompt_text(document: &PromptDocument<'_>) -> String {
    let mut out = format!(
        "“{}”\nWhich skills the words point to; it is no evidence of how an agent routes.\n\n",
        line(document.prompt)
    );
    let mut table = rows(["rank", "skill", "score", "because of"], &[0, 2]);
    for (rank, ranked) in document.ranking.iter().filter(|ranked| ranked.score > 0.0).enumerate() {
        let terms = ranked.terms.iter().take(6);
        let terms: Vec<_> =
            terms.map(|term| format!("{} {:.2}", line(&term.term), term.score)).collect();
        table.add_row([
            (rank + 1).to_string(),
            line(ranked.id.as_str()).into_owned(),
            format!("{:.3}", ranked.score),
            terms.join(", "),
        ]);
    }
    if document.ranking.iter().all(|ranked| ranked.score <= 0.0) {
        out.push_str("No skill shares a word with it.\n");
        return out;
    }
    out.push_str(&finish(&table));
    out
}

/// The ranking as a table of records.
pub fn prompt_csv(document: &PromptDocument<'_>) -> String {
    let mut out = String::new();
    crate::report::csv::record(&mut out, ["rank", "id", "name", "path", "score"]);
    for (rank, ranked) in document.ranking.iter().enumerate() {
        let (rank, score) = ((rank + 1).to_string(), ranked.score.to_string());
        let fields = [&rank, ranked.id.as_str(), ranked.name, ranked.path, &score];
        crate::report::csv::record(&mut out, fields);
    }
    out
}
