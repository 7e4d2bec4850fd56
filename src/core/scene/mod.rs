//! Geometry in cells: where the parts of a picture go, as plain data that any painter can put down.
//!
//! Knows nothing of terminals, colours or styles. Positions count from the top left corner of the
//! picture's own area; everything lies inside it.

pub mod braille;
pub mod edge;
pub mod fan;
pub mod forest;
pub mod matrix;
pub mod names;
pub mod slots;

/// A rectangle of cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Area {
    pub x: u16,
    pub y: u16,
    pub width: u16,
    pub height: u16,
}

impl Area {
    /// The whole of a picture.
    pub fn sized(width: u16, height: u16) -> Self {
        Self { x: 0, y: 0, width, height }
    }

    /// First column right of it.
    pub fn right(self) -> u16 {
        self.x.saturating_add(self.width)
    }

    /// First row below it.
    pub fn bottom(self) -> u16 {
        self.y.saturating_add(self.height)
    }

    pub fn holds(self, x: u16, y: u16) -> bool {
        (self.x..self.right()).contains(&x) && (self.y..self.bottom()).contains(&y)
    }

    /// True when all of `other` lies in it; an empty area lies anywhere.
    pub fn contains(self, other: Self) -> bool {
        let inside = self.x <= other.x
            && other.right() <= self.right()
            && self.y <= other.y
            && other.bottom() <= self.bottom();
        inside || other.width == 0 || other.height == 0
    }

    pub fn overlaps(self, other: Self) -> bool {
        self.x.max(other.x) < self.right().min(other.right())
            && self.y.max(other.y) < self.bottom().min(other.bottom())
    }
}

/// Which characters may be used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Ink {
    #[default]
    Unicode,
    Ascii,
}

impl Ink {
    /// What stands for text that was left out; one cell wide.
    pub fn ellipsis(self) -> &'static str {
        match self {
            Self::Unicode => "…",
            Self::Ascii => "~",
        }
    }

    /// What stands between two things said on one line.
    pub fn separator(self) -> &'static str {
        match self {
            Self::Unicode => " · ",
            Self::Ascii => " | ",
        }
    }
}

/// A run of text at its place; its width in cells is that of the text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Piece {
    pub x: u16,
    pub y: u16,
    pub text: String,
}

impl Piece {
    pub fn area(&self) -> Area {
        Area { x: self.x, y: self.y, width: names::width(&self.text), height: 1 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn areas_touch_without_overlapping() {
        let area = Area { x: 2, y: 1, width: 3, height: 2 };
        assert!(area.holds(4, 2) && !area.holds(5, 2) && !area.holds(4, 3));
        assert!(!area.overlaps(Area { x: 5, ..area }));
        assert!(area.overlaps(Area { x: 4, y: 2, width: 9, height: 9 }));
        assert!(area.contains(Area { x: 3, width: 2, ..area }));
        assert!(!area.contains(Area { x: 3, ..area }));
        assert!(Area::sized(0, 0).contains(Area { width: 0, ..area }));
    }
}
