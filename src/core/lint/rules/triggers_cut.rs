//! Trigger phrases that a harness cuts off.

use crate::core::{
    diagnostic::first_of,
    lexical::{Part, Trigger},
    lint::{Finding, Level, Rule, Subject},
    listing::{Cause, Entry, Listing},
    snapshot::Resident,
};

pub(super) const RULE: Rule = Rule {
    id: "triggers-cut",
    also: &[],
    level: Level::Warn,
    why: "The model never reads the trigger phrases behind the cut.",
    remedy: "Put the triggers into the first sentences.",
    source: "the cuts of harnesses, seen in the versions that were run",
    explain: "A harness cuts a long description, and trigger phrases stand behind the cut: they \
              work where the whole is read and fail here, in silence. Where a budget cuts all \
              texts alike, only skills count that lose every trigger phrase.",
    run,
};

fn run(rule: &Rule, subject: &Subject<'_>, found: &mut Vec<Finding>) {
    for listing in subject.listings {
        let mut alike = Vec::new();
        for resident in subject.snapshot.residents() {
            let Some(entry) = listing.entry(resident.id()) else { continue };
            let Some((lost, all)) = lost(subject, listing, entry, resident) else { continue };
            match entry.cause {
                Some(Cause::TooLong { .. }) => {
                    found.push(of_skill(rule, listing, resident, entry, &lost, all));
                }
                _ if lost.len() == all => alike.push(resident.id().clone()),
                _ => {}
            }
        }
        if !alike.is_empty() {
            let title = listing.lens.title();
            let message = format!(
                "{title} cuts all texts alike, and {} skills lose every trigger phrase.",
                alike.len()
            );
            let weight = alike.len() as f64;
            let harness = Some(listing.lens.profile.id.clone());
            let finding = Finding::of(rule, ".", message).with(alike).weighing(weight);
            found.push(Finding { harness, ..finding });
        }
    }
}

fn of_skill(
    rule: &Rule,
    listing: &Listing,
    resident: Resident<'_>,
    entry: &Entry,
    lost: &[&Trigger],
    all: usize,
) -> Finding {
    let phrases = first_of(lost.iter().map(|trigger| format!("\"{}\"", trigger.text)), 3);
    let message = format!(
        "{} cuts `{}` at {} of {} characters, and {} of its {all} trigger phrases are lost: \
         {phrases}.",
        listing.lens.profile.title,
        resident.id(),
        entry.text.chars().count(),
        entry.length,
        lost.len(),
    );
    let finding = Finding::about(rule, resident.skill, message).weighing(lost.len() as f64);
    Finding { harness: Some(listing.lens.profile.id.clone()), ..finding }
}

/// The trigger phrases of a cut text that do not stand before the cut, and how many there are;
/// `None` where none is lost.
fn lost<'a>(
    subject: &Subject<'a>,
    listing: &Listing,
    entry: &Entry,
    resident: Resident<'_>,
) -> Option<(Vec<&'a Trigger>, usize)> {
    let cut = matches!(entry.cause, Some(Cause::TooLong { .. } | Cause::CutAlike { .. }));
    let at = subject.lexicon.position(resident.id()).filter(|_| cut)?;
    let shown = entry.text.trim_end_matches('…').len();
    let joiner = listing.lens.profile.listing.when_to_use.as_deref();
    let before_when = resident.description.len() + joiner.map_or(0, str::len);
    let triggers = subject.lexicon.triggers().of_skill(at);
    let meant = triggers.iter().filter(|one| joiner.is_some() || one.part == Part::Description);
    let (mut lost, mut all) = (Vec::new(), 0);
    for trigger in meant {
        let offset = if trigger.part == Part::WhenToUse { before_when } else { 0 };
        all += 1;
        if offset + trigger.range.end > shown {
            lost.push(trigger);
        }
    }
    (!lost.is_empty()).then_some((lost, all))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use crate::core::{
        lint::testing::Case,
        listing::{Lens, Profile, testing::profile},
    };

    #[test]
    fn phrases_behind_the_cut_are_named() {
        let text =
            "Branch tool. Triggers: \"reset a branch\", \"fork a branch\", \"drop a branch\".";
        let mut h = profile("h", None);
        h.listing.cut = Some(45);
        let lens = Lens::of(Arc::new(Profile { title: "H".to_owned(), ..h }));
        let case = Case::of(&[("a", text), ("b", "Use when short.")]).seen_by(&lens);
        assert_eq!(
            case.says("triggers-cut"),
            ["a: H cuts `a` at 45 of 74 characters, and 2 of its 3 trigger phrases are lost: \
              \"fork a branch\", \"drop a branch\"."]
        );
    }
}
