//! The cell under the cursor in words, and how the matrix is read.

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    text::{Line, Span},
};

use super::MatrixPane;
use crate::{
    core::{
        measure::confusion::Level,
        scene::names::{shorten, width},
    },
    tui::{
        app::Scene,
        pane::{confusion::steals::moved, standing},
        theme::Role,
        widget::{
            rate::short,
            scene::ink,
            text::{Cut, fit, put},
        },
    },
};

impl MatrixPane {
    /// The cell under the cursor in words, and how the matrix is read.
    pub(super) fn draw_foot(&self, scene: &Scene<'_>, area: Rect, buffer: &mut Buffer) {
        let theme = scene.theme;
        let Some((expected, engaged)) = self.chosen() else { return };
        let count = self.grid.count(scene.board, self.wanted.level, &expected, &engaged);
        let share = short(theme, count.share);
        let counted = format!(": {} of {} = {share} ", count.now, count.support);
        let moved = moved(theme, count.before, count.now, expected != engaged);
        let arrow = format!(" {} ", theme.symbols().to);
        // Names have the room that the count, the share and the change leave; one that is short
        // leaves the other what it does not need.
        let change = moved.as_ref().map_or(0, |moved| width(&moved.content));
        let rest = width(&arrow) + width(&counted) + change;
        let room = area.width.saturating_sub(rest).max(24);
        let [from, to] = [&expected, &engaged].map(|class| scene.names.class(class));
        let [left, right] = [from, to].map(|name| width(name).min(room / 2));
        let from = shorten(from, room - right, ink(theme));
        let to = shorten(to, room - left, ink(theme));
        let mut line = Line::styled(format!("{from}{arrow}{to}"), theme.strong(Role::Text));
        line.push_span(Span::raw(counted));
        line.spans.extend(moved);
        let how = match self.wanted.level {
            Level::Turn1 => "row expected, column engaged first",
            Level::Trajectory => "row expected, column reached, else engaged first",
            Level::Any => "row expected, column engaged at all; rows can add up to more",
        };
        let ellipsis = theme.symbols().ellipsis;
        put(buffer, area, 0, &fit(line, area.width.into(), Cut::End, ellipsis));
        // Whose figures these are is the last thing to be cut.
        let caveat = standing::brief(scene.board);
        let gap = if caveat.is_some() {
            format!(" {} ", theme.symbols().separator)
        } else {
            String::new()
        };
        let how = Line::from(vec![
            Span::styled(caveat.unwrap_or_default(), theme.style(Role::Caveat)),
            Span::styled(format!("{gap}{how}"), theme.style(Role::Dim)),
        ]);
        put(buffer, area, 1, &fit(how, area.width.into(), Cut::End, ellipsis));
    }
}
