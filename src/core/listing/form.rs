//! How a harness writes its listing: the entries, their order, and what becomes of those that do
//! not fit. All of it is data of the profile.

use serde::{Deserialize, Serialize};
use unicode_width::UnicodeWidthChar;

use crate::core::listing::Template;

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
    /// A plugin's skill is listed as `plugin:skill`.
    #[serde(default)]
    pub plugins: bool,
    /// Most characters of a skill's text; a longer one ends in `…` within them.
    #[serde(default)]
    pub cut: Option<usize>,
    #[serde(default)]
    pub reader: Reader,
    #[serde(default)]
    pub budget: Option<Budget>,
}

/// The order of the entries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Order {
    /// By the name that is shown, by code point.
    #[default]
    Name,
    NameReversed,
}

/// Where a person's own skills stand among a project's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Personal {
    #[default]
    Mixed,
    Last,
}

/// What becomes of a front matter that is not YAML.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reader {
    /// The skill is dropped.
    #[default]
    Strict,
    /// Read again line by line, as far as that goes.
    Lenient,
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
    /// All texts are cut to one length; where not even that fits, there are no texts, and names
    /// only as far as they fit.
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
            cut: None,
            reader: Reader::default(),
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
            Self::Characters => text.chars().count(),
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
