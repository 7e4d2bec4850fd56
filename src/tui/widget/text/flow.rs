//! Styled text flowed into lines.

use ratatui::{
    style::Style,
    text::{Line, Span},
};

use super::{graphemes, line_width};

/// Closing marks of Chinese and Japanese that must not begin a line.
const CLOSING: &str = "、。，．！？；：）」』】〉》〕］｝ー";

/// One character with its cells and its style.
#[derive(Clone, Copy)]
struct Atom<'a> {
    text: &'a str,
    width: usize,
    style: Style,
}

/// Flows lines into lines of at most `cells` cells.
///
/// Breaks after blanks and hyphens and around wide characters, inside a word only when the word is
/// longer than a line. Blanks at a break vanish. An empty line stays an empty line; without room
/// there are no lines.
pub fn wrap(lines: &[Line<'_>], cells: usize) -> Vec<Line<'static>> {
    if cells == 0 {
        return Vec::new();
    }
    lines.iter().flat_map(|line| wrap_line(line, cells)).collect()
}

/// Flows a line behind a lead; its other lines begin `indent` cells in.
pub fn hang(
    lead: Vec<Span<'static>>,
    indent: usize,
    body: &Line<'_>,
    cells: usize,
) -> Vec<Line<'static>> {
    let mut lines = wrap(std::slice::from_ref(body), cells.saturating_sub(indent));
    let blanks = std::iter::repeat_with(|| vec![Span::raw(" ".repeat(indent))]);
    for (line, before) in lines.iter_mut().zip(std::iter::once(lead).chain(blanks)) {
        line.spans.splice(0..0, before);
    }
    lines
}

fn wrap_line(line: &Line<'_>, cells: usize) -> Vec<Line<'static>> {
    let mut atoms: Vec<Atom<'_>> = Vec::new();
    for span in &line.spans {
        let style = line.style.patch(span.style);
        atoms.extend(graphemes(&span.content).map(|(text, width)| Atom { text, width, style }));
    }
    if line_width(line) <= cells {
        return vec![collect(&atoms)];
    }
    let mut out = Vec::new();
    let mut rest = &atoms[..];
    while !rest.is_empty() {
        let end = line_end(rest, cells);
        let (now, after) = rest.split_at(end);
        out.push(collect(trim_end(now)));
        rest = after;
    }
    out
}

/// How many atoms belong on a line: at least one, so that the flow always advances.
fn line_end(atoms: &[Atom<'_>], cells: usize) -> usize {
    let mut used = 0;
    let mut last_break = None;
    for (at, atom) in atoms.iter().enumerate() {
        if at > 0 && may_break(atoms[at - 1], *atom) {
            last_break = Some(at);
        }
        used += atom.width;
        // A blank at the end of a line takes no room.
        if used > cells && atom.text != " " {
            return last_break.unwrap_or(at).max(1);
        }
    }
    atoms.len()
}

fn may_break(before: Atom<'_>, after: Atom<'_>) -> bool {
    if after.text == " " {
        return false;
    }
    let wide = |atom: Atom<'_>| atom.width > 1;
    before.text == " "
        || ((wide(before) || wide(after)) && !CLOSING.contains(after.text))
        || (before.text == "-" && after.text.chars().all(char::is_alphanumeric))
}

fn trim_end<'s, 'a>(atoms: &'s [Atom<'a>]) -> &'s [Atom<'a>] {
    let blanks = atoms.iter().rev().take_while(|atom| atom.text == " ").count();
    &atoms[..atoms.len() - blanks]
}

/// A line of spans, one a run of equal style.
fn collect(atoms: &[Atom<'_>]) -> Line<'static> {
    let runs = atoms.chunk_by(|a, b| a.style == b.style);
    let span = |run: &[Atom<'_>]| {
        let text: String = run.iter().map(|atom| atom.text).collect();
        Span::styled(text, run.first().map(|atom| atom.style).unwrap_or_default())
    };
    Line::from(runs.map(span).collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use ratatui::style::Stylize;

    use super::*;

    fn wrapped(text: &str, cells: usize) -> Vec<String> {
        wrap(&[Line::raw(text)], cells).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn breaks_fall_between_words() {
        assert_eq!(wrapped("merge pdf forms", 10), ["merge pdf", "forms"]);
        assert_eq!(wrapped("merge pdf forms", 9), ["merge pdf", "forms"]);
        assert_eq!(wrapped("a long-winded name", 8), ["a long-", "winded", "name"]);
        assert_eq!(wrapped("", 8), [""]);
        assert_eq!(wrapped("abc", 0), [""; 0]);
    }

    #[test]
    fn a_word_longer_than_a_line_is_broken() {
        assert_eq!(wrapped("abcdefgh ij", 3), ["abc", "def", "gh", "ij"]);
    }

    #[test]
    fn chinese_and_japanese_break_anywhere_but_before_closing_marks() {
        assert_eq!(wrapped("請求書を作成。", 8), ["請求書を", "作成。"]);
        assert_eq!(wrapped("請求書を、作成", 8), ["請求書", "を、作成"]);
        assert_eq!(wrapped("電", 1), ["電"]);
    }

    #[test]
    fn styles_survive_a_break() {
        let line = Line::from(vec!["merge ".into(), "pdf forms".bold(), " now".into()]);
        assert_eq!(
            wrap(&[line], 9),
            [
                Line::from(vec!["merge ".into(), "pdf".bold()]),
                Line::from(vec!["forms".bold(), " now".into()]),
            ]
        );
    }

    proptest! {
        #[test]
        fn all_words_arrive_in_order_and_lines_fit(text in "[a-c電。 -]{0,40}", cells in 2..12usize) {
            let lines = wrapped(&text, cells);
            prop_assert!(lines.iter().all(|line| crate::tui::widget::text::width(line) <= cells));
            let bare = |text: &str| text.chars().filter(|c| *c != ' ').collect::<String>();
            prop_assert_eq!(bare(&lines.concat()), bare(&text));
        }
    }
}
