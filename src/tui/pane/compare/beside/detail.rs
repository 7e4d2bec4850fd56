//! More of what is selected: a row with what each agent did, a skill with its figures in full.

use ratatui::text::{Line, Span};

use super::heading;
use crate::{
    core::{
        id::SkillId,
        workbench::{
            probes::ProbeRow,
            side_by_side::{Row, SideBySide},
        },
    },
    report::replay::Teller,
    tui::{
        app::Scene,
        pane::compare::detail::{attempt, dim, wanted},
        theme::Role,
        widget::{
            rate,
            text::{plain, styled},
        },
    },
};

/// The row's prompt and label, then the trajectories of every agent, one after the other.
pub fn row(scene: &Scene<'_>, all: &SideBySide, row: &Row) -> Vec<Line<'static>> {
    let theme = scene.theme;
    let query = &row.query;
    let mut lines = vec![
        styled(&query.prompt, theme.strong(Role::Text)),
        dim(theme, &format!("wants {}", wanted(scene.names, &query.label))),
        dim(theme, &query.id),
    ];
    for (at, answer) in row.answers.iter().enumerate() {
        lines.push(Line::default());
        lines.push(heading(theme, all, at));
        if answer.attempts.is_empty() {
            lines.push(dim(theme, "not asked"));
        }
        for probe in &answer.attempts {
            lines.push(attempt(scene, probe));
            lines.extend(told(scene, probe));
        }
    }
    lines
}

/// Its events as they were recorded, a line each.
fn told(scene: &Scene<'_>, probe: &ProbeRow) -> Vec<Line<'static>> {
    let mut teller = Teller::new(probe.events.iter().any(|event| event.at_ms > 0));
    let texts: Vec<String> = probe.events.iter().map(|event| teller.tell(event)).collect();
    let lines = texts.iter().flat_map(|text| text.lines()).filter(|line| !line.is_empty());
    lines.map(|line| dim(scene.theme, line)).collect()
}

/// A skill's figures by each agent, with what was counted.
pub fn skill(scene: &Scene<'_>, all: &SideBySide, id: &SkillId) -> Vec<Line<'static>> {
    let theme = scene.theme;
    let mut lines = vec![plain(scene.names.called(id)).patch_style(theme.strong(Role::Accent))];
    let Some(skill) = all.skills.iter().find(|skill| skill.id == *id) else { return lines };
    for at in 0..all.agents.len() {
        lines.push(Line::default());
        lines.push(heading(theme, all, at));
        for (name, rates) in [("recall", &skill.recall), ("precision", &skill.precision)] {
            let mut line = Line::from(Span::styled(format!("{name:<10}"), theme.style(Role::Dim)));
            let figure = rates.get(at).copied().unwrap_or_default();
            line.spans.extend(rate::counted(theme, &figure).spans);
            lines.push(line);
        }
    }
    lines
}
