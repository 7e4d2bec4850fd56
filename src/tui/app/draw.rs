//! The picture: header, panes, status and footer, each in its place.

use ratatui::{
    buffer::Buffer,
    layout::{Position, Rect},
    style::{Modifier, Style},
};
use unicode_width::UnicodeWidthStr;

use super::{
    App,
    desk::Scene,
    view::{View, ViewId},
};
use crate::tui::layout::{Places, Shape, columns};

/// Something that can be clicked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Spot {
    View(ViewId),
    Tab(usize),
    Pane(usize),
}

/// What was drawn where.
#[derive(Clone, Debug, Default)]
pub(super) struct Spots(Vec<(Spot, Rect)>);

impl Spots {
    fn add(&mut self, spot: Spot, area: Rect) {
        self.0.push((spot, area));
    }

    pub(super) fn at(&self, at: Position) -> Option<(Spot, Rect)> {
        self.0.iter().rev().find(|(_, area)| area.contains(at)).copied()
    }
}

impl App {
    /// Draws everything into `buffer` and says where the cursor stands, if it is to be seen.
    pub fn draw(&mut self, buffer: &mut Buffer, at_ms: u64) -> Option<Position> {
        let mut spots = std::mem::take(&mut self.spots);
        spots.0.clear();
        let places = Places::of(buffer.area);
        if places.shape == Shape::Line {
            self.line(places.body, buffer);
            self.spots = spots;
            return None;
        }
        self.top(places.top, buffer, &mut spots);
        self.tabs(places.tabs, buffer, &mut spots);
        let cursor = self.body(&places, buffer, at_ms, &mut spots);
        self.status(places.status, buffer, at_ms);
        self.footer(places, buffer, at_ms);
        self.spots = spots;
        cursor
    }

    /// All that fits into a few cells.
    fn line(&self, area: Rect, buffer: &mut Buffer) {
        if area.is_empty() {
            return;
        }
        let text = self.shown.title();
        let width = u16::try_from(text.width()).unwrap_or(u16::MAX).min(area.width);
        let x = area.x + (area.width - width) / 2;
        let y = area.y + area.height / 2;
        buffer.set_stringn(x, y, text, width.into(), Style::default());
    }

    fn top(&self, area: Rect, buffer: &mut Buffer, spots: &mut Spots) {
        if area.is_empty() {
            return;
        }
        let mut x = area.x;
        for (number, view) in ViewId::all().enumerate() {
            let text = format!(" {} {} ", number + 1, view.title());
            let end = put(buffer, (x, area.y), &text, area.right(), marked(view == self.shown));
            spots.add(Spot::View(view), Rect { x, width: end - x, ..area });
            x = end;
        }
    }

    fn tabs(&self, area: Rect, buffer: &mut Buffer, spots: &mut Spots) {
        if area.is_empty() {
            return;
        }
        let slot = self.slot();
        let mut x = area.x;
        for (pane, spec) in slot.view.panes().iter().enumerate() {
            let text = format!(" {} ", spec.name);
            let end = put(buffer, (x, area.y), &text, area.right(), marked(pane == slot.focus));
            spots.add(Spot::Tab(pane), Rect { x, width: end - x, ..area });
            x = end;
        }
    }

    fn body(
        &mut self,
        places: &Places,
        buffer: &mut Buffer,
        at_ms: u64,
        spots: &mut Spots,
    ) -> Option<Position> {
        let slot = self.slots.get(self.shown);
        let alone = self.zoomed || places.shape != Shape::Columns;
        let weights: Vec<u16> = slot
            .view
            .panes()
            .iter()
            .enumerate()
            .map(|(pane, spec)| match (alone, pane == slot.focus) {
                (true, focused) => u16::from(focused),
                (false, _) => spec.weight,
            })
            .collect();
        let focus = slot.focus;
        let mut cursor = None;
        for (pane, area) in columns(places.body, &weights).into_iter().enumerate() {
            if area.is_empty() {
                continue;
            }
            let scene = Scene {
                board: &self.board,
                selection: &self.selection,
                theme: &self.theme,
                keymap: &self.keymap,
                shape: places.shape,
                focused: pane == focus,
                at_ms,
            };
            let view = &mut self.slots.get_mut(self.shown).view;
            let inside = frame_of(view.as_ref(), pane, &scene, area, places.shape, buffer);
            spots.add(Spot::Pane(pane), inside);
            let at = view.draw(pane, &scene, inside, buffer);
            if pane == focus {
                cursor = at;
            }
        }
        cursor
    }

    fn status(&self, area: Rect, buffer: &mut Buffer, at_ms: u64) {
        if let Some(text) = self.toast.text(at_ms).filter(|_| !area.is_empty()) {
            put(buffer, (area.x, area.y), text, area.right(), Style::default());
        }
    }

    fn footer(&self, places: Places, buffer: &mut Buffer, at_ms: u64) {
        let area = places.footer;
        if area.is_empty() {
            return;
        }
        // Where there is no status line, what must be said takes the footer for its while.
        let said = self.toast.text(at_ms).filter(|_| places.status.is_empty());
        put(
            buffer,
            (area.x, area.y),
            said.unwrap_or("? help  q quit"),
            area.right(),
            marked(false),
        );
    }
}

/// Draws a pane's title line where there is room for one, and gives back its inside.
fn frame_of(
    view: &dyn View,
    pane: usize,
    scene: &Scene<'_>,
    area: Rect,
    shape: Shape,
    buffer: &mut Buffer,
) -> Rect {
    // Under a row of tabs the name is there already.
    if shape == Shape::Tabs || area.height < 4 {
        return area;
    }
    let title = format!(" {} ", view.title(pane, scene));
    put(buffer, (area.x, area.y), &title, area.right(), marked(scene.focused));
    Rect { y: area.y + 1, height: area.height - 1, ..area }
}

fn marked(on: bool) -> Style {
    if on { Style::default().add_modifier(Modifier::REVERSED) } else { Style::default() }
}

/// Writes as much of `text` as fits before the column `end`, and gives back the next column.
fn put(buffer: &mut Buffer, (x, y): (u16, u16), text: &str, end: u16, style: Style) -> u16 {
    if x >= end {
        return end;
    }
    buffer.set_stringn(x, y, text, (end - x).into(), style).0
}
