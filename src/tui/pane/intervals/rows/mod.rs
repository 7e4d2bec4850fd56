//! What the forest has a row for: figures of the run, then skills; each against its bar and its
//! baseline.
//!
//! Must not know where anything is drawn.

mod parts;
mod run;

use strum::IntoEnumIterator;

pub use self::{
    parts::{meaning, named, parts},
    run::{RunRow, Shown},
};

use crate::{
    core::{
        id::SkillId,
        measure::{
            Class, Confidence, Estimate, Figures, Interval, Rate, SkillFigures,
            breakdown::Facet,
            completion::Completion,
            confusion::Level,
            gate::{Bound, Verdict, verdict},
            wilson,
        },
        workbench::Board,
    },
    tui::pane::{list::Keyed, names::Names, standing},
};

/// The least that is wanted of a skill, in \[0, 1\].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bars {
    pub recall: f64,
    pub precision: f64,
}

impl Default for Bars {
    fn default() -> Self {
        Self { recall: 0.70, precision: 0.90 }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Key {
    Run(RunRow),
    Skill(SkillId),
    /// The heading of a breakdown.
    Facet(Facet),
    /// A part of it, by its name.
    Part(Facet, String),
}

/// A figure to draw: what it is, what it was, and what it must reach.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Mark {
    pub value: Option<f64>,
    pub interval: Option<Interval>,
    /// What was counted; `None` where the figure is no plain share.
    pub n: Option<f64>,
    /// The same on the baseline, where it is another.
    pub before: Option<(f64, Option<Interval>)>,
    pub bar: Option<f64>,
    /// `None` while nothing may be judged, and where there is no bar.
    pub verdict: Option<Verdict>,
    /// The true value is at most this: later misfires were not seen.
    pub at_most: bool,
}

impl Mark {
    /// A value that is known to be at most what it says; what is undefined bounds nothing.
    pub fn is_bound(&self) -> bool {
        self.at_most && self.value.is_some()
    }

    pub fn estimate(&self) -> Estimate {
        Estimate { value: self.value, interval: self.interval, ..Estimate::default() }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    pub key: Key,
    pub label: String,
    /// Recall, or what stands in its place.
    pub left: Mark,
    /// Precision.
    pub right: Option<Mark>,
    /// Of both together.
    pub verdict: Option<Verdict>,
}

impl Row {
    /// The row has no figures, but stands above rows that do.
    pub fn is_heading(&self) -> bool {
        matches!(self.key, Key::Facet(_))
    }

    /// The one skill that the row is about.
    pub fn skill(&self) -> Option<SkillId> {
        match &self.key {
            Key::Skill(id) => Some(id.clone()),
            Key::Part(Facet::Skill, name) if name != Class::NONE => {
                Some(SkillId::from(name.as_str()))
            }
            _ => None,
        }
    }

    /// The label in a column.
    pub fn short<'a>(&'a self, names: &'a Names) -> &'a str {
        match &self.key {
            Key::Skill(_) | Key::Part(Facet::Skill, _) => names.shorten(&self.label),
            Key::Run(_) | Key::Facet(_) | Key::Part(..) => &self.label,
        }
    }
}

impl Keyed for Row {
    type Key = Key;
    fn key(&self) -> Key {
        self.key.clone()
    }
}

/// What skills are sorted by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// How far the lower of both low ends lies beneath its bar.
    #[default]
    WorstBound,
    Width,
    Name,
}

impl Order {
    pub fn next(self) -> Self {
        match self {
            Self::WorstBound => Self::Width,
            Self::Width => Self::Name,
            Self::Name => Self::WorstBound,
        }
    }

    pub fn word(self) -> &'static str {
        match self {
            Self::WorstBound => "worst bound",
            Self::Width => "widest",
            Self::Name => "name",
        }
    }
}

/// How many skills reach their bars by their estimates, of those that have a row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AtBar {
    pub reached: usize,
    pub of: usize,
}

/// The recall and precision of a skill at a level; the second is a bound under early exit.
pub fn rates(skill: &SkillFigures, level: Level) -> [&Rate; 2] {
    match level {
        Level::Turn1 => [&skill.turn1.recall, &skill.turn1.precision],
        Level::Trajectory => [&skill.turn1.trajectory_recall, &skill.turn1.precision],
        Level::Any => [&skill.any.recall, &skill.any.precision],
    }
}

/// Later misfires were cut off at this level.
pub fn cut(board: &Board, level: Level) -> bool {
    level == Level::Any && board.agent.limits.early_exit
}

/// An undefined figure reaches nothing. A precision that is `cut` is a bound from above: it reaches
/// nothing either, and the recall stands alone.
pub fn at_bar(figures: &Figures, level: Level, bars: Bars, cut: bool) -> AtBar {
    let reaches = |rate: &Rate, bar: f64| rate.rate.is_some_and(|rate| rate >= bar);
    let mut counted = AtBar::default();
    for skill in &figures.skills {
        let [recall, precision] = rates(skill, level);
        counted.of += usize::from(has_row(skill, level));
        let precise = cut || reaches(precision, bars.precision);
        counted.reached += usize::from(reaches(recall, bars.recall) && precise);
    }
    counted
}

/// A skill that no prompt spoke of and that never engaged has no row.
fn has_row(skill: &SkillFigures, level: Level) -> bool {
    rates(skill, level).iter().any(|rate| rate.rate.is_some())
}

/// Skills by verdict: pass, fail, undecided.
pub fn verdicts<'a>(rows: impl IntoIterator<Item = &'a Row>) -> [usize; 3] {
    let mut counts = [0; 3];
    for row in rows {
        match row.verdict {
            Some(Verdict::Pass) => counts[0] += 1,
            Some(Verdict::Fail) => counts[1] += 1,
            Some(Verdict::Undecided) => counts[2] += 1,
            None => {}
        }
    }
    counts
}

