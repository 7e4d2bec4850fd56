//! The selected row in full: counts, intervals, what they rest on, and how many more probes it takes.
//!
//! Must not know the forest.

use ratatui::text::{Line, Span};

use super::{
    forest::verdict_line,
    rows::{Key, Mark, Row, cut},
};
use crate::{
    core::{
        measure::{
            Confidence, Method, Rate, SkillFigures,
            confusion::Level,
            gate::{Verdict, least_units},
            needed::{Probed, draws_for_bar, draws_for_width},
            wilson::{draws_behind, naive},
        },
        workbench::Board,
    },
    tui::{
        app::Scene,
        pane::standing,
        theme::{Role, Theme},
        widget::{
            rate::{Good, change, full, three},
            text::plain,
        },
    },
};

/// Widths of an interval that the panel counts probes for.
const WIDTHS: [f64; 2] = [0.30, 0.20];

/// The lines about a row, not yet wrapped.
pub fn lines(scene: &Scene<'_>, row: &Row, level: Level) -> Vec<Line<'static>> {
    let theme = scene.theme;
    let mut title = plain(&row.label);
    title.spans.iter_mut().for_each(|span| span.style = theme.strong(Role::Accent));
    let mut lines = vec![title];
    if let Some(verdict) = row.verdict {
        lines.push(verdict_line(theme, verdict, true));
    }
    if let Some(caveat) = standing::caveat(scene.board) {
        lines.push(Line::styled(caveat, theme.style(Role::Caveat)));
    }
    match &row.key {
        Key::Run(run) => {
            lines.push(Line::styled(run.meaning(), theme.style(Role::Dim)));
            lines.push(Line::default());
            lines.push(marked(
                theme,
                if row.right.is_some() { "recall" } else { "share" },
                &row.left,
            ));
            lines.extend(row.right.map(|right| marked(theme, "precision", &right)));
            completion(scene.board, &mut lines, theme);
        }
        Key::Skill(id) => {
            if let Some(skill) = scene.board.now.figures.skill(id) {
                let panel = Panel { theme, board: scene.board, skill, level };
                panel.lines(row, &mut lines);
            }
        }
    }
    lines
}

/// A figure with what it was.
fn marked(theme: &Theme, name: &str, mark: &Mark) -> Line<'static> {
    let mut line = Line::styled(format!("{name} "), theme.style(Role::Dim));
    line.push_span(Span::styled(three(theme, mark.value), theme.style(Role::Text)));
    if let Some(interval) = mark.interval {
        let text = format!(" [{:.3}, {:.3}]", interval.low, interval.high);
        line.push_span(Span::styled(text, theme.style(Role::Text)));
    }
    if let Some(n) = mark.n {
        line.push_span(Span::styled(format!(" of {n:.0}"), theme.style(Role::Dim)));
    }
    if let (Some(now), Some((before, _))) = (mark.value, mark.before) {
        line.push_span(Span::raw(" "));
        line.spans.extend(change(theme, before, now, Good::Neither));
    }
    line
}

fn completion(board: &Board, lines: &mut Vec<Line<'static>>, theme: &Theme) {
    let headline = &board.now.figures.headline;
    let run = &headline.completion;
    let mut text = format!("{} of {} planned probes scored", run.scored, run.planned);
    if run.errored > 0 {
        text.push_str(&format!(", {} errored", run.errored));
    }
    lines.push(Line::raw(text));
    if run.below_floor()
        && !board.run.active()
        && let Some((low, high)) = run.bounds(headline.top1.hits)
    {
        let text = format!(
            "Too much is missing to decide: top-1 lies between {low:.2} and {high:.2} with every \
             unscored probe as a miss and as a hit."
        );
        lines.push(Line::styled(text, theme.style(Role::Warn)));
    }
}

struct Panel<'a> {
    theme: &'a Theme,
    board: &'a Board,
    skill: &'a SkillFigures,
    level: Level,
}

