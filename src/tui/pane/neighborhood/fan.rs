//! The ego fan of the selected skill; a column of bars where the pane is narrow.
//!
//! Rivals keep their places from one board to the next. Must not know where ratios come from.

use std::sync::Arc;

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::{Modifier, Style},
    text::Line,
    widgets::{Block, Widget},
};

use crate::{
    core::{
        id::SkillId,
        lexical::Lexicon,
        scene::{
            edge::Side,
            fan::{Fan, Label, rows_a_side},
            slots::{Claim, Slots, State},
        },
        workbench::{Board, changes::Against},
    },
    tui::{
        action::Action,
        app::Scene,
        pane::{
            names::Names,
            neighborhood::{
                ego::{Competitor, competitors},
                taken::Takings,
            },
        },
        theme::{Role, Theme},
        widget::{
            bar::{Ground, bar},
            rate::short,
            scene::{ink, piece, place, role, strokes},
            scroll::Cursor,
            table::{Column, Table, Window},
            text::plain,
        },
    },
};

/// Below this many columns two sides of labels leave each too little room.
const LEAST_COLUMNS: u16 = 60;

/// Whom a picture is of, and what it is drawn from.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a> {
    pub scene: &'a Scene<'a>,
    pub focus: &'a SkillId,
    /// The rival that the selection is on.
    pub chosen: Option<&'a SkillId>,
    pub takings: &'a Takings,
}

/// The picture of one focus.
#[derive(Clone, Debug, Default)]
pub struct FanPane {
    lexicon: Arc<Lexicon>,
    baseline: Option<Arc<Against>>,
    focus: Option<SkillId>,
    /// `None` where the focus does not compete.
    rivals: Option<Vec<Competitor>>,
    /// Counts the lexicons seen: marks of what is new last for one of them.
    turn: u64,
    slots: Slots,
    /// As it was drawn last, for the mouse and for moving about.
    picture: Fan,
    list: bool,
    cursor: Cursor<SkillId>,
    keys: Vec<SkillId>,
    hit: Option<(Rect, Window)>,
}

/// Cells of a bar in the list.
const BAR: u16 = 6;

fn columns() -> [Column<'static>; 6] {
    [
        Column::name("rival", 10),
        Column::figure("overlap", 7, 5),
        Column::mark("", BAR, 2),
        Column::figure("back", 4, 1),
        Column::figure("measured", 11, 4),
        Column::mark("", 6, 3),
    ]
}

impl FanPane {
    /// Reads the rivals anew where the focus, the texts or the baseline are others.
    fn follow(&mut self, names: &Names, board: &Board, focus: &SkillId) {
        let lexicon = &board.now.lexicon;
        let same_texts = Arc::ptr_eq(&self.lexicon, lexicon);
        let same_baseline = match (&self.baseline, &board.baseline) {
            (Some(one), Some(other)) => Arc::ptr_eq(&one.state, &other.state),
            (None, None) => true,
            _ => false,
        };
        if self.focus.as_ref() == Some(focus) && same_texts && same_baseline {
            return;
        }
        self.turn += u64::from(!same_texts);
        self.lexicon = Arc::clone(lexicon);
        self.baseline.clone_from(&board.baseline);
        self.focus = Some(focus.clone());
        self.rivals = competitors(names, board, focus);
        let rivals = self.rivals.iter().flatten();
        self.keys = rivals.map(|rival| rival.id.clone()).collect();
    }

    /// Ranks all rivals afresh at the next drawing.
    pub fn tidy(&mut self) {
        self.slots.tidy();
    }

    /// The strongest rival of the focus as it was drawn last.
    pub fn strongest(&self) -> Option<&SkillId> {
        self.keys.first()
    }

    /// Draws the focus and its rivals; `false` where it does not compete or has none.
    pub fn draw(&mut self, subject: &Subject<'_>, area: Rect, buffer: &mut Buffer) -> bool {
        self.follow(subject.scene.names, subject.scene.board, subject.focus);
        if self.rivals.as_ref().is_none_or(Vec::is_empty) {
            self.picture = Fan::default();
            return false;
        }
        let small = area.width < LEAST_COLUMNS || area.height < Fan::LEAST.1 + 2;
        self.list = small;
        if small {
            self.draw_list(subject, area, buffer);
        } else {
            self.draw_fan(subject, area, buffer);
        }
        true
    }

