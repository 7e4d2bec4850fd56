//! The forest plot: a line a row, recall and precision with their intervals to scale.
//!
//! The baseline lies beneath, thinner; bars of the gate are upright lines.

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    text::{Line, Span},
};

use super::rows::{Key, Mark, Row};
use crate::{
    core::{
        measure::{Interval, gate::Verdict},
        scene::{
            forest::{Part, Scale},
            names::{shorten, width},
        },
    },
    tui::{
        app::Scene,
        theme::{Role, Theme},
        widget::{
            rate::short,
            scene::{Arm, ink, interval},
            table::Window,
            text::{Cut, fit, line_width, put},
        },
    },
};

/// Where the parts of a line stand; the same for every row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Columns {
    label: u16,
    plot: u16,
    /// Low and high ends are written too.
    ends: bool,
    /// Precision has a place.
    both: bool,
    /// The verdict has its word, not only its symbol.
    word: bool,
}

/// Symbol, value, count and a blank before each plot; with the ends written as well.
const FIGURE: u16 = 11;
const ENDS: u16 = 10;
const WORD: u16 = 11;

impl Columns {
    /// The richest arrangement whose plots are wide enough to read.
    fn of(cells: u16, label: u16) -> Self {
        // Ends, both figures, the word, and the least that a plot and a label take.
        let variants = [
            (true, true, true, 20, 20),
            (false, true, true, 20, 20),
            // The symbol says the same as the word, and a plot that is too small says nothing.
            (false, true, false, 16, 20),
            (false, true, false, 8, 12),
            (false, false, false, 8, 12),
        ];
        for (ends, both, word, least, label_least) in variants {
            let count = 1 + u16::from(both);
            let figure = FIGURE + if ends { ENDS } else { 0 };
            let fixed = 2 + count * (figure + 1) + if word { WORD } else { 2 };
            // A long label takes what the plots can spare.
            let spare = cells.saturating_sub(fixed + count * least);
            let label = label.clamp(6, spare.max(label_least));
            let fixed = fixed + label;
            let plot = cells.saturating_sub(fixed) / count;
            if plot >= least {
                return Self { label, plot: plot.min(60), ends, both, word };
            }
        }
        let label = cells.saturating_sub(2 + FIGURE + 2).min(label);
        Self { label, plot: 0, ends: false, both: false, word: false }
    }

    fn figure(self) -> u16 {
        FIGURE + if self.ends { ENDS } else { 0 }
    }

    /// The left edge of a figure, counted from the left edge of the row.
    fn start(self, right: bool) -> u16 {
        let first = 2 + self.label;
        first + if right { self.figure() + self.plot + 1 } else { 0 }
    }
}

