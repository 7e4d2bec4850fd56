//! The comparison skill by skill, in two families: those that were edited, and the rest.
//!
//! Must not know the headline.

use ratatui::{buffer::Buffer, layout::Rect, text::Line};

use super::verdict::mark;
use crate::{
    core::{
        id::SkillId,
        measure::{
            comparison::{Comparison, Kin, Measure, SkillRow},
            paired::Verdict,
        },
        scene::names::shorten,
    },
    tui::{
        action::Action,
        app::Scene,
        pane::list::{Keyed, List},
        theme::Role,
        widget::{empty::Empty, rate::points, scene::ink, table::Column},
    },
};

impl Keyed for SkillRow {
    type Key = (SkillId, Measure);
    fn key(&self) -> Self::Key {
        (self.id.clone(), self.measure)
    }
}

#[derive(Debug, Default)]
pub struct Skills {
    list: List<SkillRow>,
    /// Unedited ones that nothing happened to.
    same: usize,
}

impl Skills {
    /// Edited skills first, then those with the most differing queries.
    pub fn follow(&mut self, comparison: Option<&Comparison>) {
        let all = comparison.map_or(&[][..], |comparison| &comparison.skills);
        let shown = |row: &&SkillRow| row.family == Kin::Edited || row.differing > 0;
        let mut rows: Vec<SkillRow> = all.iter().filter(shown).cloned().collect();
        rows.sort_by_key(|row| (row.family == Kin::Other, std::cmp::Reverse(row.differing)));
        self.same = all.len() - rows.len();
        self.list.follow(rows);
        if !self.list.is_held() {
            self.list.begin();
        }
    }

    /// The selection and its place stay as they are, whatever comes.
    pub fn hold(&mut self) {
        self.list.hold();
    }

    pub fn selected(&self) -> Option<&SkillRow> {
        self.list.selected()
    }

    /// How many rows are left out.
    pub fn note(&self) -> String {
        match self.same {
            0 => String::new(),
            same => format!("{same} without a difference"),
        }
    }

    pub fn act(&mut self, action: Action) -> bool {
        self.list.act(action)
    }

    pub fn wheel(&mut self, rows: i16) {
        self.list.hold();
        self.list.wheel(rows);
    }

    pub fn click(&mut self, row: u16) -> bool {
        self.list.click_line(row)
    }

    pub fn draw(&mut self, scene: &Scene<'_>, area: Rect, buffer: &mut Buffer) {
        let theme = scene.theme;
        if self.list.rows().is_empty() {
            let sentence = "No skill was edited, and nothing happened to any.";
            Empty { sentence, next: None, role: Role::Dim }.draw(buffer, area, theme);
            return;
        }
        let columns = [
            Column::mark("", 1, 9),
            Column::name("skill", 10),
            Column::mark("figure", 11, 8),
            Column::figure("points", 7, 7),
            // As wide as its longest sentence, unless names would have less than a third.
            Column::mark("verdict", area.width.saturating_sub(40).clamp(13, 31), 10),
        ];
        self.list.draw(&columns, scene, area, 0, buffer, |row| {
            let edited = match row.family {
                Kin::Edited => Line::styled(theme.symbols().edited, theme.style(Role::Changed)),
                Kin::Other => Line::default(),
            };
            let delta = row.delta.map_or_else(
                || theme.symbols().undefined.to_owned(),
                |delta| points(delta).trim_end_matches(" points").to_owned(),
            );
            let (symbol, role) = mark(theme, row.verdict);
            vec![
                edited,
                Line::raw(shorten(scene.names.short(&row.id), u16::MAX, ink(theme))),
                Line::styled(row.measure.in_words(), theme.style(Role::Dim)),
                Line::raw(delta),
                Line::styled(format!("{symbol} {}", verdict(row)), theme.style(role)),
            ]
        });
    }
}

/// The verdict in a word; where too few queries differ for any, how many do.
fn verdict(row: &SkillRow) -> String {
    match (row.verdict, row.p_adjusted) {
        (Verdict::CannotTell, None) => {
            format!("cannot tell: {}/{} differ", row.differing, row.units)
        }
        (verdict, _) => verdict.to_string(),
    }
}
