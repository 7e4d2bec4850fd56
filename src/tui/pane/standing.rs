//! What stands beside every figure of a board: whose evidence it is, and whether it may be judged.
//!
//! Must not know what the figures are of.

use ratatui::{buffer::Buffer, layout::Rect, text::Span};

use crate::{
    core::{measure::Rate, plan::Evidence, workbench::Board},
    tui::{
        action::{Action, Context},
        app::Scene,
        pane::due,
        theme::{Role, Theme},
        widget::{empty::Empty, text::plain},
    },
};

/// Figures may be called pass, fail, better or worse: the plan is complete, on one description.
pub fn judged(board: &Board) -> bool {
    let counts = board.run.counts;
    counts.planned > 0 && counts.settled() && !board.run.cancelled && counts.carried == 0
}

/// Figures rest on results of several descriptions, and so have no interval.
pub fn mixed(board: &Board) -> bool {
    board.run.counts.carried > 0
}

/// A rate as it may be shown: without its interval where results of several descriptions mix.
pub fn sure(board: &Board, rate: &Rate) -> Rate {
    Rate { interval: rate.interval.filter(|_| !mixed(board)), ..*rate }
}

/// Between what the first engagement's rate lies, with every unscored probe as a miss and as a hit;
/// `None` where enough is scored, or while probes run.
pub fn doubt(board: &Board) -> Option<(f64, f64)> {
    let headline = &board.now.figures.headline;
    headline.completion.doubt(&headline.top1).filter(|_| !board.run.active())
}

/// Only the whole is 100 %: what is missing a little rounds down.
pub fn percent(share: f64) -> String {
    let tenths = (share * 1_000.0).floor() / 10.0;
    if share >= 1.0 { "100 %".to_owned() } else { format!("{tenths:.1} %") }
}

/// Whose evidence the figures are, in the fewest words; `None` where a model chose.
pub fn evidence(board: &Board) -> Option<&'static str> {
    board.provenance().next()
}

/// `interim, 60 of 218 queries: no verdict yet`, `lexical stand-in`; what every figure's line says.
pub fn caveat(board: &Board) -> Option<String> {
    let counts = board.run.counts;
    let mut parts: Vec<String> = board.provenance().map(str::to_owned).collect();
    let done = counts.done();
    if board.run.active() {
        if board.playback.is_some() {
            parts.push("recorded".to_owned());
        }
        parts.push(board.interim.to_string());
    } else if (board.run.cancelled || board.run.waits) && !counts.settled() {
        let (queries, planned) = (board.interim.queries, board.interim.planned);
        let word = stopped(board);
        parts.push(format!("{word}, {queries} of {planned} queries: no verdict"));
    }
    if counts.carried > 0 {
        let fresh = done.saturating_sub(counts.carried);
        parts.push(format!("mixed: {fresh} of {done} on this description"));
    }
    (!parts.is_empty()).then(|| parts.join(", "))
}

/// What became of a plan that did not come to its end.
fn stopped(board: &Board) -> &'static str {
    match () {
        () if board.opened.is_some() => "incomplete",
        () if board.run.waits => "unfinished",
        () if board.run.cap.is_some() => "capped",
        () => "cancelled",
    }
}

/// The caveat in words that have room beside a figure: `lexical stand-in, interim`.
pub fn brief(board: &Board) -> Option<String> {
    with_state(board, evidence(board))
}

/// The same in the fewest words, `stand-in, interim`, for a line that the whole screen shares.
pub fn least(board: &Board) -> Option<String> {
    let kind = board.agent.evidence.to_string();
    let kind = match board.agent.evidence {
        _ if board.drafts() => "drafts",
        Evidence::Recorded => evidence(board).unwrap_or_default(),
        _ => kind.as_str(),
    };
    with_state(board, evidence(board).map(|_| kind))
}

/// Whose evidence, and what keeps it from being judged.
fn with_state(board: &Board, evidence: Option<&str>) -> Option<String> {
    let state = match () {
        () if board.playback.is_some() => Some("recorded, interim"),
        () if board.run.active() => Some("interim"),
        () if (board.run.cancelled || board.run.waits) && !board.run.counts.settled() => {
            Some(stopped(board))
        }
        () if mixed(board) => Some("mixed"),
        () => None,
    };
    let parts: Vec<&str> = evidence.into_iter().chain(state).collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}

/// The brief caveat as a part of a line, after ` · `.
pub fn brief_spans(theme: &Theme, board: &Board) -> Vec<Span<'static>> {
    let Some(text) = brief(board) else { return Vec::new() };
    let gap = format!(" {} ", theme.symbols().separator);
    vec![Span::styled(gap, theme.style(Role::Dim)), Span::styled(text, theme.style(Role::Caveat))]
}

/// Says that the skills are still being read, or cannot be; `false` where they are there.
pub fn draw_unread(scene: &Scene<'_>, area: Rect, buffer: &mut Buffer) -> bool {
    let board = scene.board;
    if let Some(reason) = &board.halted {
        empty(scene, &plain(reason).to_string(), None, Role::Error, area, buffer);
    } else if board.now.generation() == 0 {
        empty(scene, "Reading the skills.", None, Role::Dim, area, buffer);
    } else {
        return false;
    }
    true
}

/// Says that a recorded run holds nothing of what its skills say; `false` where it does.
pub fn draw_untold(scene: &Scene<'_>, area: Rect, buffer: &mut Buffer) -> bool {
    let untold = scene.board.opened.as_ref().is_some_and(|run| run.redacted);
    if untold {
        let text = "What the skills say was left out of this file when it was exported: their names, \
                    the probes and the figures are in it, and no neighbourhood.";
        empty(scene, text, Some(Action::ViewProbes), Role::Dim, area, buffer);
    }
    untold
}

