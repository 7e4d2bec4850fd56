//! The similarity matrix: everyone against everyone, neighbours beside each other.
//!
//! A large catalog shows the selected skill and its nearest only, and says so.

use std::{collections::BTreeMap, sync::Arc};

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    text::{Line, Span},
};

use crate::{
    core::{
        id::SkillId,
        lexical::{Lexicon, graph::EVERY_PAIR},
        scene::{
            matrix::{Hit, Labels, Matrix, Scroll, Wish},
            names::{shorten, width},
        },
        workbench::Board,
    },
    tui::{
        action::Action,
        app::Scene,
        pane::names::Names,
        theme::{Role, Theme},
        widget::{
            heads::Heads,
            scene::{ink, place},
            text::put,
        },
    },
};

/// Skills that a part of a large catalog shows.
const PART: usize = 60;

/// Terminal cells of a matrix cell.
const CELL: u16 = 3;

/// The matrix and its window.
#[derive(Clone, Debug, Default)]
pub struct MatrixPane {
    lexicon: Arc<Lexicon>,
    /// In seriated order, each with the name it goes by here.
    skills: Vec<(SkillId, String)>,
    places: BTreeMap<SkillId, usize>,
    /// Similarities, row by row.
    cells: Vec<f64>,
    scroll: Scroll,
    /// The wheel may leave the cursor outside the window, until it moves.
    loose: bool,
    cursor: Option<(usize, usize)>,
    picture: Option<Matrix>,
}

impl MatrixPane {
    /// Chooses and compares the skills anew where the texts are others, or the focus is not shown.
    fn follow(&mut self, names: &Names, board: &Board, focus: Option<&SkillId>) {
        let lexicon = &board.now.lexicon;
        let missing = focus.is_some_and(|focus| {
            !self.places.contains_key(focus) && lexicon.position(focus).is_some()
        });
        if Arc::ptr_eq(&self.lexicon, lexicon) && !missing {
            return;
        }
        self.lexicon = Arc::clone(lexicon);
        let order = match lexicon.len() {
            0..=EVERY_PAIR => lexicon.order().to_vec(),
            _ => nearest(lexicon, focus),
        };
        let named = |id: &SkillId| (id.clone(), names.short(id).to_owned());
        self.skills = order.iter().map(|&at| named(lexicon.id(at))).collect();
        let ids = self.skills.iter().enumerate();
        self.places = ids.map(|(at, (id, _))| (id.clone(), at)).collect();
        self.cells = similarities(lexicon, &order);
    }

    fn similarity(&self, row: usize, column: usize) -> Option<f64> {
        self.cells.get(row * self.skills.len() + column).copied()
    }

    /// Draws the window on the matrix; `false` where fewer than two skills compete.
    pub fn draw(
        &mut self,
        scene: &Scene<'_>,
        focus: Option<&SkillId>,
        chosen: Option<&(SkillId, SkillId)>,
        area: Rect,
        buffer: &mut Buffer,
    ) -> bool {
        self.follow(scene.names, scene.board, focus);
        if self.skills.len() < 2 || area.is_empty() {
            return false;
        }
        let at = |id: &SkillId| self.places.get(id).copied();
        let pair = chosen.and_then(|(a, b)| Some((at(a)?, at(b)?)));
        self.cursor = pair.or_else(|| focus.and_then(at).map(|at| (at, at)));
        let widest = self.skills.iter().map(|(_, name)| width(name)).max().unwrap_or(0);
        let wish = Wish {
            size: (area.width, area.height),
            rows: self.skills.len(),
            columns: self.skills.len(),
            row_label: widest.saturating_add(1),
            column_label: widest,
            cell: CELL,
        };
        let shown = self.cursor.filter(|_| !self.loose);
        let matrix = Matrix::of(wish, &mut self.scroll, shown);
        self.draw_labels(scene, &matrix, area, buffer);
        self.draw_cells(scene, &matrix, area, buffer);
        self.picture = Some(matrix);
        true
    }

    fn draw_labels(&self, scene: &Scene<'_>, matrix: &Matrix, area: Rect, buffer: &mut Buffer) {
        let theme = scene.theme;
        let ink = ink(theme);
        let style = |on: bool| if on { theme.strong(Role::Accent) } else { theme.style(Role::Dim) };
        let (row, column) = self.cursor.unzip();
        let digits = self.skills.len().to_string().len();
        for at in matrix.rows.clone() {
            let Some((label, (_, name))) = matrix.row(at).zip(self.skills.get(at)) else {
                continue;
            };
            let number = match matrix.labels {
                Labels::Numbered => format!("{:>digits$} ", at + 1),
                _ => String::new(),
            };
            let room = label.width.saturating_sub(1 + width(&number));
            let text = format!("{number}{}", shorten(name, room, ink));
            put(buffer, place(area, label), 0, &Line::styled(text, style(row == Some(at))));
        }
        let heads = Heads { theme, matrix, anchor: CELL - 1 };
        let name = |at: usize| self.skills.get(at).map(|(_, name)| name.as_str());
        heads.draw(buffer, area, name, |at| style(column == Some(at)));
    }

    fn draw_cells(&self, scene: &Scene<'_>, matrix: &Matrix, area: Rect, buffer: &mut Buffer) {
        let theme = scene.theme;
        for row in matrix.rows.clone() {
            for column in matrix.columns.clone() {
                let Some(cell) = matrix.cell(row, column) else { continue };
                let cross = self.cursor.is_some_and(|(r, c)| r == row || c == column);
                let span = if self.cursor == Some((row, column)) {
                    let text = text(theme, self.similarity(row, column), row == column);
                    Span::styled(text, theme.selection(scene.focused))
                } else {
                    self.cell(theme, row, column, cross)
                };
                put(buffer, place(area, cell), 0, &Line::from(span));
            }
        }
    }

