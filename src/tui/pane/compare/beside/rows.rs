//! The rows on which agents part, each with what each of them engaged first.

use ratatui::{buffer::Buffer, layout::Rect, text::Line};

use super::{
    span::Shift,
    wide::{Layout, Wide},
};
use crate::{
    core::{
        id::SkillId,
        scene::names::shorten,
        workbench::side_by_side::{Answer, Row, SideBySide},
    },
    tui::{
        app::Scene,
        pane::list::Keyed,
        theme::Role,
        widget::{empty::Empty, scene::ink, table::Column, text::plain},
    },
};

impl Keyed for Row {
    type Key = (String, String);
    fn key(&self) -> Self::Key {
        (self.query.source.path.clone(), self.query.id.clone())
    }
}

/// The list of them.
pub type Rows = Wide<Row>;

impl Rows {
    pub fn take(&mut self, all: &SideBySide) {
        self.follow(all, all.rows.clone());
    }

    /// To the next row that one of them answered right, or to the one before.
    pub fn seek_problem(&mut self, back: bool) {
        self.seek(back, |row| row.answers.iter().any(Answer::is_right));
    }

    pub fn show(
        &mut self,
        scene: &Scene<'_>,
        all: &SideBySide,
        shift: &mut Shift,
        area: Rect,
        buffer: &mut Buffer,
    ) {
        if all.rows.is_empty() {
            let sentence = match all.agreed {
                0 => "No query was answered by all of them.".to_owned(),
                1 => "They part on no row: they answered the only one alike.".to_owned(),
                n => format!("They part on no row: they answered all {n} alike."),
            };
            let empty = Empty { sentence: &sentence, next: None, role: Role::Dim };
            empty.draw(buffer, area, scene.theme);
            return;
        }
        let layout = Layout {
            own: [Column::text("prompt", 14, u8::MAX), Column::name("expected", 12)],
            room: 32,
            each: 16,
            agent: |head, each| Column::text(head, each - 2, u8::MAX - 1),
        };
        self.draw(scene, all, shift, layout, (area, buffer), |row, shown| {
            let own = [plain(&row.query.prompt), wanted(scene, row)];
            let answers = row.answers.get(shown).unwrap_or_default();
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
