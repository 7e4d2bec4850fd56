//! The middle of the Neighborhood: one of three pictures, and the words of the chosen pair below.
//!
//! Owns which picture shows and the way back; must not know how a picture draws itself.

use ratatui::{
    buffer::Buffer,
    layout::{Position, Rect},
    text::{Line, Span},
};

use crate::{
    core::{id::SkillId, scene::names::width, workbench::trouble::RowKey},
    tui::{
        action::{Action, Context, Facts},
        app::{Desk, Handled, Pointer, PointerKind, Scene},
        pane::{
            neighborhood::{
                edge::Edge,
                fan::{FanPane, Subject},
                matrix::MatrixPane,
                pairs::PairsPane,
                taken::{Takings, measured},
            },
            standing,
        },
        theme::Role,
        widget::{
            empty::Empty,
            scene::ink,
            text::{Cut, fit, plain, put},
        },
    },
};

/// The pictures, in the order in which a key goes through them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Mode {
    #[default]
    Fan,
    Pairs,
    Matrix,
}

/// What overlap is worth.
const CAVEAT: &str = "lexical overlap: where to look, not evidence";

/// Foci that the way back remembers.
const TRAIL: usize = 64;

/// The pane between the list and the detail.
#[derive(Clone, Debug, Default)]
pub struct Middle {
    mode: Mode,
    fan: FanPane,
    pairs: PairsPane,
    matrix: MatrixPane,
    edge: Edge,
    takings: Takings,
    /// The words of the chosen pair are shown.
    open: bool,
    /// Where they were drawn last, from the pane's top.
    edge_top: u16,
    /// Skills that were the focus before, the latest last.
    trail: Vec<SkillId>,
}

impl Middle {
    pub fn title(&self, row: Option<&RowKey>, scene: &Scene<'_>) -> String {
        match (self.mode, row.and_then(RowKey::skill)) {
            (Mode::Fan, Some(focus)) => {
                format!("Fan of {}", plain(scene.names.called(focus)))
            }
            (Mode::Fan, None) => "Fan".to_owned(),
            (Mode::Pairs, _) => "Closest pairs".to_owned(),
            (Mode::Matrix, _) => "Similarity".to_owned(),
        }
    }

    pub fn note(&self, scene: &Scene<'_>) -> String {
        let caveat = || standing::brief(scene.board).filter(|_| measured(&scene.board.now.figures));
        match self.mode {
            Mode::Fan | Mode::Pairs => caveat().unwrap_or_default(),
            Mode::Matrix => self.matrix.note(),
        }
    }

    pub fn facts(&self, facts: &mut Facts) {
        facts.can_go_back |= self.open || !self.trail.is_empty();
    }

    pub fn act(&mut self, action: Action, desk: &mut Desk<'_>) -> Handled {
        match action {
            Action::CycleMode => {
                self.mode = match self.mode {
                    Mode::Fan => Mode::Pairs,
                    Mode::Pairs => Mode::Matrix,
                    Mode::Matrix => Mode::Fan,
                };
            }
            Action::Tidy if self.mode == Mode::Fan => self.fan.tidy(),
            Action::Sort if self.mode == Mode::Pairs => self.pairs.next_order(),
            Action::Drill => self.drill(desk),
            Action::Back | Action::Escape if self.open => self.open = false,
            Action::Back => return self.back(desk),
            Action::PageDown if self.open => self.edge.scroll(5),
            Action::PageUp if self.open => self.edge.scroll(-5),
            _ => return self.step(action, desk),
        }
        Handled::Yes
    }

    fn step(&mut self, action: Action, desk: &mut Desk<'_>) -> Handled {
        match self.mode {
            Mode::Fan => {
                let Some(focus) = desk.selection.skill.clone() else { return Handled::No };
                let rival = rival(&focus, desk.selection.pair.as_ref());
                match self.fan.step(action, rival) {
                    Some(Some(rival)) => desk.selection.pair = Some((focus, rival)),
                    Some(None) => {}
                    None => return Handled::No,
                }
            }
            Mode::Pairs if self.pairs.step(action) => self.take_row(desk),
            Mode::Pairs => return Handled::No,
            Mode::Matrix => match self.matrix.step(action) {
                Some(pair) => take(desk, pair),
                None => return Handled::No,
            },
        }
        Handled::Yes
    }

    /// The pair under the table's cursor becomes the selection.
    fn take_row(&self, desk: &mut Desk<'_>) {
        take(desk, self.pairs.selected().cloned());
    }