/// Says why nothing is asked at all, and which key leads on; `false` where there are queries, if
/// only drafted ones.
pub fn draw_unasked(scene: &Scene<'_>, area: Rect, buffer: &mut Buffer) -> bool {
    if draw_unread(scene, area, buffer) {
        return true;
    }
    let board = scene.board;
    let lost = board.queries.set_aside.len() + board.queries.refused;
    let (sentence, action, role) = if !board.queries.queries.is_empty() {
        return false;
    } else if lost > 0 {
        let text = format!("None of {lost} query rows can be used with these skills.");
        (text, Some(Action::Log), Role::Dim)
    } else {
        let text = "Nothing is asked: no queries lie beside these skills, and no trigger phrase of \
                    theirs gives one to draft.";
        (text.to_owned(), Some(Action::Ask), Role::Dim)
    };
    empty(scene, &sentence, action, role, area, buffer);
    true
}

/// Says why there are no figures, and which key leads on; `false` when there are some.
pub fn draw_missing(scene: &Scene<'_>, area: Rect, buffer: &mut Buffer) -> bool {
    if draw_unasked(scene, area, buffer) {
        return true;
    }
    let Some((sentence, action, role)) = missing(scene.board) else { return false };
    empty(scene, &sentence, action, role, area, buffer);
    true
}

/// There is something to show of what is asked: where not, [`draw_missing`] says why.
pub fn has_figures(board: &Board) -> bool {
    let asked = board.now.generation() > 0 && !board.queries.queries.is_empty();
    board.halted.is_none() && asked && missing(board).is_none()
}

/// Why what is asked has no figures yet, and what to do about it; `None` when there are some.
pub fn missing(board: &Board) -> Option<(String, Option<Action>, Role)> {
    let counts = board.run.counts;
    Some(if board.run.active() && counts.scored > 0 && board.now.figures.run.scored == 0 {
        let text = format!(
            "{} of {} probes have ended. Figures step by ten queries of the plan's order, so that \
             what ends first does not count more.",
            counts.done(),
            counts.planned
        );
        (text, None, Role::Dim)
    } else if counts.scored > 0 {
        return None;
    } else if counts.errored > 0 && counts.settled() {
        let text = format!(
            "All {} probes errored. An error is no miss, so there are no figures.",
            counts.errored
        );
        (text, Some(Action::RetryErrored), Role::Error)
    } else if board.run.active() {
        let text = format!("No probe has ended yet, of {} planned.", counts.planned);
        (text, None, Role::Dim)
    } else if let Some(what) = due::what(board).filter(|_| board.run.waits) {
        let price = due::price(board).map_or_else(String::new, |price| format!(" ({price})"));
        let text = format!("{what}{price}: who answers is asked only when somebody says so.");
        (text, Some(Action::RunAffected), Role::Dim)
    } else {
        ("Nothing was run yet.".to_owned(), Some(Action::RunAll), Role::Dim)
    })
}

/// A sentence in an empty pane, and what an action does about it.
pub fn empty(
    scene: &Scene<'_>,
    sentence: &str,
    action: Option<Action>,
    role: Role,
    area: Rect,
    buffer: &mut Buffer,
) {
    let key = |action: Action| {
        let key = scene.keymap.key_in(&[Context::Global], action)?;
        Some((key, action.doc().to_lowercase()))
    };
    let next = action.and_then(key);
    let next = next.as_ref().map(|(key, what)| (key.as_str(), what.as_str()));
    Empty { sentence, next, role }.draw(buffer, area, scene.theme);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::{
        measure::looks::Interim,
        workbench::{board::RunStatus, probes::ProbeCounts},
    };

    fn board(scored: usize, carried: usize) -> Board {
        let counts = ProbeCounts { planned: 4, scored, carried, ..ProbeCounts::default() };
        let interim = Interim { probes: 3, queries: 3, planned: 4, complete: scored == 4 };
        Board { run: RunStatus { counts, ..RunStatus::default() }, interim, ..Board::default() }
    }

    #[test]
    fn there_is_no_verdict_before_a_plan_is_complete_or_across_descriptions() {
        assert!(judged(&board(4, 0)) && !judged(&board(3, 0)) && !judged(&board(4, 1)));
        assert_eq!(caveat(&board(4, 0)).as_deref(), Some("lexical stand-in"));
        let interim = caveat(&board(3, 0)).unwrap();
        assert_eq!(interim, "lexical stand-in, interim, 3 of 4 queries: no verdict yet");
        assert_eq!(brief(&board(3, 0)).as_deref(), Some("lexical stand-in, interim"));
        assert_eq!(least(&board(3, 0)).as_deref(), Some("stand-in, interim"));
        let mixed = caveat(&board(4, 3)).unwrap();
        assert_eq!(mixed, "lexical stand-in, mixed: 1 of 4 on this description");
    }

    #[test]
    fn what_waits_is_not_cancelled() {
        let mut waiting = board(3, 0);
        waiting.run.waits = true;
        let told = caveat(&waiting).unwrap();
        assert_eq!(told, "lexical stand-in, unfinished, 3 of 4 queries: no verdict");
        assert_eq!(least(&waiting).as_deref(), Some("stand-in, unfinished"));
    }

    #[test]
    fn almost_all_is_not_all() {
        assert_eq!(percent(1.0), "100 %");
        assert_eq!(percent(0.9999), "99.9 %");
        assert_eq!(percent(0.5), "50.0 %");
    }
}
