//! Catalogs that take much of any window.

use unicode_width::UnicodeWidthStr;

use crate::core::{
    diagnostic::first_of,
    lint::{Finding, Level, Limits, Rule, Subject},
};

pub(super) const RULE: Rule = Rule {
    id: "catalog-budget-overflow",
    also: &[],
    level: Level::Warn,
    why: "Every session pays for the whole list of skills before it begins.",
    remedy: "Shorten the longest descriptions, or load fewer skills.",
    source: "common practice",
    explain: "A line for each skill, name and description, takes more columns of a terminal than \
              the limit `catalog_budget` (30,000 unless set). It holds whatever the harness does; \
              where one harness has less room that is told instead, unless the limit is set.",
    run,
};

fn run(rule: &Rule, subject: &Subject<'_>, found: &mut Vec<Finding>) {
    let Some(limit) = subject.limits.catalog_budget else { return };
    // What a harness has room for says more, unless somebody set the limit.
    let usual = subject.limits.catalog_budget == Limits::default().catalog_budget;
    if usual && subject.listings.iter().any(|listing| listing.remedy.is_some()) {
        return;
    }
    let mut lines: Vec<(usize, &str)> = subject
        .snapshot
        .residents()
        .map(|resident| {
            let when = resident.when_to_use().map_or(0, |when| " - ".len() + when.width());
            let columns = resident.name().width() + resident.description.width() + when;
            ("- : ".len() + columns, resident.name())
        })
        .collect();
    let asked: usize =
        lines.iter().map(|(columns, _)| columns + 1).sum::<usize>().saturating_sub(1);
    if asked <= limit {
        return;
    }
    lines.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.cmp(b.1)));
    let longest = first_of(lines.iter().map(|(columns, name)| format!("`{name}` ({columns})")), 3);
    let message = format!(
        "The list of {} skills takes {asked} columns, {limit} at most; the longest are {longest}.",
        lines.len()
    );
    found.push(Finding::of(rule, ".", message).weighing(asked as f64));
}

#[cfg(test)]
mod tests {
    use crate::core::lint::{Level, Levels, testing::Case};

    #[test]
    fn a_budget_that_is_too_small_is_one_warning_and_none_is_none() {
        let names = ["a", "b", "c", "d", "e"];
        let text = "Draws a chart of what it is given.";
        let mut case = Case::of(&names.map(|name| (name, text)));
        assert!(case.found("catalog-budget-overflow").is_empty());
        case.limits.catalog_budget = Some(100);
        let found = case.found("catalog-budget-overflow");
        assert_eq!((found.len(), found[0].level), (1, Level::Warn));
        assert!(found[0].message.contains("takes 199 columns, 100 at most"), "{found:?}");
        let mut levels = Levels::default();
        levels.set("catalog-budget-overflow", Level::Ignore).unwrap();
        assert!(case.lint(&levels).iter().all(|one| one.rule != "catalog-budget-overflow"));
        case.limits.catalog_budget = None;
        assert!(case.found("catalog-budget-overflow").is_empty());
    }
}
