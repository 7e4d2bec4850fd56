//! Rules about the keys of the front matter and their values.

use super::told;
use crate::core::lint::{
    Level::{Error, Info, Warn},
    Rule,
};

pub(super) const RULES: &[Rule] = &[
    told(
        "name-missing",
        &["missing-name"],
        Warn,
        "The specification demands a name; the folder's stands in for it.",
        "Give the skill its folder's name.",
        "the Agent Skills specification",
        "Most harnesses take the folder's name instead, some drop the skill.",
    ),
    told(
        "name-not-string",
        &["missing-name"],
        Error,
        "A name that YAML reads as a number or a truth value is none.",
        "Put the value in quotes.",
        "YAML 1.2",
        "`name: 2024` is a number and `name: yes` a truth value to some readers. Quotes \
         make a string of it.",
    ),
    told(
        "name-yaml-1-1",
        &[],
        Warn,
        "Readers of YAML 1.1 take the name for a truth value.",
        "Put the value in quotes.",
        "YAML 1.1",
        "`y`, `n`, `yes`, `no`, `on` and `off` are truth values in YAML 1.1, which many \
         libraries still read, and strings in YAML 1.2.",
    ),
    told(
        "description-missing",
        &["missing-description"],
        Error,
        "Without a description most harnesses do not offer the skill.",
        "Add `description:` with what the skill does and when to use it.",
        "the Agent Skills specification",
        "The description is all that a model chooses by. A skill without one is not \
         offered. Keys are lower case.",
    ),
    told(
        "description-blank",
        &["missing-description"],
        Error,
        "A blank description is none.",
        "Say what the skill does and when to use it.",
        "the Agent Skills specification",
        "The description is empty, blank or null, so most harnesses do not offer the skill.",
    ),
    told(
        "description-not-string",
        &["missing-description"],
        Error,
        "A description that is a list or a mapping is none.",
        "Put the value in quotes.",
        "the Agent Skills specification",
        "YAML reads the value as something else than text, for example because it begins \
         with a bracket.",
    ),
    told(
        "description-cut",
        &[],
        Warn,
        "` #` starts a comment: what follows is silently lost.",
        "Put the value in quotes.",
        "YAML 1.2",
        "In an unquoted value a blank and `#` begin a comment, so that the model never \
         sees the rest of the line. No reader complains. Quotes keep the text, and the \
         fix puts them there; if it is meant as a comment, give it a line of its own.",
    ),
    told(
        "when-to-use-not-string",
        &[],
        Warn,
        "`when_to_use` counts only as text.",
        "Put the value in quotes.",
        "seen in the harnesses that were run",
        "Some harnesses append `when_to_use` to the description. A list or a mapping is \
         left out.",
    ),
    told(
        "metadata-not-mapping",
        &[],
        Warn,
        "`metadata` must hold keys and values; some readers refuse the file.",
        "Write keys and values below it, or remove it.",
        "the Agent Skills specification",
        "The specification has `metadata` as a mapping from strings to strings.",
    ),
    told(
        "control-character-in-body",
        &[],
        Info,
        "NUL and escape bytes drive terminals and truncate texts elsewhere.",
        "Remove it.",
        "how file systems and programs behave",
        "The body holds a byte that does not show in an editor. Programs written in C \
         stop at a NUL, and a terminal obeys an escape.",
    ),
];
