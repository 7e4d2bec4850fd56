//! A study of two skills that are taken for each other, and what it lacks to be sound.

use serde::Serialize;
use strum::IntoEnumIterator as _;

use crate::{
    core::{
        id::SkillId,
        measure::{
            Confidence, Rate,
            pair::{Answers, Side, answers},
        },
        visible::line,
        workbench::Board,
    },
    report::{
        conditions::evidence,
        figure::{counted, with_interval},
        table::{finish, table},
    },
};

/// Who answers the prompts of either skill, of both, of none.
#[derive(Clone, Debug, Serialize)]
pub struct PairStudy {
    a: SkillId,
    b: SkillId,
    /// No prompt is missing.
    sound: bool,
    kinds: Vec<Kind>,
    #[serde(skip)]
    evidence: String,
}

/// The rows of one side.
#[derive(Clone, Debug, Serialize)]
struct Kind {
    expects: Side,
    rows: usize,
    /// Independent ones: rows that stand and fall together count once.
    prompts: usize,
    needed: usize,
    missing: usize,
    /// Of the scored probes, those in which this engaged first.
    engaged_a: Rate,
    engaged_b: Rate,
    engaged_other: Rate,
    engaged_none: Rate,
}

impl PairStudy {
    /// `None` of a run of other rows than those of two skills.
    pub fn of(board: &Board) -> Option<Self> {
        let pair = board.pair.as_ref()?;
        let confidence = Confidence::new(board.now.figures.confidence).unwrap_or_default();
        let seen = board.now.probes.observations();
        let mut answers = answers(pair, &board.queries.queries, &seen, confidence);
        let kinds: Vec<Kind> = Side::iter()
            .map(|side| Kind::of(side, answers.remove(&side).unwrap_or_default()))
            .collect();
        let [a, b] = pair.clone();
        let sound = kinds.iter().all(|kind| kind.missing == 0);
        Some(Self { a, b, sound, kinds, evidence: evidence(board) })
    }

    /// A table, and what is missing.
    pub fn text(&self) -> String {
        let (a, b) = (line(self.a.as_str()), line(self.b.as_str()));
        let mut table = table(["expects", "prompts", "needed", &a, &b, "another", "none"], &[1, 2]);
        for kind in &self.kinds {
            table.add_row([
                self.expected(kind.expects),
                kind.prompts.to_string(),
                kind.needed.to_string(),
                with_interval(&kind.engaged_a),
                with_interval(&kind.engaged_b),
                with_interval(&kind.engaged_other),
                with_interval(&kind.engaged_none),
            ]);
        }
        let evidence = &self.evidence;
        let head = format!("\npair {a}, {b} ({evidence}): what engages first\n");
        head + &finish(&table) + &self.lacks()
    }

    fn lacks(&self) -> String {
        let missing = self.kinds.iter().filter(|kind| kind.missing > 0);
        let missing: Vec<String> = missing
            .map(|kind| {
                let prompts = counted(kind.missing, "prompt", "prompts");
                match kind.expects {
                    Side::Neither => format!("{prompts} of neither that are near to both"),
                    side => format!("{prompts} of {}", self.expected(side)),
                }
            })
            .collect();
        match &missing[..] {
            [] => "There are as many prompts of each kind as a sound study has.\n".to_owned(),
            missing => format!("Missing for a sound study: {}.\n", missing.join(", ")),
        }
    }

    fn expected(&self, side: Side) -> String {
        match side {
            Side::A => line(self.a.as_str()).into_owned(),
            Side::B => line(self.b.as_str()).into_owned(),
            Side::Both => "both".to_owned(),
            Side::Neither => "neither".to_owned(),
        }
    }
}

impl Kind {
    fn of(expects: Side, answers: Answers) -> Self {
        let missing = answers.missing(expects);
        let Answers { rows, units, a, b, other, nothing } = answers;
        Self {
            expects,
            rows,
            prompts: units,
            needed: expects.needed(),
            missing,
            engaged_a: a,
            engaged_b: b,
            engaged_other: other,
            engaged_none: nothing,
        }
    }
}
