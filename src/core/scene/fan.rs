//! The ego fan: a focus in the middle, its rivals in a column on either side, edges between.
//!
//! Left stand the rivals that crowd the focus, right those that the focus crowds more. Labels
//! cannot overlap by construction: every rival has rows of its own. Must not know what a ratio is
//! made of, nor how a weight is coloured.

use std::collections::BTreeMap;

use crate::core::{
    id::SkillId,
    scene::{
        Area, Ink, Piece,
        braille::{Stroke, Weight},
        edge::{Edge, Side, strokes},
        names::{shorten, width},
        slots::{Claim, Placed, Slots, State},
    },
};

/// A rival as it is to be shown.
#[derive(Clone, Debug, PartialEq)]
pub struct Rival {
    pub id: SkillId,
    pub name: String,
    /// Stands beside the name where that has one row only, for example `0.81`; dropped where there
    /// is no room.
    pub figure: String,
    /// Stands beside the name where that has a second row, for example `new`; dropped alike.
    pub news: String,
    /// Stands beneath the name where rows allow: ways of saying it, the fullest first, for example
    /// `0.81↔0.40 · 3/25 stolen`, then `0.81 · 3/25 stolen`. The first that fits is taken.
    pub detail: Vec<String>,
    /// The rival's score on the focus's text, as a share of the focus's own.
    pub outbound: Option<f64>,
    /// The focus's score on the rival's text, as a share of the rival's own.
    pub inbound: Option<f64>,
}

impl Rival {
    pub fn claim(&self) -> Claim<'_> {
        Claim { id: &self.id, outbound: self.outbound, inbound: self.inbound }
    }
}

/// A whole fan, ready to be put down.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Fan {
    /// The box of the focus, border included.
    pub focus: Area,
    /// The name in it.
    pub title: Piece,
    /// Left before right, from top to bottom.
    pub labels: Vec<Label>,
    /// Edges; `line` counts [`Fan::labels`].
    pub strokes: Vec<Stroke>,
    /// Rivals for which there was no room.
    pub hidden: usize,
}

/// A rival's label.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    pub id: SkillId,
    pub side: Side,
    pub state: State,
    /// Of its edge; `None` for a rival that is gone, which has no edge.
    pub weight: Option<Weight>,
    /// What a click on it hits: its rows over the whole column.
    pub area: Area,
    pub name: Piece,
    /// Beside the name: [`Rival::figure`] or [`Rival::news`].
    pub figure: Option<Piece>,
    pub detail: Option<Piece>,
}

impl Weight {
    /// Heavy from 0.8 of the text's own score ("collides"), light from 0.4, dotted below.
    pub fn of_ratio(ratio: f64) -> Self {
        match ratio {
            _ if ratio >= 0.8 => Self::Heavy,
            _ if ratio >= 0.4 => Self::Light,
            _ => Self::Dotted,
        }
    }
}

/// Places a side: two rows and some columns for each, so that edges can be told apart.
pub fn rows_a_side(cells_across: u16, cells_down: u16) -> usize {
    let by_height = cells_down.saturating_sub(2) / 2;
    let by_width = 2 + cells_across / 14;
    usize::from(by_height.min(by_width).clamp(u16::from(cells_down > 0), 18))
}

impl Fan {
    /// The smallest area that it can be read in.
    pub const LEAST: (u16, u16) = (20, 5);

    /// Lays a fan out in `(columns, rows)`, with each rival in the place that `slots` gave it.
    ///
    /// `slots` should have been updated with these rivals and [`rows_a_side`]. Empty when the area
    /// is smaller than [`Fan::LEAST`].
    pub fn of(size: (u16, u16), focus: &str, rivals: &[Rival], slots: &Slots, ink: Ink) -> Self {
        if size.0 < Self::LEAST.0 || size.1 < Self::LEAST.1 {
            return Self { hidden: rivals.len(), ..Self::default() };
        }
        let known: BTreeMap<&SkillId, &Rival> = rivals.iter().map(|r| (&r.id, r)).collect();
        let placed = slots.placed();
        let shown = placed.iter().filter(|placed| placed.state != State::Gone).count();
        let frame = Frame::of(size, focus, &placed, &known);
        let mut labels: Vec<Label> =
            placed.iter().filter_map(|p| frame.label(p, known.get(&p.id).copied(), ink)).collect();
        labels.sort_by_key(|label| (label.side, label.area.y));
        let strokes = Side::BOTH.into_iter().flat_map(|side| frame.strokes(side, &labels, ink));
        let mut strokes: Vec<Stroke> = strokes.collect();
        strokes.sort_by_key(|stroke| (stroke.y, stroke.x));
        Self {
            focus: frame.focus,
            title: frame.title(focus, ink),
            labels,
            strokes,
            hidden: known.len().saturating_sub(shown),
        }
    }

    /// The label at a cell.
    pub fn hit(&self, x: u16, y: u16) -> Option<&Label> {
        self.labels.iter().find(|label| label.area.holds(x, y))
    }
}

/// The columns of a fan: label, gap, focus, gap, label.
struct Frame {
    focus: Area,
    /// By side.
    columns: [Area; 2],
    gaps: [Area; 2],
    places: u16,
}

/// Cells that an edge needs to be seen, and those beyond which it only takes the eye away.
const GAP: std::ops::RangeInclusive<u16> = 3..=20;

