//! Labels that expect a skill which the model is never offered.

use std::collections::BTreeMap;

use crate::core::{
    catalog::{Resolution, Resolver},
    id::SkillId,
    lint::{Finding, Level, Rule, Subject},
    query::Source,
};

pub(super) const RULE: Rule = Rule {
    id: "label-hidden",
    also: &[],
    level: Level::Warn,
    why: "No prompt can lead to a hidden skill, so the rows can never be met.",
    remedy: "Take the rows out, or let the model see the skill.",
    source: "disable-model-invocation, as harnesses obey it",
    explain: "Rows of a query set expect a skill that sets `disable-model-invocation`. They are set \
              aside and never scored; without that they would count as misses of the description.",
    run,
};

fn run(rule: &Rule, subject: &Subject<'_>, found: &mut Vec<Finding>) {
    let resolver = Resolver::of(&subject.snapshot.catalog);
    let mut rows: BTreeMap<(SkillId, &str), (usize, &Source)> = BTreeMap::new();
    for query in subject.queries.iter().flat_map(|set| &set.queries) {
        for label in query.label.wanted() {
            if let Resolution::Hidden(id) = resolver.resolve(label) {
                let met = rows.entry((id, &query.source.path)).or_insert((0, &query.source));
                met.0 += 1;
            }
        }
    }
    for ((id, path), (count, first)) in rows {
        let expect = if count == 1 { "a row expects" } else { &format!("{count} rows expect") };
        let message = format!("`{id}` is hidden from the model, and {expect} it.");
        let line = Some(first.line).filter(|line| *line > 0);
        let finding = Finding::of(rule, path, message).weighing(count as f64);
        found.push(Finding { skill: Some(id), line, ..finding });
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use crate::core::{
        catalog::Catalog,
        lint::testing::Case,
        query::{Label, Query, QuerySet, Source},
        skill::{SkillDoc, testing::with_doc},
    };

    #[test]
    fn rows_are_counted_a_file_and_skill() {
        let doc = SkillDoc { description: "x".to_owned(), hidden: true, ..SkillDoc::default() };
        let skills = vec![Arc::new(with_doc("a", doc))];
        let mut case = Case::in_catalog(Catalog { skills, ..Catalog::default() });
        let row = |line, label: &str| {
            let label = Label::Complete { expected: vec![label.to_owned()], alternatives: vec![] };
            let source = Source { path: "q.jsonl".to_owned(), line };
            Query { source, ..Query::new(line.to_string(), "p", label) }
        };
        let queries = vec![row(2, "b"), row(3, "a"), row(5, "a")];
        case.queries = vec![QuerySet { queries, ..QuerySet::default() }];
        let found = case.found("label-hidden");
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].path.as_str(), found[0].line), ("q.jsonl", Some(3)));
        assert_eq!(found[0].message, "`a` is hidden from the model, and 2 rows expect it.");
    }
}
