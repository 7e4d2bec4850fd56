//! What is not the same in two measured states, apart from their results.
//!
//! Must not know results, nor what is made of the differences.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
    sync::Arc,
};

use crate::core::{
    catalog::CatalogDiff,
    diagnostic::first_of,
    id::SkillId,
    listing::Listing,
    measure::comparison::Aspect,
    plan::Offered,
    query::{BoundSet, Query},
    workbench::{board::AgentInfo, state::State},
};

/// One difference between two arms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Difference {
    /// Skills with another name, description or `when_to_use`, or hidden on one side.
    Edited(Vec<SkillId>),
    Added(Vec<SkillId>),
    Removed(Vec<SkillId>),
    /// Muted on one side.
    Muted(Vec<SkillId>),
    /// Skills of which another part is shown, though their texts are as they were.
    Shown(Vec<SkillId>),
    /// What the skills are looked at through, before and now.
    Lens(String, String),
    /// The skills, though no record names which.
    Unnamed,
    /// Queries with another label or prompt.
    Relabelled(usize),
    /// Queries of one side only: before, after.
    Rows(usize, usize),
    Agent(String, String),
    /// `None` of an agent without one.
    Model(Option<String>, Option<String>),
    /// As the model.
    HarnessVersion(Option<String>, Option<String>),
    Limits,
    /// The part of the catalog that each row's probe was offered.
    Offered(Offered, Offered),
    Attempts(u32, u32),
}

impl Difference {
    /// `None` for what changes how much is known and not what is measured.
    pub fn aspect(&self) -> Option<Aspect> {
        match self {
            Self::Edited(_)
            | Self::Added(_)
            | Self::Removed(_)
            | Self::Muted(_)
            | Self::Shown(_)
            | Self::Lens(..)
            | Self::Unnamed => Some(Aspect::Descriptions),
            Self::Offered(..) => Some(Aspect::Catalog),
            Self::Relabelled(_) => Some(Aspect::Labels),
            Self::Agent(..) => Some(Aspect::Agent),
            Self::Model(..) => Some(Aspect::Model),
            Self::HarnessVersion(..) => Some(Aspect::HarnessVersion),
            Self::Limits => Some(Aspect::Budgets),
            Self::Rows(..) | Self::Attempts(..) => None,
        }
    }

    /// Skills whose listing entry differs.
    pub fn skills(&self) -> &[SkillId] {
        match self {
            Self::Edited(ids)
            | Self::Added(ids)
            | Self::Removed(ids)
            | Self::Muted(ids)
            | Self::Shown(ids) => ids,
            _ => &[],
        }
    }
}

/// Names that a sentence lists before it counts the rest.
const NAMED: usize = 3;

impl fmt::Display for Difference {
    /// `descriptions: bread, cakes`, `2 skills more: tea, pies`, `attempts: 1, then 3`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named = |ids: &[SkillId]| first_of(ids.iter(), NAMED);
        let queries = |n: usize| if n == 1 { "query" } else { "queries" };
        match self {
            Self::Edited(ids) if ids.len() == 1 => write!(f, "the description of {}", named(ids)),
            Self::Edited(ids) => write!(f, "{} descriptions: {}", ids.len(), named(ids)),
            Self::Added(ids) => write!(f, "new: {}", named(ids)),
            Self::Removed(ids) => write!(f, "gone: {}", named(ids)),
            Self::Muted(ids) => write!(f, "muted on one side: {}", named(ids)),
            Self::Shown(ids) => write!(f, "another part is shown of {}", named(ids)),
            Self::Lens(before, after) => write!(f, "the listing: {before}, then {after}"),
            Self::Unnamed => f.write_str("skills that the records do not name"),
            Self::Relabelled(n) => write!(f, "the labels of {n} {}", queries(*n)),
            Self::Rows(before, 0) => write!(f, "{before} {} less", queries(*before)),
            Self::Rows(0, after) => write!(f, "{after} {} more", queries(*after)),
            Self::Rows(before, after) => {
                write!(f, "{before} {} less and {after} more", queries(*before))
            }
            Self::Agent(before, after) => write!(f, "the agent: {before}, then {after}"),
            Self::Model(before, after) => {
                write!(f, "the model: {}, then {}", or_none(before), or_none(after))
            }
            Self::HarnessVersion(before, after) => {
                let [before, after] = [before, after].map(or_none);
                write!(f, "the version of the harness: {before}, then {after}")
            }
            Self::Limits => f.write_str("the limits of a probe"),
            Self::Offered(before, after) => {
                write!(f, "what a probe was offered: {before}, then {after}")
            }
            Self::Attempts(before, after) => write!(f, "attempts: {before}, then {after}"),
        }
    }
}

