//! The answer: better, worse or cannot tell, by how much, and what that rests on.
//!
//! Must not know single flips or skills.

use ratatui::text::{Line, Span};

use super::Both;
use crate::{
    core::{
        measure::{
            comparison::{Headline, Obstacle},
            paired::Verdict,
        },
        scene::forest::Scale,
        visible,
        workbench::{compared::metric, differs::aspects},
    },
    tui::{
        action::{Action, Context},
        app::Scene,
        pane::standing,
        theme::{Role, Theme},
        widget::{history::history, rate::three},
    },
};

/// The lines of the answer, not yet wrapped.
pub fn lines(scene: &Scene<'_>, both: Both<'_>, cells: u16) -> Vec<Line<'static>> {
    let theme = scene.theme;
    let dim = |text: String| Line::styled(text, theme.style(Role::Dim));
    let comparison = &both.compared.comparison;
    let headline = &comparison.headline;
    let mut lines = vec![answer(theme, both)];
    lines.extend(plot(theme, headline, cells.saturating_sub(2)));
    lines.push(arms(theme, both));
    let differs = &both.compared.differs;
    let differs = match differs.is_empty() {
        true => "nothing but the results".to_owned(),
        false => differs.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "),
    };
    lines.push(named(theme, "differs  ", &differs));
    lines.extend(several(scene, both));
    lines.push(named(theme, "flips    ", &comparison.flips_in_words()));
    lines.extend(headline.look().map(|look| named(theme, "looks    ", &look)));
    lines.extend(strip(theme, both, cells));
    let caveat = match comparison.obstacle {
        // The answer says how far the plan is.
        Some(Obstacle::Unfinished) => standing::evidence(both.board).map(str::to_owned),
        _ => standing::caveat(both.board),
    };
    lines.extend(caveat.map(|caveat| Line::styled(caveat, theme.style(Role::Caveat))));
    lines.extend(order(both).map(dim));
    lines.extend(comparison.shared().map(dim));
    let least = headline.detectable.filter(|_| headline.verdict == Verdict::CannotTell);
    lines.extend(least.map(|least| {
        dim(format!("a comparison like this one shows {:.1} points or more, mostly", least * 100.0))
    }));
    lines
}

/// How the arms stood to each other in time, where that can be in the difference.
fn order(both: Both<'_>) -> Option<String> {
    if both.board.run.beside {
        return Some("both arms are being probed, by turns".to_owned());
    }
    let arms = [&both.against.state.agent, &both.board.agent];
    both.board.order.told(arms.iter().any(|agent| !agent.evidence.draws_nothing()))
}

/// Which key compares although several kinds of things differ, or that somebody asked for it.
fn several(scene: &Scene<'_>, both: Both<'_>) -> Option<Line<'static>> {
    let kinds = aspects(&both.compared.differs);
    let obstacle = both.compared.comparison.obstacle;
    if kinds.len() < 2 || !matches!(obstacle, None | Some(Obstacle::SeveralAspects)) {
        return None;
    }
    let key = scene.keymap.key_in(&[Context::Global, Context::Compare], Action::Vary)?;
    let kinds: Vec<String> = kinds.iter().map(ToString::to_string).collect();
    let (text, role) = match obstacle {
        Some(_) => (format!(" compares all the same, by name: {}", kinds.join(", ")), Role::Dim),
        None => (format!(" takes back: {} differ at once", kinds.join(" and ")), Role::Caveat),
    };
    let key = Span::styled(format!("         {key}"), scene.theme.style(Role::Key));
    Some(Line::from(vec![key, Span::styled(text, scene.theme.style(role))]))
}

