//! What counts as one independent draw: rows that would stand and fall together are one unit.
//!
//! Must not know outcomes.

use std::{borrow::Cow, collections::HashMap};

use crate::core::query::Query;

/// The key of a unit; rows with equal keys are one draw.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Unit<'a> {
    /// Rows that share a `group` key.
    Group(&'a str),
    /// Rows with the same prompt, runs of blanks counted as one.
    Prompt(Cow<'a, str>),
}

impl<S> Query<S> {
    /// The unit of this row: its `group`, else its prompt.
    ///
    /// A prompt is never blank (such rows are refused), so that a row alone with its prompt is a
    /// unit by itself.
    pub fn unit(&self) -> Unit<'_> {
        match self.group.as_deref() {
            Some(group) => Unit::Group(group),
            None => Unit::Prompt(one_blank(&self.prompt)),
        }
    }
}

/// Numbers for units, from 0 on, in the order in which they are met.
#[derive(Debug, Default)]
pub struct Numbers<'a>(HashMap<Unit<'a>, u32>);

impl<'a> Numbers<'a> {
    /// The number of a row's unit; the next one where it is met for the first time.
    pub fn of<S>(&mut self, query: &'a Query<S>) -> u32 {
        let next = u32::try_from(self.0.len()).unwrap_or(u32::MAX);
        *self.0.entry(query.unit()).or_insert(next)
    }

    /// The number of the row's unit, if it was met.
    pub fn known<S>(&self, query: &Query<S>) -> Option<u32> {
        self.0.get(&query.unit()).copied()
    }
}

/// The text with every run of white space as one blank and none at the ends.
pub fn one_blank(text: &str) -> Cow<'_, str> {
    let mut blank = true;
    let tidy = text.chars().all(|c| {
        let again = c.is_whitespace() && (blank || c != ' ');
        blank = c.is_whitespace();
        !again
    }) && !text.ends_with(' ');
    if tidy {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(word);
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::core::query::Label;

    fn row(prompt: &str, group: Option<&str>) -> Query {
        let label = Label::Complete { expected: Vec::new(), alternatives: Vec::new() };
        Query { group: group.map(str::to_owned), ..Query::new("q", prompt, label) }
    }

    #[test]
    fn the_group_goes_before_the_prompt_and_blanks_do_not_count() {
        assert_eq!(row("a", Some("g")).unit(), row("b", Some("g")).unit());
        assert_ne!(row("a", Some("g")).unit(), row("a", None).unit());
        // A group named like a prompt is still a group.
        assert_ne!(row("x", Some("a")).unit(), row("a", None).unit());
        assert_eq!(row(" book  a\n table ", None).unit(), row("book a table", None).unit());
        assert_ne!(row("book a table", None).unit(), row("Book a table", None).unit());
    }

    proptest! {
        #[test]
        fn blanks_are_normalised_as_by_splitting(text in r"[ \t\na-c\u{a0}]{0,12}") {
            let words: Vec<&str> = text.split_whitespace().collect();
            prop_assert_eq!(one_blank(&text), words.join(" "));
        }
    }
}
