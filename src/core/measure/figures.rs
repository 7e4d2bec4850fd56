//! All figures of one run, as views and reports take them.

use serde::Serialize;

use crate::core::{
    id::SkillId,
    measure::{
        Observation,
        classes::{ClassFigures, Classes},
        completion::Completion,
        confusion::{Confusion, Level},
        headline::{Headline, misses_by_budget},
        partial::PartialHeadline,
        rate::Share,
        row::{Group, Row},
        steals::{Attractor, Steal, attractors, steals},
        tally::{Kind, Tally},
        twobytwo::{TwoByTwo, tables},
        wilson::Confidence,
    },
};

/// The published result. Everything is in a fixed order: skills by id, counts from most to least.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Figures {
    /// Of every interval here.
    pub confidence: f64,
    /// The whole run, rows scored apart included.
    pub run: Completion,
    /// Complete labels, neither disputed nor of several user turns.
    pub headline: Headline,
    /// Partial labels, where there are any.
    pub partial: Option<PartialHeadline>,
    /// Rows whose label is in dispute, where there are any; they are in no other figure.
    pub disputed: Option<Apart>,
    /// Rows whose label speaks of later user turns, where there are any; in no other figure.
    pub turns: Option<Apart>,
    /// A row a skill, residents and whatever else was named or engaged, by id.
    pub skills: Vec<SkillFigures>,
    /// The class of expecting, or engaging, nothing.
    pub no_skill: ClassFigures,
    /// By first engagement, by trajectory, and by any engagement.
    pub confusion: [Confusion; 3],
    pub steals: Vec<Steal>,
    pub attractors: Vec<Attractor>,
    /// Scored records beyond the first of an attempt, which count nowhere.
    pub clashes: usize,
    /// Scored probes of drafted prompts in the headline: no evidence.
    pub drafted: usize,
}

/// A group of rows that is scored apart.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Apart {
    pub headline: Headline,
    pub partial: Option<PartialHeadline>,
}

/// The figures of one skill.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SkillFigures {
    pub id: SkillId,
    /// False for a skill that was named or engaged without being resident.
    pub resident: bool,
    /// By first engagement.
    pub turn1: ClassFigures,
    /// Engaged at any turn.
    pub any: TwoByTwo,
    /// Of the rows that expect it.
    pub completion: Completion,
    /// Misses of the rows that expect it, and those ended by a turn or step budget.
    pub misses_by_budget: Share,
}

impl Figures {
    /// The figures of some observations at 95 % confidence.
    ///
    /// `planned`: probes that the run wants, these included. `residents`: the skills that a model
    /// could pick; each has a row even if no prompt names it.
    pub fn of(observations: &[Observation], planned: usize, residents: &[SkillId]) -> Self {
        let mut tally = Tally::new(residents);
        tally.plan_in_all(planned);
        for observation in observations {
            tally.add(observation);
        }
        tally.figures(Confidence::default())
    }

    pub fn skill(&self, id: &SkillId) -> Option<&SkillFigures> {
        let at = self.skills.binary_search_by(|skill| skill.id.cmp(id)).ok()?;
        self.skills.get(at)
    }

    pub fn confusion(&self, level: Level) -> &Confusion {
        match level {
            Level::Turn1 => &self.confusion[0],
            Level::Trajectory => &self.confusion[1],
            Level::Any => &self.confusion[2],
        }
    }
}

impl Tally {
    /// Everything that has been observed so far, summed up.
    pub fn figures(&self, confidence: Confidence) -> Figures {
        let rows = self.rows(Group::Main);
        let classes = Classes::of(&rows, self.ids.len());
        let Apart { headline, partial } =
            self.headlines(Group::Main, &rows, &classes, self.surplus(), confidence);
        let steals = steals(&rows, &self.ids, confidence);
        Figures {
            confidence: confidence.level(),
            run: self.run(),
            headline,
            partial,
            disputed: self.apart(Group::Disputed, confidence),
            turns: self.apart(Group::Turns, confidence),
            skills: self.skills(&rows, &classes, confidence),
            no_skill: classes.none().map(|none| none.figures(confidence)).unwrap_or_default(),
            confusion: [Level::Turn1, Level::Trajectory, Level::Any]
                .map(|level| Confusion::of(&rows, level, &self.ids)),
            attractors: attractors(&steals),
            steals,
            clashes: self.clashes(),
            drafted: self.drafted(),
        }
    }

    fn headlines(
        &self,
        group: Group,
        rows: &[&Row],
        classes: &Classes,
        surplus: usize,
        confidence: Confidence,
    ) -> Apart {
        let partial = self.completion_of(Kind { group, partial: true }, 0);
        let complete = self.completion_of(Kind { group, partial: false }, surplus);
        Apart {
            headline: Headline::of(rows, classes, complete, confidence),
            partial: (partial.planned > 0).then(|| PartialHeadline::of(rows, partial, confidence)),
        }
    }

    fn apart(&self, group: Group, confidence: Confidence) -> Option<Apart> {
        let planned = |partial| self.completion_of(Kind { group, partial }, 0).planned;
        (planned(false) + planned(true) > 0).then(|| {
            let rows = self.rows(group);
            let classes = Classes::of(&rows, self.ids.len());
            self.headlines(group, &rows, &classes, 0, confidence)
        })
    }

    fn skills(
        &self,
        rows: &[&Row],
        classes: &Classes,
        confidence: Confidence,
    ) -> Vec<SkillFigures> {
        let mut expecting: Vec<Vec<&Row>> = vec![Vec::new(); self.ids.len()];
        for row in rows {
            for &skill in row.truth.expected() {
                expecting[skill as usize].push(row); // Numbers are below `ids.len()`.
            }
        }
        let tables = tables(rows, self.ids.len(), confidence);
        let columns = classes.skills().iter().zip(tables).zip(self.completion_by_skill());
        let mut skills: Vec<SkillFigures> = self
            .ids
            .iter()
            .enumerate()
            .zip(columns.zip(expecting))
            .map(|((number, id), (((class, any), completion), expecting))| SkillFigures {
                id: id.clone(),
                resident: number < self.residents,
                turn1: class.figures(confidence),
                any,
                completion,
                misses_by_budget: misses_by_budget(&expecting),
            })
            .collect();
        skills.sort_unstable_by(|x, y| x.id.cmp(&y.id));
        skills
    }
}
