//! The strip above the probes: how far the run is, what came of it, and how far that counts.
//!
//! Must not know the table below it.

use std::collections::BTreeMap;

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    text::{Line, Span},
};

use super::{roll::Entry, verdict::Verdict};
use crate::{
    core::{plan::Evidence, trajectory::Outcome, visible, workbench::Board},
    tui::{
        action::Action,
        app::Scene,
        pane::{due, standing},
        theme::{Role, Theme},
        widget::{parts::Parts, progress::Progress, rate::three, text::put},
    },
};

/// Causes of errors that are named; the rest are counted together.
const CAUSES: usize = 3;

/// Shorter probes are those of stand-ins, which answer at once.
const TOLD_MS: u64 = 50;

/// What the probes of a table add up to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tally {
    verdicts: BTreeMap<Verdict, usize>,
    /// Errors by their causes.
    causes: BTreeMap<String, usize>,
    /// Dollars of all probes that say what they cost.
    cost_usd: Option<f64>,
    /// Some row is of another generation than the rest of the board.
    carried: bool,
    /// Attempts a query.
    pub attempts: u32,
    /// Some probe took time that can be told.
    pub timed: bool,
}

impl Tally {
    pub fn of(entries: &[Entry], generation: u64) -> Self {
        let mut tally = Self::default();
        for Entry { row, verdict, .. } in entries {
            *tally.verdicts.entry(*verdict).or_default() += 1;
            tally.carried |= row.outcome().is_some() && row.generation != generation;
            tally.attempts = tally.attempts.max(row.attempt);
            tally.timed |= row.duration_ms.is_some_and(|ms| ms >= TOLD_MS);
            if let Some(cost) = row.cost_usd {
                *tally.cost_usd.get_or_insert(0.0) += cost;
            }
            if let Some(Outcome::Errored { cause }) = row.outcome().map(AsRef::as_ref) {
                *tally.causes.entry(kind(cause).to_owned()).or_default() += 1;
            }
        }
        tally
    }

    pub fn count(&self, verdict: Verdict) -> usize {
        self.verdicts.get(&verdict).copied().unwrap_or(0)
    }

    /// Some probe was answered on earlier texts.
    pub fn carries(&self) -> bool {
        self.carried
    }

    pub fn has_problems(&self) -> bool {
        self.verdicts.keys().any(|verdict| verdict.is_problem())
    }

    /// Some probe says what it cost.
    pub fn costs(&self) -> bool {
        self.cost_usd.is_some()
    }

    /// Errors by cause, the most frequent first: `2 timeout, 1 rate limit`.
    fn causes(&self) -> String {
        let mut causes: Vec<_> = self.causes.iter().collect();
        causes.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
        let named = causes.iter().take(CAUSES);
        let mut words: Vec<String> =
            named.map(|(cause, count)| format!("{count} {}", visible::line(cause))).collect();
        let others: usize = causes.iter().skip(CAUSES).map(|(_, count)| **count).sum();
        if others > 0 {
            words.push(format!("{others} other"));
        }
        words.join(", ")
    }
}

/// Lines of the strip in a pane of so many rows: the table needs them more where there are few.
pub fn height(rows: u16, board: &Board, tally: &Tally) -> u16 {
    match rows {
        0..=5 => 0,
        6..=11 => 1,
        20.. if takes_time(board, tally) => 3,
        _ => 2,
    }
}

/// The run goes on for a while, so that there is something to tell of it.
fn takes_time(board: &Board, tally: &Tally) -> bool {
    board.run.active() || tally.timed
}

/// Draws as many lines of the strip as the area has.
pub fn draw(buffer: &mut Buffer, area: Rect, scene: &Scene<'_>, tally: &Tally) {
    let (theme, board) = (scene.theme, scene.board);
    // The gutter of the table below is the cursor's; the strip lines up with its columns.
    let area = Rect { x: area.x.saturating_add(1), width: area.width.saturating_sub(1), ..area };
    let cells = area.width.into();
    let outcomes = || outcomes(theme, tally, cells);
    let (run, caps) = (&board.run, &board.caps);
    let played = board.playback.map(|playback| playback.pace);
    let billed = played.is_none() && board.agent.evidence == Evidence::Model;
    let progress = |errors| Progress { run, caps, billed, played, errors }.line(theme, cells);
    let counted = || counted(scene, tally, cells);
    let lines = match area.height {
        0..=2 if run.active() => vec![progress(true), counted()],
        0..=2 => vec![outcomes(), counted()],
        _ if run.waits => vec![outcomes(), counted()],
        _ => vec![progress(false), outcomes(), counted()],
    };
    for (at, line) in lines.iter().enumerate().take(area.height.into()) {
        put(buffer, area, at, line);
    }
}

