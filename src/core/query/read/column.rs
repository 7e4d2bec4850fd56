//! The spellings of the keys of a row: one table for every format.
//!
//! Must not know what the values mean.

use crate::core::nearest::nearest;

/// What a key of a row stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::core::query) enum Column {
    Id,
    Prompt,
    Turns,
    /// A name, an empty string or null.
    Expected,
    /// `trigger` / `skip`, or as [`Column::Expected`].
    ExpectedOrTrigger,
    /// Whether the subject should engage.
    Trigger,
    /// The skill that [`Column::Trigger`] speaks about.
    Subject,
    Forbidden,
    Neutral,
    Alternatives,
    /// Tests that may name the skills they require.
    Graders,
    Kind,
    Origin,
    Group,
    Disputed,
    Workspace,
    /// Known, and of no consequence for routing.
    Passenger,
}

/// The spellings that are met, by column.
const SPELLINGS: [(Column, &[&str]); 16] = [
    (Column::Id, &["id", "query_id"]),
    (Column::Prompt, &["prompt", "query", "question", "input", "user_prompt", "text"]),
    (Column::Turns, &["turns"]),
    (Column::Expected, &["expected_skills", "expected_skill", "expect_skills", "expect_skill"]),
    (Column::ExpectedOrTrigger, &["expected"]),
    (
        Column::Trigger,
        &["should_trigger", "skill_should_trigger", "should_activate", "expect_activation"],
    ),
    (Column::Subject, &["skill", "skill_name", "target_skill", "skill_id"]),
    (
        Column::Forbidden,
        &[
            "not_skills",
            "forbidden_skills",
            "disallowed_skills",
            "should_not_trigger",
            "also_should_not_trigger",
        ],
    ),
    (Column::Neutral, &["optional_skills", "acceptable_skills"]),
    (Column::Alternatives, &["alternatives", "acceptable_alternative", "acceptable_alternatives"]),
    (Column::Graders, &["graders", "grader", "assertions"]),
    (Column::Kind, &["kind"]),
    (Column::Origin, &["origin"]),
    (Column::Group, &["group"]),
    (Column::Disputed, &["disputed"]),
    (Column::Workspace, &["workspace"]),
];

/// Keys that are known, and say nothing about routing.
const PASSENGERS: [&str; 18] = [
    "notes",
    "note",
    "comment",
    "reason",
    "rationale",
    "source",
    "category",
    "domain",
    "split",
    "tags",
    "top_k",
    "fixture",
    "expected_output",
    "files",
    "expectations",
    "rubric",
    "name",
    "description",
];

impl Column {
    /// `None` for a key that means nothing here.
    pub(in crate::core::query) fn of(key: &str) -> Option<Self> {
        let found = SPELLINGS.iter().find(|(_, spellings)| spellings.contains(&key));
        let passenger = || PASSENGERS.contains(&key).then_some(Self::Passenger);
        found.map(|(column, _)| *column).or_else(passenger)
    }

    /// True of two spellings of a column that says something about routing.
    pub(in crate::core::query) fn are_synonyms(one: &str, other: &str) -> bool {
        let column = Self::of(one).filter(|column| *column != Self::Passenger);
        column.is_some() && Self::of(other) == column
    }

    /// The known key that an unknown one is likely to be meant for.
    pub(super) fn nearest(key: &str) -> Option<&'static str> {
        let spellings = SPELLINGS.iter().flat_map(|(_, spellings)| spellings.iter().copied());
        nearest(key, spellings)
    }

    /// Columns whose value may be a list of skills.
    pub(super) fn holds_names(self) -> bool {
        matches!(
            self,
            Self::Expected | Self::Trigger | Self::Forbidden | Self::Neutral | Self::Alternatives
        )
    }
}

/// Keys under which an object holds its rows, the likeliest first.
pub(super) const ROWS: [&str; 9] = [
    "queries",
    "evals",
    "cases",
    "evaluations",
    "test_cases",
    "rows",
    "scenarios",
    "stimuli",
    "prompts",
];

/// Keys of such an object that are of no consequence here.
pub(super) const AROUND: [&str; 12] = [
    "$schema",
    "schema",
    "version",
    "name",
    "description",
    "notes",
    "catalog_id",
    "plugin",
    "task_id",
    "tags",
    "initial_prompt",
    "success_criteria",
];
