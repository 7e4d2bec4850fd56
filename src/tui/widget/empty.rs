//! What a pane says when it has nothing to show: a sentence, and the key that changes it.

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    text::{Line, Span},
};

use super::text::{put, wrap};
use crate::tui::theme::{Role, Theme};

/// An empty state. Loading and errors are empty states too: the sentence says which.
#[derive(Clone, Copy, Debug)]
pub struct Empty<'a> {
    /// One sentence, made visible by the caller where it holds foreign text.
    pub sentence: &'a str,
    /// A key and what it does, if a key helps.
    pub next: Option<(&'a str, &'a str)>,
    /// `Role::Dim` for nothing yet, `Role::Error` for trouble.
    pub role: Role,
}

impl Empty<'_> {
    /// Draws it in the middle, wrapped; where lines are short the sentence comes first.
    pub fn draw(&self, buf: &mut Buffer, area: Rect, theme: &Theme) {
        let measure = usize::from(area.width).min(60);
        let sentence = Line::styled(self.sentence.to_owned(), theme.style(self.role));
        let mut lines = wrap(&[sentence], measure);
        if let Some((key, what)) = self.next {
            let key = Span::styled(key.to_owned(), theme.style(Role::Key));
            let next = Line::from(vec![key, Span::raw(format!(" {what}"))]);
            if lines.len() + 1 < usize::from(area.height) {
                lines.push(Line::default());
            }
            lines.extend(wrap(&[next], measure));
        }
        let top = usize::from(area.height).saturating_sub(lines.len()) / 2;
        for (at, line) in lines.into_iter().enumerate() {
            if top + at < usize::from(area.height) {
                put(buf, area, top + at, &line.centered());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::tui::testing::drawn;

    const NO_QUERIES: Empty<'_> = Empty {
        sentence: "No queries were found beside these skills.",
        next: Some(("D", "run drafted prompts")),
        role: Role::Dim,
    };

    #[test]
    fn an_empty_pane_says_what_to_do() {
        insta::assert_snapshot!(drawn(30, 6, |buf| NO_QUERIES.draw(
            buf,
            buf.area,
            &Theme::default()
        )));
    }

    proptest! {
        #[test]
        fn any_area_draws(x in 0..60u16, y in 0..20u16, w in 0..70u16, h in 0..30u16) {
            let mut buf = Buffer::empty(Rect::new(0, 0, 60, 20));
            NO_QUERIES.draw(&mut buf, Rect::new(x, y, w, h), &Theme::default());
        }
    }
}
