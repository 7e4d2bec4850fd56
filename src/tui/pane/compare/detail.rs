//! More of what is selected: a flip with both trajectories, a skill with its texts word by word.
//!
//! Must not know how rows are listed.

use std::sync::Arc;

use ratatui::{
    style::Modifier,
    text::{Line, Span},
};

use super::{Both, flips::direction, verdict::mark};
use crate::{
    core::{
        id::SkillId,
        measure::{comparison::SkillRow, flips::Flip},
        query::{Label, Query},
        skill::PieceKind,
        trajectory::{EndedBy, Outcome},
        workbench::{
            compared::Edit,
            probes::{ProbeRow, ProbeTable},
        },
    },
    tui::{
        app::Scene,
        pane::names::Names,
        theme::{Role, Theme},
        widget::text::{line_width, plain, styled},
    },
};

/// A flip: its prompt, what it wants, and every attempt on either side.
pub fn flip(scene: &Scene<'_>, both: Both<'_>, flip: &Flip) -> Vec<Line<'static>> {
    let theme = scene.theme;
    let (word, role) = direction(theme, flip.direction);
    let prompt = styled(&flip.query.prompt, theme.strong(Role::Text));
    let mut lines = vec![Line::styled(word, theme.strong(role)), prompt];
    lines.push(dim(theme, &format!("wants {}", wanted(scene.names, &flip.query.label))));
    let source = &flip.query.source;
    if !source.path.is_empty() {
        let at = format!("{} at {}:{}", flip.query.id, source.path, source.line);
        lines.push(dim(theme, &at));
    }
    let name = both.against.state.name.as_str();
    let now = if both.board.opened.is_some() { "this run" } else { "now" };
    for (name, table) in [(name, &both.against.state.probes), (now, &both.board.now.probes)] {
        lines.push(Line::default());
        lines.push(styled(name, theme.style(Role::Heading)));
        let attempts = of_query(table, &flip.query);
        lines.extend(attempts.map(|row| attempt(scene, row)));
    }
    lines
}

pub fn dim(theme: &Theme, text: &str) -> Line<'static> {
    styled(text, theme.style(Role::Dim))
}

/// The attempts at a query in a table.
fn of_query<'a>(
    table: &'a ProbeTable,
    query: &'a Query<SkillId>,
) -> impl Iterator<Item = &'a Arc<ProbeRow>> {
    let is = |row: &&Arc<ProbeRow>| {
        row.query.id == query.id && row.query.source.path == query.source.path
    };
    table.rows.iter().filter(is)
}

/// What a label wants, in words.
pub fn wanted(names: &Names, label: &Label<SkillId>) -> String {
    let list = |ids: &[SkillId], word: &str| {
        let names: Vec<&str> = ids.iter().map(|id| names.called(id)).collect();
        names.join(word)
    };
    match label {
        Label::Complete { expected, .. } if expected.is_empty() => "no skill".to_owned(),
        Label::Complete { expected, alternatives } if alternatives.is_empty() => {
            list(expected, " and ")
        }
        Label::Complete { expected, alternatives } => {
            format!("{} or {}", list(expected, " and "), list(alternatives, " or "))
        }
        Label::Partial { should, must_not } => match (should.is_empty(), must_not.is_empty()) {
            (false, true) => list(should, " and "),
            (true, _) => format!("not {}", list(must_not, " or ")),
            (false, false) => format!("{}, not {}", list(should, " and "), list(must_not, " or ")),
        },
    }
}

