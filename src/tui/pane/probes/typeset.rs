//! Lines as the story of a probe is set: titles across the pane, texts that hang beside their names.
//!
//! Must not know what they say.

use ratatui::text::{Line, Span};

use crate::tui::{
    theme::{Role, Theme},
    widget::text::{self, Cut, fit, line_width},
};

/// A title in a line across the pane, with something at its right where there is room.
pub fn rule(theme: &Theme, cells: usize, title: &str, right: &str, role: Role) -> Line<'static> {
    let symbols = theme.symbols();
    let title = Line::styled(format!("{title} "), theme.style(role));
    let mut line = fit(title, cells, Cut::End, symbols.ellipsis);
    let style = std::mem::take(&mut line.style);
    line.spans.iter_mut().for_each(|span| span.style = style.patch(span.style));
    let free = cells.saturating_sub(line_width(&line));
    let right = Line::from(right.to_owned());
    let room = line_width(&right) + 1;
    let (rule, right) = match free.checked_sub(room) {
        Some(rule) if room > 1 => (rule, format!(" {right}")),
        _ => (free, String::new()),
    };
    line.push_span(Span::styled(symbols.rule.repeat(rule), theme.style(Role::Border)));
    line.push_span(Span::styled(right, theme.style(Role::Dim)));
    line
}

/// A text that hangs to the right of its first words.
pub fn hang(lead: Span<'static>, body: Line<'static>, cells: usize) -> Vec<Line<'static>> {
    let indent = text::width(&lead.content).min(cells.saturating_sub(8));
    text::hang(vec![lead], indent, &body, cells)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hanging_text_keeps_its_indent() {
        let lines = hang(Span::raw("may  "), Line::raw("customer-lookup and more"), 20);
        let lines: Vec<_> = lines.iter().map(ToString::to_string).collect();
        assert_eq!(lines, ["may  customer-lookup", "     and more"]);
    }

    #[test]
    fn a_title_gives_up_its_right_part_and_then_its_end() {
        let theme = Theme::default();
        let shown = |cells| rule(&theme, cells, "step 1", "0.4 s", Role::Heading).to_string();
        assert_eq!(shown(16), "step 1 ─── 0.4 s");
        assert_eq!(shown(11), "step 1 ────");
        assert_eq!(shown(4), "ste…");
    }
}
