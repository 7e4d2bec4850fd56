//! The figures for people, worst skill first, with everything that limits what they mean.

use std::fmt::Write as _;

use super::{
    breakdowns::{EXPLORATORY, Table, tables},
    missed::{MISSED, missed},
    pair::PairStudy,
    rows::{BELOW_FLOOR, DOUBT, doubts, headline, intervals, worst_first},
};
use crate::{
    core::{
        measure::{Figures, SkillFigures},
        visible::line,
        workbench::{Board, foreign::Foreign},
    },
    report::{
        conditions::{ENDING, conditions, evidence, nothing},
        figure::{three, with_interval},
        table::{finish, more, table as rows},
    },
};

/// Steals and attractors that are listed.
const LISTED: usize = 8;

/// The whole scorecard. Never empty: a catalog without queries has one too.
pub fn scorecard(board: &Board) -> String {
    scorecard_with(board, "")
}

/// As [`scorecard`], with more to tell before its end.
pub fn scorecard_with(board: &Board, beside: &str) -> String {
    let mut out = format!("{}\n", line(&board.now.snapshot.catalog.scope_line()));
    // Writing to a string cannot fail.
    let _ = problems(board, &mut out);
    let _ = if board.queries.queries.is_empty() {
        let remedy = if board.share.is_none() { " Name some with --queries FILE." } else { "" };
        writeln!(out, "\n{}{remedy}", nothing(board))
    } else {
        figures(board, beside, &mut out)
    };
    out
}

fn problems(board: &Board, out: &mut String) -> std::fmt::Result {
    let catalog = &board.now.snapshot.catalog;
    for file in &catalog.unusable {
        if let Some(why) = file.diagnostics.first() {
            writeln!(out, "unusable  {}", line(&why.to_string()))?;
        }
    }
    for skill in catalog.skills.iter().filter(|skill| skill.doc.lenient) {
        if let Some(why) = skill.doc.diagnostics.first() {
            writeln!(out, "rejected  {}", line(&why.to_string()))?;
        }
    }
    Ok(())
}

fn figures(board: &Board, beside: &str, out: &mut String) -> std::fmt::Result {
    let figures = &board.now.figures;
    let agent = &board.agent;
    let evidence = evidence(board);
    writeln!(out, "{}", line(&conditions(board)))?;
    let (refused, aside) = (board.queries.refused, board.queries.set_aside.len());
    if refused + aside > 0 {
        writeln!(out, "{refused} refused, {aside} set aside")?;
    }
    writeln!(
        out,
        "completion {} of {} scored, {} errored{}",
        figures.run.scored,
        figures.run.planned,
        figures.run.errored,
        if figures.run.below_floor() { format!(" — {BELOW_FLOOR}") } else { String::new() },
    )?;
    for (cause, count) in &figures.run.causes {
        writeln!(out, "  {count} x {}", line(cause))?;
    }
    if let Some(foreign) = Foreign::of(&board.now.probes).told() {
        writeln!(out, "{}", line(&foreign))?;
    }
    match PairStudy::of(board) {
        Some(study) => out.push_str(&study.text()),
        None => whole(board, out)?,
    }
    out.push_str(beside);
    writeln!(out, "\n{} {}, {evidence}.\n{ENDING}", intervals(figures), line(&agent.name),)
}

/// Every figure of a run that is not of two skills alone.
fn whole(board: &Board, out: &mut String) -> std::fmt::Result {
    let (figures, evidence) = (&board.now.figures, evidence(board));
    writeln!(out)?;
    let mut table = rows(["figure", evidence.as_str()], &[]);
    for (name, value) in headline(figures) {
        table.add_row([name.to_owned(), value]);
    }
    out.push_str(&finish(&table));
    doubted(figures, out)?;
    writeln!(out, "\nskills ({evidence}): lowest recall first")?;
    skills(&figures.skills, out);
    for Table { title, header, rows: parts } in tables(board) {
        let mut table = rows(header, &[]);
        for part in parts {
            table.add_row(part.iter().map(|cell| line(cell)));
        }
        writeln!(out, "\nby {title} ({evidence})\n{EXPLORATORY}\n{}", finish(&table).trim_end())?;
    }
    if !figures.steals.is_empty() {
        writeln!(out, "\nsteals ({evidence}): expected, then what engaged first")?;
        for steal in figures.steals.iter().take(LISTED) {
            let (from, to) = (line(steal.expected.as_str()), line(steal.engaged.as_str()));
            let share = with_interval(&steal.share);
            writeln!(out, "  {} of {} x {from} -> {to}  {share}", steal.count, steal.share.n)?;
        }
        out.push_str(&more(figures.steals.len(), LISTED));
        writeln!(out, "\nattractors ({evidence}): who engages where it should not")?;
        for attractor in figures.attractors.iter().take(LISTED) {
            let id = line(attractor.id.as_str());
            writeln!(out, "  {id}: {} of {} classes", attractor.fp, attractor.from)?;
        }
        out.push_str(&more(figures.attractors.len(), LISTED));
    }
    let missed = missed(board);
    if !missed.is_empty() {
        writeln!(out, "\n{} ({evidence})", MISSED.to_lowercase())?;
        for [what, count] in missed.iter().take(LISTED) {
            writeln!(out, "  {count} {}", line(what))?;
        }
        out.push_str(&more(missed.len(), LISTED));
    }
    for row in &board.queries.set_aside {
        let (path, at) = (line(&row.source.path), row.source.line);
        writeln!(out, "\nset aside  {path}:{at} {}: {}", line(&row.id), line(&row.reason))?;
    }
    Ok(())
}

fn doubted(figures: &Figures, out: &mut String) -> std::fmt::Result {
    let doubts = doubts(figures);
    if doubts.is_empty() {
        return Ok(());
    }
    let mut table = rows(["figure", "between", "of", "skill"], &[]);
    for doubt in &doubts {
        let [between, of] = doubt.told();
        let skill = doubt.skill.map_or("", |id| id.as_str());
        table.add_row([doubt.figure, &between, &of, &line(skill)]);
    }
    writeln!(out, "\n{DOUBT}\n{}", finish(&table).trim_end())
}

fn skills(skills: &[SkillFigures], out: &mut String) {
    let mut table = rows(["skill", "n", "recall", "precision", "F1", "took"], &[1, 5]);
    for skill in worst_first(skills) {
        let turn1 = &skill.turn1;
        table.add_row([
            line(skill.id.as_str()).into_owned(),
            turn1.support.to_string(),
            with_interval(&turn1.recall),
            with_interval(&turn1.precision),
            three(turn1.f1.value),
            if turn1.fp == 0 { String::new() } else { turn1.fp.to_string() },
        ]);
    }
    out.push_str(&finish(&table));
}