fn or_none(name: &Option<String>) -> &str {
    name.as_deref().unwrap_or("none")
}

/// What differs from `before` to `now`, of which `catalog` is the difference of the skills.
pub fn differences(before: &State, now: &State, catalog: &CatalogDiff) -> Vec<Difference> {
    let edited = catalog.changed.iter().filter(|(_, fields)| fields.routing());
    let (was_muted, is_muted) = (&before.snapshot.muted, &now.snapshot.muted);
    let muted: Vec<SkillId> = was_muted.symmetric_difference(is_muted).cloned().collect();
    let mut out = Vec::new();
    for (ids, difference) in [
        (edited.map(|(id, _)| id.clone()).collect(), Difference::Edited as fn(_) -> _),
        (catalog.added.clone(), Difference::Added),
        (catalog.removed.clone(), Difference::Removed),
        (muted, Difference::Muted),
        (shown([&before.listing, &now.listing], catalog), Difference::Shown),
    ] {
        if !ids.is_empty() {
            out.push(difference(ids));
        }
    }
    out.extend(lenses(&before.agent, &now.agent));
    if out.is_empty() && before.snapshot.catalog.digest != now.snapshot.catalog.digest {
        out.push(Difference::Unnamed);
    }
    out.extend(labels(&before.queries, &now.queries));
    out.extend(agents(&before.agent, &now.agent));
    out
}

/// Skills of both sides, unedited, whose part in the same harness's listing differs: another's
/// length made or took room.
pub(super) fn shown(
    [before, now]: [&Option<Arc<Listing>>; 2],
    catalog: &CatalogDiff,
) -> Vec<SkillId> {
    let (Some(was), Some(is)) = (before, now) else { return Vec::new() };
    if was.lens != is.lens || Arc::ptr_eq(was, is) {
        return Vec::new();
    }
    let edited: BTreeSet<&SkillId> = catalog.changed.iter().map(|(id, _)| id).collect();
    let differs = |id: &&SkillId| {
        let (was, is) = (was.entry(id), is.entry(id));
        was.zip(is).is_some_and(|(was, is)| (was.state, &was.text) != (is.state, &is.text))
    };
    let skills = is.entries.iter().filter_map(|entry| entry.id.as_ref());
    let skills = skills.filter(|id| !edited.contains(id)).filter(differs);
    skills.cloned().collect::<BTreeSet<_>>().into_iter().collect()
}

fn lenses(before: &AgentInfo, now: &AgentInfo) -> Option<Difference> {
    let title =
        |agent: &AgentInfo| agent.listed_by.clone().unwrap_or_else(|| "the files".to_owned());
    let (was, is) = (title(before), title(now));
    (was != is).then_some(Difference::Lens(was, is))
}

/// Each aspect in which some differences lie, once.
pub fn aspects(differences: &[Difference]) -> Vec<Aspect> {
    let mut aspects = Vec::new();
    for aspect in differences.iter().filter_map(Difference::aspect) {
        if !aspects.contains(&aspect) {
            aspects.push(aspect);
        }
    }
    aspects
}

fn labels(before: &BoundSet, now: &BoundSet) -> Vec<Difference> {
    fn by_key(set: &BoundSet) -> BTreeMap<(&str, &str), &Query<SkillId>> {
        let rows = set.queries.iter().map(|row| &**row);
        rows.map(|row| (row.key(), row)).collect()
    }
    if std::ptr::eq(before, now) {
        return Vec::new();
    }
    let (before, now) = (by_key(before), by_key(now));
    let both = before.iter().filter_map(|(key, was)| Some((was, now.get(key)?)));
    let (mut common, mut relabelled) = (0, 0);
    for (was, is) in both {
        common += 1;
        relabelled += usize::from(was.label != is.label || was.prompt != is.prompt);
    }
    let (gone, new) = (before.len() - common, now.len() - common);
    let relabelled = (relabelled > 0).then_some(Difference::Relabelled(relabelled));
    let rows = (gone + new > 0).then_some(Difference::Rows(gone, new));
    relabelled.into_iter().chain(rows).collect()
}