    /// What the lines mean and how much was left out; nothing for a list.
    pub fn legend(&self, theme: &Theme) -> Vec<String> {
        if self.list {
            return Vec::new();
        }
        let hidden = self.picture.hidden;
        let left_out = (hidden > 0).then(|| format!("{hidden} weaker left out"));
        std::iter::once(legend(theme)).chain(left_out).collect()
    }

    /// Whether the focus is among the skills that compete.
    pub fn competes(&self) -> bool {
        self.rivals.is_some()
    }

    fn draw_fan(&mut self, subject: &Subject<'_>, area: Rect, buffer: &mut Buffer) {
        let &Subject { scene, focus, chosen, takings } = subject;
        let theme = scene.theme;
        let competitors = self.rivals.as_deref().unwrap_or_default();
        let claims: Vec<Claim<'_>> = competitors.iter().map(Competitor::claim).collect();
        self.slots.update(self.turn, focus, &claims, rows_a_side(area.width, area.height));
        let name = scene.names.called(focus);
        let rivals: Vec<_> =
            competitors.iter().map(|rival| rival.rival(focus, takings, theme)).collect();
        let size = (area.width, area.height);
        self.picture = Fan::of(size, name, &rivals, &self.slots, ink(theme));
        let picture = &self.picture;
        let ratio = |id: &SkillId| {
            let competitor = competitors.iter().find(|rival| rival.id == *id);
            competitor.map_or(0.0, |rival| rival.claim().strength())
        };
        let styles: Vec<Style> = picture
            .labels
            .iter()
            .map(|label| match Some(&label.id) == chosen {
                true => theme.strong(Role::Accent),
                false => theme.style(Role::ramp(ratio(&label.id))),
            })
            .collect();
        strokes(buffer, area, &picture.strokes, |stroke| {
            styles.get(stroke.line).copied().unwrap_or_default()
        });
        let frame = place(area, picture.focus);
        Block::bordered()
            .border_set(theme.border(false))
            .border_style(theme.style(Role::Accent))
            .render(frame, buffer);
        piece(buffer, area, &picture.title, theme.strong(Role::Accent));
        for label in &picture.labels {
            let competitor = competitors.iter().find(|rival| rival.id == label.id);
            let stolen = competitor.is_some_and(|rival| rival.collides(focus, takings));
            let selected = Some(&label.id) == chosen;
            draw_label(scene, label, Looks { stolen, selected }, area, buffer);
        }
    }

    fn draw_list(&mut self, subject: &Subject<'_>, area: Rect, buffer: &mut Buffer) {
        let &Subject { scene, focus, chosen, takings, .. } = subject;
        let theme = scene.theme;
        let rivals = self.rivals.as_deref().unwrap_or_default();
        let columns = columns();
        let table = Table { columns: &columns, sorted: None, focused: scene.focused };
        if let Some(chosen) = chosen.filter(|chosen| self.keys.contains(chosen)) {
            self.cursor.select(chosen.clone());
        }
        self.cursor.settle(&self.keys, table.height(area, rivals.len()));
        let selected = chosen.and_then(|chosen| self.keys.iter().position(|key| key == chosen));
        let window = Window { len: rivals.len(), offset: self.cursor.offset(), selected };
        table.draw(buffer, area, theme, window, |at| {
            let Some(rival) = rivals.get(at) else { return Vec::new() };
            let (strong, weak) = rival.ratios();
            let role = if rival.collides(focus, takings) { Role::Wrong } else { Role::Dim };
            let text = rival.measured(focus, takings, theme).swap_remove(0);
            vec![
                plain(&rival.name),
                Line::raw(short(theme, strong)),
                bar(theme, strong, BAR.into(), Role::ramp(strong.unwrap_or(0.0)), Ground::Track),
                Line::styled(short(theme, weak), theme.style(Role::Dim)),
                Line::styled(text, theme.style(role)),
                Line::styled(rival.change(theme), theme.style(Role::Changed)),
            ]
        });
        self.hit = Some((area, window));
    }

