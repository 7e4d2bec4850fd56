//! The terminal as the loop has it: the way in, the way out, and who owns it just now.

use std::{
    io::{self, Write},
    path::Path,
};

use ratatui::{
    buffer::Buffer,
    layout::{Position, Size},
};

use crate::tui::{
    frame::Canvas,
    input::{BACKGROUND_QUESTION, InputBroker},
    terminal::{Modes, Signals, TerminalGuard, Tty, copying, editor_command, is_owned, remind},
};

/// Input, canvas and output that belong together.
pub(super) struct Stage<W> {
    pub(super) input: InputBroker,
    pub(super) canvas: Canvas,
    out: W,
    /// Absent where `out` is no terminal of ours.
    guard: Option<TerminalGuard>,
    editor: Vec<String>,
    inside_tmux: bool,
}

impl Stage<Tty> {
    /// Takes the terminal of this process.
    pub(super) fn terminal(
        modes: Modes,
        editor: Vec<String>,
        inside_tmux: bool,
    ) -> io::Result<Self> {
        let guard = TerminalGuard::enter(modes)?;
        Ok(Self {
            canvas: Canvas::new(window_size()?),
            input: InputBroker::terminal(),
            out: Tty,
            guard: Some(guard),
            editor,
            inside_tmux,
        })
    }
}

impl<W: Write> Stage<W> {
    /// A stage without a terminal behind it.
    #[cfg(test)]
    pub(super) fn detached(input: InputBroker, size: Size, out: W) -> Self {
        let canvas = Canvas::new(size);
        Self { input, canvas, out, guard: None, editor: Vec::new(), inside_tmux: false }
    }

    pub(super) fn owns_terminal(&self) -> bool {
        self.guard.is_some()
    }

    pub(super) fn draw(
        &mut self,
        picture: impl FnOnce(&mut Buffer) -> Option<Position>,
    ) -> io::Result<()> {
        // After a panic elsewhere the screen is the shell's again.
        if self.guard.is_none() || is_owned() {
            self.canvas.draw(&mut self.out, picture)?;
        }
        Ok(())
    }

    /// The window was resized, perhaps to and fro before we were told: even one of the size that we
    /// know shows no longer what we painted.
    pub(super) fn resize(&mut self, size: Size) {
        self.canvas.resize(size);
    }

    /// The system says so too, and says it always: crossterm drops a resize that comes in the same
    /// moment as a key.
    pub(super) fn resized(&mut self) -> io::Result<()> {
        let size = if self.guard.is_some() { window_size()? } else { self.canvas.size() };
        self.canvas.resize(size);
        Ok(())
    }

    /// After inputs: what came with them, and was left unread, is told again.
    pub(super) fn remind(&self) {
        if self.guard.is_some() && is_owned() {
            remind();
        }
    }

    /// Takes the window's size as it is, should it not have been told yet.
    pub(super) fn fit(&mut self) -> io::Result<()> {
        if self.guard.is_some() {
            let size = window_size()?;
            if size != self.canvas.size() {
                self.canvas.resize(size);
            }
        }
        Ok(())
    }

    /// Sets all modes again and forgets what the screen shows.
    pub(super) fn retake(&mut self) -> io::Result<()> {
        if let Some(guard) = &self.guard {
            // Raw mode is not set again where it is believed to be on, so it is given up first.
            guard.leave();
            guard.take()?;
            self.canvas.resize(window_size()?);
        }
        Ok(())
    }

    pub(super) async fn suspend(&mut self, signals: &mut Signals) -> io::Result<()> {
        if let Some(guard) = &self.guard {
            self.input.release();
            let resumed = guard.suspend(signals).await;
            self.input.resume();
            resumed?;
            self.canvas.resize(window_size()?);
        }
        Ok(())
    }

    /// Hands the terminal to the editor. Gives back what there is to tell, if anything.
    pub(super) async fn edit(
        &mut self,
        path: &Path,
        line: u32,
        signals: &mut Signals,
    ) -> io::Result<Option<String>> {
        let Some(guard) = &self.guard else { return Ok(None) };
        if self.editor.is_empty() {
            return Ok(Some("set $VISUAL or $EDITOR to edit here".into()));
        }
        let argv = editor_command(&self.editor, path, line);
        self.input.release();
        let lent = guard.lend(&argv, signals).await;
        self.input.resume();
        self.canvas.resize(window_size()?);
        Ok(match lent {
            Ok(status) if status.success() => None,
            Ok(status) => Some(format!("the editor ended with {status}")),
            Err(error) => Some(format!("cannot run {}: {error}", self.editor.join(" "))),
        })
    }

    pub(super) fn capture_mouse(&mut self, on: bool) -> io::Result<()> {
        match &mut self.guard {
            Some(guard) => guard.capture_mouse(on),
            None => Ok(()),
        }
    }

    /// Asks the terminal for its background; the answer comes as an input, or never.
    pub(super) fn ask_background(&mut self) -> io::Result<()> {
        self.input.expect_background();
        self.out.write_all(BACKGROUND_QUESTION)?;
        self.out.flush()
    }

    pub(super) fn copy(&mut self, text: &str) -> io::Result<()> {
        self.out.write_all(&copying(text, self.inside_tmux)?)?;
        self.out.flush()
    }
}

fn window_size() -> io::Result<Size> {
    let (width, height) = crossterm::terminal::size()?;
    Ok(Size { width, height })
}
