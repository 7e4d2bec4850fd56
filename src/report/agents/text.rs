//! Agents side by side, for people.

use super::{Document, Skill, cell, expected};
use crate::{
    core::{measure::Rate, visible::line},
    report::{
        conditions::ENDING,
        figure::{counted, with_interval},
        table::{finish, more, table},
    },
};

/// A skill's rates, an agent each.
type Figure = for<'a> fn(&Skill<'a>) -> &'a [Rate];

/// Rows that are listed.
const LISTED: usize = 40;

/// The whole comparison.
pub fn text(document: &Document<'_>) -> String {
    let numbers: Vec<String> = (1..=document.agents.len()).map(|n| n.to_string()).collect();
    let with = |names: &[&'static str]| {
        let numbers = numbers.iter().map(String::as_str);
        names.iter().copied().chain(numbers).map(str::to_owned).collect::<Vec<_>>()
    };
    let mut out = format!("what differs: {}\n\n", document.of.differing());
    let mut agents = table(["", "agent", "run", "scored", "top-1", "trajectory"], &[]);
    for (agent, number) in document.agents.iter().zip(&numbers) {
        agents.add_row([
            number.clone(),
            line(&agent.called).into_owned(),
            line(agent.run).into_owned(),
            format!("{}/{}", agent.scored, agent.planned),
            with_interval(&agent.top1),
            with_interval(&agent.trajectory),
        ]);
    }
    out.push_str(&finish(&agents));
    let figures: [(&'static str, Figure); 2] =
        [("recall", |skill| skill.recall), ("precision", |skill| skill.precision)];
    for (figure, of) in figures {
        let header = with(&[figure]);
        let mut skills = table(header.iter().map(String::as_str), &[]);
        for skill in &document.skills {
            let mut cells = vec![line(skill.id.as_str()).into_owned()];
            cells.extend(of(skill).iter().map(with_interval));
            skills.add_row(cells);
        }
        out.push('\n');
        out.push_str(&finish(&skills));
    }
    let parted = counted(document.rows.len(), "query", "queries");
    out.push_str(&format!("\nthey part on {parted}, and answered {} alike\n", document.agreed));
    if !document.rows.is_empty() {
        let header = with(&["query", "expected"]);
        let mut rows = table(header.iter().map(String::as_str), &[]);
        for row in document.rows.iter().take(LISTED) {
            let mut cells = vec![row.id.to_owned(), expected(row)];
            cells.extend(row.answers.iter().map(cell));
            rows.add_row(cells.iter().map(|text| line(text).into_owned()));
        }
        out.push_str(&finish(&rows));
        out.push_str(&more(document.rows.len(), LISTED));
    }
    out.push_str(&format!("\n{}\n{ENDING}\n", document.note));
    out
}
