//! Counts of rows, by what they say, and of prompts, by the skill that they ask for.

use std::{collections::BTreeMap, fmt::Display};

use serde::Serialize;

use super::lint::{FileRows, files};
use crate::{
    core::{
        diagnostic::Diagnostic,
        id::SkillId,
        query::{
            Origin,
            difficulty::Band,
            stats::{Form, SkillRows, Stats},
        },
        visible::line,
        workbench::Board,
    },
    report::{
        figure::{UNDEFINED, counted},
        head::{CatalogHead, name_and_path},
        table::{finish, table},
    },
};

/// The contract.
#[derive(Debug, Serialize)]
pub struct StatsDocument<'a> {
    schema: &'static str,
    catalog: CatalogHead<'a>,
    diagnostics: &'a [Diagnostic],
    files: Vec<FileRows<'a>>,
    conventions: &'a [String],
    rows: usize,
    units: usize,
    repeated: usize,
    disputed: usize,
    with_turns: usize,
    with_workspace: usize,
    set_aside: usize,
    refused: usize,
    forms: &'a BTreeMap<Form, usize>,
    kinds: &'a BTreeMap<String, usize>,
    origins: &'a BTreeMap<Origin, usize>,
    difficulty: &'a BTreeMap<Band, usize>,
    skills: Vec<SkillEntry<'a>>,
}

#[derive(Debug, Serialize)]
struct SkillEntry<'a> {
    id: &'a SkillId,
    name: &'a str,
    path: &'a str,
    #[serde(flatten)]
    rows: &'a SkillRows,
}

impl<'a> StatsDocument<'a> {
    pub fn of(board: &'a Board, stats: &'a Stats) -> Self {
        let skills = stats.skills.iter().map(|(id, rows)| {
            let (name, path) = name_and_path(board, id);
            SkillEntry { id, name, path, rows }
        });
        Self {
            schema: "skillscope.queries-stats/1",
            catalog: CatalogHead::of(board),
            diagnostics: &board.queries.diagnostics,
            files: files(board),
            conventions: &board.queries.conventions,
            rows: stats.rows,
            units: stats.units,
            repeated: stats.repeated,
            disputed: stats.disputed,
            with_turns: stats.with_turns,
            with_workspace: stats.with_workspace,
            set_aside: stats.set_aside,
            refused: stats.refused,
            forms: &stats.forms,
            kinds: &stats.kinds,
            origins: &stats.origins,
            difficulty: &stats.difficulty,
            skills: skills.collect(),
        }
    }
}

/// The counts as tables; skills with the fewest prompts first.
pub fn stats_text(board: &Board, stats: &Stats) -> String {
    let mut out = format!(
        "{} in {}, {} that count as independent; {} set aside, {} refused\n{}\n",
        counted(stats.rows, "row", "rows"),
        counted(board.query_files.len(), "file", "files"),
        counted(stats.units, "prompt", "prompts"),
        stats.set_aside,
        stats.refused,
        line(&board.now.snapshot.catalog.scope_line()),
    );
    for (count, what) in [
        (stats.repeated, "repeat a prompt"),
        (stats.disputed, "disputed"),
        (stats.with_turns, "speak of later turns"),
        (stats.with_workspace, "start in a folder of their own"),
    ] {
        if count > 0 {
            out.push_str(&format!("{}: {what}\n", counted(count, "row", "rows")));
        }
    }
    out.push_str(&tally("label", &stats.forms));
    out.push_str(&tally("kind", &stats.kinds));
    out.push_str(&tally("origin", &stats.origins));
    out.push_str(&tally("rank by words", &stats.difficulty));
    let header = ["skill", "prompts", "rows", "alternative", "neutral", "ruled out"];
    let mut rows = table(header, &[1, 2, 3, 4, 5]);
    let mut skills: Vec<(&SkillId, &SkillRows)> = stats.skills.iter().collect();
    skills.sort_by_key(|(_, rows)| rows.units);
    for (id, SkillRows { wanted, units, alternative, neutral, ruled_out }) in skills {
        let counts = [units, wanted, alternative, neutral, ruled_out];
        let id = line(id.as_str()).into_owned();
        rows.add_row([id].into_iter().chain(counts.map(|count| count.to_string())));
    }
    out.push_str(&format!("\n{}", finish(&rows)));
    out
}

/// A table of its own; a nameless key is one that the rows do not state.
fn tally<K: Display>(what: &str, counts: &BTreeMap<K, usize>) -> String {
    if counts.is_empty() {
        return String::new();
    }
    let mut rows = table([what, "rows"], &[1]);
    for (key, count) in counts {
        let key = key.to_string();
        let shown = line(if key.is_empty() { UNDEFINED } else { &key });
        rows.add_row([shown.into_owned(), count.to_string()]);
    }
    format!("\n{}", finish(&rows))
}
