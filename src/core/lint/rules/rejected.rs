//! Files that a harness does not take for skills.

use crate::core::{
    diagnostic::first_of,
    id::SkillId,
    lint::{Finding, Level, Rule, Subject},
    listing::{Entry, Profile, State},
};

pub(super) const RULE: Rule = Rule {
    id: "harness-rejects",
    also: &[],
    level: Level::Warn,
    why: "The harness drops them without a word: they exist here and not for its model.",
    remedy: "Mend what the findings of these files say.",
    source: "how the harnesses that were run read front matters",
    explain: "Harnesses read front matters differently: most refuse the file where its YAML is \
              invalid, some read it line by line all the same. One \
              finding says which files they drop, of all harnesses that drop the same; what is \
              wrong with each is told by a rule of its own.",
    run,
};

fn run(rule: &Rule, subject: &Subject<'_>, found: &mut Vec<Finding>) {
    // Harnesses that drop the same files are told together.
    let mut alike: Vec<(Vec<&Entry>, Vec<&Profile>)> = Vec::new();
    for listing in subject.listings {
        let rejected: Vec<&Entry> =
            listing.entries.iter().filter(|entry| entry.state == State::Rejected).collect();
        let same = |entries: &[&Entry]| paths(entries).eq(paths(&rejected));
        match alike.iter_mut().find(|(entries, _)| same(entries)) {
            Some((_, profiles)) => profiles.push(&listing.lens.profile),
            None if rejected.is_empty() => {}
            None => alike.push((rejected, vec![&listing.lens.profile])),
        }
    }
    found.extend(alike.iter().map(|(entries, profiles)| of_files(rule, entries, profiles)));
}

fn paths<'a>(entries: &[&'a Entry]) -> impl ExactSizeIterator<Item = &'a String> {
    entries.iter().map(|entry| &entry.path)
}

fn of_files(rule: &Rule, entries: &[&Entry], profiles: &[&Profile]) -> Finding {
    let files = match entries {
        [_] => "a file".to_owned(),
        files => format!("{} files", files.len()),
    };
    let named = first_of(paths(entries), 3);
    let titles: Vec<&str> = profiles.iter().map(|profile| profile.title.as_str()).collect();
    let drop = if titles.len() == 1 { "drops" } else { "drop" };
    let message = format!("{} {drop} {files}: {named}.", titles.join(", "));
    let mut with: Vec<SkillId> = entries.iter().filter_map(|entry| entry.id.clone()).collect();
    let (path, skill) = match entries {
        [entry] => (entry.path.as_str(), with.pop()),
        _ => (".", None),
    };
    let harness = match profiles {
        [profile] => Some(profile.id.clone()),
        _ => None,
    };
    let finding = Finding::of(rule, path, message).weighing(entries.len() as f64);
    Finding { skill, with, harness, ..finding }
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
        assert_eq!(case.found("harness-rejects")[0].harness.as_deref(), Some("strict"));
        let case = case.seen_by(&lens("other", &["yaml-quote"]));
        assert_eq!(case.says("harness-rejects"), ["a: strict, other drop a file: a/SKILL.md."]);
        assert_eq!(case.found("harness-rejects")[0].harness, None);
    }
}
