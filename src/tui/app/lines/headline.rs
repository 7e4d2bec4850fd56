//! The headline: can it be seen, who collides, how good is it, and what to do next.

use ratatui::text::{Line, Span};

use super::Parts;
use crate::{
    core::{
        measure::Class,
        workbench::{Board, trouble::TroubleKind},
    },
    tui::{
        action::{Action, Context},
        keys::Keymap,
        pane::standing,
        theme::{Role, Theme},
        widget::{
            rate,
            text::{line_width, plain},
        },
    },
};

/// Overlap of a skill with its nearest rival from which the two are said to collide, as a share of
/// the skill's own score.
const COLLIDES: f64 = 0.8;

/// The three questions, and what is left of them where there is little room.
const FULL: [&str; 3] = ["can it be seen? ", "who collides? ", "how good? "];
const SHORT: [&str; 3] = ["seen ", "collide: ", "good "];
/// Cells between two answers.
const GAP: usize = 3;

/// For example `can it be seen? 37/40 · who collides? a ↔ b 0.92 · how good? 0.800 [0.376, 0.964]
/// 4/5 · next: a ask, D drafts`.
pub(in crate::tui::app) fn headline(
    theme: &Theme,
    keymap: &Keymap,
    board: &Board,
    cells: usize,
) -> Line<'static> {
    let mut parts = Parts::default();
    if let Some(reason) = &board.halted {
        let mut line = plain(reason);
        for span in &mut line.spans {
            span.style = theme.strong(Role::Error);
        }
        parts.push(9, line);
        return parts.line(theme, cells);
    }
    if board.now.generation() == 0 {
        return Line::default();
    }
    let answers = |brief| [seen(board), collides(theme, board), good(theme, board, brief)];
    let full = answers(false);
    let said = FULL.iter().map(|question| question.len()).chain(full.iter().map(line_width));
    let (questions, answers) = match said.sum::<usize>() + 2 * GAP <= cells {
        true => (FULL, full),
        false => (SHORT, answers(true)),
    };
    let ask = |question: &'static str, answer: Line<'static>| {
        let mut line = Line::from(Span::styled(question, theme.style(Role::Dim)));
        line.spans.extend(answer.spans);
        line
    };
    for ((question, answer), weight) in questions.into_iter().zip(answers).zip([9, 7, 8]) {
        parts.push(weight, ask(question, answer));
    }
    let next = next(theme, keymap, board);
    if !next.spans.is_empty() {
        parts.push(1, ask("next: ", next));
    }
    parts.line(theme, cells)
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

/// The pair that collides most: as measured, if it was measured, else by its words.
fn collides(theme: &Theme, board: &Board) -> Line<'static> {
    let symbols = theme.symbols();
    let steals = &board.now.figures.steals;
    let stolen = steals.iter().find_map(|steal| match &steal.expected {
        Class::Skill(victim) => Some((steal, victim)),
        Class::None => None,
    });
    if let Some((steal, victim)) = stolen {
        let text = format!("{} takes {} from {victim}", steal.engaged, steal.count);
        return plain(&text);
    }
    let residents = board.trouble.iter().filter(|row| row.kind == TroubleKind::Resident);
    let closest = residents
        .filter_map(|row| Some((row.ratio?, row, row.nearest.as_ref()?)))
        .max_by(|a, b| a.0.total_cmp(&b.0));
    match closest {
        Some((ratio, row, rival)) if ratio >= COLLIDES => {
            plain(&format!("{} {} {rival} {ratio:.2}", row.name, symbols.between))
        }
        Some(_) => Line::raw("no two closely"),
        None => Line::raw(symbols.undefined),
    }
}

fn good(theme: &Theme, board: &Board, brief: bool) -> Line<'static> {
    let figures = &board.now.figures;
    let undefined = theme.symbols().undefined;
    if board.queries.queries.is_empty() {
        return Line::raw(format!("{undefined} (no queries)"));
    }
    let top1 = &figures.headline.top1;
    if top1.rate.is_none() {
        return Line::raw(undefined);
    }
    let mut line = match brief {
        true => rate::short_interval(theme, top1),
        false => rate::counted(theme, top1),
    };
    let caveat = if brief { standing::least(board) } else { standing::brief(board) };
    if let Some(caveat) = caveat {
        line.push_span(Span::styled(format!(" {caveat}"), theme.style(Role::Caveat)));
    }
    line
}

/// Keys that lead on from here.
fn next(theme: &Theme, keymap: &Keymap, board: &Board) -> Line<'static> {
    let actions: &[Action] = match () {
        () if board.queries.queries.is_empty() => &[Action::Ask, Action::Drafts],
        () if board.drafts() => &[Action::Ask],
        () if !board.now.figures.steals.is_empty() => &[Action::ViewConfusion],
        () => &[Action::ViewIntervals],
    };
    let mut line = Line::default();
    for action in actions {
        let Some(key) = keymap.key_in(&[Context::Global], *action) else { continue };
        if !line.spans.is_empty() {
            line.push_span(Span::raw(", "));
        }
        line.push_span(Span::styled(key, theme.style(Role::Key)));
        line.push_span(Span::raw(format!(" {}", action.short())));
    }
    line
}
