//! The picture: header, panes, status and footer, each in its place.

use ratatui::{
    buffer::Buffer,
    layout::{Position, Rect},
    text::Line,
};

use super::{
    App,
    desk::Scene,
    lines::{headline, status, top},
    view::{View, ViewId},
};
use crate::tui::{
    layout::{Places, Shape, columns},
    theme::Role,
    widget::{
        footer::footer,
        panel::Panel,
        tabs::Tabs,
        text::{Cut, fit, line_width, put, put_right, styled},
    },
};

/// Something that can be clicked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Spot {
    View(ViewId),
    Tab(usize),
    /// A pane, with the area of its inside.
    Pane(usize, Rect),
}

/// What was drawn where, for the mouse.
#[derive(Clone, Debug, Default)]
pub(super) struct Spots {
    views: Rect,
    tabs: Rect,
    /// Pane, area, inside.
    panes: Vec<(usize, Rect, Rect)>,
}

impl App {
    /// Draws everything into `buffer` and says where the cursor stands, if it is to be seen.
    pub fn draw(&mut self, buffer: &mut Buffer, at_ms: u64) -> Option<Position> {
        buffer.set_style(buffer.area, self.theme.style(Role::Text));
        self.drawn = buffer.area;
        let places = Places::of(buffer.area);
        self.spots = Spots { views: places.views, tabs: places.tabs, panes: Vec::new() };
        if places.shape == Shape::Line {
            self.line(places.body, buffer);
            return self.draw_layers(places.body, buffer);
        }
        // Titles and notes tell what a pane shows, which it knows once it is drawn.
        let cursor = self.body(places, buffer, at_ms);
        self.lines(places, buffer, at_ms);
        self.tabs(places, buffer, at_ms);
        match self.layers.is_empty() {
            true => cursor,
            false => self.draw_layers(places.above_footer(), buffer),
        }
    }

    /// What can be clicked at a place of the screen as drawn last.
    pub(super) fn spot(&self, at: Position) -> Option<Spot> {
        if let Some(view) =
            with_view_tabs(self.shown, |tabs| tabs.hit(self.spots.views, &self.theme, at.x, at.y))
        {
            return ViewId::all().nth(view).map(Spot::View);
        }
        if let Some(pane) =
            self.with_pane_tabs(|tabs| tabs.hit(self.spots.tabs, &self.theme, at.x, at.y))
        {
            return Some(Spot::Tab(pane));
        }
        let pane = self.spots.panes.iter().find(|(_, area, _)| area.contains(at));
        pane.map(|(pane, _, inside)| Spot::Pane(*pane, *inside))
    }

    /// All that fits into a few cells.
    fn line(&self, area: Rect, buffer: &mut Buffer) {
        let text = Line::styled(self.shown.title(), self.theme.strong(Role::Accent));
        let free = usize::from(area.width).saturating_sub(line_width(&text)) / 2;
        // Less than the width of the area.
        let area = Rect { x: area.x + free as u16, width: area.width - free as u16, ..area };
        put(buffer, area, usize::from(area.height) / 2, &text);
    }

    /// The lines around the body.
    fn lines(&self, places: Places, buffer: &mut Buffer, at_ms: u64) {
        let (theme, board) = (&self.theme, &*self.board);
        put(buffer, places.top, 0, &top(theme, board, places.top.width.into()));
        with_view_tabs(self.shown, |tabs| tabs.draw(buffer, places.views, theme));
        let cells = places.headline.width.into();
        let scene = self.scene(places, self.slot().focus, at_ms);
        put(buffer, places.headline, 0, &headline(&scene, self.shown, cells));
        put(buffer, places.status, 0, &self.status(places.status.width.into(), at_ms));
        // Where there is no status line, what must be said takes the footer for its while.
        let cells = places.footer.width.into();
        let line = if places.status.is_empty() && self.toast.text(at_ms).is_some() {
            self.status(cells, at_ms)
        } else {
            footer(theme, &self.keymap, &self.contexts(), &self.facts(), cells)
        };
        put(buffer, places.footer, 0, &line);
    }

