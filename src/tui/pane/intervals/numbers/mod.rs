//! The selected row in full: counts, intervals, what they rest on, and how many more probes it takes.
//!
//! Must not know the forest.

mod part;

use ratatui::text::{Line, Span};

use super::{
    forest::verdict_line,
    rows::{Asked, Key, Mark, Row, RunRow, Shown, cut},
};
use crate::{
    core::{
        measure::{
            Confidence, Estimate, Interval, Method, Rate, SkillFigures,
            completion::Completion,
            confusion::Level,
            gate::{Verdict, least_units},
            needed::{Probed, draws_for_bar, draws_for_width},
            wilson::naive,
        },
        workbench::Board,
    },
    tui::{
        app::Scene,
        pane::standing,
        theme::{Role, Theme},
        widget::{
            rate::{Good, change, full},
            text::styled,
        },
    },
};

/// Widths of an interval that the panel counts probes for.
const WIDTHS: [f64; 2] = [0.30, 0.20];

/// The lines about a row, not yet wrapped.
pub fn lines(scene: &Scene<'_>, row: &Row, asked: Asked) -> Vec<Line<'static>> {
    let (theme, board) = (scene.theme, scene.board);
    let mut lines = vec![styled(&row.label, theme.strong(Role::Accent))];
    if let Some(verdict) = row.verdict {
        lines.push(verdict_line(theme, verdict, true));
    }
    if let Some(caveat) = standing::caveat(board) {
        lines.push(Line::styled(caveat, theme.style(Role::Caveat)));
    }
    let panel = Panel { theme, board, asked };
    match &row.key {
        Key::Run(run) => panel.run(*run, row, &mut lines),
        Key::Skill(id) => {
            if let Some(skill) = board.now.figures.skill(id) {
                panel.skill(skill, row, &mut lines);
            }
        }
        Key::Facet(facet) => panel.facet(*facet, &mut lines),
        Key::Part(facet, name) => panel.part(*facet, name, row, &mut lines),
    }
    lines
}

/// What a rate counts, in words, and which way it should move.
#[derive(Clone, Copy)]
struct Unit {
    one: &'static str,
    many: &'static str,
    good: Good,
}

const QUERIES: Unit = Unit { one: "query", many: "queries", good: Good::Up };
/// Precision is a share of what engaged.
const ENGAGEMENTS: Unit = Unit { one: "engagement", many: "engagements", good: Good::Up };

impl Unit {
    fn counted(self, count: u64) -> String {
        format!("{count} {}", if count == 1 { self.one } else { self.many })
    }
}

struct Panel<'a> {
    theme: &'a Theme,
    board: &'a Board,
    asked: Asked,
}

