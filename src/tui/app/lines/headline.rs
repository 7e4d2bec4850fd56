//! The headline: can it be seen, who collides, how good is it, and what to do next.

use ratatui::text::{Line, Span};

use super::{Parts, collision::Collision};
use crate::{
    core::workbench::{Board, trouble::TroubleKind},
    tui::{
        action::{Action, Context},
        app::{Scene, ViewId},
        pane::{due, standing},
        theme::{Role, Theme},
        widget::{
            rate,
            text::{line_width, styled},
        },
    },
};

/// The three questions, and what is left of them where there is little room.
const FULL: [&str; 3] = ["can it be seen? ", "who collides? ", "how good? "];
const SHORT: [&str; 3] = ["seen ", "collide: ", "good "];
const TERSE: [&str; 3] = ["seen ", "", "good "];
/// Cells between two answers.
const GAP: usize = 3;

/// For example `can it be seen? 37/40 · who collides? a ↔ b 0.92 · how good? 0.800 [0.376, 0.964]
/// 4/5 · next: a ask, D drafts`.
pub(in crate::tui::app) fn headline(scene: &Scene<'_>, on: ViewId, cells: usize) -> Line<'static> {
    let (theme, board) = (scene.theme, scene.board);
    let mut parts = Parts::default();
    if let Some(reason) = &board.halted {
        parts.push(9, styled(reason, theme.strong(Role::Error)));
        return parts.line(theme, cells);
    }
    if board.now.generation() == 0 {
        return Line::default();
    }
    let (seen, collision) = (seen(board), Collision::of(scene));
    let room = |questions: [&str; 3], good: &Line<'_>| {
        let used = line_width(&seen) + line_width(good) + 2 * GAP;
        cells.checked_sub(used + questions.map(str::len).iter().sum::<usize>())
    };
    let (full, brief) = (good(theme, board, false), good(theme, board, true));
    let fits = |questions, good| room(questions, good) >= Some(collision.width());
    let (questions, collides, good) = if fits(FULL, &full) {
        (FULL, collision.line(), full)
    } else if fits(SHORT, &brief) {
        (SHORT, collision.line(), brief)
    } else {
        let room = room(TERSE, &brief).unwrap_or(0);
        (TERSE, collision.within(theme, room), brief)
    };
    let answers = [seen, collides, good];
    for ((question, answer), weight) in questions.into_iter().zip(answers).zip([9, 7, 8]) {
        parts.push(weight, ask(theme, question, answer));
    }
    let next = next(scene, on);
    if !next.spans.is_empty() {
        parts.push(1, ask(theme, "next: ", next));
    }
    parts.line(theme, cells)
}

fn ask(theme: &Theme, question: &'static str, answer: Line<'static>) -> Line<'static> {
    let mut line = Line::from(Span::styled(question, theme.style(Role::Dim)));
    line.spans.extend(answer.spans);
    line
}

/// Skills that a model is offered, of all that are meant for this harness.
fn seen(board: &Board) -> Line<'static> {
    let is = |wanted: &[TroubleKind]| {
        board.trouble.iter().filter(|row| wanted.contains(&row.kind)).count()
    };
    let seen = is(&[TroubleKind::Resident, TroubleKind::Muted]);
    let all = board.trouble.len() - is(&[TroubleKind::NotLoaded]);
    Line::raw(format!("{seen}/{all}"))
}

fn good(theme: &Theme, board: &Board, brief: bool) -> Line<'static> {
    let figures = &board.now.figures;
    let undefined = theme.symbols().undefined;
    if board.queries.queries.is_empty() {
        return Line::raw(format!("{undefined} (no queries)"));
    }
    let top1 = &standing::sure(board, &figures.headline.top1);
    if top1.rate.is_none() {
        return Line::raw(undefined);
    }
    let mut line = match brief {
        true => rate::short_interval(theme, top1),
        false => rate::counted(theme, top1),
    };
    if let Some((low, high)) = standing::doubt(board) {
        // Beside the number that it puts in doubt, and before whose it is.
        let share = figures.headline.completion.share().unwrap_or_default();
        let [low, high] = [low, high].map(|end| rate::short(theme, Some(end)));
        let text = match brief {
            true => format!(" {} {low}-{high}", theme.symbols().warn),
            false => {
                let scored = standing::percent(share);
                format!(" {} {low} to {high}, only {scored} scored", theme.symbols().warn)
            }
        };
        line.push_span(Span::styled(text, theme.style(Role::Warn)));
    }
    if let Some(caveat) = standing::least(board) {
        line.push_span(Span::styled(format!(" {caveat}"), theme.style(Role::Caveat)));
    }
    line
}

/// `r asks them`, while probes wait for somebody to ask for them: nothing else leads on as far.
fn asks(scene: &Scene<'_>) -> Option<Line<'static>> {
    let key = scene.keymap.key_in(&[Context::Global], Action::RunAffected)?;
    due::what(scene.board)?;
    let told = due::how(scene.board, Some(&key))?;
    let rest = told.strip_prefix(&key)?.to_owned();
    Some(Line::from(vec![Span::styled(key, scene.theme.style(Role::Key)), Span::raw(rest)]))
}

/// Keys that lead on from the view that is `on` show.
fn next(scene: &Scene<'_>, on: ViewId) -> Line<'static> {
    let (theme, board) = (scene.theme, scene.board);
    if let Some(line) = asks(scene) {
        return line;
    }
    let actions: &[Action] = match () {
        () if board.queries.queries.is_empty() && !board.queries.set_aside.is_empty() => {
            &[Action::Ask, Action::Drafts]
        }
        () if board.queries.queries.is_empty() || board.drafts() => &[Action::Ask],
        () if !board.now.figures.steals.is_empty() && on != ViewId::Confusion => {
            &[Action::ViewConfusion]
        }
        () if on != ViewId::Intervals => &[Action::ViewIntervals],
        () => &[Action::ViewCompare],
    };
    let mut line = Line::default();
    for action in actions {
        let Some(key) = scene.keymap.key_in(&[Context::Global], *action) else { continue };
        if !line.spans.is_empty() {
            line.push_span(Span::raw(", "));
        }
        line.push_span(Span::styled(key, theme.style(Role::Key)));
        line.push_span(Span::raw(format!(" {}", action.short())));
    }
    line
}
