//! Files that a harness does not take for skills.

use crate::core::{
    diagnostic::first_of,
    lint::{Finding, Level, Rule, Subject},
    listing::State,
};

pub(super) const RULE: Rule = Rule {
    id: "harness-rejects",
    also: &[],
    level: Level::Warn,
    why: "The harness drops them without a word: they exist here and not for its model.",
    remedy: "Mend what the findings of these files say.",
    source: "how the harnesses that were run read front matters",
    explain: "Harnesses read front matters differently: most refuse the file where its YAML is \
              invalid, some read it line by line all the same. One finding a harness says which \
              files it drops; what is wrong with each is told by a rule of its own.",
    run,
};

fn run(rule: &Rule, subject: &Subject<'_>, found: &mut Vec<Finding>) {
    for listing in subject.listings {
        let rejected: Vec<_> =
            listing.entries.iter().filter(|entry| entry.state == State::Rejected).collect();
        let Some(first) = rejected.first() else { continue };
        let title = &listing.lens.profile.title;
        let files = match rejected.len() {
            1 => "a file".to_owned(),
            files => format!("{files} files"),
        };
        let named = first_of(rejected.iter().map(|entry| &entry.path), 3);
        let finding = Finding::of(rule, &*first.path, format!("{title} drops {files}: {named}."));
        let with: Vec<_> = rejected.iter().filter_map(|entry| entry.id.clone()).collect();
        found.push(Finding {
            skill: with.first().cloned().filter(|_| rejected.len() == 1),
            with: if rejected.len() == 1 { Vec::new() } else { with },
            harness: Some(listing.lens.profile.id.clone()),
            ..finding.weighing(rejected.len() as f64)
        });
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use crate::core::{
        catalog::Catalog,
        lint::testing::Case,
        listing::{Lens, testing::profile},
        skill::{read, testing::with_doc},
    };

    #[test]
    fn what_one_harness_reads_another_drops() {
        let doc = read(b"---\nname: a\ndescription: Use for: tables\n---\n").unwrap();
        let skills = vec![Arc::new(with_doc("a", doc))];
        let lens = |id: &str, recovers: &[&str]| {
            let mut profile = profile(id, None);
            profile.listing.recovers = recovers.iter().map(|code| (*code).to_owned()).collect();
            Lens::of(Arc::new(profile))
        };
        let case = Case::in_catalog(Catalog { skills, ..Catalog::default() })
            .seen_by(&lens("strict", &["yaml-quote"]))
            .seen_by(&lens("lenient", &["yaml-colon"]));
        assert_eq!(case.says("harness-rejects"), ["a: strict drops a file: a/SKILL.md."]);
    }
}
