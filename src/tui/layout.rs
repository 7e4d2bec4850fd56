//! How a window is shared out between header, panes and footer, at any size from 1x1 up.
//!
//! Pure geometry in cells. Must not know what is in a pane.

use ratatui::layout::{Rect, Size};

/// Below this many columns panes share one place and are reached by tabs.
const COLUMNS_WIDTH: u16 = 100;
/// From this many columns on three panes side by side are each wide enough for a picture.
const THREE_WIDTH: u16 = 170;
/// From this height on a place can be cut in two and leave each half something to show.
const CUT_HEIGHT: u16 = 24;
/// Below this size there is one pane and a footer and nothing else.
const SINGLE: Size = Size { width: 60, height: 16 };
/// Below this size there is one line.
const LINE: Size = Size { width: 20, height: 5 };
/// From this height on the three questions have a line.
const ROOMY: u16 = 24;
/// From this height on a single pane says which of the panes it is.
const NAMED: u16 = 8;

/// How much of the workbench a window has room for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Panes side by side.
    Columns,
    /// One pane at a time under a row of tabs.
    Tabs,
    /// One pane and the footer.
    Single,
    /// One centred line.
    Line,
}

impl Shape {
    pub fn of(size: Size) -> Self {
        let below = |limit: Size| size.width < limit.width || size.height < limit.height;
        if below(LINE) {
            Self::Line
        } else if below(SINGLE) {
            Self::Single
        } else if size.width < COLUMNS_WIDTH {
            Self::Tabs
        } else {
            Self::Columns
        }
    }
}

/// The places of a window; an absent one has no rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Places {
    pub shape: Shape,
    /// Whose view of which skills this is, asked by whom.
    pub top: Rect,
    /// The names of the views.
    pub views: Rect,
    /// The three questions and their answers.
    pub headline: Rect,
    /// The names of the panes, where only one of them is seen.
    pub tabs: Rect,
    pub body: Rect,
    /// What is going on.
    pub status: Rect,
    /// The keys that matter now.
    pub footer: Rect,
}

impl Places {
    /// Shares out `area`. The places do not overlap and cover it.
    pub fn of(area: Rect) -> Self {
        let shape = Shape::of(area.as_size());
        let roomy = u16::from(area.height >= ROOMY);
        let (top, views, headline, tabs, status, footer) = match shape {
            Shape::Columns => (1, 1, roomy, 0, 1, 1),
            Shape::Tabs => (1, 1, roomy, 1, 1, 1),
            Shape::Single if area.height >= NAMED => (0, 0, 0, 1, 0, 1),
            Shape::Single => (0, 0, 0, 0, 0, 1),
            Shape::Line => (0, 0, 0, 0, 0, 0),
        };
        let mut rest = area;
        let top = take_top(&mut rest, top);
        let views = take_top(&mut rest, views);
        let headline = take_top(&mut rest, headline);
        let tabs = take_top(&mut rest, tabs);
        let footer = take_bottom(&mut rest, footer);
        let status = take_bottom(&mut rest, status);
        Self { shape, top, views, headline, tabs, body: rest, status, footer }
    }

    /// Everything between the names of the views and the foot line: where overlays lie.
    pub fn above_footer(&self) -> Rect {
        let y = self.views.bottom();
        Rect { y, height: self.footer.y.saturating_sub(y), ..self.footer }
    }
}

fn take_top(rest: &mut Rect, height: u16) -> Rect {
    let taken = Rect { height: height.min(rest.height), ..*rest };
    rest.y += taken.height;
    rest.height -= taken.height;
    taken
}

fn take_bottom(rest: &mut Rect, height: u16) -> Rect {
    let height = height.min(rest.height);
    rest.height -= height;
    Rect { y: rest.y + rest.height, height, ..*rest }
}

/// Splits `area` into columns in proportion to `weights`; what the division leaves over goes to the
/// first columns. A weight of 0 takes no column.
pub fn columns(area: Rect, weights: &[u16]) -> Vec<Rect> {
    let total: u32 = weights.iter().map(|weight| u32::from(*weight)).sum();
    let mut before = 0;
    let mut edge = |weight: u16| {
        before += u32::from(weight);
        let share = u32::from(area.width) * before;
        // At most the area's width, which fits.
        area.x + share.div_ceil(total.max(1)) as u16
    };
    let mut left = area.x;
    weights
        .iter()
        .map(|weight| {
            let right = edge(*weight);
            let column = Rect { x: left, width: right - left, ..area };
            left = right;
            column
        })
        .collect()
}

