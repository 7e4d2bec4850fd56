//! A view without a terminal: boards and keys go in, a finished picture comes out.
//!
//! The clock stands still. Must not know where boards come from or who reads the picture.

use std::{collections::VecDeque, sync::Arc};

use ratatui::{
    buffer::Buffer,
    layout::{Position, Rect, Size},
};

use super::{
    app::{App, Msg},
    frame::cells_of,
    input::Input,
    keys::script,
};
pub use super::{
    app::{Effect, Setup, ViewId},
    keys::{Keymap, ScriptError},
    theme::{Depth, Env, Settings, Theme, ThemeName, wants_ascii},
};
use crate::{core::workbench::Board, report::screen::Cells};

/// An app that is looked at from outside.
#[derive(Debug)]
pub struct Offscreen {
    app: App,
    size: Size,
}

impl Offscreen {
    /// Columns and rows of the picture; a side of 0 becomes 1.
    pub fn new(setup: Setup, (width, height): (u16, u16)) -> Self {
        let size = Size { width: width.max(1), height: height.max(1) };
        Self { app: App::new(setup), size }
    }

    /// Hands over a board; what a screen would wait for is computed now.
    pub fn show(&mut self, board: Arc<Board>) -> Vec<Effect> {
        board.now.lexicon.warm();
        self.app.update(Msg::Board(board), 0)
    }

    /// Presses keys, written as `j j <enter>`, and gives back what they ask of the world.
    ///
    /// # Errors
    /// When the text is no sequence of keys; none is pressed then.
    pub fn press(&mut self, keys: &str) -> Result<Vec<Effect>, ScriptError> {
        let mut effects = Vec::new();
        self.play(keys, |effect| {
            effects.push(effect);
            None
        })?;
        Ok(effects)
    }

    /// Presses keys as [`Offscreen::press`] does; after each, what it asks of the world is asked of
    /// `answer`, and a board that comes back is shown before the next key.
    ///
    /// # Errors
    /// As [`Offscreen::press`].
    pub fn play(
        &mut self,
        keys: &str,
        mut answer: impl FnMut(Effect) -> Option<Arc<Board>>,
    ) -> Result<(), ScriptError> {
        for key in script(keys)? {
            let mut asked = VecDeque::from(self.app.update(Msg::Input(Input::Key(key)), 0));
            // Panes learn from drawing how far they can scroll.
            self.buffer();
            while let Some(effect) = asked.pop_front() {
                if let Some(board) = answer(effect) {
                    asked.extend(self.show(board));
                    self.buffer();
                }
            }
        }
        Ok(())
    }

    /// What the screen shows now.
    pub fn picture(&mut self) -> Cells {
        cells_of(&self.buffer())
    }

    fn buffer(&mut self) -> Buffer {
        let mut buffer = Buffer::empty(Rect::from((Position::ORIGIN, self.size)));
        self.app.draw(&mut buffer, 0);
        buffer
    }
}

#[cfg(test)]
mod tests {
    use super::{Effect, Offscreen, Setup};
    use crate::report::screen;

    #[test]
    fn a_picture_is_complete_and_always_the_same() {
        let picture = |keys: &str| {
            let mut offscreen = Offscreen::new(Setup::default(), (120, 30));
            offscreen.show(Default::default());
            offscreen.press(keys).unwrap();
            screen::text(&offscreen.picture())
        };
        let probes = picture("2");
        assert_eq!(probes.lines().count(), 30);
        assert!(probes.contains("Trajectory"), "{probes}");
        assert_eq!(probes, picture("2"));
    }

    #[test]
    fn an_answer_is_shown_before_the_next_key() {
        let mut offscreen = Offscreen::new(Setup::default(), (120, 30));
        let mut asked = Vec::new();
        let answer = |effect| {
            asked.push(effect);
            let halted = Some(format!("answer {}.", asked.len()));
            Some(std::sync::Arc::new(crate::core::workbench::Board {
                revision: asked.len() as u64,
                halted,
                ..Default::default()
            }))
        };
        offscreen.play("D 3", answer).unwrap();
        assert!(matches!(asked[..], [Effect::Request(_)]), "{asked:?}");
        let text = screen::text(&offscreen.picture());
        assert!(text.contains("answer 1.") && text.contains("Steals"), "{text}");
        assert!(offscreen.play("<nonsense>", |_| None).is_err());
    }

    #[test]
    fn what_keys_ask_for_comes_back() {
        let mut offscreen = Offscreen::new(Setup::default(), (80, 24));
        assert_eq!(offscreen.press("3 q").unwrap(), [Effect::Quit]);
        assert!(offscreen.press("<nonsense>").is_err());
    }
}
