//! The figures as Markdown, for a pull request or a step summary.

use super::{
    Readings,
    breakdowns::{EXPLORATORY, Table, tables},
    missed::{MISSED, missed},
    reading::Told,
    rows::{BELOW_FLOOR, DOUBT, doubts, headline, intervals, worst_first},
};
use crate::{
    core::workbench::{Board, foreign::Foreign},
    report::{
        conditions::{ENDING, conditions, evidence, nothing},
        figure::{three, with_interval},
        markdown::{cell, more, table, text},
    },
};

/// Skills and steals that are listed.
const LISTED: usize = 50;

/// The whole report. Never empty: a catalog without queries has one too.
pub fn markdown(board: &Board, readings: Option<&Readings>) -> String {
    let figures = &board.now.figures;
    let mut out = format!("## {}\n", text(&board.now.snapshot.catalog.scope_line()));
    if board.queries.queries.is_empty() {
        out.push_str(&format!("\n{}\n", nothing(board)));
        return out;
    }
    let run = &figures.run;
    out.push_str(&format!(
        "\nCompletion {} of {} scored, {} errored{}\n\n",
        run.scored,
        run.planned,
        run.errored,
        if run.below_floor() { format!(" — **{BELOW_FLOOR}**") } else { String::new() },
    ));
    if let Some(foreign) = Foreign::of(&board.now.probes).told() {
        out.push_str(&format!("{}\n\n", text(&foreign)));
    }
    let evidence = text(&evidence(board));
    let figures_of_run =
        headline(figures).into_iter().map(|(name, value)| [name.to_owned(), value]);
    out.push_str(&table(["figure", &evidence], figures_of_run));
    let doubted = doubts(figures);
    if !doubted.is_empty() {
        let rows = doubted.iter().map(|doubt| {
            let [between, of] = doubt.told();
            let skill = doubt.skill.map_or("", |id| id.as_str());
            [doubt.figure.to_owned(), between, of, cell(skill)]
        });
        out.push_str(&format!("\n### {DOUBT}\n\n"));
        out.push_str(&table(["figure", "between", "of", "skill"], rows));
    }

    let worst = worst_first(&figures.skills);
    let skills = worst.iter().take(LISTED).map(|skill| {
        let turn1 = &skill.turn1;
        [
            cell(skill.id.as_str()),
            turn1.support.to_string(),
            with_interval(&turn1.recall),
            with_interval(&turn1.precision),
            three(turn1.f1.value),
            turn1.fp.to_string(),
        ]
    });
    out.push_str(&format!("\n### Skills, lowest recall first ({evidence})\n\n"));
    out.push_str(&table(["skill", "n", "recall", "precision", "F1", "took"], skills));
    out.push_str(&more(worst.len(), LISTED));

    for Table { title, header, rows } in tables(board) {
        out.push_str(&format!("\n### By {title} ({evidence})\n\n{EXPLORATORY}\n\n"));
        let cells = |row: &Vec<String>| row.iter().map(|text| cell(text)).collect::<Vec<_>>();
        out.push_str(&table(header, rows.iter().map(cells)));
    }

    if !figures.steals.is_empty() {
        let steals = figures.steals.iter().take(LISTED).map(|steal| {
            [
                cell(steal.expected.as_str()),
                cell(steal.engaged.as_str()),
                format!("{} of {}", steal.count, steal.share.n),
                with_interval(&steal.share),
            ]
        });
        out.push_str(&format!("\n### Steals ({evidence})\n\n"));
        out.push_str(&table(["expected", "engaged first", "probes", "share"], steals));
        out.push_str(&more(figures.steals.len(), LISTED));
    }
    let missed = missed(board);
    if !missed.is_empty() {
        let rows = missed.iter().take(LISTED).map(|row| row.each_ref().map(|text| cell(text)));
        out.push_str(&format!("\n### {MISSED} ({evidence})\n\n"));
        out.push_str(&table(["what was done", "probes"], rows));
        out.push_str(&more(missed.len(), LISTED));
    }
    if let Some(Told { title, header, rows, meaning }) = readings.map(Readings::told) {
        out.push_str(&format!("\n### {}\n\n", text(&title)));
        let cells = |row: [String; 6]| row.map(|text| cell(&text));
        let header = header.each_ref().map(String::as_str);
        out.push_str(&table(header, rows.into_iter().map(cells)));
        out.push_str(&format!("\n{}\n", meaning.join("  \n")));
    }
    out.push_str(&format!("\n{} {}. {ENDING}\n", intervals(figures), text(&conditions(board))));
    out
}