/// A column at the left beside two places above one another, in the order first, above, below;
/// `None` where three columns read better: the window is too low to be cut, or wide enough not to.
///
/// `weights` are those of the first column against the places, and of the upper against the lower.
pub fn beside_two(area: Rect, first: [u16; 2], upper: [u16; 2]) -> Option<[Rect; 3]> {
    if area.height < CUT_HEIGHT || !(COLUMNS_WIDTH..THREE_WIDTH).contains(&area.width) {
        return None;
    }
    let [left, right] = columns(area, &first).try_into().ok()?;
    let share = u32::from(right.height) * u32::from(upper[0]);
    // At most the area's height, which fits.
    let height = (share / u32::from((upper[0] + upper[1]).max(1))) as u16;
    let above = Rect { height, ..right };
    let below = Rect { y: above.bottom(), height: right.height - height, ..right };
    Some([left, above, below])
}

/// A box of at most `wanted` size in the middle of `area`, and inside it at any size.
pub fn centred(area: Rect, wanted: Size) -> Rect {
    let width = wanted.width.min(area.width);
    let height = wanted.height.min(area.height);
    Rect {
        x: area.x + (area.width - width) / 2,
        y: area.y + (area.height - height) / 2,
        width,
        height,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use ratatui::layout::{Rect, Size};

    use super::{Places, Shape, beside_two, centred, columns};

    #[test]
    fn the_shape_follows_the_breakpoints() {
        let shape = |width, height| Shape::of(Size { width, height });
        assert_eq!(shape(120, 40), Shape::Columns);
        assert_eq!(shape(100, 16), Shape::Columns);
        assert_eq!(shape(99, 40), Shape::Tabs);
        assert_eq!(shape(80, 24), Shape::Tabs);
        assert_eq!(shape(60, 18), Shape::Tabs);
        assert_eq!(shape(59, 40), Shape::Single);
        assert_eq!(shape(200, 15), Shape::Single);
        assert_eq!(shape(40, 10), Shape::Single);
        assert_eq!(shape(20, 5), Shape::Single);
        assert_eq!(shape(19, 40), Shape::Line);
        assert_eq!(shape(200, 4), Shape::Line);
        assert_eq!(shape(1, 1), Shape::Line);
    }

    #[test]
    fn a_presenters_window_keeps_twelve_rows_for_its_pane() {
        assert!(Places::of(Rect::new(0, 0, 60, 18)).body.height >= 12);
    }

    proptest! {
        #[test]
        fn places_cover_the_window_without_overlap(width in 0u16..260, height in 0u16..90) {
            let area = Rect::new(3, 2, width, height);
            let p = Places::of(area);
            let places = [p.top, p.views, p.headline, p.tabs, p.body, p.status, p.footer];
            let mut y = area.y;
            for place in places {
                prop_assert_eq!((place.x, place.width, place.y), (area.x, area.width, y));
                y += place.height;
            }
            prop_assert_eq!(y, area.bottom());
        }

        #[test]
        fn columns_cover_the_area_in_order(
            width in 0u16..300, weights in prop::collection::vec(0u16..9, 1..5)
        ) {
            prop_assume!(weights.iter().any(|weight| *weight > 0));
            let area = Rect::new(7, 1, width, 9);
            let columns = columns(area, &weights);
            prop_assert_eq!(columns.len(), weights.len());
            let mut x = area.x;
            for (column, weight) in columns.iter().zip(&weights) {
                prop_assert_eq!(column.x, x);
                prop_assert!(*weight > 0 || column.width == 0);
                x += column.width;
            }
            prop_assert_eq!(x, area.right());
        }

        #[test]
        fn a_column_beside_two_places_covers_the_area(w in 0u16..260, h in 0u16..90) {
            let area = Rect::new(7, 1, w, h);
            if let Some([left, above, below]) = beside_two(area, [1, 2], [4, 3]) {
                prop_assert_eq!((left.x, left.y, left.height), (area.x, area.y, h));
                prop_assert_eq!((above.x, above.y, above.right()), (left.right(), 1, area.right()));
                prop_assert_eq!((below.x, below.y), (above.x, above.bottom()));
                prop_assert_eq!((below.right(), below.bottom()), (area.right(), area.bottom()));
                prop_assert!(left.width >= 30 && above.width >= 60 && below.height >= 10);
            }
        }

        #[test]
        fn a_centred_box_is_inside(w in 0u16..200, h in 0u16..90, ww in 0u16..200, wh in 0u16..90) {
            let area = Rect::new(5, 5, w, h);
            let inner = centred(area, Size { width: ww, height: wh });
            prop_assert_eq!(area.intersection(inner).area(), inner.area());
        }
    }
}
