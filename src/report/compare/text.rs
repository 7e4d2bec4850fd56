//! The comparison for people at a terminal.

use std::fmt::Write as _;

use super::{LISTED, Sides, ends_of};
use crate::{
    core::{
        measure::{
            comparison::{Kin, SkillRow},
            paired::Verdict,
        },
        visible::line,
    },
    report::{
        conditions::{ENDING, conditions},
        figure::with_interval,
        table::{finish, more, table as rows},
    },
};

/// The whole comparison.
pub fn text(sides: &Sides<'_>) -> String {
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = write(sides, &mut out);
    out
}

fn write(sides: &Sides<'_>, out: &mut String) -> std::fmt::Result {
    let [before, after] = sides.names.map(line);
    let comparison = sides.comparison;
    let headline = &comparison.headline;
    writeln!(out, "{before} -> {after}")?;
    let differs: Vec<String> = sides.differs.iter().map(ToString::to_string).collect();
    let differs = if differs.is_empty() { "nothing".to_owned() } else { differs.join(", ") };
    writeln!(out, "differs: {differs}")?;
    if let Some(edits) = sides.edits() {
        writeln!(out, "skills: {}", line(&edits))?;
    }
    let conditions = conditions(sides.boards[1]);
    writeln!(out, "{}\n", line(&conditions))?;

    writeln!(out, "{headline}")?;
    let [was, is] = headline.arms.map(|arm| with_interval(&arm));
    writeln!(out, "{} {was} -> {is}, {} common units", headline.metric, headline.units)?;
    for note in sides.notes() {
        writeln!(out, "{}", line(&note))?;
    }

    if !comparison.skills.is_empty() {
        let mut table = rows(["skill", "of", "family", "verdict"], &[]);
        let (told, rest) = told(&comparison.skills);
        let any = !told.is_empty();
        writeln!(out)?;
        for row in told {
            let id = line(row.id.as_str()).into_owned();
            table.add_row([
                id,
                row.measure.in_words().to_owned(),
                row.family.to_string(),
                row.to_string(),
            ]);
        }
        if any {
            out.push_str(&finish(&table));
        }
        if rest > 0 {
            writeln!(out, "({rest} more of unedited skills, where nothing differs)")?;
        }
    }

    writeln!(out, "\n{}", comparison.flips_in_words())?;
    let flips = &comparison.flips.flips;
    for flip in flips.iter().take(LISTED) {
        let [from, to] = ends_of(flip).map(line);
        writeln!(out, "  {:5}  {}: {from} -> {to}", flip.direction, line(&flip.query.id))?;
    }
    out.push_str(&more(flips.len(), LISTED));
    writeln!(out, "\n{ENDING}")
}

/// The rows that people want to see, verdicts first, and the number of the others: unedited skills
/// of which nothing differs.
pub(super) fn told(skills: &[SkillRow]) -> (Vec<&SkillRow>, usize) {
    let (mut told, rest): (Vec<&SkillRow>, Vec<_>) =
        skills.iter().partition(|row| row.family == Kin::Edited || row.differing > 0);
    // Stable: within a verdict as they stand.
    told.sort_by_key(|row| match row.verdict {
        Verdict::Worse => 0,
        Verdict::Better => 1,
        Verdict::CannotTell | Verdict::NotComparable => 2,
    });
    (told, rest.len())
}
