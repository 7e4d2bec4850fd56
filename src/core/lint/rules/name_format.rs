//! Names that the specification does not allow.

use crate::core::lint::{Finding, Level, Rule, Subject};

pub(super) const RULE: Rule = Rule {
    id: "invalid-name-format",
    also: &[],
    level: Level::Warn,
    why: "The specification allows small letters, digits and single hyphens only.",
    remedy: "Write it in small letters and digits, joined by single hyphens.",
    source: "the Agent Skills specification",
    explain: "A name is parts of small letters and digits joined by single hyphens, of 64 \
              characters at most. Every harness that was run lists other names all the same, but \
              stores and validators refuse them. Letters of other scripts count as small letters.",
    run,
};

fn run(rule: &Rule, subject: &Subject<'_>, found: &mut Vec<Finding>) {
    let most = subject.limits.max_name_length;
    for skill in &subject.snapshot.catalog.skills {
        let length = skill.name.chars().count();
        let fault = if let Some(fault) = fault(&skill.name) {
            fault.to_owned()
        } else if length > most {
            format!("has {length} characters, more than {most}")
        } else {
            continue;
        };
        let message = format!("The name `{}` {fault}.", skill.name);
        found.push(Finding { line: None, column: None, ..Finding::about(rule, skill, message) });
    }
}

/// What is wrong with how a name is written.
fn fault(name: &str) -> Option<&'static str> {
    let parts = || name.split('-');
    let good = |c: char| c.is_alphanumeric() && !c.is_uppercase();
    if name.contains(char::is_uppercase) {
        Some("has capital letters")
    } else if name.contains(char::is_whitespace) {
        Some("has blanks")
    } else if !name.chars().all(|c| good(c) || c == '-') {
        Some("has other characters than letters, digits and hyphens")
    } else if name.starts_with('-') || name.ends_with('-') {
        Some("begins or ends with a hyphen")
    } else if parts().any(str::is_empty) {
        Some("has two hyphens in a row")
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::fault;
    use crate::core::lint::testing::Case;

    #[test]
    fn only_small_letters_digits_and_single_hyphens() {
        for name in [
            "CamelCaseName",
            "name_with_underscores",
            "with spaces",
            "-leading",
            "trailing-",
            "double--hyphen",
            "special@chars!",
        ] {
            assert!(fault(name).is_some(), "{name}");
        }
        for name in ["a", "pdf-2-text", "검토", "2d"] {
            assert_eq!(fault(name), None, "{name}");
        }
    }

    #[test]
    fn long_names_are_too_long() {
        let (long, fits) = ("x".repeat(65), "x".repeat(64));
        let case = Case::of(&[(&fits, "Use when one."), (&long, "Use when two.")]);
        let said = case.says("invalid-name-format");
        assert_eq!(said.len(), 1);
        assert!(said[0].ends_with("has 65 characters, more than 64."), "{said:?}");
    }
}
