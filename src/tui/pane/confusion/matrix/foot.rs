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
        // Names leave room for the count, the share and the change; one that is short leaves the
        // other what it does not need.
        let room = area.width.saturating_sub(30).max(24);
        let [from, to] = [&expected, &engaged].map(|class| scene.names.class(class));
        let [left, right] = [from, to].map(|name| width(name).min(room / 2));
        let from = shorten(from, room - right, ink(theme));
        let to = shorten(to, room - left, ink(theme));
        let text = format!("{from} {} {to}", theme.symbols().to);
        let mut line = Line::styled(text, theme.strong(Role::Text));
        let share = short(theme, count.share);
        let text = format!(": {} of {} = {share} ", count.now, count.support);
        line.push_span(Span::raw(text));
        line.spans.extend(moved(theme, count.before, count.now, expected != engaged));
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