/// How many went which way: `✓ 120 hit · ✗ 20 wrong · ...`.
fn outcomes(theme: &Theme, tally: &Tally, cells: usize) -> Line<'static> {
    use Verdict as V;
    let order = [
        V::Hit,
        V::Quiet,
        V::Wrong,
        V::Absorbed,
        V::Late,
        V::Fired,
        V::Abstained,
        V::Optional,
        V::Miss,
        V::Errored,
        V::Planned,
    ];
    let mut parts = Parts::default().counting("more");
    for verdict in order {
        let count = tally.count(verdict);
        if count == 0 {
            continue;
        }
        // Hits and errors stay, and the rare ways to miss go first.
        let weight = match verdict {
            V::Hit | V::Errored => u8::MAX,
            V::Planned => 0,
            _ => u8::try_from(count).unwrap_or(u8::MAX - 1),
        };
        let style = theme.style(verdict.role());
        // The mark of a waiting probe is the one between two parts.
        let mark = match verdict {
            V::Planned => count.to_string(),
            _ => format!("{} {count}", verdict.symbol(theme.symbols())),
        };
        let word = format!(" {}", verdict.word());
        let spans = vec![Span::styled(mark, style), Span::styled(word, theme.style(Role::Dim))];
        // How many wait is told beside it, whatever there is room for here.
        let counts = if verdict == V::Planned { 0 } else { count };
        parts.push_counted(weight, counts, Line::from(spans));
    }
    parts.line(theme, cells)
}

/// How far the figures count: complete or not, who chose, which errors.
fn counted(scene: &Scene<'_>, tally: &Tally, cells: usize) -> Line<'static> {
    let (theme, board) = (scene.theme, scene.board);
    let (run, counts) = (&board.run, board.run.counts);
    let (caveat, dim) = (theme.style(Role::Caveat), theme.style(Role::Dim));
    let mut parts = Parts::default();
    if let Some(what) = due::what(board) {
        parts.push(u8::MAX, Line::styled(what, caveat));
        let key = scene.keymap.key_in(&super::STACK, Action::RunAffected);
        parts.push(9, due::how(board, key.as_deref()).unwrap_or_default());
        parts.push(10, Line::styled(due::price(board).unwrap_or_default(), dim));
    }
    if run.active() {
        parts.push(9, Line::styled("interim: no verdict yet", caveat));
    } else if run.waits && counts.done() == 0 {
        // Nothing is said of no probes.
    } else if run.cancelled && run.left() > 0 {
        let (word, done) = (stopped(board), counts.done());
        let text = format!("{word} {done} of {} probes: no verdict", counts.planned);
        parts.push(9, Line::styled(text, theme.style(Role::Warn)));
    } else if let Some(completion) = counts.completion() {
        let text = format!(
            "{} of {} scored, {}",
            counts.scored,
            counts.planned,
            standing::percent(completion)
        );
        parts.push(8, Line::styled(text, dim));
    }
    if let Some((low, high)) = standing::doubt(board) {
        let [low, high] = [low, high].map(|end| three(theme, Some(end)));
        let text = format!(
            "{} top-1 lies between {low} and {high}, by what is missing",
            theme.symbols().warn
        );
        parts.push(8, Line::styled(text, theme.style(Role::Warn)));
    }
    // A rule or a model is one word; who stood in for a model while it was recorded is said in full.
    let whose = match board.agent.evidence {
        Evidence::Recorded => standing::evidence(board).unwrap_or_default().to_owned(),
        kind => kind.to_string(),
    };
    parts.push(7, Line::styled(whose, caveat));
    if board.drafts() {
        parts.push(7, Line::styled("drafted prompts", caveat));
    }
    if counts.carried > 0 {
        let text = format!("{} of earlier generations", counts.carried);
        parts.push(9, Line::styled(text, caveat));
    }
    if counts.errored > 0 {
        let text = format!("errored: {}", tally.causes());
        parts.push(5, Line::styled(text, theme.style(Role::Error)));
    }
    if let (Some(cost), false) = (tally.cost_usd, run.active()) {
        parts.push(3, Line::styled(format!("${cost:.2}"), dim));
    }
    parts.line(theme, cells)
}

/// How a plan that did not come to its end came to where it is.
fn stopped(board: &Board) -> String {
    match board.run.cap.and_then(|over| due::cap(over, &board.caps)) {
        Some(cap) => format!("the cap of {cap} ended it at"),
        None if board.opened.is_some() => "incomplete at".to_owned(),
        None => "cancelled at".to_owned(),
    }
}

/// The kind of an error: what stands before its particulars, so that equal failures are one line.
fn kind(cause: &str) -> &str {
    let kind = cause.split_once(':').map_or(cause, |(kind, _)| kind).trim();
    if kind.is_empty() { cause } else { kind }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_failures_are_one_kind() {
        let all = ["rate limit: try later", "rate limit", ": odd", ""].map(kind);
        assert_eq!(all, ["rate limit", "rate limit", ": odd", ""]);
    }

    #[test]
    fn causes_are_counted_and_the_rare_ones_summed() {
        let causes = [("timeout", 2), ("rate limit", 5), ("a\u{1b}b", 2), ("x", 1), ("y", 1)];
        let causes = causes.map(|(cause, count)| (cause.to_owned(), count)).into();
        let tally = Tally { causes, ..Tally::default() };
        assert_eq!(tally.causes(), "5 rate limit, 2 a␛b, 2 timeout, 2 other");
    }
}