fn named(theme: &Theme, name: &'static str, text: &str) -> Line<'static> {
    let mut line = crate::tui::widget::text::plain(text);
    line.spans.insert(0, Span::styled(name, theme.style(Role::Dim)));
    line
}

/// The symbol of a verdict and its role.
pub fn mark(theme: &Theme, verdict: Verdict) -> (&'static str, Role) {
    let symbols = theme.symbols();
    match verdict {
        Verdict::Better => (symbols.up, Role::Better),
        Verdict::Worse => (symbols.down, Role::Worse),
        Verdict::CannotTell => (symbols.undecided, Role::Undecided),
        Verdict::NotComparable => (symbols.undefined, Role::Caveat),
    }
}

/// `▼ worse: -8.3 points [-14.1, -2.0], p .004`; an obstacle takes the place of a verdict.
fn answer(theme: &Theme, both: Both<'_>) -> Line<'static> {
    let comparison = &both.compared.comparison;
    let text = comparison.headline.to_string();
    let (verdict, figure) = text.split_once(": ").unwrap_or((&text, ""));
    let (symbol, role) = mark(theme, comparison.headline.verdict);
    let word = match comparison.obstacle {
        None => verdict.to_owned(),
        Some(Obstacle::Unfinished) => unfinished(both),
        Some(obstacle) => format!("{verdict}, {obstacle}"),
    };
    let mut line = Line::styled(format!("{symbol} {word}"), theme.strong(role));
    line.push_span(Span::styled(format!("  {figure}"), theme.style(Role::Text)));
    line
}

/// Which of the plans has not come to its end.
fn unfinished(both: Both<'_>) -> String {
    let Both { board, against, .. } = both;
    let counts = against.state.probes.counts(against.state.generation());
    let still = board.opened.as_ref().filter(|_| board.playback.is_none());
    match (board.interim.complete, still) {
        (false, None) => board.interim.to_string(),
        (false, Some(_)) => {
            let counts = board.run.counts;
            format!(
                "{} of {} probes of this run are done: no verdict",
                counts.done(),
                counts.planned
            )
        }
        (true, _) => {
            let (done, planned) = (counts.done(), counts.planned);
            let name = visible::line(&against.state.name);
            format!("{done} of {planned} probes of {name} are done: no verdict")
        }
    }
}

/// Steps of the plot's ends: a tenth, so that small differences stay comparable to each other.
const STEP: f64 = 0.1;

/// The difference and its interval to scale, around a line at no difference.
fn plot(theme: &Theme, headline: &Headline, cells: u16) -> Option<Line<'static>> {
    let (delta, bounds) = (headline.delta?, headline.bounds?);
    let reach = bounds.low.abs().max(bounds.high.abs()).max(delta.abs());
    let span = ((reach / STEP).ceil().max(1.0) * STEP).min(1.0);
    let [left, right] =
        [-span, span].map(|end| format!("{:+.0}", end * 100.0)).map(|end| format!(" {end} "));
    let room = cells.saturating_sub((left.len() + right.len() + 6) as u16).min(72);
    // An odd number of cells has one in the middle.
    let room = room.saturating_sub(u16::from(room.is_multiple_of(2)));
    let scale = Scale::new(-span, span, room).filter(|_| room >= 9)?;
    let parts = scale.bar(bounds.low, delta, bounds.high);
    let symbols = theme.symbols();
    let zero = scale.place(0.0)?.cell;
    let dim = theme.style(Role::Dim);
    let mut line = Line::styled(left, dim);
    for cell in 0..room {
        let part = parts.iter().find(|part| part.cell == cell);
        let (text, role) = match part {
            Some(part) if part.point => (symbols.now.point, Role::Interval),
            Some(_) if cell == zero => (symbols.now.crossed, Role::Threshold),
            Some(_) => (symbols.now.whole, Role::Interval),
            None if cell == zero => (symbols.threshold, Role::Threshold),
            None => (symbols.track, Role::Track),
        };
        line.push_span(Span::styled(text, theme.style(role)));
    }
    line.push_span(Span::styled(right + "points", dim));
    Some(line)
}

/// `top-1 0.958 → 0.875 over 48 common queries, 6 differ`, and both headlines where they say
/// something else.
fn arms(theme: &Theme, both: Both<'_>) -> Line<'static> {
    let headline = &both.compared.comparison.headline;
    let to = theme.symbols().to;
    let pair =
        |rates: [Option<f64>; 2]| rates.map(|rate| three(theme, rate)).join(&format!(" {to} "));
    let common = pair(headline.arms.map(|arm| arm.rate));
    let (units, differing) = (headline.units, headline.differing);
    let queries = if units == 1 { "query" } else { "queries" };
    let differ = if differing == 1 { "differs" } else { "differ" };
    let name = format!("{:<9}", headline.metric);
    let mut line = Line::styled(name, theme.style(Role::Dim));
    line.push_span(Span::raw(common.clone()));
    line.push_span(Span::styled(
        format!(" over {units} common {queries}, {differing} {differ}"),
        theme.style(Role::Dim),
    ));
    let now = &both.board.now.figures;
    let of_top1 = headline.metric == metric(now) && now.partial.is_none();
    let whole = pair([&both.against.state.figures, &**now].map(|f| f.headline.top1.rate));
    if of_top1 && whole != common {
        line.push_span(Span::styled(format!("; whole runs {whole}"), theme.style(Role::Dim)));
    }
    line
}

/// How the metric went, a mark a generation, over the verdicts against this baseline.
fn strip(theme: &Theme, both: Both<'_>, cells: u16) -> Vec<Line<'static>> {
    let all = &both.board.history;
    let room = usize::from(cells).saturating_sub(26).min(60);
    let shown = all.get(all.len().saturating_sub(room)..).unwrap_or_default();
    // One mark is no history.
    let [first, .., last] = shown else { return Vec::new() };
    let rates: Vec<Option<f64>> = shown.iter().map(|mark| mark.rate).collect();
    let dim = theme.style(Role::Dim);
    let mut line = Line::styled("history  ", dim);
    line.spans.extend(history(theme, &rates, (0.0, 1.0), room).spans);
    let spoken = format!("  generation {} to {}", first.generation, last.generation);
    line.push_span(Span::styled(spoken, dim));
    let mut verdicts = Line::styled("         ", dim);
    for mark in shown {
        let (symbol, role) = match mark.verdict {
            Some(verdict) => self::mark(theme, verdict),
            None => (theme.symbols().planned, Role::Track),
        };
        verdicts.push_span(Span::styled(symbol, theme.style(role)));
    }
    verdicts.push_span(Span::styled("  against this baseline", dim));
    vec![line, verdicts]
}
