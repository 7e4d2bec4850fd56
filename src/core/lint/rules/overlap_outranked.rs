//! Descriptions whose own words point to a rival first.

use std::collections::HashSet;

use crate::core::lint::{Finding, Level, Rule, Subject};

pub(super) const RULE: Rule = Rule {
    id: "overlap-outranked",
    also: &[],
    level: Level::Warn,
    why: "A prompt in the skill's own words finds another skill first.",
    remedy: "Say first what only this skill does.",
    source: "computed from the words of all descriptions",
    explain: "Each description is taken as a prompt and every skill is ranked for it by words alone. \
              Where a rival scores more than the skill itself, its description says the same and \
              more of it. That is no evidence of how a model routes; it is where to look first.",
    run,
};

fn run(rule: &Rule, subject: &Subject<'_>, found: &mut Vec<Finding>) {
    let lexicon = subject.lexicon;
    let alike: HashSet<usize> =
        subject.duplicates().iter().flat_map(|pair| [pair.a, pair.b]).collect();
    for (at, row) in lexicon.neighbourhood().rows.iter().enumerate() {
        let Some((rival, ratio)) = row.nearest().zip(row.ratio()) else { continue };
        let Some(skill) = subject.snapshot.catalog.get(lexicon.id(at)) else { continue };
        // A near duplicate has a finding of its own.
        if row.outranked_by > 0 && !alike.contains(&at) {
            let rival = lexicon.id(rival.index);
            let message = format!(
                "By words alone the description of `{}` points to `{rival}` before itself \
                 ({ratio:.2} times as strongly).",
                skill.id
            );
            let finding = Finding::about(rule, skill, message);
            found.push(finding.with(vec![rival.clone()]).weighing(ratio));
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::core::lint::testing::Case;

    #[test]
    fn a_description_within_another_points_to_it() {
        let long = "Cut and turn and fill and draw and play. ".repeat(5);
        let mut case = Case::of(&[
            ("export-tables", "Export tables: tables, export, tables, export."),
            ("pictures", &long),
            ("sounds", &long),
            ("tables", "Export."),
        ]);
        case.limits.near_duplicate = 1.5;
        let found = case.found("overlap-outranked");
        let ids: Vec<_> =
            found.iter().map(|f| (f.skill.clone().unwrap(), f.with.clone())).collect();
        assert_eq!(ids, [("tables".into(), vec!["export-tables".into()])]);
        assert!(
            found[0].message.contains("points to `export-tables` before itself"),
            "{}",
            found[0].message
        );
    }
}