/// What is drawn around the rows.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    /// Names of the two columns, each with its bar if it has one.
    pub titles: [(&'static str, Option<f64>); 2],
    /// Width of the widest label.
    pub label: u16,
}

/// Lines that the header and the scale take of an area.
pub fn around(area: Rect) -> u16 {
    match area.height {
        0..4 => 0,
        4..7 => 1,
        _ => 2,
    }
}

pub fn draw(
    scene: &Scene<'_>,
    area: Rect,
    buffer: &mut Buffer,
    rows: &[Row],
    window: Window,
    look: Look,
) {
    let columns = Columns::of(area.width, look.label);
    let theme = scene.theme;
    let around = around(area);
    let head = u16::from(around > 0);
    if head > 0 {
        header(theme, area, buffer, columns, look);
    }
    let body = Rect { y: area.y.saturating_add(head), height: area.height - around, ..area };
    let shown = rows.iter().enumerate().skip(window.offset).take(body.height.into());
    for (line, (at, row)) in shown.enumerate() {
        // Fewer lines than the body has, whose height is a u16.
        let place = Rect { y: body.y + line as u16, height: 1, ..body };
        let selected = window.selected == Some(at);
        draw_row(scene, place, buffer, row, columns);
        if selected {
            buffer.set_style(place.intersection(buffer.area), theme.selection(scene.focused));
            if scene.focused {
                put(buffer, place, 0, &Line::raw(theme.symbols().cursor));
            }
        }
    }
    if around > 1 {
        let below = window.len.saturating_sub(window.offset + usize::from(body.height));
        // The scale stands right beneath the last row: at most the body's height, a `u16`.
        let used = rows.len().saturating_sub(window.offset).min(body.height.into()) as u16;
        let foot = Rect { y: body.y + used, height: 1, ..area };
        axis(theme, foot, buffer, columns, window.offset, below);
    }
}

fn header(theme: &Theme, area: Rect, buffer: &mut Buffer, columns: Columns, look: Look) {
    let symbols = theme.symbols();
    let least = theme.at_least();
    for (right, (title, bar)) in [false, true].into_iter().zip(look.titles) {
        if right && !columns.both {
            continue;
        }
        let x = columns.start(right) + 2;
        let cells = usize::from((columns.figure() + columns.plot).saturating_sub(2));
        let whole = |bar: Option<String>| {
            let title = Span::styled(title.to_owned(), theme.style(Role::Heading));
            let bar = bar.map(|bar| {
                let text = format!(" {} {least} {bar}", symbols.threshold);
                Span::styled(text, theme.style(Role::Threshold))
            });
            Line::from_iter(std::iter::once(title).chain(bar))
        };
        // Half a number would be another one.
        let forms = [bar.map(|bar| format!("{bar:.2}")), bar.map(|bar| short(theme, Some(bar)))];
        let fitting = forms.into_iter().map(whole).find(|title| line_width(title) <= cells);
        let title = fitting.unwrap_or_else(|| whole(None));
        let title = fit(title, cells, Cut::End, symbols.ellipsis);
        put(buffer, shifted(area, x), 0, &title);
    }
}

fn shifted(area: Rect, by: u16) -> Rect {
    let by = by.min(area.width);
    Rect { x: area.x + by, width: area.width - by, ..area }
}

fn draw_row(scene: &Scene<'_>, place: Rect, buffer: &mut Buffer, row: &Row, columns: Columns) {
    let theme = scene.theme;
    let (role, cells) = match row.key {
        // Nothing stands beside the heading of a breakdown.
        Key::Facet(_) => (Role::Heading, place.width.saturating_sub(1)),
        Key::Run(_) => (Role::Heading, columns.label),
        Key::Skill(_) | Key::Part(..) => (Role::Text, columns.label),
    };
    let label = shorten(row.short(scene.names), cells, ink(theme));
    put(buffer, shifted(place, 1), 0, &Line::styled(label, theme.style(role)));
    if row.is_heading() {
        return;
    }
    figure(theme, place, buffer, &row.left, columns, false);
    if let Some(right) = row.right.filter(|_| columns.both) {
        figure(theme, place, buffer, &right, columns, true);
    }
    if let Some(verdict) = row.verdict {
        let start = columns.start(columns.both) + columns.figure() + columns.plot + 1;
        put(buffer, shifted(place, start), 0, &verdict_line(theme, verdict, columns.word));
    }
}

/// `✓ pass`, or the symbol alone.
pub fn verdict_line(theme: &Theme, verdict: Verdict, word: bool) -> Line<'static> {
    let (symbol, role) = verdict_mark(theme, verdict);
    let text = if word { format!("{symbol} {verdict}") } else { symbol.to_owned() };
    Line::styled(text, theme.style(role))
}

fn verdict_mark(theme: &Theme, verdict: Verdict) -> (&'static str, Role) {
    let symbols = theme.symbols();
    match verdict {
        Verdict::Pass => (symbols.pass, Role::Pass),
        Verdict::Fail => (symbols.fail, Role::Fail),
        Verdict::Undecided => (symbols.undecided, Role::Undecided),
    }
}

fn figure(
    theme: &Theme,
    place: Rect,
    buffer: &mut Buffer,
    mark: &Mark,
    columns: Columns,
    right: bool,
) {
    let start = columns.start(right);
    let mut line = Line::default();
    match mark.verdict.map(|verdict| verdict_mark(theme, verdict)) {
        Some((symbol, role)) => line.push_span(Span::styled(symbol, theme.style(role))),
        None => line.push_span(Span::raw(" ")),
    }
    let most = match (mark.is_bound(), theme.is_ascii()) {
        (false, _) => " ",
        (true, false) => "≤",
        (true, true) => "<",
    };
    let undefined = if mark.value.is_none() { Role::Dim } else { Role::Text };
    line.push_span(Span::styled(
        format!("{most}{:<3}", short(theme, mark.value)),
        theme.style(undefined),
    ));
    if columns.ends {
        let ends = mark.interval.map(|interval| {
            let [low, high] = [interval.low, interval.high].map(|end| short(theme, Some(end)));
            format!(" [{low} {high}]")
        });
        let ends = format!("{:<10}", ends.unwrap_or_default());
        line.push_span(Span::styled(ends, theme.style(Role::Dim)));
    }
    let n = mark.n.map_or_else(String::new, |n| format!("{n:.0}"));
    line.push_span(Span::styled(format!(" {n:>4}"), theme.style(Role::Dim)));
    put(buffer, shifted(place, start), 0, &line);
    let Some(scale) = Scale::shares(columns.plot) else { return };
    let plot = shifted(place, start + columns.figure());
    draw_plot(theme, Rect { width: columns.plot.min(plot.width), ..plot }, buffer, mark, scale);
}