    /// The rival that a movement leads to; `None` where the action is no movement.
    pub fn step(&self, action: Action, chosen: Option<&SkillId>) -> Option<Option<SkillId>> {
        let (down, across) = match action {
            Action::Down => (1, false),
            Action::Up => (-1, false),
            Action::PageDown => (5, false),
            Action::PageUp => (-5, false),
            Action::Top => (isize::MIN, false),
            Action::Bottom => (isize::MAX, false),
            Action::Left | Action::Right if !self.list => (0, true),
            _ => return None,
        };
        if self.list {
            let at = chosen.and_then(|id| self.keys.iter().position(|key| key == id));
            return Some(self.keys.get(moved(at, down, self.keys.len())?).cloned());
        }
        let shown: Vec<&Label> =
            self.picture.labels.iter().filter(|label| label.state != State::Gone).collect();
        let here = shown.iter().find(|label| Some(&label.id) == chosen).copied();
        let side = match (here, action) {
            (_, Action::Left) => Side::Left,
            (_, Action::Right) => Side::Right,
            (Some(here), _) => here.side,
            (None, _) => shown.first()?.side,
        };
        let column: Vec<&&Label> = shown.iter().filter(|label| label.side == side).collect();
        let found = if across {
            let row = here.map_or(self.picture.title.y, |label| label.name.y);
            column.iter().min_by_key(|label| label.name.y.abs_diff(row)).copied()
        } else {
            let at = here.and_then(|here| column.iter().position(|label| label.id == here.id));
            column.get(moved(at, down, column.len())?).copied()
        };
        Some(found.map(|label| label.id.clone()))
    }

    /// The rival at a cell of the pane.
    pub fn rival_at(&self, column: u16, row: u16) -> Option<SkillId> {
        if !self.list {
            let label = self.picture.hit(column, row)?;
            return (label.state != State::Gone).then(|| label.id.clone());
        }
        let (area, window) = self.hit?;
        let columns = columns();
        let table = Table { columns: &columns, sorted: None, focused: false };
        let at = table.row_at(area, window, area.x + column, area.y + row)?;
        self.keys.get(at).cloned()
    }

    /// Scrolls the column of bars; the fan has nothing to scroll.
    pub fn wheel(&mut self, rows: i16) {
        self.cursor.scroll(self.keys.len(), rows.into());
    }
}

/// From nowhere a movement leads to the nearer end.
fn moved(at: Option<usize>, by: isize, len: usize) -> Option<usize> {
    let last = len.checked_sub(1)?;
    Some(match at {
        Some(at) => at.saturating_add_signed(by).min(last),
        None if by == isize::MAX => last,
        None => 0,
    })
}

/// What a label says besides its text.
struct Looks {
    stolen: bool,
    selected: bool,
}

fn draw_label(scene: &Scene<'_>, label: &Label, looks: Looks, area: Rect, buffer: &mut Buffer) {
    let theme = scene.theme;
    let name = match label.state {
        State::Gone => theme.style(Role::Gone).add_modifier(Modifier::CROSSED_OUT),
        State::New => theme.strong(Role::New),
        State::Kept if looks.stolen => theme.strong(Role::Wrong),
        State::Kept => theme.style(Role::Text),
    };
    let chosen = |style: Style| {
        let over = theme.selection(scene.focused);
        if looks.selected { style.patch(over) } else { style }
    };
    piece(buffer, area, &label.name, chosen(name));
    // Above a detail stands what changed, without one the ratio.
    let beside = match (&label.detail, label.weight) {
        (Some(_), _) => Role::Changed,
        (None, weight) => weight.map_or(Role::Dim, role),
    };
    if let Some(figure) = &label.figure {
        piece(buffer, area, figure, chosen(theme.style(beside)));
    }
    let under = if looks.stolen { Role::Wrong } else { Role::Dim };
    if let Some(detail) = &label.detail {
        piece(buffer, area, detail, theme.style(under));
    }
}

/// What the lines and figures of the fan mean.
fn legend(theme: &Theme) -> String {
    let lines =
        if theme.is_ascii() { "== .80 -- .40 .. less" } else { "━ .80 ─ .40 ·· less" };
    format!("{lines}, {} back", theme.symbols().between)
}
