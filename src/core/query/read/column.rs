//! The spellings of the keys of a row: one table for every format.
//!
//! Must not know what the values mean.

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

impl Column {
    /// `None` for a key that means nothing here.
    pub(in crate::core::query) fn of(key: &str) -> Option<Self> {
        Some(match key {
            "id" | "query_id" => Self::Id,
            "prompt" | "query" | "question" | "input" | "user_prompt" | "text" => Self::Prompt,
            "turns" => Self::Turns,
            "expected_skills" | "expected_skill" | "expect_skill" | "expect_skills" => {
                Self::Expected
            }
            "expected" => Self::ExpectedOrTrigger,
            "should_trigger" | "skill_should_trigger" | "should_activate" | "expect_activation" => {
                Self::Trigger
            }
            "skill" | "skill_name" | "target_skill" | "skill_id" => Self::Subject,
            "not_skills"
            | "forbidden_skills"
            | "disallowed_skills"
            | "should_not_trigger"
            | "also_should_not_trigger" => Self::Forbidden,
            "acceptable_skills" | "optional_skills" => Self::Neutral,
            "alternatives" | "acceptable_alternative" | "acceptable_alternatives" => {
                Self::Alternatives
            }
            "graders" | "grader" | "assertions" => Self::Graders,
            "kind" => Self::Kind,
            "origin" => Self::Origin,
            "group" => Self::Group,
            "disputed" => Self::Disputed,
            "workspace" => Self::Workspace,
            "notes" | "note" | "comment" | "reason" | "rationale" | "source" | "category"
            | "domain" | "split" | "tags" | "top_k" | "fixture" | "expected_output" | "files"
            | "expectations" | "rubric" | "name" | "description" => Self::Passenger,
            _ => return None,
        })
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