impl Panel<'_> {
    fn run(&self, run: RunRow, row: &Row, lines: &mut Vec<Line<'static>>) {
        let figures = &self.board.now.figures;
        lines.push(Line::styled(run.meaning(self.asked.in_scope), self.theme.style(Role::Dim)));
        match run.of(figures, self.asked.in_scope) {
            Some(Shown::Share(rate)) => {
                // Silence is good or bad by what was expected.
                let good = if run == RunRow::Abstention { Good::Neither } else { Good::Up };
                self.figure("Share", &rate, &row.left, Unit { good, ..QUERIES }, lines);
            }
            Some(Shown::Means { .. }) => {
                lines.push(Line::default());
                let name = if row.right.is_some() { "recall" } else { "mean" };
                lines.push(self.mean(name, &row.left));
                lines.extend(row.right.map(|right| self.mean("precision", &right)));
            }
            None => {}
        }
        lines.push(Line::default());
        self.completion(run, lines);
    }

    fn completion(&self, run: RunRow, lines: &mut Vec<Line<'static>>) {
        let figures = &self.board.now.figures;
        let done = run.completion(figures);
        let mut text = format!("{} of {} such probes scored", done.scored, done.planned);
        if done.errored > 0 {
            text.push_str(&format!(", {} errored", done.errored));
        }
        lines.push(Line::styled(text, self.theme.style(Role::Dim)));
        let doubted: &[(&str, &Rate)] = match run {
            RunRow::Top1 => &[("top-1", &figures.headline.top1)],
            RunRow::Trajectory => &[("the rate", &figures.headline.trajectory)],
            _ => &[],
        };
        lines.extend(doubted.iter().filter_map(|(name, rate)| self.doubt(name, done, rate)));
    }

    /// Between what a rate lies of which too much is missing; while probes run, all is.
    fn doubt(&self, name: &str, done: &Completion, rate: &Rate) -> Option<Line<'static>> {
        let (low, high) = done.doubt(rate).filter(|_| !self.board.run.active())?;
        let text = format!(
            "Too much is missing to decide: {name} lies between {low:.2} and {high:.2} with every \
             unscored probe as a miss and as a hit."
        );
        Some(Line::styled(text, self.theme.style(Role::Warn)))
    }

    /// A mean over skills with what it was.
    fn mean(&self, name: &str, mark: &Mark) -> Line<'static> {
        let theme = self.theme;
        let mut line = Line::styled(format!("{name} "), theme.style(Role::Dim));
        line.spans.extend(full(theme, &mark.estimate()).spans);
        line.push_span(Span::raw(" "));
        line.spans.extend(self.change(mark, Good::Up));
        line
    }

    /// What moved since the baseline; half a plan is held against nothing.
    fn change(&self, mark: &Mark, good: Good) -> Option<Span<'static>> {
        let (now, (before, _)) = (mark.value?, mark.before?);
        change(self.theme, before, now, good).filter(|_| !self.board.run.active())
    }

    fn skill(&self, skill: &SkillFigures, row: &Row, lines: &mut Vec<Line<'static>>) {
        let level = self.asked.level;
        let (recall, precision) = match level {
            Level::Turn1 => ("Recall, first engagement", "Precision, first engagement"),
            Level::Trajectory => ("Recall, reached at any turn", "Precision, first engagement"),
            Level::Any => ("Recall, any turn", "Precision, any turn"),
        };
        let [recalled, precise] = super::rows::rates(skill, level);
        self.figure(recall, recalled, &row.left, QUERIES, lines);
        if let Some(right) = &row.right {
            self.figure(precision, precise, right, ENGAGEMENTS, lines);
        }
        lines.push(Line::default());
        let dim = self.theme.style(Role::Dim);
        let named = |name: String, mut line: Line<'static>| {
            line.spans.insert(0, Span::styled(name, dim));
            line
        };
        let sure = |interval: Option<Interval>| interval.filter(|_| !standing::mixed(self.board));
        let turn1 = skill.turn1.f1;
        let f1 = Estimate { interval: sure(turn1.interval), ..turn1 };
        // Those above say what they are; these are clustered whatever is switched on.
        let clustered = match self.asked.naive
            && skill.turn1.recall.interval.is_some_and(|i| is_clustered(&i))
        {
            true => "clustered ",
            false => "",
        };
        lines.push(named(format!("F1, first engagement {clustered}"), full(self.theme, &f1)));
        let bound = self.board.agent.limits.early_exit && skill.any.false_fires.rate.is_some();
        let least = match bound {
            true => format!("{} ", self.theme.at_least()),
            false => String::new(),
        };
        let fires = full(self.theme, &standing::sure(self.board, &skill.any.false_fires));
        lines.push(named(format!("false fires, any turn {clustered}{least}"), fires));
        let budget = skill.misses_by_budget;
        if budget.hits > 0 {
            let text = format!("misses that a budget ended: {} of {}", budget.hits, budget.n);
            lines.push(Line::styled(text, self.theme.style(Role::Warn)));
        }
        let run = &skill.completion;
        let text = format!("{} of its {} probes scored", run.scored, run.planned);
        lines.push(Line::styled(text, dim));
        lines.extend(self.doubt("recall", run, &skill.turn1.recall));
        let shown = row.left.interval.or(row.right.and_then(|right| right.interval));
        let mut known = [recalled.interval, precise.interval].into_iter().flatten();
        if shown.is_some() && !known.any(|interval| is_clustered(&interval)) {
            let text = "one probe a prompt: naive and clustered intervals are the same";
            lines.push(Line::styled(text, dim));
        }
        if cut(self.board, level) {
            let text = "Cut by early exit: later misfires were not seen, so that the true precision \
                        is at most this and true false fires are at least this.";
            lines.push(Line::styled(text, self.theme.style(Role::Caveat)));
        }
    }

    fn figure(
        &self,
        name: &str,
        rate: &Rate,
        mark: &Mark,
        unit: Unit,
        lines: &mut Vec<Line<'static>>,
    ) {
        let theme = self.theme;
        lines.push(Line::default());
        lines.push(Line::styled(name.to_owned(), theme.style(Role::Heading)));
        let most = match mark.is_bound() {
            true => format!("{} ", theme.at_most()),
            false => String::new(),
        };
        let counted = format!("{:.0} of {:.0} = {most}", rate.hits, rate.n);
        let mut line = Line::raw(counted);
        line.spans.extend(full(theme, &mark.estimate()).spans);
        lines.push(line);
        if let Some((before, _)) = mark.before {
            let name = self.board.baseline.as_ref().map_or("baseline", |b| b.state.name.as_str());
            let before = format!("{before:.3} at {name} ");
            let mut line = styled(&before, theme.style(Role::Dim));
            line.spans.extend(self.change(mark, unit.good));
            lines.push(line);
        }
        if let Some(verdict) = mark.verdict {
            let bar = mark.bar.unwrap_or_default();
            let mut line = verdict_line(theme, verdict, true);
            let role = theme.style(Role::Dim);
            line.push_span(Span::styled(format!(" against {bar:.2}"), role));
            lines.push(line);
        }
        let Some(probed) = Probed::behind(rate.draws).filter(|_| mark.interval.is_some()) else {
            return;
        };
        let dim = |text: String| Line::styled(text, theme.style(Role::Dim));
        lines.extend(self.other(rate).map(dim));
        if mark.verdict == Some(Verdict::Undecided) {
            lines.extend(self.undecided(rate, mark, probed, unit).map(Line::raw));
        }
        // How many more there should be is counted by what probes are worth.
        lines.extend(self.narrower(rate, probed, unit).filter(|_| !self.asked.naive).map(dim));
    }

    fn confidence(&self) -> Confidence {
        Confidence::new(self.board.now.figures.confidence).unwrap_or_default()
    }

    /// What the interval above is, and the other one, where they are not the same.
    fn other(&self, rate: &Rate) -> Option<String> {
        let clustered = rate.interval.filter(is_clustered)?;
        let draws = rate.draws.effective?;
        let naive = naive(rate, self.confidence())?;
        let ends = |interval: Interval| format!("[{:.3}, {:.3}]", interval.low, interval.high);
        Some(match self.asked.naive {
            true => format!(
                "naive, as if {:.0} probes were as many draws; clustered, for the {draws:.1} that \
                 they are worth, {}",
                rate.n,
                ends(clustered)
            ),
            false => format!(
                "clustered: {:.0} probes are worth {draws:.1}; naive {}",
                rate.n,
                ends(naive)
            ),
        })
    }

    /// What it would take to decide.
    fn undecided(&self, rate: &Rate, mark: &Mark, probed: Probed, unit: Unit) -> Option<String> {
        let (bar, p) = (mark.bar?, rate.rate?);
        let least = least_units(bar, self.confidence())?;
        if probed.queries < least {
            let so_far = unit.counted(probed.queries);
            return Some(format!(
                "cannot tell: {so_far} so far, {least} are needed even if all hit"
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
        let queries = unit.counted(more.queries);
        Some(format!("cannot tell: about {queries} more would decide it{attempts}"))
    }

    fn narrower(&self, rate: &Rate, probed: Probed, unit: Unit) -> Option<String> {
        let (p, interval) = (rate.rate?, rate.interval?);
        let wanted = WIDTHS.into_iter().filter(|width| *width < interval.width());
        let parts: Vec<String> = wanted
            .filter_map(|width| {
                let draws = draws_for_width(p, width, self.confidence())?;
                let more = probed.until(draws as f64).queries;
                (more > 0).then(|| format!("{width:.2}: {} more", unit.counted(more)))
            })
            .collect();
        let now = format!("{:.2} wide", interval.width());
        Some(if parts.is_empty() { now } else { format!("{now}; for {}", parts.join(", for ")) })
    }
}

fn is_clustered(interval: &Interval) -> bool {
    interval.method == Method::ClusteredWilson
}