impl Panel<'_> {
    fn lines(&self, row: &Row, lines: &mut Vec<Line<'static>>) {
        let (recall, precision) = match self.level {
            Level::Turn1 => ("Recall, first engagement", "Precision, first engagement"),
            Level::Trajectory => ("Recall, reached at any turn", "Precision, first engagement"),
            Level::Any => ("Recall, any turn", "Precision, any turn"),
        };
        let [recalled, precise] = super::rows::rates(self.skill, self.level);
        self.figure(recall, recalled, &row.left, lines);
        if let Some(right) = &row.right {
            self.figure(precision, precise, right, lines);
        }
        lines.push(Line::default());
        let dim = self.theme.style(Role::Dim);
        let named = |name: &str, mut line: Line<'static>| {
            line.spans.insert(0, Span::styled(name.to_owned(), dim));
            line
        };
        lines.push(named("F1 ", full(self.theme, &self.skill.turn1.f1)));
        let fires = full(self.theme, &self.skill.any.false_fires);
        lines.push(named("false fires, any turn ", fires));
        let budget = self.skill.misses_by_budget;
        if budget.hits > 0 {
            let text = format!("{} of {} misses were ended by a budget", budget.hits, budget.n);
            lines.push(Line::styled(text, self.theme.style(Role::Warn)));
        }
        let run = &self.skill.completion;
        let text = format!("{} of its {} probes scored", run.scored, run.planned);
        lines.push(Line::styled(text, dim));
        if cut(self.board, self.level) {
            let text = "Cut by early exit: later misfires were not seen, so that the true precision \
                        is at most this and true false fires are at least this.";
            lines.push(Line::styled(text, self.theme.style(Role::Caveat)));
        }
    }

    fn figure(&self, name: &str, rate: &Rate, mark: &Mark, lines: &mut Vec<Line<'static>>) {
        let theme = self.theme;
        lines.push(Line::default());
        lines.push(Line::styled(name.to_owned(), theme.style(Role::Heading)));
        let least = match (mark.at_most, theme.is_ascii()) {
            (false, _) => "",
            (true, false) => "≤ ",
            (true, true) => "<= ",
        };
        let counted = format!("{:.0} of {:.0} = {least}", rate.hits, rate.n);
        let mut line = Line::raw(counted);
        match mark.interval {
            Some(_) => line.spans.extend(full(theme, rate).spans),
            None => line.push_span(Span::raw(three(theme, rate.rate))),
        }
        lines.push(line);
        if let (Some(now), Some((before, _))) = (mark.value, mark.before) {
            let name = self.board.baseline.as_ref().map_or("baseline", |b| b.state.name.as_str());
            let mut line = plain(&format!("{before:.3} at {name} "));
            line.spans.iter_mut().for_each(|span| span.style = theme.style(Role::Dim));
            line.spans.extend(change(theme, before, now, Good::Up));
            lines.push(line);
        }
        if let Some(verdict) = mark.verdict {
            let bar = mark.bar.unwrap_or_default();
            let mut line = verdict_line(theme, verdict, true);
            let role = theme.style(Role::Dim);
            line.push_span(Span::styled(format!(" against {bar:.2}"), role));
            lines.push(line);
        }
        let Some(probed) = self.probed(rate).filter(|_| mark.interval.is_some()) else { return };
        let dim = |text: String| Line::styled(text, theme.style(Role::Dim));
        lines.extend(self.naive(rate).map(dim));
        if mark.verdict == Some(Verdict::Undecided) {
            lines.extend(self.undecided(rate, mark, probed).map(Line::raw));
        }
        lines.extend(self.narrower(rate, probed).map(dim));
    }

    fn confidence(&self) -> Confidence {
        Confidence::new(self.board.now.figures.confidence).unwrap_or_default()
    }

    /// What has been probed, as far as a rate and its interval tell.
    fn probed(&self, rate: &Rate) -> Option<Probed> {
        let effective = draws_behind(rate, self.confidence())?;
        let attempts = f64::from(self.board.agent.attempts.max(1)).min(rate.n);
        // n_eff = C / (1 + (m - 1) rho), solved for rho.
        let rho = match attempts > 1.0 {
            true => ((rate.n / effective - 1.0) / (attempts - 1.0)).clamp(0.0, 1.0),
            false => 0.0,
        };
        Some(Probed { queries: (rate.n / attempts).round() as u64, attempts, rho })
    }

    /// The interval that counts every attempt, where it is another one.
    fn naive(&self, rate: &Rate) -> Option<String> {
        rate.interval.filter(|interval| interval.method == Method::ClusteredWilson)?;
        let draws = draws_behind(rate, self.confidence())?;
        let naive = naive(rate, self.confidence())?;
        Some(format!(
            "clustered: {:.0} probes are worth {draws:.1}; naive [{:.3}, {:.3}]",
            rate.n, naive.low, naive.high
        ))
    }

    /// What it would take to decide.
    fn undecided(&self, rate: &Rate, mark: &Mark, probed: Probed) -> Option<String> {
        let (bar, p) = (mark.bar?, rate.rate?);
        let least = least_units(bar, self.confidence())?;
        if probed.queries < least {
            let queries = counted(probed.queries);
            return Some(format!(
                "cannot tell: {queries} so far, {least} are needed even if all hit"
            ));
        }
        let Some(draws) = draws_for_bar(p, bar, self.confidence()) else {
            return Some("cannot tell: the estimate is the bar itself".to_owned());
        };
        let more = probed.until(draws);
        let attempts = match more.attempts {
            _ if probed.attempts <= 1.0 => String::new(),
            Some(attempts) => format!(", or {attempts} attempts of each"),
            None => ", attempts alone cannot".to_owned(),
        };
        let queries = counted(more.queries);
        Some(format!("cannot tell: about {queries} more would decide it{attempts}"))
    }

    fn narrower(&self, rate: &Rate, probed: Probed) -> Option<String> {
        let (p, interval) = (rate.rate?, rate.interval?);
        let wanted = WIDTHS.into_iter().filter(|width| *width < interval.width());
        let parts: Vec<String> = wanted
            .filter_map(|width| {
                let draws = draws_for_width(p, width, self.confidence())?;
                let more = probed.until(draws as f64).queries;
                (more > 0).then(|| format!("{width:.2}: {} more", counted(more)))
            })
            .collect();
        let now = format!("{:.2} wide", interval.width());
        Some(if parts.is_empty() { now } else { format!("{now}; for {}", parts.join(", for ")) })
    }
}

fn counted(queries: u64) -> String {
    format!("{queries} {}", if queries == 1 { "query" } else { "queries" })
}