    fn status(&self, cells: usize, at_ms: u64) -> Line<'static> {
        let Some(text) = self.toast.text(at_ms) else {
            let told = self.slot().view.tells_run();
            return status(&self.theme, &self.board, &self.keymap, told, cells);
        };
        let style = match self.toast.is_answer() {
            true => self.theme.strong(Role::Text),
            false => self.theme.style(Role::Text),
        };
        fit(styled(text, style), cells, Cut::End, self.theme.symbols().ellipsis)
    }

    fn tabs(&self, places: Places, buffer: &mut Buffer, at_ms: u64) {
        let area = places.tabs;
        self.with_pane_tabs(|tabs| tabs.draw(buffer, area, &self.theme));
        let slot = self.slot();
        let scene = self.scene(places, slot.focus, at_ms);
        let note = slot.view.note(slot.focus, &scene);
        let names: usize =
            slot.view.panes().iter().map(|pane| line_width(&Line::raw(pane.name)) + 2).sum();
        if names + note.chars().count() < area.width.into() {
            put_right(buffer, area, 0, &Line::styled(note, self.theme.style(Role::Dim)));
        }
    }

    fn body(&mut self, places: Places, buffer: &mut Buffer, at_ms: u64) -> Option<Position> {
        let slot = self.slot();
        let focus = slot.focus;
        let alone = self.alone(places);
        let areas: Vec<(usize, Rect)> = match alone {
            true => vec![(focus, places.body)],
            false => arranged(slot.view.as_ref(), places.body).into_iter().enumerate().collect(),
        };

        let mut cursor = None;
        for (pane, area) in areas.into_iter().filter(|(_, area)| !area.is_empty()) {
            let scene = Scene {
                board: &self.board,
                names: &self.names,
                selection: &self.selection,
                theme: &self.theme,
                keymap: &self.keymap,
                alone,
                focused: pane == focus,
                at_ms,
            };
            let view = &mut self.slots.get_mut(self.shown).view;
            // Under a row of tabs the name is there already, and lines would only take room.
            let framed = places.tabs.is_empty();
            let inside = if framed { Panel::inner(area) } else { area };
            self.spots.panes.push((pane, area, inside));
            let at = view.draw(pane, &scene, inside, buffer);
            if framed {
                let (title, note) = (view.title(pane, &scene), view.note(pane, &scene));
                let panel = Panel { title: &title, note: &note, focused: scene.focused };
                panel.draw(buffer, area, scene.theme);
            }
            cursor = if pane == focus { at } else { cursor };
        }
        cursor
    }

    /// One pane has the body to itself.
    fn alone(&self, places: Places) -> bool {
        self.zoomed || places.shape != Shape::Columns
    }

    fn scene(&self, places: Places, pane: usize, at_ms: u64) -> Scene<'_> {
        Scene {
            board: &self.board,
            names: &self.names,
            selection: &self.selection,
            theme: &self.theme,
            keymap: &self.keymap,
            alone: self.alone(places),
            focused: pane == self.slot().focus,
            at_ms,
        }
    }

    fn with_pane_tabs<T>(&self, work: impl FnOnce(&Tabs<'_>) -> T) -> T {
        let slot = self.slot();
        let titles: Vec<_> = slot.view.panes().iter().map(|pane| ("", pane.name)).collect();
        work(&Tabs { titles: &titles, selected: slot.focus })
    }
}

/// Where the panes of a view stand when all of them are seen.
fn arranged(view: &dyn View, body: Rect) -> Vec<Rect> {
    let weights = || view.panes().iter().map(|pane| pane.weight).collect::<Vec<_>>();
    view.arrange(body).unwrap_or_else(|| columns(body, &weights()))
}

fn with_view_tabs<T>(shown: ViewId, work: impl FnOnce(&Tabs<'_>) -> T) -> T {
    let titles: Vec<_> = ViewId::all().map(|view| (view.number(), view.title())).collect();
    let selected = ViewId::all().position(|view| view == shown).unwrap_or(0);
    work(&Tabs { titles: &titles, selected })
}
