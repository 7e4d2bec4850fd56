//! A line with places for what differs from skill to skill, as profiles write it.
//!
//! Must not know what goes into the places.

use serde::{Deserialize, Serialize};

/// What can stand in a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::EnumString, strum::Display)]
#[strum(serialize_all = "snake_case")]
pub enum Slot {
    Name,
    /// What routes: the description, and what the harness adds to it.
    Text,
    /// SKILL.md, relative to the roots that were named.
    Path,
    /// SKILL.md below a numbered root: `r0/pdf/SKILL.md`.
    Alias,
    /// `project` or `user`.
    Scope,
}

/// For example `- {name}: {text}`. A brace opens a place and nothing else.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Template(Vec<Piece>);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Piece {
    Words(String),
    Place(Slot),
}

impl Template {
    /// The line with each place filled.
    pub fn fill<'a>(&self, of: impl Fn(Slot) -> &'a str) -> String {
        let mut line = String::new();
        for piece in &self.0 {
            line.push_str(match piece {
                Piece::Words(words) => words,
                Piece::Place(slot) => of(*slot),
            });
        }
        line
    }

    pub fn has(&self, slot: Slot) -> bool {
        self.0.contains(&Piece::Place(slot))
    }
}

impl TryFrom<String> for Template {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let (mut pieces, mut rest) = (Vec::new(), text.as_str());
        while let Some((words, opened)) = rest.split_once('{') {
            let (place, behind) =
                opened.split_once('}').ok_or_else(|| format!("`{{{opened}` is not closed"))?;
            let slot = place.parse().map_err(|_| {
                format!("`{{{place}}}` is no place; there are name, text, path, alias and scope")
            })?;
            if !words.is_empty() {
                pieces.push(Piece::Words(words.to_owned()));
            }
            pieces.push(Piece::Place(slot));
            rest = behind;
        }
        if !rest.is_empty() {
            pieces.push(Piece::Words(rest.to_owned()));
        }
        Ok(Self(pieces))
    }
}

impl From<Template> for String {
    fn from(template: Template) -> Self {
        let written = |piece: &Piece| match piece {
            Piece::Words(words) => words.clone(),
            Piece::Place(slot) => format!("{{{slot}}}"),
        };
        template.0.iter().map(written).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn template(text: &str) -> Result<Template, String> {
        Template::try_from(text.to_owned())
    }

    #[test]
    fn places_are_filled_and_written_back() {
        let line = template("- {name}: {text} ({path})").unwrap();
        let filled = line.fill(|slot| match slot {
            Slot::Name => "pdf",
            Slot::Text => "Fill {text} in.",
            _ => "x",
        });
        assert_eq!(filled, "- pdf: Fill {text} in. (x)", "what is filled in is no template");
        assert_eq!(String::from(line), "- {name}: {text} ({path})");
    }

    #[test]
    fn a_place_that_is_none_is_named() {
        assert!(template("- {nam}").unwrap_err().contains("`{nam}`"));
        assert!(template("- {name").unwrap_err().contains("not closed"));
    }
}
