//! The prompts behind a cell: which were misrouted that way, in which attempt, and what happened.
//!
//! Must not know the matrix or the descriptions.

use std::sync::Arc;

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    text::{Line, Span},
};

use crate::{
    core::{
        id::SkillId,
        measure::{
            Class,
            confusion::{Level, cells_of},
        },
        scene::names::{shorten, width},
        trajectory::{EndedBy, Instead, Outcome},
        workbench::{Board, handoffs::Handoffs, probes::ProbeRow},
    },
    tui::{
        action::Action,
        app::Scene,
        pane::list::{Keyed, List},
        theme::Role,
        widget::{
            empty::Empty,
            scene::ink,
            table::{Column, Width},
            text::{plain, put, styled, wrap},
        },
    },
};

/// A probe of the cell.
#[derive(Clone, Debug)]
pub struct Entry {
    row: Arc<ProbeRow>,
    /// Its row in the table of probes.
    at: usize,
    /// It hit on the baseline and misses now, or the other way round.
    flipped: Option<bool>,
    /// The skill that kept the prompt, though it hands such prompts on.
    absorbed_by: Option<SkillId>,
}

impl Keyed for Entry {
    type Key = (String, u32);
    fn key(&self) -> Self::Key {
        (self.row.query.id.clone(), self.row.attempt)
    }
}

#[derive(Debug)]
pub struct Prompts {
    expected: Class,
    engaged: Class,
    level: Level,
    list: List<Entry>,
    revision: Option<u64>,
}

impl Prompts {
    pub fn new(expected: Class, engaged: Class, level: Level) -> Self {
        let list = List::default();
        Self { expected, engaged, level, list, revision: None }
    }

    pub fn pair(&self) -> (&Class, &Class) {
        (&self.expected, &self.engaged)
    }

    pub fn len(&self) -> usize {
        self.list.rows().len()
    }

    pub fn make(&mut self, board: &Board) {
        if self.revision == Some(board.revision) {
            return;
        }
        self.revision = Some(board.revision);
        let handoffs = Handoffs::of(board);
        let flips = board.baseline.as_ref().map_or(&[][..], |against| &against.flips);
        let here = |row: &ProbeRow| match row.outcome().map(Arc::as_ref) {
            Some(Outcome::Scored(trajectory)) => {
                let cells = cells_of(&row.query, trajectory, self.level);
                cells.iter().any(|(expected, engaged)| {
                    (expected, engaged) == (&self.expected, &self.engaged)
                })
            }
            _ => false,
        };
        let entry = |(at, row): (usize, &Arc<ProbeRow>)| {
            let flip =
                flips.iter().find(|flip| flip.query == row.query.id && flip.attempt == row.attempt);
            let absorbed_by = handoffs.absorbed_by(row).cloned();
            Entry { row: Arc::clone(row), at, flipped: flip.map(|flip| flip.now), absorbed_by }
        };
        let rows = board.now.probes.rows.iter().enumerate();
        self.list.follow(rows.filter(|(_, row)| here(row)).map(entry).collect());
    }

    /// The query under the cursor and its row in the table of probes.
    pub fn chosen(&self) -> Option<(&str, usize)> {
        self.list.selected().map(|entry| (entry.row.query.id.as_str(), entry.at))
    }

    pub fn act(&mut self, action: Action) -> bool {
        self.list.act(action)
    }

    pub fn click(&mut self, row: u16) -> bool {
        self.list.click_line(row)
    }

    pub fn wheel(&mut self, rows: i16) {
        self.list.wheel(rows);
    }

    pub fn draw(&mut self, scene: &Scene<'_>, area: Rect, buffer: &mut Buffer) {
        let theme = scene.theme;
        let Some(selected) = self.list.selected() else {
            let sentence = "No probe of this run went this way.";
            Empty { sentence, next: None, role: Role::Dim }.draw(buffer, area, theme);
            return;
        };
        let inner =
            Rect { x: area.x.saturating_add(1), width: area.width.saturating_sub(2), ..area };
        let story = wrap(&story(scene, selected), inner.width.into());
        // The story of the selected one takes what it needs of the lower half.
        let wanted = u16::try_from(story.len()).unwrap_or(u16::MAX);
        let low = if area.height >= 8 { wanted.min(area.height / 2) } else { 0 };
        let rows = u16::try_from(self.len()).unwrap_or(u16::MAX).saturating_add(1).max(3);
        let high = (area.height - low - u16::from(low > 0)).min(rows);
        self.draw_list(scene, Rect { height: high, ..area }, buffer);
        let low = Rect { y: area.y.saturating_add(high + 1), height: low, ..inner };
        for (at, line) in story.iter().take(low.height.into()).enumerate() {
            put(buffer, low, at, line);
        }
    }

