//! The figures for people, worst skill first, with everything that limits what they mean.

use std::fmt::Write as _;

use crate::{
    core::{measure::figures::SkillFigures, visible::line, workbench::Board},
    report::{
        figure::{UNDEFINED, counted, estimate, three, with_interval},
        table::{finish, table as rows},
    },
};

/// Steals and attractors that are listed.
const LISTED: usize = 8;

/// The whole scorecard. Never empty: a catalog without queries has one too.
pub fn scorecard(board: &Board) -> String {
    let mut out = format!("{}\n", line(&board.now.snapshot.catalog.scope_line()));
    // Writing to a string cannot fail.
    let _ = problems(board, &mut out);
    let _ = if board.queries.queries.is_empty() {
        writeln!(out, "\nNo queries: nothing is measured. Name some with --queries FILE.")
    } else {
        figures(board, &mut out)
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

fn figures(board: &Board, out: &mut String) -> std::fmt::Result {
    let figures = &board.now.figures;
    let headline = &figures.headline;
    let agent = &board.agent;
    let evidence = evidence(board);
    writeln!(
        out,
        "{}, agent {} ({evidence}), {}, max {} turns and {} steps, early exit {}",
        counted(board.queries.queries.len(), "query", "queries"),
        line(&agent.name),
        counted(agent.attempts as usize, "attempt", "attempts"),
        agent.limits.max_turns,
        agent.limits.max_steps,
        if agent.limits.early_exit { "on" } else { "off" },
    )?;
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
        if figures.run.below_floor() { " — below 95 %: read with care" } else { "" },
    )?;
    for (cause, count) in &figures.run.causes {
        writeln!(out, "  {count} x {}", line(cause))?;
    }
    writeln!(out)?;
    let mut table = rows(["figure", evidence.as_str()], &[]);
    for (name, value) in [
        ("top-1", with_interval(&headline.top1)),
        ("trajectory", with_interval(&headline.trajectory)),
        ("macro recall (skills)", estimate(&headline.macros.recall)),
        ("macro precision (skills)", three(headline.macros.precision)),
        ("macro F1 (skills)", three(headline.macros.f1)),
        ("abstention", with_interval(&headline.abstention)),
        ("false abstention", with_interval(&headline.false_abstention)),
        ("out-of-scope detection", with_interval(&headline.out_of_scope_detection)),
        ("reciprocal rank", with_interval(&headline.reciprocal_rank)),
        ("redundancy", three(headline.redundancy)),
    ] {
        table.add_row([name.to_owned(), value]);
    }
    if let Some(partial) = &figures.partial {
        table.add_row([
            "trigger recall (partial rows)".to_owned(),
            with_interval(&partial.trigger_recall),
        ]);
        table.add_row(["restraint (partial rows)".to_owned(), with_interval(&partial.restraint)]);
    }
    out.push_str(&finish(&table));
    writeln!(out, "\nskills ({evidence}): lowest recall first")?;
    skills(&figures.skills, out);
    if !figures.steals.is_empty() {
        writeln!(out, "\nsteals ({evidence}): expected, then what engaged first")?;
        for steal in figures.steals.iter().take(LISTED) {
            let (from, to) = (line(steal.expected.as_str()), line(steal.engaged.as_str()));
            let share = with_interval(&steal.share);
            writeln!(out, "  {} of {} x {from} -> {to}  {share}", steal.count, steal.share.n)?;
        }
        more(figures.steals.len(), out)?;
        writeln!(out, "\nattractors ({evidence}): who engages where it should not")?;
        for attractor in figures.attractors.iter().take(LISTED) {
            let id = line(attractor.id.as_str());
            writeln!(out, "  {id}: {} of {} classes", attractor.fp, attractor.from)?;
        }
        more(figures.attractors.len(), out)?;
    }
    for row in &board.queries.set_aside {
        let (path, at) = (line(&row.source.path), row.source.line);
        writeln!(out, "\nset aside  {path}:{at} {}: {}", line(&row.id), line(&row.reason))?;
    }
    let confidence = figures.confidence * 100.0;
    writeln!(
        out,
        "\nIntervals are Wilson at {confidence} %, by units of prompts. {}, {evidence}.\n\
         Measures selection, not usefulness.",
        line(&agent.name),
    )
}

/// Whose figures these are: what stands in their own line, or that a model chose.
fn evidence(board: &Board) -> String {
    let words: Vec<&str> = board.provenance().collect();
    if words.is_empty() { board.agent.evidence.to_string() } else { words.join(", ") }
}

fn skills(skills: &[SkillFigures], out: &mut String) {
    let mut worst: Vec<&SkillFigures> = skills
        .iter()
        .filter(|skill| skill.turn1.support > 0 || skill.turn1.predicted > 0)
        .collect();
    worst.sort_by(|a, b| {
        let recall = |skill: &SkillFigures| skill.turn1.recall.rate.unwrap_or(2.0);
        recall(a)
            .total_cmp(&recall(b))
            .then_with(|| b.turn1.fp.cmp(&a.turn1.fp))
            .then_with(|| a.id.cmp(&b.id))
    });
    let mut table = rows(["skill", "n", "recall", "precision", "F1", "took"], &[1, 5]);
    for skill in worst {
        let turn1 = &skill.turn1;
        table.add_row([
            line(skill.id.as_str()).into_owned(),
            turn1.support.to_string(),
            with_interval(&turn1.recall),
            with_interval(&turn1.precision),
            turn1.f1.value.map_or_else(|| UNDEFINED.to_owned(), |f1| format!("{f1:.3}")),
            if turn1.fp == 0 { String::new() } else { turn1.fp.to_string() },
        ]);
    }
    out.push_str(&finish(&table));
}

fn more(all: usize, out: &mut String) -> std::fmt::Result {
    match all.saturating_sub(LISTED) {
        0 => Ok(()),
        more => writeln!(out, "  ({more} more)"),
    }
}
