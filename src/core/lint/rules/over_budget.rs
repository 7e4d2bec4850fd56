//! Listings that have no room for every description.

use crate::core::{
    id::SkillId,
    lint::{Finding, Level, Rule, Subject},
    listing::{Listing, State},
};

pub(super) const RULE: Rule = Rule {
    id: "over-budget",
    also: &[],
    level: Level::Warn,
    why: "The model is not shown every description, and nobody tells.",
    remedy: "Shorten the longest descriptions, or load fewer skills.",
    source: "the listing budgets of harnesses, seen in the versions that were run",
    explain: "A harness gives its list of skills a part of the model's window. Beyond it \
              descriptions are cut, or skills are shown by name alone or left out, in silence. \
              One finding a harness tells how many skills lose what, and the smallest changes \
              with which all would fit; `with` names the skills, those that lose most first.",
    run,
};

fn run(rule: &Rule, subject: &Subject<'_>, found: &mut Vec<Finding>) {
    found.extend(subject.listings.iter().filter_map(|listing| of_listing(rule, listing)));
}

fn of_listing(rule: &Rule, listing: &Listing) -> Option<Finding> {
    let (remedy, limit) = listing.remedy.as_ref().zip(listing.limits.limit)?;
    let unit = listing.limits.unit;
    let losses = [
        (State::Omitted, "left out"),
        (State::NameOnly, "shown by name alone"),
        (State::Cut, "cut"),
    ];
    let told = losses.iter().filter_map(|(state, how)| match listing.count(*state) {
        0 => None,
        count => Some(format!("{count} {how}")),
    });
    let told: Vec<String> = told.collect();
    let with: Vec<SkillId> = losses
        .iter()
        .flat_map(|(state, _)| listing.entries.iter().filter(|entry| entry.state == *state))
        .filter_map(|entry| entry.id.clone())
        .collect();
    let message = format!(
        "{} has room for {limit} {unit} and the skills ask for {}: of {} skills {}.",
        listing.lens.title(),
        listing.asked,
        listing.meant,
        if told.is_empty() { "none loses anything yet".to_owned() } else { told.join(", ") }
    );
    let weight = with.len() as f64;
    Some(Finding {
        remedy: format!("It would fit with {}.", remedy.ways(unit).join(", or ")),
        harness: Some(listing.lens.profile.id.clone()),
        ..Finding::of(rule, ".", message).with(with).weighing(weight)
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use crate::core::{
        lint::testing::Case,
        listing::{Lens, testing::profile},
    };

    #[test]
    fn one_finding_a_harness_names_who_loses_and_what_would_help() {
        let text = "Draws charts. ".repeat(4);
        let case = Case::of(&[("a", "Short."), ("b", &text), ("c", &text)]);
        let lens = |budget| Lens { budget, ..Lens::of(Arc::new(profile("h", Some(0.01)))) };
        let case = case.seen_by(&lens(Some(80))).seen_by(&lens(None));
        let found = case.found("over-budget");
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].with, ["c".into()]);
        let message = "h, budget 80 has room for 80 columns and the skills ask for 135: \
                       of 3 skills 1 shown by name alone.";
        assert_eq!(found[0].message, message);
        assert!(
            found[0].remedy.starts_with("It would fit with 55 columns less in all, or no text")
        );
    }
}