    /// First the words of the pair; then the rival becomes the focus.
    fn drill(&mut self, desk: &mut Desk<'_>) {
        if self.mode == Mode::Pairs {
            self.take_row(desk);
        }
        let Some(focus) = desk.selection.skill.clone() else { return };
        let chosen = rival(&focus, desk.selection.pair.as_ref()).cloned();
        match (self.mode, chosen) {
            (Mode::Fan, None) => {
                let strongest = self.fan.strongest().cloned();
                desk.selection.pair = strongest.map(|rival| (focus, rival));
            }
            (_, Some(other)) if other == focus => {}
            _ if !self.open => self.open = true,
            (Mode::Fan, Some(rival)) => {
                if self.trail.len() == TRAIL {
                    self.trail.remove(0);
                }
                self.trail.push(focus.clone());
                self.open = false;
                desk.selection.pair = Some((rival.clone(), focus));
                desk.selection.skill = Some(rival);
            }
            (Mode::Pairs | Mode::Matrix, _) => self.mode = Mode::Fan,
        }
    }

    fn back(&mut self, desk: &mut Desk<'_>) -> Handled {
        let Some(before) = self.trail.pop() else { return Handled::No };
        let left = desk.selection.skill.replace(before.clone());
        desk.selection.pair = left.map(|left| (before, left));
        Handled::Yes
    }

    pub fn pointed(&mut self, pointer: Pointer, desk: &mut Desk<'_>) -> Handled {
        let Pointer { column, row, kind } = pointer;
        let below = self.open && row >= self.edge_top;
        match kind {
            PointerKind::Wheel(rows) if below => self.edge.scroll(rows.into()),
            PointerKind::Wheel(rows) => match self.mode {
                Mode::Fan => self.fan.wheel(rows),
                Mode::Pairs => self.pairs.wheel(rows),
                Mode::Matrix => self.matrix.wheel(rows),
            },
            PointerKind::Click if below => {}
            PointerKind::Click => match self.mode {
                Mode::Fan => {
                    let rival = self.fan.rival_at(column, row);
                    let pair = desk.selection.skill.clone().zip(rival);
                    if let Some(pair) = pair {
                        desk.selection.pair = Some(pair);
                    }
                }
                Mode::Pairs if self.pairs.click(column, row) => self.take_row(desk),
                Mode::Pairs => {}
                Mode::Matrix => {
                    let pair = self.matrix.pair_at(column, row);
                    take(desk, pair);
                }
            },
        }
        Handled::Yes
    }

    /// Draws the picture, its legend, and the words of the chosen pair where they are open.
    ///
    /// `row` is what the list is on: the focus, or a file that nobody competes with.
    pub fn draw(
        &mut self,
        row: Option<&RowKey>,
        scene: &Scene<'_>,
        area: Rect,
        buffer: &mut Buffer,
    ) -> Option<Position> {
        if area.is_empty() {
            return None;
        }
        if let Some((sentence, role)) = missing(scene) {
            Empty { sentence: &sentence, next: None, role }.draw(buffer, area, scene.theme);
            return None;
        }
        self.takings.follow(&scene.board.now.figures);
        let focus = row.and_then(RowKey::skill).cloned();
        let pair = scene.selection.pair.clone();
        let chosen = focus.as_ref().and_then(|focus| rival(focus, pair.as_ref()));
        let edge = match self.mode {
            Mode::Pairs | Mode::Matrix => pair.clone().filter(|(a, b)| a != b),
            Mode::Fan => focus.clone().zip(chosen.cloned()),
        };
        let edge = edge.filter(|_| self.open && area.height >= 8);
        let mut picture = self.split(scene, area, edge.as_ref(), buffer);
        let legend = (picture.height > 6).then(|| {
            picture.height -= 1;
            Rect { y: picture.bottom(), height: 1, ..picture }
        });
        let (focus, takings) = (focus.as_ref(), &self.takings);
        let drawn = match (self.mode, focus) {
            (Mode::Fan, Some(focus)) => {
                let subject = Subject { scene, focus, chosen, takings };
                self.fan.draw(&subject, picture, buffer)
            }
            (Mode::Fan, None) => false,
            (Mode::Pairs, _) => self.pairs.draw(scene, pair.as_ref(), takings, picture, buffer),
            (Mode::Matrix, _) => self.matrix.draw(scene, focus, pair.as_ref(), picture, buffer),
        };
        if !drawn {
            self.draw_empty(row, scene, picture, buffer);
        } else if let Some(legend) = legend {
            self.draw_legend(scene, legend, buffer);
        }
        None
    }

