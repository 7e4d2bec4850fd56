//! The picture as the terminal has it, and the fewest bytes that make it the next one.

use std::io::{self, Write};

use crossterm::{
    cursor::{Hide, MoveTo, Show},
    queue,
    style::{Attribute, SetAttribute},
    terminal::{BeginSynchronizedUpdate, Clear, ClearType, EndSynchronizedUpdate},
};
use ratatui::{
    buffer::Buffer,
    layout::{Position, Rect, Size},
};

use super::{diff::updates, paint::paint};

/// Two buffers and the bytes between them.
///
/// ratatui's own `Terminal` asks for the window's size and hides the cursor at every draw, and
/// writes even if nothing changed. Here an unchanged picture costs no byte, and a changed one is
/// one synchronized update in one write.
#[derive(Debug)]
pub struct Canvas {
    /// What the terminal shows; `None` when that is not known.
    shown: Option<Buffer>,
    next: Buffer,
    /// Where the terminal's cursor stands, if it is visible.
    cursor: Option<Position>,
    bytes: Vec<u8>,
}

impl Canvas {
    /// A canvas whose first frame clears and paints everything.
    pub fn new(size: Size) -> Self {
        let next = Buffer::empty(Rect::from((Position::ORIGIN, size)));
        Self { shown: None, next, cursor: None, bytes: Vec::new() }
    }

    pub fn size(&self) -> Size {
        self.next.area.as_size()
    }

    /// The window has another size now; what it shows is not known any more.
    pub fn resize(&mut self, size: Size) {
        self.next.resize(Rect::from((Position::ORIGIN, size)));
        self.forget();
    }

    /// Somebody else wrote on the screen: the next frame clears and paints everything.
    pub fn forget(&mut self) {
        self.shown = None;
        self.cursor = None;
    }

    /// Draws one frame to `out` and returns how many bytes it took; 0 if nothing changed.
    ///
    /// `picture` gets an empty buffer and returns where the cursor should stand, if anywhere.
    ///
    /// # Errors
    /// When `out` cannot be written.
    pub fn draw(
        &mut self,
        out: &mut impl Write,
        picture: impl FnOnce(&mut Buffer) -> Option<Position>,
    ) -> io::Result<usize> {
        self.next.reset();
        let area = self.next.area;
        let cursor = picture(&mut self.next).filter(|at| area.contains(*at));
        if cursor == self.cursor && self.shown.as_ref() == Some(&self.next) {
            return Ok(0);
        }

        let mut bytes = std::mem::take(&mut self.bytes);
        bytes.clear();
        queue!(bytes, BeginSynchronizedUpdate)?;
        if self.cursor.is_some() && cursor != self.cursor {
            queue!(bytes, Hide)?;
        }
        let shown = match self.shown.take() {
            Some(shown) => shown,
            None => {
                queue!(bytes, SetAttribute(Attribute::Reset), Clear(ClearType::All))?;
                Buffer::empty(area)
            }
        };
        paint(updates(&shown, &self.next).into_iter(), &mut bytes)?;
        if let Some(at) = cursor {
            queue!(bytes, MoveTo(at.x, at.y))?;
            if self.cursor != cursor {
                queue!(bytes, Show)?;
            }
        }
        queue!(bytes, EndSynchronizedUpdate)?;
        out.write_all(&bytes)?;
        out.flush()?;

        self.shown = Some(std::mem::replace(&mut self.next, shown));
        self.cursor = cursor;
        self.bytes = bytes;
        Ok(self.bytes.len())
    }
}

#[cfg(test)]
mod tests;