/// `✓ cakes → bread, stopped early, 2 steps`, each skill by whether the label wants it.
pub fn attempt(scene: &Scene<'_>, row: &ProbeRow) -> Line<'static> {
    let (theme, symbols) = (scene.theme, scene.theme.symbols());
    let trajectory = match row.outcome().map(Arc::as_ref) {
        None => return Line::styled("not ended yet", theme.style(Role::Dim)),
        Some(Outcome::Errored { cause }) => {
            let text = format!("{} errored: {}", symbols.errored, plain(cause));
            return Line::styled(text, theme.style(Role::Error));
        }
        Some(Outcome::Scored(trajectory)) => trajectory,
    };
    let mut line = Line::default();
    if row.attempt > 1 {
        line.push_span(Span::styled(format!("try {}: ", row.attempt), theme.style(Role::Dim)));
    }
    for (at, engagement) in trajectory.engagements.iter().enumerate() {
        let (symbol, role) = standing(theme, &row.query, &engagement.skill);
        if at > 0 {
            line.push_span(Span::styled(format!(" {} ", symbols.to), theme.style(Role::Dim)));
        }
        let name = plain(scene.names.called(&engagement.skill));
        line.push_span(Span::styled(format!("{symbol} {name}"), theme.style(role)));
    }
    if trajectory.engagements.is_empty() {
        line.push_span(Span::raw(format!("{} no skill", symbols.abstained)));
    }
    let ended = match trajectory.ended_by {
        EndedBy::Answer => "ended by itself",
        EndedBy::EarlyExit => "stopped early",
        EndedBy::TurnBudget => "out of turns",
        EndedBy::StepBudget => "out of steps",
    };
    let unit = if trajectory.steps == 1 { "step" } else { "steps" };
    let text = format!(", {ended}, {} {unit}", trajectory.steps);
    line.push_span(Span::styled(text, theme.style(Role::Dim)));
    line
}

/// What a label makes of an engaged skill.
fn standing(theme: &Theme, query: &Query<SkillId>, skill: &SkillId) -> (&'static str, Role) {
    let symbols = theme.symbols();
    let right = match &query.label {
        Label::Complete { expected, alternatives } => {
            expected.contains(skill) || alternatives.contains(skill)
        }
        Label::Partial { should, .. } => should.contains(skill),
    };
    match (right, query.neutral.contains(skill)) {
        (true, _) => (symbols.expected, Role::Expected),
        (false, true) => (symbols.neutral, Role::Neutral),
        (false, false) => (symbols.wrong, Role::Wrong),
    }
}

/// A skill: what is compared of it, how sure that is, and its edit.
pub fn skill(scene: &Scene<'_>, both: Both<'_>, row: &SkillRow) -> Vec<Line<'static>> {
    let theme = scene.theme;
    let title = styled(scene.names.called(&row.id), theme.strong(Role::Accent));
    let (symbol, role) = mark(theme, row.verdict);
    let queries = if row.units == 1 { "query" } else { "queries" };
    let mut lines = vec![
        title,
        Line::styled(format!("{symbol} {row}"), theme.style(role)),
        dim(
            theme,
            &format!(
                "{} over {} {queries}, {} differ; tested with the {} skills",
                row.measure.in_words(),
                row.units,
                row.differing,
                row.family
            ),
        ),
    ];
    let edits: Vec<&Edit> = both.compared.edits_of(&row.id).collect();
    lines.extend(edits.into_iter().flat_map(|edit| words(theme, edit, None)));
    lines
}

/// All texts that were edited.
pub fn edits(scene: &Scene<'_>, both: Both<'_>) -> Vec<Line<'static>> {
    let theme = scene.theme;
    let edits = &both.compared.edits;
    let mut lines: Vec<Line<'static>> = edits
        .iter()
        .flat_map(|edit| words(theme, edit, Some(scene.names.called(&edit.skill))))
        .collect();
    if lines.is_empty() {
        lines.push(Line::default());
        lines.push(Line::styled("No text differs.", theme.style(Role::Dim)));
    }
    lines.remove(0);
    lines
}

/// A blank line, the name of the text, and its words: gone ones struck out, new ones underlined.
fn words(theme: &Theme, edit: &Edit, skill: Option<&str>) -> Vec<Line<'static>> {
    let named = skill.map_or_else(String::new, |skill| format!("{skill} "));
    let mut title = styled(&named, theme.style(Role::Accent));
    title.push_span(Span::styled(edit.field, theme.style(Role::Heading)));
    let mut line = Line::default();
    for piece in &edit.pieces {
        let (open, close, style) = match piece.kind {
            PieceKind::Kept => ("", "", theme.style(Role::Text)),
            PieceKind::Removed => {
                ("[-", "-]", theme.style(Role::Gone).add_modifier(Modifier::CROSSED_OUT))
            }
            PieceKind::Added => {
                ("{+", "+}", theme.style(Role::New).add_modifier(Modifier::UNDERLINED))
            }
        };
        let text = plain(&piece.text);
        if line_width(&text) == 0 {
            continue;
        }
        line.push_span(Span::styled(format!("{open}{text}{close}"), style));
    }
    vec![Line::default(), title, line]
}