    fn cell(&self, theme: &Theme, row: usize, column: usize, cross: bool) -> Span<'static> {
        let similarity = self.similarity(row, column);
        let text = text(theme, similarity, row == column);
        let style = match similarity {
            _ if row == column => theme.style(Role::Dim),
            Some(share) if share >= 0.005 => theme.style(Role::heat(share)),
            _ if cross => theme.style(Role::Accent),
            _ => theme.style(Role::Track),
        };
        Span::styled(text, style)
    }

    /// The pair that a movement leads to; `None` where the action is no movement.
    pub fn step(&mut self, action: Action) -> Option<Option<(SkillId, SkillId)>> {
        let page = self.picture.as_ref().map_or(1, |matrix| (matrix.rows.len() / 2).max(1));
        let page = isize::try_from(page).unwrap_or(1);
        let (down, right) = match action {
            Action::Down => (1, 0),
            Action::Up => (-1, 0),
            Action::Right => (0, 1),
            Action::Left => (0, -1),
            Action::PageDown => (page, 0),
            Action::PageUp => (-page, 0),
            Action::Top => (isize::MIN, 0),
            Action::Bottom => (isize::MAX, 0),
            _ => return None,
        };
        self.loose = false;
        let (row, column) = self.cursor.unwrap_or_default();
        let last = self.skills.len().saturating_sub(1);
        let to = |at: usize, by: isize| at.saturating_add_signed(by).min(last);
        Some(self.pair(to(row, down), to(column, right)))
    }

    fn pair(&self, row: usize, column: usize) -> Option<(SkillId, SkillId)> {
        let (row, column) = self.skills.get(row).zip(self.skills.get(column))?;
        Some((row.0.clone(), column.0.clone()))
    }

    /// The pair at a cell of the pane; a label stands for the skill and itself.
    pub fn pair_at(&mut self, column: u16, row: u16) -> Option<(SkillId, SkillId)> {
        let (row, column) = match self.picture.as_ref()?.hit(column, row)? {
            Hit::Cell { row, column } => (row, column),
            Hit::Row(at) | Hit::Column(at) => (at, at),
        };
        self.loose = false;
        self.pair(row, column)
    }

    pub fn wheel(&mut self, rows: i16) {
        self.loose = true;
        self.scroll.row = self.scroll.row.saturating_add_signed(rows.into());
    }

    /// How much of the catalog is shown and where the window lies.
    pub fn note(&self) -> String {
        let (shown, all) = (self.skills.len(), self.lexicon.len());
        if shown < all { format!("{shown} nearest of {all}") } else { format!("{all} skills") }
    }
}

/// Hundredths, so that the shade is never alone; a dot for nothing in common.
fn text(theme: &Theme, similarity: Option<f64>, own: bool) -> String {
    match similarity {
        _ if own => format!("  {}", theme.symbols().planned),
        Some(share) if share >= 0.995 => " 99".to_owned(),
        Some(share) if share >= 0.005 => format!(" {:>2.0}", share * 100.0),
        _ => "   ".to_owned(),
    }
}

/// The focus and its nearest, or the most crowded skills of all, each beside one alike to it.
fn nearest(lexicon: &Lexicon, focus: Option<&SkillId>) -> Vec<usize> {
    let near = lexicon.neighbourhood();
    let mut chosen: Vec<usize> = Vec::new();
    if let Some(at) = focus.and_then(|focus| lexicon.position(focus)) {
        chosen.push(at);
        chosen.extend(near.rows.get(at).into_iter().flat_map(|row| &row.rivals).map(|r| r.index));
        chosen.extend(near.inbound.get(at).into_iter().flatten().map(|inbound| inbound.index));
    }
    let mut seen = std::collections::BTreeSet::new();
    chosen.retain(|at| seen.insert(*at));
    if chosen.is_empty() {
        chosen = lexicon.by_overlap();
    }
    chosen.truncate(PART);
    // A walk from each to the alikest that is left.
    let mut order: Vec<usize> = Vec::with_capacity(chosen.len());
    while !chosen.is_empty() {
        let next = order.last().and_then(|&last| {
            let alike = |&at: &usize| lexicon.field().pair(last, at).similarity;
            let of = chosen.iter().enumerate().map(|(place, at)| (place, alike(at)));
            of.max_by(|x, y| x.1.total_cmp(&y.1).then(y.0.cmp(&x.0)))
        });
        order.push(chosen.remove(next.map_or(0, |(place, _)| place)));
    }
    order
}

/// Similarities of all pairs of a list of positions, row by row.
fn similarities(lexicon: &Lexicon, order: &[usize]) -> Vec<f64> {
    let len = order.len();
    let mut cells = vec![0.0; len * len];
    let mut set = |row: usize, column: usize, similarity: f64| {
        for at in [row * len + column, column * len + row] {
            if let Some(cell) = cells.get_mut(at) {
                *cell = similarity;
            }
        }
    };
    if lexicon.len() <= EVERY_PAIR {
        let places: BTreeMap<usize, usize> =
            order.iter().enumerate().map(|(place, &at)| (at, place)).collect();
        for edge in &lexicon.graph().edges {
            if let Some((a, b)) = places.get(&edge.a).zip(places.get(&edge.b)) {
                set(*a, *b, edge.similarity);
            }
        }
    } else {
        for (row, &a) in order.iter().enumerate() {
            for (column, &b) in order.iter().enumerate().skip(row + 1) {
                if lexicon.field().competes(a, b) {
                    set(row, column, lexicon.field().pair(a, b).similarity);
                }
            }
        }
    }
    cells
}
