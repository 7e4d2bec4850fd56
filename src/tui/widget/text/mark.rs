//! Text with marked parts: contested words, matches of a filter, snippets.

use std::ops::Range;

use ratatui::{
    style::Style,
    text::{Line, Span},
};

use crate::core::visible;

/// A part of a text, in bytes, and how it stands out. Later marks lie over earlier ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    pub range: Range<usize>,
    pub style: Style,
}

/// One line of untrusted text with marked parts, made visible.
///
/// Ranges may be unsorted, overlap, exceed the text or fall between characters: they are widened to
/// whole characters and cut to the text.
pub fn marked(text: &str, base: Style, marks: &[Mark]) -> Line<'static> {
    let span = |(part, style): (&str, Style)| Span::styled(visible::line(part).into_owned(), style);
    Line::from(parts(text, base, marks).into_iter().map(span).collect::<Vec<_>>())
}

/// The same for text of several lines; a line end is `\n` or `\r\n`.
pub fn marked_block(text: &str, base: Style, marks: &[Mark]) -> Vec<Line<'static>> {
    let mut lines = vec![Line::default()];
    for (part, style) in parts(text, base, marks) {
        let shown = visible::block(part);
        for (at, line) in shown.split('\n').enumerate() {
            if at > 0 {
                lines.push(Line::default());
            }
            if !line.is_empty() {
                // There is always a last line: the list begins with one and only grows.
                if let Some(last) = lines.last_mut() {
                    last.push_span(Span::styled(line.to_owned(), style));
                }
            }
        }
    }
    lines
}

/// The text cut at the borders of its marks, each part with its style.
fn parts<'a>(text: &'a str, base: Style, marks: &[Mark]) -> Vec<(&'a str, Style)> {
    let mut borders: Vec<usize> = vec![0, text.len()];
    let marks: Vec<(Range<usize>, Style)> = marks
        .iter()
        .map(|mark| (floor(text, mark.range.start)..ceil(text, mark.range.end), mark.style))
        .filter(|(range, _)| range.start < range.end)
        .collect();
    borders.extend(marks.iter().flat_map(|(range, _)| [range.start, range.end]));
    borders.sort_unstable();
    borders.dedup();
    borders
        .windows(2)
        .filter_map(|pair| {
            let (start, end) = (*pair.first()?, *pair.last()?);
            let over = marks.iter().filter(|(range, _)| range.start <= start && end <= range.end);
            let style = over.fold(base, |style, (_, mark)| style.patch(*mark));
            Some((text.get(start..end)?, style))
        })
        .collect()
}

fn floor(text: &str, at: usize) -> usize {
    let at = (0..=at.min(text.len())).rev().find(|at| text.is_char_boundary(*at));
    past_line_end(text, at.unwrap_or(0))
}

fn ceil(text: &str, at: usize) -> usize {
    let at = (at..text.len()).find(|at| text.is_char_boundary(*at));
    past_line_end(text, at.unwrap_or(text.len()))
}

/// A border inside `\r\n` moves behind it, so that a part shows the line end as one.
fn past_line_end(text: &str, at: usize) -> usize {
    let bytes = text.as_bytes();
    let inside = at > 0 && bytes.get(at - 1) == Some(&b'\r') && bytes.get(at) == Some(&b'\n');
    if inside { at + 1 } else { at }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use ratatui::style::Stylize;

    use super::*;

    fn bold(range: Range<usize>) -> Mark {
        Mark { range, style: Style::new().bold() }
    }

    #[test]
    fn marked_words_stand_out() {
        assert_eq!(
            marked("merge pdf files", Style::new(), &[bold(6..9)]),
            Line::from(vec!["merge ".into(), "pdf".bold(), " files".into()])
        );
    }

    #[test]
    fn later_marks_lie_over_earlier_ones() {
        let italic = Mark { range: 2..4, style: Style::new().italic() };
        assert_eq!(
            marked("abcdef", Style::new(), &[bold(0..3), italic]),
            Line::from(vec!["ab".bold(), "c".bold().italic(), "d".italic(), "ef".into()])
        );
    }

    #[test]
    fn escapes_inside_a_mark_are_seen() {
        assert_eq!(
            marked("a\u{1b}b", Style::new(), &[bold(1..2)]),
            Line::from(vec!["a".into(), "␛".bold(), "b".into()])
        );
    }

    #[test]
    fn a_block_keeps_its_lines_and_its_marks_across_them() {
        let lines = marked_block("ab\r\ncd\n", Style::new(), &[bold(1..3), bold(3..5)]);
        assert_eq!(
            lines,
            [
                Line::from(vec!["a".into(), "b".bold()]),
                Line::from(vec!["c".bold(), "d".into()]),
                Line::default(),
            ]
        );
    }

    proptest! {
        #[test]
        fn any_ranges_keep_the_whole_text(
            text in "[a-c電\u{1b}\r\n]{0,12}",
            ranges in prop::collection::vec((0..20usize, 0..20usize), 0..5),
        ) {
            let marks: Vec<_> = ranges.into_iter().map(|(a, b)| bold(a..b)).collect();
            let line = marked(&text, Style::new(), &marks).to_string();
            prop_assert_eq!(line, visible::line(&text).into_owned());
            let lines = marked_block(&text, Style::new(), &marks);
            let lines: Vec<_> = lines.iter().map(ToString::to_string).collect();
            prop_assert_eq!(lines.join("\n"), visible::block(&text).into_owned());
        }
    }
}
