//! Skills that say nearly the same.

use std::collections::BTreeMap;

use crate::core::{
    diagnostic::first_of,
    lint::{Finding, Level, Rule, Subject},
};

pub(super) const RULE: Rule = Rule {
    id: "near-duplicate",
    also: &["duplicate-capability"],
    level: Level::Warn,
    why: "A model cannot choose between skills that say the same.",
    remedy: "Merge them, or say in each what only that one does.",
    source: "computed from the words of all descriptions",
    explain: "Names and descriptions are compared by their words both ways, rare words counting \
              more; from a symmetric likeness of 0.8 on, two skills say nearly the same. Copies \
              of one skill do not count. Skills that are alike by a template are told as one group.",
    run,
};

fn run(rule: &Rule, subject: &Subject<'_>, found: &mut Vec<Finding>) {
    let lexicon = subject.lexicon;
    let alike = subject.duplicates();
    // Each skill's group is called by its first.
    let mut group: Vec<usize> = (0..lexicon.len()).collect();
    for pair in &alike {
        let (a, b) = (group[pair.a], group[pair.b]);
        let (low, high) = (a.min(b), a.max(b));
        for one in group.iter_mut().filter(|one| **one == high) {
            *one = low;
        }
    }
    let mut groups: BTreeMap<usize, (Vec<usize>, f64)> = BTreeMap::new();
    for pair in &alike {
        let (members, most) = groups.entry(group[pair.a]).or_default();
        members.extend([pair.a, pair.b]);
        *most = most.max(pair.similarity);
    }
    for (mut members, most) in groups.into_values() {
        members.sort_unstable();
        members.dedup();
        let ids = members.iter().map(|at| lexicon.id(*at).clone());
        let (first, others): (Vec<_>, Vec<_>) = ids.enumerate().partition(|(n, _)| *n == 0);
        let Some((_, first)) = first.into_iter().next() else { continue };
        let Some(skill) = subject.snapshot.catalog.get(&first) else { continue };
        let with: Vec<_> = others.into_iter().map(|(_, id)| id).collect();
        let named = first_of(with.iter().map(|id| format!("`{id}`")), 4);
        let message = format!("`{first}` says nearly the same as {named} (likeness {most:.2}).");
        found.push(Finding::about(rule, skill, message).with(with).weighing(most));
    }
}

#[cfg(test)]
mod tests {
    use crate::core::lint::testing::Case;

    #[test]
    fn skills_that_differ_by_a_word_are_one_group() {
        let text = |what: &str| {
            format!(
                "Draws a chart of quarterly revenue from the ledger of a company, and sends it as {what}."
            )
        };
        let texts = ["png", "svg", "pdf"].map(text);
        let others: Vec<String> = (0..12).map(|n| format!("mail-{n:02}")).collect();
        let mut skills: Vec<(&str, &str)> =
            ["chart-draw-one", "chart-draw-three", "chart-draw-two"]
                .into_iter()
                .zip(texts.iter().map(String::as_str))
                .collect();
        skills.extend(others.iter().map(|name| (&**name, "Sorts letters.")));
        let mut case = Case::of(&skills);
        case.limits.near_duplicate = 0.7;
        let found = case.found("near-duplicate");
        let found: Vec<_> =
            found.iter().filter(|one| one.skill != Some("mail-00".into())).collect();
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!(found[0].skill, Some("chart-draw-one".into()));
        assert_eq!(found[0].with, ["chart-draw-three".into(), "chart-draw-two".into()]);
        assert!(case.found("overlap-outranked").is_empty());
    }
}