    /// What the picture rests on, and before it as much of how to read it as there is room for.
    fn draw_legend(&self, scene: &Scene<'_>, area: Rect, buffer: &mut Buffer) {
        let theme = scene.theme;
        let mut parts = match self.mode {
            Mode::Fan => self.fan.legend(theme),
            Mode::Pairs | Mode::Matrix => Vec::new(),
        };
        let separator = ink(theme).separator();
        let said =
            |parts: &[String]| parts.iter().map(|part| format!("{part}{separator}")).collect();
        let mut how: String = said(&parts);
        while width(&how) + width(CAVEAT) > area.width && parts.pop().is_some() {
            how = said(&parts);
        }
        let how = Span::styled(how, theme.style(Role::Dim));
        let line = Line::from(vec![how, Span::styled(CAVEAT, theme.style(Role::Caveat))]);
        let line = fit(line, area.width.into(), Cut::End, theme.symbols().ellipsis);
        put(buffer, area, 0, &line.centered());
    }

    /// Draws what lies below the picture and returns the rest.
    fn split(
        &mut self,
        scene: &Scene<'_>,
        area: Rect,
        edge: Option<&(SkillId, SkillId)>,
        buffer: &mut Buffer,
    ) -> Rect {
        let mut picture = area;
        if let Some(pair) = edge {
            self.edge.follow(scene.names, scene.board, pair);
            let height = self.edge.rows().clamp(6, 14).min(area.height / 2);
            picture.height -= height;
            let below = Rect { y: picture.bottom(), height, ..area };
            self.edge.draw(scene, below, buffer);
        }
        self.edge_top = picture.height;
        picture
    }

    fn draw_empty(&self, row: Option<&RowKey>, scene: &Scene<'_>, area: Rect, buffer: &mut Buffer) {
        let stack = [Context::Global, Context::Neighborhood];
        let key = |action: Action, what: &'static str| {
            scene.keymap.key_in(&stack, action).map(|key| (key.to_string(), what))
        };
        let pairs = || key(Action::CycleMode, "shows the closest pairs of all skills");
        let called = |focus: &SkillId| plain(scene.names.called(focus)).to_string();
        let muted = |focus: &SkillId| scene.board.now.snapshot.muted.contains(focus);
        let (sentence, next) = match (self.mode, row) {
            (Mode::Fan, None) => (
                "No skill is selected.".to_owned(),
                key(Action::PreviousPane, "goes to the list of skills"),
            ),
            (Mode::Fan, Some(RowKey::File(path))) => {
                (format!("No model is offered {}: nobody competes with it.", plain(path)), pairs())
            }
            (Mode::Fan, Some(RowKey::Skill(focus))) if muted(focus) => (
                format!("{} is muted: the others share its prompts.", called(focus)),
                key(Action::Mute, "brings it back"),
            ),
            (Mode::Fan, Some(RowKey::Skill(focus))) if !self.fan.competes() => (
                format!("No model is offered {}: nobody competes with it.", called(focus)),
                pairs(),
            ),
            (Mode::Fan, Some(RowKey::Skill(focus))) => {
                (format!("{} shares no scoring word with any other skill.", called(focus)), pairs())
            }
            (Mode::Pairs | Mode::Matrix, _) => {
                ("No two skills here share a scoring word.".to_owned(), None)
            }
        };
        let next = next.as_ref().map(|(key, what)| (key.as_str(), *what));
        Empty { sentence: &sentence, next, role: Role::Dim }.draw(buffer, area, scene.theme);
    }
}

/// The other one of a pair that holds the focus.
fn rival<'a>(focus: &SkillId, pair: Option<&'a (SkillId, SkillId)>) -> Option<&'a SkillId> {
    match pair? {
        (a, b) if a == focus => Some(b),
        (a, b) if b == focus => Some(a),
        _ => None,
    }
}

/// A pair becomes the selection, its first skill the selected one.
fn take(desk: &mut Desk<'_>, pair: Option<(SkillId, SkillId)>) {
    if let Some(pair) = pair {
        desk.selection.skill = Some(pair.0.clone());
        desk.selection.pair = Some(pair);
    }
}

/// Why there is no picture of any kind.
fn missing(scene: &Scene<'_>) -> Option<(String, Role)> {
    let board = scene.board;
    if let Some(reason) = &board.halted {
        return Some((plain(reason).to_string(), Role::Error));
    }
    match board.now.lexicon.len() {
        _ if board.now.generation() == 0 => Some(("Reading the skills.".to_owned(), Role::Dim)),
        0 => Some(("No skill is offered to the model.".to_owned(), Role::Dim)),
        1 => Some(("One skill alone has nobody to compete with.".to_owned(), Role::Dim)),
        _ => None,
    }
}