fn agents(before: &AgentInfo, now: &AgentInfo) -> Vec<Difference> {
    let mut out = Vec::new();
    if before.name != now.name {
        out.push(Difference::Agent(before.name.clone(), now.name.clone()));
    }
    if before.model != now.model {
        out.push(Difference::Model(before.model.clone(), now.model.clone()));
    }
    if before.harness_version != now.harness_version {
        let [before, now] = [before, now].map(|agent| agent.harness_version.clone());
        out.push(Difference::HarnessVersion(before, now));
    }
    if before.limits != now.limits {
        out.push(Difference::Limits);
    }
    if before.offered != now.offered {
        out.push(Difference::Offered(before.offered, now.offered));
    }
    if before.attempts != now.attempts {
        out.push(Difference::Attempts(before.attempts, now.attempts));
    }
    out
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::core::{catalog::Fields, query::Label};

    fn state(rows: &[(&str, &str)], agent: &str) -> State {
        let row = |&(id, expected): &(&str, &str)| {
            let expected = expected.split_whitespace().map(SkillId::from).collect();
            Arc::new(Query::new(id, id, Label::Complete { expected, alternatives: Vec::new() }))
        };
        State {
            queries: Arc::new(BoundSet {
                queries: rows.iter().map(row).collect(),
                ..BoundSet::default()
            }),
            agent: AgentInfo { name: agent.to_owned(), ..AgentInfo::default() },
            ..State::default()
        }
    }

    #[test]
    fn edits_of_several_skills_are_one_kind_and_another_agent_is_a_second() {
        let description = Fields { description: true, ..Fields::default() };
        let body = Fields { rest: true, ..Fields::default() };
        let catalog = CatalogDiff {
            added: vec!["tea".into()],
            changed: vec![("bread".into(), description), ("cakes".into(), body)],
            ..CatalogDiff::default()
        };
        let [before, now] = ["keyword", "fake"].map(|agent| state(&[("q", "bread")], agent));
        let listing = differences(&before, &before, &catalog);
        let told: Vec<String> = listing.iter().map(ToString::to_string).collect();
        assert_eq!(told, ["the description of bread", "new: tea"], "a body routes nothing");
        assert_eq!(aspects(&listing), [Aspect::Descriptions]);
        let both = differences(&before, &now, &catalog);
        assert_eq!(both.last().map(ToString::to_string).unwrap(), "the agent: keyword, then fake");
        assert_eq!(aspects(&both), [Aspect::Descriptions, Aspect::Agent]);
    }

    #[test]
    fn the_model_and_the_harness_are_kinds_of_their_own() {
        let (before, mut now) = (state(&[], "claude-code"), state(&[], "claude-code"));
        now.agent.model = Some("small".into());
        now.agent.harness_version = Some("2".into());
        let found = differences(&before, &now, &CatalogDiff::default());
        let told: Vec<String> = found.iter().map(ToString::to_string).collect();
        let version = "the version of the harness: none, then 2";
        assert_eq!(told, ["the model: none, then small", version]);
        assert_eq!(aspects(&found), [Aspect::Model, Aspect::HarnessVersion]);
    }

    #[test]
    fn an_aspect_is_told_once_wherever_its_differences_stand() {
        let (before, mut now) = (state(&[], "keyword"), state(&[], "fake"));
        now.agent.offered = Offered::Solo;
        let (added, removed) = (vec!["tea".into()], vec!["pie".into()]);
        let catalog = CatalogDiff { added, removed, ..CatalogDiff::default() };
        let found = aspects(&differences(&before, &now, &catalog));
        assert_eq!(found, [Aspect::Descriptions, Aspect::Agent, Aspect::Catalog]);
    }

    #[test]
    fn other_rows_are_no_other_labels() {
        let before = state(&[("a", "bread"), ("b", "cakes"), ("c", "")], "keyword");
        let now = state(&[("a", "bread"), ("b", "bread"), ("d", ""), ("e", "")], "keyword");
        let found = differences(&before, &now, &CatalogDiff::default());
        assert_eq!(found, [Difference::Relabelled(1), Difference::Rows(1, 2)]);
        assert_eq!(found[1].to_string(), "1 query less and 2 more");
        assert_eq!(aspects(&found), [Aspect::Labels]);
    }
}
