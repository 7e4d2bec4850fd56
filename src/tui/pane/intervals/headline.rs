//! What stands above the forest: how many skills reach their bars by their estimates, and how many
//! of them that is known of.
//!
//! An estimate is a point and decides nothing; pass, fail and undecided are words of the interval
//! alone, and are said only of a finished plan.

use ratatui::text::{Line, Span};

use super::rows::{self, AtBar, Bars, Row};
use crate::{
    core::{measure::confusion::Level, workbench::Board},
    tui::{
        app::Scene,
        pane::standing,
        theme::{Role, Theme},
        widget::text::{Cut, fit, line_width},
    },
};

/// The answer by the estimates, then by the intervals; of one line the first, with the caveat.
pub fn lines(
    scene: &Scene<'_>,
    rows: &[Row],
    (bars, level): (Bars, Level),
    (cells, room): (usize, usize),
) -> Vec<Line<'static>> {
    let (board, theme) = (scene.board, scene.theme);
    let second = match standing::judged(board) {
        true => Some(verdicts(theme, board, rows)),
        false => standing::caveat(board).map(|text| Line::styled(text, theme.style(Role::Caveat))),
    };
    let said_below = room > 1 && !standing::judged(board);
    let counts = counts(theme, board, bars, level);
    let bar = if rows::cut(board, level) { "the recall bar" } else { "both bars" };
    let first = |named: &str| {
        let mut line = Line::styled(format!("{named}: "), theme.style(Role::Dim));
        line.push_span(Span::styled(counts.clone(), theme.strong(Role::Text)));
        if !said_below {
            line.spans.extend(standing::brief_spans(theme, board));
        }
        line
    };
    let names = [
        format!("skills at or above {bar}, by estimate"),
        format!("at {bar}, by estimate"),
        format!("at {bar}"),
    ];
    let [long, short, least] = names.each_ref().map(|name| first(name));
    let fits = |line: &Line<'_>| line_width(line) <= cells;
    let first = [long, short].into_iter().find(fits).unwrap_or(least);
    let ellipsis = theme.symbols().ellipsis;
    let lines = std::iter::once(first).chain(second).take(room);
    lines.map(|line| fit(line, cells, Cut::End, ellipsis)).collect()
}

/// What stands above breakdowns: that nothing there is decided, and whose figures they are.
pub fn exploratory(scene: &Scene<'_>, (cells, room): (usize, usize)) -> Vec<Line<'static>> {
    let (board, theme) = (scene.board, scene.theme);
    let text = match board.breakdowns.as_ref().map(|all| all.is_empty()) {
        None => "being summed up",
        Some(true) => "every row is alike: the headline says it all",
        Some(false) => "exploratory: parts chosen after the fact, no verdicts",
    };
    let mut first = Line::styled(text, theme.style(Role::Dim));
    let caveat = standing::caveat(board);
    if room < 2 || caveat.is_none() {
        first.spans.extend(standing::brief_spans(theme, board));
    }
    let second = caveat.map(|text| Line::styled(text, theme.style(Role::Caveat)));
    let lines = std::iter::once(first).chain(second).take(room);
    lines.map(|line| fit(line, cells, Cut::End, theme.symbols().ellipsis)).collect()
}

/// `2 → 0 of 14`, where a baseline has another count.
fn counts(theme: &Theme, board: &Board, bars: Bars, level: Level) -> String {
    let cut = rows::cut(board, level);
    let now = rows::at_bar(&board.now.figures, level, bars, cut);
    if board.run.active() {
        // Half a plan is not held against a whole one.
        return format!("{} of {} so far", now.reached, now.of);
    }
    let baseline = board.baseline.as_ref();
    let before = baseline.map(|b| rows::at_bar(&b.state.figures, level, bars, cut));
    let to = theme.symbols().to;
    match before.filter(|before| before.of > 0 && *before != now) {
        Some(AtBar { reached, of }) if of == now.of => {
            format!("{reached} {to} {} of {of}", now.reached)
        }
        Some(AtBar { reached, of }) => {
            format!("{reached} of {of} {to} {} of {}", now.reached, now.of)
        }
        None => format!("{} of {}", now.reached, now.of),
    }
}

fn verdicts(theme: &Theme, board: &Board, rows: &[Row]) -> Line<'static> {
    let symbols = theme.symbols();
    let [pass, fail, undecided] = rows::verdicts(rows);
    let confidence = board.now.figures.confidence * 100.0;
    let mut line = Line::styled(format!("by {confidence:.0} % interval:"), theme.style(Role::Dim));
    for (symbol, count, word, role) in [
        (symbols.pass, pass, "pass", Role::Pass),
        (symbols.fail, fail, "fail", Role::Fail),
        (symbols.undecided, undecided, "undecided", Role::Undecided),
    ] {
        line.push_span(Span::styled(format!("  {symbol} {count} {word}"), theme.style(role)));
    }
    line
}
