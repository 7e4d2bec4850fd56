//! The rows that edits of skills may have moved, chosen without a look at any outcome.
//!
//! Must not know how the rows are probed, nor what is made of the results.

use std::collections::BTreeSet;

use crate::core::{
    catalog::{self, Resolver},
    id::SkillId,
    lexical::Lexicon,
    plan::{affected, named},
    query::{BoundSet, QuerySet, Source, bind::bind},
    snapshot::Snapshot,
    workbench::{differs::shown, settings::Settings},
};

/// How near to a prompt an edited skill must rank, before or after, for the row to be probed.
pub(super) const NEAR: usize = 5;

/// What an edit may have moved.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Touched {
    /// Skills whose listing entry differs, if only since another's made or took room; those that
    /// came and those that went.
    pub edited: BTreeSet<SkillId>,
    /// Skills of which every row is among the chosen ones.
    pub whole: BTreeSet<SkillId>,
    /// Rows that bind to the skills of now.
    pub of: usize,
    /// File and line of each chosen row.
    rows: BTreeSet<(String, u32)>,
}

impl Touched {
    /// Compares two states of the skills and chooses from the rows of `sets`: those that speak of an
    /// edited skill, and those for which one ranks near.
    pub fn between(
        before: &Snapshot,
        now: &Snapshot,
        sets: &[QuerySet],
        settings: &Settings,
    ) -> Self {
        let diff = catalog::diff(&before.catalog, &now.catalog);
        let [listed, lists] = [before, now].map(|snapshot| settings.list(snapshot));
        let shown = shown([&listed, &lists], &diff);
        let edited: BTreeSet<SkillId> = diff.routed().cloned().chain(shown).collect();
        let turns = settings.limits.max_turns;
        let [was, is] = [before, now].map(|snapshot| bound(snapshot, sets, turns));
        let lexicons = [before, now].map(|snapshot| Lexicon::of(snapshot, settings.lexical));
        let near = |prompt: &str| {
            let mut nearest = lexicons.iter().flat_map(|lexicon| lexicon.nearest(prompt, NEAR));
            nearest.any(|id| edited.contains(id))
        };
        let mut rows = BTreeSet::new();
        // A row that names a skill that is gone binds to the skills of then alone.
        for set in [&was, &is] {
            let prompt = |at: usize| set.queries.get(at).map_or("", |query| &*query.prompt);
            let chosen = affected(&set.queries, &edited, |at| near(prompt(at)), |_| false);
            let chosen = chosen.into_iter().filter_map(|(at, _)| set.queries.get(at));
            rows.extend(chosen.map(|query| place(&query.source)));
        }
        let mut out = Self { edited, whole: BTreeSet::new(), of: is.queries.len(), rows };
        out.whole = out.whole_of(&is);
        out
    }

    /// Chosen rows, of both states.
    pub fn rows(&self) -> usize {
        self.rows.len()
    }

    /// The sets without the rows that were not chosen.
    pub fn only(&self, mut sets: Vec<QuerySet>) -> Vec<QuerySet> {
        for set in &mut sets {
            set.queries.retain(|query| self.rows.contains(&place(&query.source)));
        }
        sets
    }

    fn whole_of(&self, set: &BoundSet) -> BTreeSet<SkillId> {
        let (mut whole, mut part) = (self.edited.clone(), BTreeSet::new());
        for query in &set.queries {
            let chosen = self.rows.contains(&place(&query.source));
            let skills = if chosen { &mut whole } else { &mut part };
            skills.extend(named(query).cloned());
        }
        whole.retain(|skill| !part.contains(skill));
        whole
    }
}

fn bound(snapshot: &Snapshot, sets: &[QuerySet], max_turns: u32) -> BoundSet {
    let resolver = Resolver::of(&snapshot.catalog);
    bind(sets, |label| resolver.resolve(label), max_turns)
}

fn place(source: &Source) -> (String, u32) {
    (source.path.clone(), source.line)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::core::{
        catalog::{Catalog, testing::catalog},
        query::{Label, Query},
    };

    fn snapshot(skills: &[(&str, &str)]) -> Snapshot {
        Snapshot::of(Arc::new(Catalog { generation: 1, ..catalog(skills) }))
    }

    fn set(rows: &[(&str, &str)]) -> QuerySet {
        let row = |(line, (prompt, expected)): (u32, &(&str, &str))| {
            let expected = expected.split_whitespace().map(str::to_owned).collect();
            let label = Label::Complete { expected, alternatives: Vec::new() };
            let source = Source { path: "q".to_owned(), line };
            Query { source, ..Query::new(line.to_string(), *prompt, label) }
        };
        QuerySet { queries: (1..).zip(rows).map(row).collect(), ..QuerySet::default() }
    }

    #[test]
    fn rows_of_edited_skills_and_their_neighbours_are_chosen_and_no_others() {
        let was = [("bread", "Bakes rye."), ("cake", "Frosts."), ("tea", "Brews."), ("old", "x")];
        let is = [("bread", "Bakes wheat."), ("cake", "Frosts."), ("tea", "Brews.")];
        let [before, now] = [snapshot(&was), snapshot(&is)];
        let sets = [set(&[
            ("a loaf", "bread"),
            ("frosts", "cake"),
            ("rye frosts", "cake"),
            ("brews wheat", "tea"),
            ("nothing known", ""),
            ("anything", "old"),
        ])];
        let touched = Touched::between(&before, &now, &sets, &Settings::default());
        let ids = |ids: &[&str]| ids.iter().map(|id| SkillId::from(*id)).collect::<BTreeSet<_>>();
        assert_eq!(touched.edited, ids(&["bread", "old"]));
        // Named; near before; near after; of a skill that is gone.
        let lines: Vec<u32> = touched.rows.iter().map(|(_, line)| *line).collect();
        assert_eq!(lines, [1, 3, 4, 6]);
        // A row of cake stays out, every row of tea is in.
        assert_eq!((touched.whole.clone(), touched.of), (ids(&["bread", "old", "tea"]), 5));
        let only = touched.only(sets.to_vec());
        let left: Vec<&str> = only[0].queries.iter().map(|query| &*query.id).collect();
        assert_eq!(left, ["1", "3", "4", "6"]);
    }

    #[test]
    fn where_nothing_was_edited_nothing_is_chosen() {
        let now = snapshot(&[("bread", "Bakes rye.")]);
        let sets = [set(&[("rye", "bread")])];
        let touched = Touched::between(&now, &now, &sets, &Settings::default());
        assert_eq!(touched, Touched { of: 1, ..Touched::default() });
    }
}