fn draw_plot(theme: &Theme, plot: Rect, buffer: &mut Buffer, mark: &Mark, scale: Scale) {
    let symbols = theme.symbols();
    let at = |value: f64, symbol: &'static str, role: Role, buffer: &mut Buffer| {
        if let Some(place) = scale.place(value) {
            let line = Line::styled(symbol, theme.style(role));
            put(buffer, shifted(plot, place.cell), 0, &line);
        }
    };
    let parts = |value: f64, ends: Option<Interval>| {
        let (low, high) = ends.map_or((value, value), |ends| (ends.low, ends.high));
        scale.bar(low, value, high)
    };
    let before = mark.before.map(|(value, ends)| parts(value, ends)).unwrap_or_default();
    let now = mark.value.map(|value| parts(value, mark.interval)).unwrap_or_default();
    interval(buffer, plot, 0, theme, &before, Arm::Baseline);
    interval(buffer, plot, 0, theme, &now, Arm::Now);
    let bar = mark.bar.and_then(|bar| Some((bar, scale.place(bar)?.cell)));
    if let Some((bar, cell)) = bar {
        // The bar runs through the intervals, and only a point hides it.
        let on =
            |parts: &[Part]| parts.iter().find(|part| part.cell == cell).map(|part| part.point);
        match (on(&now), on(&before)) {
            (Some(true), _) | (None, Some(true)) => {}
            (Some(false), _) => at(bar, symbols.now.crossed, Role::Threshold, buffer),
            (None, Some(false)) => at(bar, symbols.baseline.crossed, Role::Threshold, buffer),
            (None, None) => at(bar, symbols.threshold, Role::Threshold, buffer),
        }
    }
    // The baseline's point shows through the interval of now, and goes beneath its point.
    if let Some((value, _)) = mark.before {
        let point = |parts: &[Part]| parts.iter().find(|part| part.point).map(|part| part.cell);
        if point(&now) != point(&before) {
            at(value, symbols.baseline.point, Role::Baseline, buffer);
        }
    }
}

fn axis(
    theme: &Theme,
    foot: Rect,
    buffer: &mut Buffer,
    columns: Columns,
    above: usize,
    below: usize,
) {
    let symbols = theme.symbols();
    let dim = theme.style(Role::Dim);
    if above + below > 0 {
        let part = |mark: &str, count: usize| match count {
            0 => String::new(),
            count => format!("{mark}{count} "),
        };
        let text = part(symbols.more_above, above) + &part(symbols.more_below, below) + "more";
        let text = if width(&text) <= columns.label { text } else { String::new() };
        put(buffer, shifted(foot, 1), 0, &Line::styled(text, dim));
    }
    let Some(scale) = Scale::shares(columns.plot) else { return };
    for right in [false, true].into_iter().take(1 + usize::from(columns.both)) {
        let left = columns.start(right) + columns.figure();
        for tick in scale.ticks() {
            let place = shifted(foot, left + tick.x);
            put(buffer, place, 0, &Line::styled(tick.text, theme.style(Role::Track)));
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_line_never_needs_more_than_it_has(cells in 20u16..300, label in 0u16..60) {
            let columns = Columns::of(cells, label);
            let verdict = if columns.word { WORD } else { 1 };
            let end = columns.start(columns.both) + columns.figure() + columns.plot + 1 + verdict;
            prop_assert!(end <= cells, "{columns:?}: {end} of {cells}");
        }
    }

    #[test]
    fn plots_come_before_words_and_precision_goes_before_the_plot() {
        let columns = |cells| Columns::of(cells, 17);
        assert!(columns(118).ends && columns(118).word);
        assert!(columns(84).both && columns(84).plot >= 19, "of a window of 120");
        assert!(columns(80).both && columns(80).plot >= 17, "of a window of 80");
        assert!(columns(141).ends && columns(141).plot >= 30, "of a window of 200");
        assert!(columns(58).both && !columns(58).word);
        assert!(!columns(38).both && columns(38).plot >= 8);
        assert_eq!(columns(20).plot, 0);
    }
}
