//! A YAML document as a value, and where its parts stand.
//!
//! Must not know rows.

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};
use serde_yaml::{DuplicateKeyPolicy, Location, Spanned, options::NonFiniteFloatPolicy};

use crate::core::query::read::{document::Places, spot::Spot};

/// A parsed document.
pub(super) struct Yaml {
    top: Spanned<Node>,
}

/// Why a text is no YAML document, with its place where the parser knows it.
pub(super) struct Fault {
    /// In the parser's words, without a place.
    pub(super) message: String,
    /// 1-based, in characters.
    pub(super) line: u32,
    pub(super) column: Option<u32>,
}

/// True when the first line that counts could begin a YAML list or mapping.
pub(super) fn looks_like(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim_end);
    let first = lines.find(|line| {
        let line = line.trim_start();
        !line.is_empty() && !line.starts_with('#') && !line.starts_with("---")
    });
    first.is_some_and(|line| {
        let key = line.split_once(':').filter(|(_, rest)| rest.is_empty() || rest.starts_with(' '));
        line.starts_with("- ")
            || line == "-"
            || key.is_some_and(|(key, _)| !key.is_empty() && !key.contains([' ', '\t']))
    })
}

impl Yaml {
    /// Parses one document. Nesting, aliases and nodes are bounded by the parser's budgets.
    pub(super) fn parse(text: &str) -> Result<Self, Fault> {
        let options = serde_yaml::options! {
            budget: serde_yaml::budget! {
                max_nodes: 2_000_000,
                max_events: 5_000_000,
                max_aliases: 10_000,
                max_recorded_anchor_events: 100_000,
            },
            alias_limits: serde_yaml::alias_limits! { max_total_replayed_events: 200_000 },
            duplicate_keys: DuplicateKeyPolicy::LastWins,
            non_finite_float_policy: NonFiniteFloatPolicy::AsString,
            strict_booleans: true,
            null_as_string: true,
            with_snippet: false,
        };
        let top = serde_yaml::from_str_with_options(text, options).map_err(|error| {
            let error = error.without_snippet();
            let message = error.render_with_formatter(&serde_yaml::UserMessageFormatter);
            let place = error.location().map(|at| (number(at.line()), number(at.column())));
            Fault {
                message: message.split(" at line ").next().unwrap_or_default().to_owned(),
                line: place.map_or(1, |(line, _)| line),
                column: place.map(|(_, column)| column),
            }
        })?;
        Ok(Self { top })
    }

    pub(super) fn value(&self) -> Value {
        self.top.value.value()
    }

    fn at(&self, keys: &[&str]) -> &Spanned<Node> {
        keys.iter().fold(&self.top, |node, key| match &node.value {
            Node::Map(members) => {
                members.iter().rev().find(|(name, _)| name == key).map_or(node, |(_, value)| value)
            }
            _ => node,
        })
    }
}

impl Places for Yaml {
    fn spot(&self, keys: &[&str]) -> Spot {
        spot(&self.at(keys).referenced)
    }

    fn items(&self, keys: &[&str]) -> Vec<Spot> {
        match &self.at(keys).value {
            Node::List(items) => items.iter().map(|item| spot(&item.referenced)).collect(),
            _ => Vec::new(),
        }
    }
}

/// True of a row that begins behind a dash which is the first character of its line.
pub(super) fn is_block_item(text: &str, spot: &Spot) -> bool {
    let before = text.get(..spot.bytes.start).unwrap_or_default();
    let line = before.rsplit('\n').next().unwrap_or_default().trim_start_matches(' ');
    line.strip_prefix('-').is_some_and(|gap| !gap.is_empty() && gap.trim().is_empty())
}

fn spot(location: &Location) -> Spot {
    let span = location.span();
    let offset = |n: Option<u64>| n.and_then(|n| usize::try_from(n).ok()).unwrap_or(0);
    let start = offset(span.byte_offset());
    Spot { line: number(location.line()), bytes: start..start + offset(span.byte_len()) }
}

fn number(n: impl TryInto<u32>) -> u32 {
    n.try_into().unwrap_or(u32::MAX).max(1)
}

/// A node of the document.
enum Node {
    Leaf(Value),
    List(Vec<Spanned<Node>>),
    Map(Vec<(String, Spanned<Node>)>),
}

impl Node {
    fn value(&self) -> Value {
        match self {
            Self::Leaf(value) => value.clone(),
            Self::List(items) => items.iter().map(|item| item.value.value()).collect(),
            Self::Map(members) => {
                let pairs = members.iter().map(|(key, node)| (key.clone(), node.value.value()));
                Value::Object(pairs.collect::<Map<_, _>>())
            }
        }
    }
}

impl<'de> Deserialize<'de> for Node {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Nodes)
    }
}

/// Takes a node as the parser meets it.
struct Nodes;

impl<'de> Visitor<'de> for Nodes {
    type Value = Node;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_unit<E>(self) -> Result<Node, E> {
        Ok(Node::Leaf(Value::Null))
    }

    fn visit_bool<E>(self, value: bool) -> Result<Node, E> {
        Ok(Node::Leaf(Value::from(value)))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Node, E> {
        Ok(Node::Leaf(Value::from(value)))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Node, E> {
        Ok(Node::Leaf(Value::from(value)))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Node, E> {
        Ok(Node::Leaf(Value::from(value)))
    }

    fn visit_str<E>(self, value: &str) -> Result<Node, E> {
        Ok(Node::Leaf(Value::from(value)))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Node, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = seq.next_element()? {
            items.push(item);
        }
        Ok(Node::List(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Node, A::Error> {
        let mut members = Vec::new();
        while let Some(member) = map.next_entry()? {
            members.push(member);
        }
        Ok(Node::Map(members))
    }
}

#[cfg(test)]
mod tests;
