//! A prompt that somebody wonders about: who would take it, and on which words.
//!
//! Lexical only, at every keystroke. Must not know pictures or lists.

use std::sync::Arc;

use crossterm::event::KeyEvent;
use ratatui::{
    buffer::Buffer,
    layout::{Position, Rect},
    text::Line,
};

use super::answer::{Answered, head, words};
use crate::{
    core::{
        id::SkillId,
        lexical::{
            Answer, KeywordRouter, Lexicon, Pull,
            keyword::{Candidate, Pick},
        },
        workbench::{Board, Request},
    },
    tui::{
        action::{Action, Context},
        app::{Desk, Handled, Pointer, PointerKind, Scene},
        theme::Role,
        widget::{
            bar::{Ground, bar},
            empty::Empty,
            line::{Edited, LineEdit},
            scroll::Cursor,
            table::{Column, Table, Window},
            text::{plain, put, styled, wrap},
        },
    },
};

/// Skills that are ranked; beyond, nobody reads.
const RANKED: usize = 20;
/// From this width on bars stand beside the scores.
const WIDE: u16 = 60;

/// The question in the middle of the view.
#[derive(Debug, Default)]
pub struct Ask {
    line: LineEdit,
    typing: bool,
    router: Option<Router>,
    answers: Vec<Answer>,
    pick: Option<Pick>,
    /// What the answers were computed for.
    answered: Option<(String, Arc<Lexicon>)>,
    cursor: Cursor<SkillId>,
    keys: Vec<SkillId>,
    /// Where the ranking was drawn last, from the pane's corner.
    drawn: Rect,
}

/// The keyword rules over one state's residents.
#[derive(Debug)]
struct Router {
    of: Arc<Lexicon>,
    router: KeywordRouter,
    ids: Vec<SkillId>,
}

impl Router {
    fn of(board: &Board) -> Self {
        let snapshot = &board.now.snapshot;
        let candidates = snapshot
            .residents()
            .map(|one| Candidate { name: one.name(), description: one.description });
        Self {
            of: Arc::clone(&board.now.lexicon),
            router: KeywordRouter::new(candidates),
            ids: board.now.residents(),
        }
    }
}

impl Ask {
    /// Begins, or goes on, typing.
    pub fn open(&mut self) {
        self.typing = true;
    }

    /// A prompt is there to be kept.
    pub fn has_prompt(&self) -> bool {
        !self.line.text().trim().is_empty()
    }

    pub fn contexts(&self) -> Vec<Context> {
        if self.typing { vec![Context::Ask, Context::Input] } else { vec![Context::Ask] }
    }

    /// `Handled::No` for what closes the question.
    pub fn act(&mut self, action: Action, desk: &mut Desk<'_>) -> Handled {
        self.answer(desk.board);
        match action {
            Action::Down => self.step(1, desk),
            Action::Up => self.step(-1, desk),
            Action::PageDown => self.step(5, desk),
            Action::PageUp => self.step(-5, desk),
            Action::Ask => self.typing = true,
            Action::Accept => self.typing = !self.has_prompt(),
            Action::AddRow => self.keep(desk),
            _ => return Handled::No,
        }
        Handled::Yes
    }

    pub fn typed(&mut self, key: KeyEvent, board: &Board) -> Handled {
        match self.line.key(key) {
            Edited::Nothing => return Handled::No,
            Edited::Cursor => {}
            Edited::Text => self.answer(board),
        }
        Handled::Yes
    }

    pub fn pasted(&mut self, text: &str, board: &Board) {
        self.line.paste(text);
        self.answer(board);
    }

    /// While typing, a move looks through the ranking; a pinned prompt's move selects.
    fn step(&mut self, rows: isize, desk: &mut Desk<'_>) {
        self.cursor.step(&self.keys, rows);
        if !self.typing
            && let Some(id) = self.cursor.selected()
        {
            desk.selection.skill = Some(id.clone());
        }
    }

    /// Keeps the prompt as a row that expects the selected skill.
    fn keep(&self, desk: &mut Desk<'_>) {
        let Some(skill) = desk.selection.skill.clone().filter(|_| self.has_prompt()) else {
            desk.say("select the skill that should take it first");
            return;
        };
        let prompt = self.line.text().trim().to_owned();
        desk.say(format!("kept as a row that expects {skill}"));
        desk.request(Request::AddRow { prompt, expected: vec![skill] });
    }

    pub fn pointed(&mut self, pointer: Pointer, desk: &mut Desk<'_>) {
        match pointer.kind {
            PointerKind::Wheel(rows) => self.cursor.scroll(self.keys.len(), rows.into()),
            PointerKind::Click if pointer.row < self.drawn.y => self.typing = true,
            PointerKind::Click => {
                let row = self.cursor.offset() + usize::from(pointer.row - self.drawn.y);
                if row < self.keys.len() && pointer.row < self.drawn.bottom() {
                    self.typing = false;
                    self.cursor.go(&self.keys, row);
                    self.step(0, desk);
                }
            }
        }
    }

    /// Ranks anew if the prompt or the skills are others.
    fn answer(&mut self, board: &Board) {
        let lexicon = &board.now.lexicon;
        let same = |of: &Arc<Lexicon>| Arc::ptr_eq(of, lexicon);
        if self.answered.as_ref().is_some_and(|(text, of)| text == self.line.text() && same(of)) {
            return;
        }
        if !self.router.as_ref().is_some_and(|router| same(&router.of)) {
            self.router = Some(Router::of(board));
        }
        let text = self.line.text().to_owned();
        self.answers = lexicon.ask(&text, RANKED);
        self.keys = self.answers.iter().map(|one| lexicon.id(one.index).clone()).collect();
        self.pick = self.router.as_ref().and_then(|router| router.router.pick(&text));
        self.cursor.first(&self.keys);
        self.answered = Some((text, Arc::clone(lexicon)));
    }

