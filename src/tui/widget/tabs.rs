//! A row of tabs: views by number, or panes where there is no room for them side by side.

use std::ops::Range;

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::Modifier,
    text::{Line, Span},
};

use super::text::{line_width, put};
use crate::tui::theme::{Role, Theme};

/// Tabs with the key that reaches each, if there is one.
#[derive(Clone, Copy, Debug)]
pub struct Tabs<'a> {
    pub titles: &'a [(&'a str, &'a str)],
    pub selected: usize,
}

impl Tabs<'_> {
    /// The cells of each tab from the left edge, with its text. All have titles while that fits;
    /// then only the selected one has, then only it is there.
    fn layout(&self, theme: &Theme, cells: usize) -> Vec<(usize, Range<usize>, Line<'static>)> {
        let all: Vec<usize> = (0..self.titles.len()).collect();
        let full = self.row(theme, &all, true);
        if total(&full) <= cells {
            return full;
        }
        let keyed = self.titles.iter().all(|(key, _)| !key.is_empty());
        let brief = self.row(theme, &all, false);
        if keyed && total(&brief) <= cells {
            return brief;
        }
        self.row(theme, &[self.selected], true)
    }

    fn row(
        &self,
        theme: &Theme,
        shown: &[usize],
        titled: bool,
    ) -> Vec<(usize, Range<usize>, Line<'static>)> {
        let mut x = 0;
        let mut row = Vec::new();
        for index in shown {
            let Some((key, title)) = self.titles.get(*index) else { continue };
            let selected = *index == self.selected;
            let style = match selected {
                true => theme.style(Role::Accent).add_modifier(Modifier::BOLD | Modifier::REVERSED),
                false => theme.style(Role::Dim),
            };
            let text = match (key.is_empty(), titled || selected) {
                (true, _) => format!(" {title} "),
                (false, true) => format!(" {key} {title} "),
                (false, false) => format!(" {key} "),
            };
            let line = Line::from(Span::styled(text, style));
            let end = x + line_width(&line);
            row.push((*index, x..end, line));
            x = end;
        }
        row
    }

    /// Draws the tabs on the first line of the area.
    pub fn draw(&self, buf: &mut Buffer, area: Rect, theme: &Theme) {
        let spans = self.layout(theme, area.width.into()).into_iter();
        let line = Line::from(spans.flat_map(|(_, _, line)| line.spans).collect::<Vec<_>>());
        put(buf, area, 0, &line);
    }

    /// The tab at a place of the screen.
    pub fn hit(&self, area: Rect, theme: &Theme, x: u16, y: u16) -> Option<usize> {
        if !area.contains((x, y).into()) || y != area.y {
            return None;
        }
        let cell = usize::from(x - area.x);
        let tabs = self.layout(theme, area.width.into());
        tabs.into_iter().find(|(_, cells, _)| cells.contains(&cell)).map(|(index, ..)| index)
    }
}

fn total(row: &[(usize, Range<usize>, Line<'static>)]) -> usize {
    row.last().map_or(0, |(_, cells, _)| cells.end)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::tui::testing::drawn;

    const VIEWS: Tabs<'_> = Tabs {
        titles: &[("1", "Neighborhood"), ("2", "Probes"), ("3", "Confusion"), ("4", "Intervals")],
        selected: 2,
    };

    fn text(tabs: Tabs<'_>, width: u16) -> String {
        let shown = drawn(width, 1, |buf| tabs.draw(buf, buf.area, &Theme::default()));
        shown.lines().next().unwrap_or_default().to_owned()
    }

    #[test]
    fn tabs_shorten_before_they_vanish() {
        assert_eq!(text(VIEWS, 60), " 1 Neighborhood  2 Probes  3 Confusion  4 Intervals");
        assert_eq!(text(VIEWS, 30), " 1  2  3 Confusion  4");
        assert_eq!(text(VIEWS, 15), " 3 Confusion");
        assert_eq!(text(VIEWS, 6), " 3 Con");
    }

    #[test]
    fn a_click_finds_its_tab() {
        let (area, theme) = (Rect::new(1, 2, 60, 1), Theme::default());
        assert_eq!(VIEWS.hit(area, &theme, 1, 2), Some(0));
        assert_eq!(VIEWS.hit(area, &theme, 17, 2), Some(1));
        assert_eq!(VIEWS.hit(area, &theme, 59, 2), None);
        assert_eq!(VIEWS.hit(area, &theme, 17, 3), None);
        assert_eq!(VIEWS.hit(area, &theme, 0, 2), None);
    }

    #[test]
    fn the_selected_tab_is_not_told_by_colour_alone() {
        let shown = drawn(60, 1, |buf| VIEWS.draw(buf, buf.area, &Theme::default()));
        assert!(shown.contains("bold | reversed"), "{shown}");
    }

    proptest! {
        #[test]
        fn any_area_draws_and_hits_only_what_is_there(
            x in 0..60u16, y in 0..20u16, w in 0..70u16, h in 0..30u16, selected in 0..6usize,
        ) {
            let (area, theme) = (Rect::new(x, y, w, h), Theme::default());
            let tabs = Tabs { selected, ..VIEWS };
            let mut buf = Buffer::empty(Rect::new(0, 0, 60, 20));
            tabs.draw(&mut buf, area, &theme);
            for place in area.positions() {
                let hit = tabs.hit(area, &theme, place.x, place.y);
                prop_assert!(hit.is_none_or(|tab| tab < VIEWS.titles.len() && place.y == y));
            }
        }
    }
}
