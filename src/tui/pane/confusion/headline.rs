//! What stands above the steals: how many prompts went astray, and whose word that is.
//!
//! Must not know the lists beneath.

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    text::{Line, Span},
};

use crate::{
    core::{measure::Rate, workbench::Board},
    tui::{
        app::Scene,
        pane::standing,
        theme::{Role, Theme},
        widget::{
            rate::{counted, short_interval},
            text::{Cut, fit, line_width, put},
        },
    },
};

/// Draws the headline at the top of an area and says how many lines it took, a blank one beneath
/// included. Short areas keep their lines for the rows.
pub fn draw(scene: &Scene<'_>, area: Rect, buffer: &mut Buffer) -> u16 {
    let room = match area.height {
        0..6 => 0,
        6..12 => 1,
        _ => 3,
    };
    let inner = Rect { x: area.x.saturating_add(1), width: area.width.saturating_sub(1), ..area };
    let lines = lines(scene, inner.width.into(), room);
    for (at, line) in lines.iter().enumerate() {
        put(buffer, inner, at, line);
    }
    // At most 3 lines.
    lines.len() as u16 + u16::from(room > 1)
}

fn lines(scene: &Scene<'_>, cells: usize, room: usize) -> Vec<Line<'static>> {
    let (board, theme) = (scene.board, scene.theme);
    let headline = &board.now.figures.headline;
    let unfinished = standing::caveat(board).filter(|_| room > 1 && !standing::judged(board));
    let beside = match unfinished {
        Some(_) => Vec::new(),
        None => standing::brief_spans(theme, board),
    };
    let mut lines = vec![figure(theme, board, "misrouted ", &headline.misroute, beside, cells)];
    if room > 1 {
        let silent = &headline.false_abstention;
        lines.push(figure(theme, board, "wrongly silent ", silent, Vec::new(), cells));
    }
    lines.extend(unfinished.map(|caveat| {
        let line = Line::styled(caveat, theme.style(Role::Caveat));
        fit(line, cells, Cut::End, theme.symbols().ellipsis)
    }));
    lines
}

/// A figure under its name with what must stand beside it: in full, or shorter where that does not
/// fit, so that the caveat is the last thing to go.
fn figure(
    theme: &Theme,
    board: &Board,
    name: &'static str,
    rate: &Rate,
    beside: Vec<Span<'static>>,
    cells: usize,
) -> Line<'static> {
    let rate = &standing::sure(board, rate);
    let line = |figure: Line<'static>| {
        let mut line = Line::styled(name, theme.style(Role::Dim));
        line.spans.extend(figure.spans.into_iter().chain(beside.iter().cloned()));
        line
    };
    let bare = Rate { interval: None, ..*rate };
    let variants =
        [counted(theme, rate), short_interval(theme, rate), short_interval(theme, &bare)];
    let [full, short, least] = variants.map(line);
    let fits = |line: &Line<'_>| line_width(line) <= cells;
    let line = [full, short].into_iter().find(fits).unwrap_or(least);
    fit(line, cells, Cut::End, theme.symbols().ellipsis)
}