    fn picked(&self) -> Option<(&SkillId, Pick)> {
        let pick = self.pick?;
        Some((self.router.as_ref()?.ids.get(pick.index)?, pick))
    }

    pub fn draw(&mut self, scene: &Scene<'_>, area: Rect, buffer: &mut Buffer) -> Option<Position> {
        let theme = scene.theme;
        self.answer(scene.board);
        let mut rest = area;
        let line = take(&mut rest, 1);
        let cursor = self.line.draw(buffer, line, theme, "? ");
        if !self.has_prompt() {
            let key = scene.keymap.key_in(&[Context::Input], Action::Escape).unwrap_or_default();
            let sentence = "Type what a person would ask: who takes it, and on which words?";
            let next = Some((key.as_str(), "goes back"));
            Empty { sentence, next, role: Role::Dim }.draw(buffer, rest, theme);
            return Some(cursor).filter(|_| self.typing);
        }
        let answered = Answered {
            scene,
            prompt: self.line.text(),
            picked: self.picked(),
            looked_at: self.cursor.selected(),
            ranked: &self.keys,
        };
        take(&mut rest, u16::from(area.height > 12));
        for text in wrap(&head(&answered, self.typing), rest.width.into()) {
            put(buffer, take(&mut rest, 1), 0, &text);
        }
        take(&mut rest, u16::from(area.height > 12));
        let words = wrap(&words(&answered), rest.width.into());
        // The ranking leaves the words at most half of what is there.
        let wanted = u16::try_from(words.len()).unwrap_or(u16::MAX).min(rest.height / 2);
        let table = Rect { height: rest.height - wanted, ..rest };
        let used = self.rank(scene, table, buffer);
        self.drawn = Rect { x: 0, y: table.y - area.y + used.0, height: used.1, ..table };
        let below = Rect { y: table.bottom(), height: wanted, ..rest };
        for (at, text) in words.iter().enumerate() {
            put(buffer, below, at, text);
        }
        Some(cursor).filter(|_| self.typing)
    }

    /// Draws the ranking; gives back the rows above its first, and how many it has.
    fn rank(&mut self, scene: &Scene<'_>, area: Rect, buffer: &mut Buffer) -> (u16, u16) {
        let theme = scene.theme;
        let bars = if area.width >= WIDE { 10 } else { 0 };
        let columns = [
            Column::figure("score", 6, 9),
            Column::mark("", bars, 3),
            Column { keep: 8, ..Column::name("skill", 12) },
            Column::text("pulled by", 14, 5),
        ];
        let columns: Vec<_> =
            columns.into_iter().filter(|column| bars > 0 || !column.title.is_empty()).collect();
        let focused = scene.focused && !self.typing;
        let table = Table { columns: &columns, sorted: None, focused };
        let height = table.height(area, self.keys.len());
        self.cursor.settle(&self.keys, height);
        let selected = (!self.keys.is_empty()).then(|| self.cursor.index());
        let window = Window { len: self.keys.len(), offset: self.cursor.offset(), selected };
        let best = self.answers.first().map_or(1.0, |best| best.score);
        let picked = self.picked().map(|(id, _)| id);
        table.draw(buffer, area, theme, window, |at| {
            let (Some(answer), Some(id)) = (self.answers.get(at), self.keys.get(at)) else {
                return Vec::new();
            };
            let name = plain(scene.names.called(id)).to_string();
            let role = if picked == Some(id) { Role::Accent } else { Role::Text };
            let score = Line::raw(format!("{:.3}", answer.score));
            let share =
                bar(theme, Some(answer.score / best), bars.into(), Role::Filled, Ground::Blank);
            let name = Line::styled(name, theme.style(role));
            let pull = |pull: &Pull| format!("{} {:.2}", pull.term, pull.score);
            let mut pulls: Vec<String> = answer.pulls.iter().map(pull).collect();
            if pulls.is_empty() {
                pulls.push("function words only".to_owned());
            }
            let pulls = pulls.join(&format!(" {} ", theme.symbols().separator));
            let why = styled(&pulls, theme.style(Role::Dim));
            match bars {
                0 => vec![score, name, why],
                _ => vec![score, share, name, why],
            }
        });
        // The line above the rows holds the titles, if there is room for them.
        let titles = u16::from(area.height >= 3);
        (titles, u16::try_from(height).unwrap_or(u16::MAX))
    }
}

/// Takes rows off the top of an area.
fn take(rest: &mut Rect, rows: u16) -> Rect {
    let rows = rows.min(rest.height);
    let taken = Rect { height: rows, ..*rest };
    *rest = Rect { y: rest.y + rows, height: rest.height - rows, ..*rest };
    taken
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_taken_from_the_top_until_there_are_none() {
        let mut rest = Rect::new(2, 3, 9, 3);
        assert_eq!(take(&mut rest, 2), Rect::new(2, 3, 9, 2));
        assert_eq!(take(&mut rest, 2), Rect::new(2, 5, 9, 1));
        assert_eq!(take(&mut rest, 2).height, 0);
    }
}