    fn draw_list(&mut self, scene: &Scene<'_>, area: Rect, buffer: &mut Buffer) {
        let theme = scene.theme;
        let symbols = theme.symbols();
        let columns = self.columns(scene, area.width);
        let known = self.known();
        self.list.draw(&columns, scene, area, 0, buffer, |entry| {
            let flip = match entry.flipped {
                Some(true) => Line::styled(symbols.up, theme.style(Role::Better)),
                Some(false) => Line::styled(symbols.down, theme.style(Role::Worse)),
                None => Line::default(),
            };
            vec![
                plain(&entry.row.query.prompt),
                Line::raw(path(scene, &entry.row, known)),
                Line::raw(entry.row.attempt.to_string()),
                flip,
            ]
        });
    }

    /// Prompt and what engaged; attempts and flips where there are any to tell.
    fn columns(&self, scene: &Scene<'_>, cells: u16) -> Vec<Column<'static>> {
        let rows = self.list.rows();
        let path = |entry: &Entry| path(scene, &entry.row, self.known());
        let widest = rows.iter().map(|entry| width(&path(entry))).max().unwrap_or(0);
        let title = if self.level == Level::Turn1 { "then" } else { "engaged" };
        let engaged = Width::Fixed(widest.min(cells * 2 / 5).max(width(title)));
        let mut columns = vec![
            Column::text("prompt", 12, u8::MAX),
            Column { width: engaged, ..Column::name(title, 0) },
            Column::figure("try", 3, 4),
            Column::mark("flip", 4, 9),
        ];
        let flips = rows.iter().any(|entry| entry.flipped.is_some());
        let again = rows.iter().any(|entry| entry.row.attempt > 1);
        columns.truncate(match (flips, again) {
            (true, _) => 4,
            (false, true) => 3,
            (false, false) => 2,
        });
        columns
    }

    /// How many of the skills that engaged the cell names already: what did so first.
    fn known(&self) -> usize {
        usize::from(self.level == Level::Turn1 && self.engaged != Class::None)
    }
}

/// What engaged, in order, after those that are known.
fn path(scene: &Scene<'_>, row: &ProbeRow, known: usize) -> String {
    let names = row.engaged().into_iter().skip(known);
    let names = names.map(|id| shorten(scene.names.short(id), u16::MAX, ink(scene.theme)));
    names.collect::<Vec<_>>().join(&format!(" {} ", scene.theme.symbols().to))
}

/// The engaged skills in order, the mark of an abstention where there are none.
fn way(scene: &Scene<'_>, row: &ProbeRow) -> String {
    let symbols = scene.theme.symbols();
    let engaged: Vec<String> =
        row.engaged().into_iter().map(|id| plain(scene.names.called(id)).to_string()).collect();
    match engaged.is_empty() {
        true => format!("{} none", symbols.abstained),
        false => engaged.join(&format!(" {} ", symbols.to)),
    }
}

/// The prompt in full, and how its probe went.
fn story(scene: &Scene<'_>, entry: &Entry) -> Vec<Line<'static>> {
    let (theme, row) = (scene.theme, &*entry.row);
    let prompt = styled(&row.query.prompt, theme.strong(Role::Text));
    let dim = theme.style(Role::Dim);
    let mut went = Line::styled(format!("attempt {}: ", row.attempt), dim);
    went.push_span(Span::raw(way(scene, row)));
    if let Some(Outcome::Scored(trajectory)) = row.outcome().map(Arc::as_ref) {
        let ended = match trajectory.ended_by {
            EndedBy::Answer => "ended by itself",
            EndedBy::EarlyExit => "stopped early: the expected skill had engaged",
            EndedBy::TurnBudget => "ended by the budget of engagements",
            EndedBy::StepBudget => "ended by the budget of responses",
        };
        let steps = trajectory.steps;
        let unit = if steps == 1 { "step" } else { "steps" };
        went.push_span(Span::styled(format!(", {ended} after {steps} {unit}"), dim));
    }
    let mut lines = vec![prompt, went];
    if let Some(router) = &entry.absorbed_by {
        let text = format!(
            "absorbed: {} hands such prompts on and kept this one",
            scene.names.called(router)
        );
        lines.push(styled(&text, theme.style(Role::Wrong)));
    }
    if row.engaged().is_empty() && !row.query.label.wanted().is_empty() && !row.events.is_empty() {
        lines.push(styled(&format!("instead: {}", Instead::of(&row.events)), dim));
    }
    if !row.query.source.path.is_empty() {
        let source = &row.query.source;
        let text = format!("{} at {}:{}", row.query.id, source.path, source.line);
        lines.push(styled(&text, dim));
    }
    lines
}
