//! How a harness writes its listing: the entries, their order, and what becomes of those that do
//! not fit. All of it is data of the profile.

use serde::{Deserialize, Serialize};
use unicode_width::UnicodeWidthChar;

use crate::core::listing::{Blanks, Escape, Order, Template, writing};

/// The rules of one harness's listing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Form {
    /// A skill with its text.
    pub entry: Template,
    /// A skill by name alone; `None` where the harness has no such line.
    #[serde(default)]
    pub bare: Option<Template>,
    /// Before the first entry and behind the last, line ends included.
    #[serde(default)]
    pub head: String,
    #[serde(default)]
    pub foot: String,
    /// Before names that stand in one line, which is the last before the foot.
    #[serde(default)]
    pub named: String,
    #[serde(default)]
    pub stands: Stands,
    #[serde(default)]
    pub order: Order,
    #[serde(default)]
    pub personal: Personal,
    /// What joins `when_to_use` to the description; `None`: it is not shown.
    #[serde(default)]
    pub when_to_use: Option<String>,
    /// A front-matter name other than the identity stands behind it in parentheses.
    #[serde(default)]
    pub names_both: bool,
    /// A plugin's skill is listed as `plugin:skill`, behind all that are no plugin's.
    #[serde(default)]
    pub plugins: bool,
    #[serde(default)]
    pub blanks: Blanks,
    #[serde(default)]
    pub escape: Escape,
    /// Most characters of a skill's text as it is written; a longer one ends in the mark within
    /// them.
    #[serde(default)]
    pub cut: Option<usize>,
    #[serde(default = "ellipsis")]
    pub cut_mark: String,
    /// A skill with more characters than this is not listed.
    #[serde(default)]
    pub longest: Option<usize>,
    /// `disable-model-invocation` keeps a skill out.
    #[serde(default = "yes")]
    pub hides: bool,
    /// A file that gives no name keeps its skill out.
    #[serde(default)]
    pub needs_name: bool,
    /// Faults of a front matter that its reader gets over, by the codes of their diagnoses; any
    /// other keeps the skill out.
    #[serde(default)]
    pub recovers: Vec<String>,
    #[serde(default)]
    pub budget: Option<Budget>,
}

fn ellipsis() -> String {
    "…".to_owned()
}

fn yes() -> bool {
    true
}

/// Where a person's own skills stand among a project's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Personal {
    #[default]
    Mixed,
    First,
    Last,
}

/// Where the listing stands in what the model reads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stands {
    /// Among the instructions, ahead of all messages.
    #[default]
    Instructions,
    /// In a message of its own kind, ahead of the person's first.
    Message,
}

/// How much the listing may take.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Budget {
    pub unit: Unit,
    /// Part of the model's context window, in 0..=1.
    #[serde(default)]
    pub share: Option<f64>,
    /// The same for every model; one of this and `share` is set.
    #[serde(default)]
    pub fixed: Option<usize>,
    pub beyond: Beyond,
    /// True if the figure was only seen roughly.
    #[serde(default)]
    pub roughly: bool,
    /// The setting of the harness that takes another share.
    #[serde(default)]
    pub setting: Option<String>,
}

/// What becomes of entries that do not fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Beyond {
    /// Every name has its line. In their order texts are added as far as they fit; a short one may
    /// still fit behind a long one that did not.
    Names,
    /// Texts grow by a character each in turn as far as there is room, so that all are cut to about
    /// one length; where not even that fits, there are no texts, and names only as far as they fit.
    Even,
    /// Entries as far as they fit, up to the first that does not; the rest is named in one line,
    /// which the budget does not count.
    NameList,
}

/// What a budget counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, strum::Display)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Unit {
    /// As JavaScript counts them: those beyond the basic plane, such as emoji, twice.
    Characters,
    /// Cells of a terminal: wide characters count twice, combining and control characters nothing.
    Columns,
    /// Four bytes of a line, rounded up.
    Tokens,
}

impl Form {
    /// A line a skill, and nothing else known of it.
    pub fn of(entry: Template) -> Self {
        Self {
            entry,
            bare: None,
            head: String::new(),
            foot: String::new(),
            order: Order::default(),
            personal: Personal::default(),
            when_to_use: None,
            names_both: false,
            plugins: false,
            named: String::new(),
            stands: Stands::default(),
            blanks: Blanks::default(),
            escape: Escape::default(),
            cut: None,
            cut_mark: ellipsis(),
            longest: None,
            hides: true,
            needs_name: false,
            recovers: Vec::new(),
            budget: None,
        }
    }
}

impl Unit {
    /// A text's length in what the unit is made of: bytes of tokens, else the unit itself.
    pub(super) fn length(self, text: &str) -> usize {
        match self {
            Self::Tokens => text.len(),
            Self::Characters | Self::Columns if is_plain(text) => text.len(),
            Self::Characters => writing::length(text),
            Self::Columns => text.chars().map(|c| c.width().unwrap_or(0)).sum(),
        }
    }

    /// What a line of a length costs among others, its line end included.
    pub(super) fn cost(self, length: usize) -> usize {
        match self {
            Self::Tokens => (length + 1).div_ceil(4),
            Self::Characters | Self::Columns => length + 1,
        }
    }

    /// What the sum of the lines' costs counts too much: the last line has no end, which only
    /// whole tokens hide.
    pub(super) fn surplus(self) -> usize {
        match self {
            Self::Tokens => 0,
            Self::Characters | Self::Columns => 1,
        }
    }
}

/// A character, a byte and a column each.
fn is_plain(text: &str) -> bool {
    text.bytes().all(|byte| (b' '..=b'~').contains(&byte))
}