/// What rows are made for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Asked {
    pub level: Level,
    pub bars: Bars,
    /// Intervals as if every probe were a draw of its own; they decide nothing.
    pub naive: bool,
    /// Without the rows that expect nothing.
    pub in_scope: bool,
}

/// The rows of a board: the run's figures that are defined, then the skills that were measured.
pub fn rows(board: &Board, names: &Names, asked: Asked, order: Order) -> Vec<Row> {
    let made = Maker { board, names, asked };
    let figures = &board.now.figures;
    let mut skills: Vec<Row> =
        figures.skills.iter().filter_map(|skill| made.skill(skill)).collect();
    sort(&mut skills, order);
    RunRow::iter().filter_map(|row| made.run(row)).chain(skills).collect()
}

fn sort(rows: &mut [Row], order: Order) {
    let beneath = |mark: &Mark| {
        let low = mark.interval.map(|interval| interval.low).or(mark.value);
        Some(low? - mark.bar?)
    };
    let marks = |row: &Row| [Some(row.left), row.right].into_iter().flatten().collect::<Vec<_>>();
    // Undefined figures come last: there is nothing to see.
    let bound = |row: &Row| {
        marks(row).iter().filter_map(beneath).min_by(f64::total_cmp).unwrap_or(f64::INFINITY)
    };
    let width = |row: &Row| {
        let widths = marks(row).into_iter().filter_map(|mark| Some(mark.interval?.width()));
        widths.max_by(f64::total_cmp).unwrap_or(-1.0)
    };
    match order {
        Order::WorstBound => rows.sort_by(|x, y| bound(x).total_cmp(&bound(y))),
        Order::Width => rows.sort_by(|x, y| width(y).total_cmp(&width(x))),
        Order::Name => rows.sort_by(|x, y| x.label.cmp(&y.label)),
    }
}

struct Maker<'a> {
    board: &'a Board,
    names: &'a Names,
    asked: Asked,
}

impl Maker<'_> {
    fn skill(&self, skill: &SkillFigures) -> Option<Row> {
        if !has_row(skill, self.asked.level) {
            return None;
        }
        let [recall, precision] = rates(skill, self.asked.level);
        let before = self.board.baseline.as_ref().and_then(|b| b.state.figures.skill(&skill.id));
        let before = before.map(|skill| rates(skill, self.asked.level));
        let mut left = self.mark(recall, before.map(|[recall, _]| recall));
        let mut right = self.mark(precision, before.map(|[_, precision]| precision));
        self.judge(&mut left, self.asked.bars.recall, &skill.completion);
        self.judge(&mut right, self.asked.bars.precision, &skill.completion);
        if cut(self.board, self.asked.level) {
            // What was cut off would only lower it: it decides nothing.
            (right.at_most, right.verdict) = (true, None);
        }
        let verdict = match (left.verdict, right.verdict) {
            // A failure outweighs a doubt, and a doubt a pass.
            (Some(left), Some(right)) => Some(left.min(right)),
            (left, _) => left,
        };
        let label = self.names.called(&skill.id).to_owned();
        Some(Row { key: Key::Skill(skill.id.clone()), label, left, right: Some(right), verdict })
    }

    fn judge(&self, mark: &mut Mark, bar: f64, completion: &Completion) {
        mark.bar = Some(bar);
        mark.verdict = (standing::judged(self.board) && !self.asked.naive)
            .then(|| verdict(mark.interval, Bound::Minimum, bar, completion));
    }

    fn mark(&self, now: &Rate, before: Option<&Rate>) -> Mark {
        let estimate = |rate: &Rate| {
            let estimate = Estimate::from(*rate);
            let wide = estimate.interval.filter(|_| self.asked.naive);
            let naive =
                wide.and_then(|wide| wilson::naive(rate, Confidence::new(wide.confidence)?));
            Estimate { interval: naive.or(estimate.interval), ..estimate }
        };
        let mark = self.estimate(estimate(now), before.map(estimate));
        Mark { n: (now.n > 0.0).then_some(now.n), ..mark }
    }

    fn estimate(&self, now: Estimate, before: Option<Estimate>) -> Mark {
        let sure = !standing::mixed(self.board);
        let interval = |estimate: Estimate| estimate.interval.filter(|_| sure);
        let before = before.filter(|before| *before != now);
        Mark {
            value: now.value,
            interval: interval(now),
            before: before.and_then(|before| Some((before.value?, interval(before)))),
            ..Mark::default()
        }
    }

    fn run(&self, run: RunRow) -> Option<Row> {
        let of = |figures: &Figures| run.of(figures, self.asked.in_scope);
        let now = of(&self.board.now.figures)?;
        let before = self.board.baseline.as_ref().and_then(|b| of(&b.state.figures));
        let (left, right) = match (now, before) {
            (Shown::Share(now), Some(Shown::Share(before))) => {
                (self.mark(&now, Some(&before)), None)
            }
            (Shown::Share(now), _) => (self.mark(&now, None), None),
            (Shown::Means { left, right }, before) => {
                let before = match before {
                    Some(Shown::Means { left, right }) => (Some(left), right),
                    _ => (None, None),
                };
                let right = right.map(|right| self.estimate(right, before.1));
                (self.estimate(left, before.0), right)
            }
        };
        let label = run.label().to_owned();
        Some(Row { key: Key::Run(run), label, left, right, verdict: None })
    }
}

#[cfg(test)]
mod tests;