impl Frame {
    fn of(
        (across, down): (u16, u16),
        focus: &str,
        placed: &[Placed],
        known: &BTreeMap<&SkillId, &Rival>,
    ) -> Self {
        let wide = width(&shorten(focus, across, Ink::Unicode)).saturating_add(4);
        let boxed = wide.clamp(5, across / 3); // At least 6 of 20 columns.
        let left = (across - boxed) / 2;
        let right = left + boxed;
        let middle = down / 2;
        let focus = Area { x: left, y: middle - 1, width: boxed, height: 3 };
        let widest = |side: Side| {
            let named = placed.iter().filter(|placed| placed.side == side);
            let cells = named.map(|placed| match known.get(&placed.id) {
                Some(rival) => rival.cells(),
                None => width(placed.id.as_str()),
            });
            cells.max().unwrap_or(0)
        };
        let column = |side: Side, room: u16| {
            let gap = (room * 3 / 10).clamp(*GAP.start(), *GAP.end());
            let label = widest(side).min(room - gap); // At least 7 columns a side.
            (label, (room - label).min(*GAP.end()))
        };
        let strip = |x, width| Area { x, y: 0, width, height: down };
        let (label, gap) = column(Side::Left, left);
        let left_side = (strip(left - gap - label, label), strip(left - gap, gap));
        let (label, gap) = column(Side::Right, across - right);
        let right_side = (strip(right + gap, label), strip(right, gap));
        Self {
            focus,
            columns: [left_side.0, right_side.0],
            gaps: [left_side.1, right_side.1],
            places: u16::try_from(rows_a_side(across, down)).unwrap_or(1).max(1),
        }
    }

    fn middle(&self) -> u16 {
        self.focus.y + 1
    }

    fn title(&self, name: &str, ink: Ink) -> Piece {
        let room = self.focus.width.saturating_sub(2);
        let padded = if room > 4 { room - 2 } else { room };
        let text = shorten(name, padded, ink);
        let x = self.focus.x + (self.focus.width - width(&text)) / 2;
        Piece { x, y: self.middle(), text }
    }

    /// `None` for a place that this area does not have.
    fn label(&self, placed: &Placed, rival: Option<&Rival>, ink: Ink) -> Option<Label> {
        let column = self.columns[placed.side.index()];
        let row = u16::try_from(placed.row).ok().filter(|row| *row < self.places)?;
        let top = row * column.height / self.places;
        let bottom = (row + 1) * column.height / self.places;
        let area = Area { y: top, height: bottom - top, ..column };
        let here = rival.filter(|_| placed.state != State::Gone);
        let two = area.height > 1 && here.is_some_and(|rival| !rival.detail.is_empty());
        let y = top + area.height.saturating_sub(if two { 2 } else { 1 }) / 2;
        let figure = here.map(|rival| if two { &rival.news } else { &rival.figure });
        let figure = figure.map(|figure| shorten(figure, column.width, ink));
        // The name keeps at least four cells, and a blank from the figure.
        let figure =
            figure.filter(|figure| !figure.is_empty() && width(figure) + 5 <= column.width);
        let taken = figure.as_ref().map_or(0, |figure| width(figure) + 1);
        let name = rival.map_or(placed.id.as_str(), |rival| &rival.name);
        let name = shorten(name, column.width - taken, ink);
        let detail = here.filter(|_| two).map(|rival| fitting(&rival.detail, column.width, ink));
        let piece = |text: String, before: u16, y: u16| {
            let cells = width(&text);
            let x = match placed.side {
                Side::Left => column.right() - before - cells,
                Side::Right => column.x + before,
            };
            Piece { x, y, text }
        };
        Some(Label {
            id: placed.id.clone(),
            side: placed.side,
            state: placed.state,
            weight: here.map(|rival| Weight::of_ratio(rival.claim().strength())),
            area,
            name: piece(name, taken, y),
            figure: figure.map(|figure| piece(figure, 0, y)),
            detail: detail.map(|detail| piece(detail, 0, y + 1)),
        })
    }

    fn strokes(&self, side: Side, labels: &[Label], ink: Ink) -> Vec<Stroke> {
        let edges: Vec<Edge> = labels
            .iter()
            .enumerate()
            .filter(|(_, label)| label.side == side)
            .filter_map(|(line, label)| {
                Some(Edge { row: label.name.y, weight: label.weight?, line })
            })
            .collect();
        let gap = self.gaps[side.index()];
        // A cell free at the label, so that the line does not touch the text.
        let gap = match side {
            Side::Left => Area { x: gap.x + 1, width: gap.width - 1, ..gap },
            Side::Right => Area { width: gap.width - 1, ..gap },
        };
        strokes(gap, side, self.middle(), &edges, ink)
    }
}

/// The first of several ways that fits, else the last shortened.
fn fitting(ways: &[String], cells: u16, ink: Ink) -> String {
    let whole = ways.iter().find(|way| width(way) <= cells).cloned();
    whole.unwrap_or_else(|| shorten(ways.last().map_or("", String::as_str), cells, ink))
}

impl Rival {
    /// Cells of the wider of its two lines.
    fn cells(&self) -> u16 {
        let cells = |text: &str| width(&shorten(text, u16::MAX, Ink::Unicode));
        let figure = cells(&self.figure).max(cells(&self.news));
        let first = cells(&self.name).saturating_add(figure + u16::from(figure > 0));
        first.max(self.detail.first().map_or(0, |fullest| cells(fullest)))
    }
}

#[cfg(test)]
mod tests;
