//! The rows on which agents part, each with what each of them engaged first.

use std::ops::Range;

use ratatui::{buffer::Buffer, layout::Rect, text::Line};

use super::{
    heads,
    span::{Shift, columns},
};
use crate::{
    core::{
        id::SkillId,
        scene::names::shorten,
        workbench::side_by_side::{Answer, Row, SideBySide},
    },
    tui::{
        action::Action,
        app::Scene,
        pane::list::{Keyed, List},
        theme::Role,
        widget::{empty::Empty, scene::ink, table::Column, text::plain},
    },
};

/// Cells of an agent's column, and what the row itself takes at least.
const EACH: u16 = 16;
const OWN: u16 = 32;

impl Keyed for Row {
    type Key = (String, String);
    fn key(&self) -> Self::Key {
        (self.query.source.path.clone(), self.query.id.clone())
    }
}

#[derive(Debug, Default)]
pub struct Rows {
    list: List<Row>,
    shown: Range<usize>,
    agents: usize,
}

impl Rows {
    pub fn follow(&mut self, all: &SideBySide) {
        self.agents = all.agents.len();
        self.list.release();
        self.list.follow(all.rows.clone());
        self.list.begin();
    }

    pub fn selected(&self) -> Option<&Row> {
        self.list.selected()
    }

    pub fn seek(&mut self, back: bool) {
        self.list.seek(back, |row| row.answers.iter().any(Answer::is_right));
    }

    pub fn act(&mut self, action: Action) -> bool {
        self.list.act(action)
    }

    pub fn wheel(&mut self, rows: i16) {
        self.list.wheel(rows);
    }

    pub fn click(&mut self, row: u16) -> bool {
        self.list.click_line(row)
    }

    /// Which agents' columns show, where not all do.
    pub fn columns(&self) -> String {
        columns(&self.shown, self.agents)
    }

    pub fn draw(
        &mut self,
        scene: &Scene<'_>,
        all: &SideBySide,
        shift: &mut Shift,
        area: Rect,
        buffer: &mut Buffer,
    ) {
        let theme = scene.theme;
        if all.rows.is_empty() {
            let sentence = match all.agreed {
                0 => "No query was answered by all of them.".to_owned(),
                1 => "They part on no row: they answered the only one alike.".to_owned(),
                n => format!("They part on no row: they answered all {n} alike."),
            };
            Empty { sentence: &sentence, next: None, role: Role::Dim }.draw(buffer, area, theme);
            return;
        }
        let heads = heads(all);
        self.shown = shift.shown(heads.len(), area.width.saturating_sub(OWN), EACH);
        let own = [Column::text("prompt", 14, u8::MAX), Column::name("expected", 12)];
        let agents = heads.iter().enumerate().filter(|(at, _)| self.shown.contains(at));
        let agents = agents.map(|(_, head)| Column::text(head, EACH - 2, u8::MAX - 1));
        let columns: Vec<Column<'_>> = own.into_iter().chain(agents).collect();
        let shown = self.shown.clone();
        self.list.draw(&columns, scene, area, 0, buffer, |row| {
            let own = [plain(&row.query.prompt), wanted(scene, row)];
            let answers = row.answers.get(shown.clone()).unwrap_or_default();
            own.into_iter().chain(answers.iter().map(|one| answer(scene, one))).collect()
        });
    }
}

fn wanted(scene: &Scene<'_>, row: &Row) -> Line<'static> {
    let names: Vec<&str> =
        row.query.label.wanted().iter().map(|id| scene.names.short(id)).collect();
    match names.is_empty() {
        true => Line::styled("no skill", scene.theme.style(Role::Dim)),
        false => plain(&names.join(" + ")),
    }
}

/// `✓ refunds`, `✗ bike-desk or no skill 1/3`; a dash where nothing was scored.
fn answer(scene: &Scene<'_>, answer: &Answer) -> Line<'static> {
    let theme = scene.theme;
    let symbols = theme.symbols();
    if answer.scored == 0 {
        let any = answer.attempts.iter().any(|row| row.errored());
        let text = if any { symbols.errored } else { symbols.undefined };
        return Line::styled(text, theme.style(Role::Dim));
    }
    let name = |class: &String| {
        let id = SkillId::from(class.as_str());
        shorten(scene.names.short(&id), u16::MAX, ink(theme))
    };
    let first: Vec<String> = answer.first.iter().map(name).collect();
    let often = match answer.scored {
        1 => String::new(),
        n => format!(" {}/{n}", answer.hits),
    };
    let (symbol, role) = match answer.is_right() {
        true => (symbols.expected, Role::Expected),
        false => (symbols.wrong, Role::Wrong),
    };
    Line::styled(format!("{symbol} {}{often}", first.join(" or ")), theme.style(role))
}
