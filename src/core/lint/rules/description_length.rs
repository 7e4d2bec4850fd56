//! Descriptions that say too little, or too much.

use crate::core::lint::{Finding, Level, Rule, Subject};

pub(super) const TOO_SHORT: Rule = Rule {
    id: "description-too-short",
    also: &[],
    level: Level::Warn,
    why: "A few words do not tell a model when to take the skill.",
    remedy: "Say what the skill does and when to use it.",
    source: "common practice",
    explain: "The description, blanks around it apart, has fewer than 20 characters. Every three \
              characters of a script without blanks count for ten.",
    run: too_short,
};

pub(super) const OVERFLOW: Rule = Rule {
    id: "listing-overflow",
    also: &[],
    level: Level::Warn,
    why: "The specification allows 1,024 characters; validators refuse more, and harnesses cut.",
    remedy: "Move what is not needed for the choice into the body.",
    source: "the Agent Skills specification",
    explain: "The description has more than 1,024 characters. Where a harness cuts it is told by \
              another rule; stores and validators refuse the skill, and in every harness it takes \
              room from the others.",
    run: overflow,
};

fn too_short(rule: &Rule, subject: &Subject<'_>, found: &mut Vec<Finding>) {
    let least = subject.limits.min_description_length;
    for resident in subject.snapshot.all() {
        let text = resident.description.trim();
        let dense = text.chars().filter(|c| is_dense(*c)).count();
        let length = text.chars().count();
        // What a word takes several letters for elsewhere.
        if length - dense + dense * 10 / 3 < least {
            let message =
                format!("The description of `{}` has {length} characters only.", resident.id());
            found.push(Finding::about(rule, resident.skill, message).weighing(-(length as f64)));
        }
    }
}

fn overflow(rule: &Rule, subject: &Subject<'_>, found: &mut Vec<Finding>) {
    let most = subject.limits.max_description_length;
    for resident in subject.snapshot.all() {
        let length = resident.description.chars().count();
        if length > most {
            let id = resident.id();
            let message =
                format!("The description of `{id}` has {length} characters, {most} at most.");
            found.push(Finding::about(rule, resident.skill, message).weighing(length as f64));
        }
    }
}

/// Of a script that writes a word with one or two characters.
fn is_dense(c: char) -> bool {
    matches!(c, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}')
}

#[cfg(test)]
mod tests {
    use crate::core::lint::testing::Case;

    #[test]
    fn the_limits_themselves_are_allowed() {
        let of = |rule, text: &str| Case::of(&[("a", text)]).found(rule).len();
        assert_eq!(of("description-too-short", &"x".repeat(20)), 0);
        assert_eq!(of("description-too-short", &format!("  {}  ", "x".repeat(19))), 1);
        assert_eq!(of("description-too-short", "把表格导出成文件"), 0);
        assert_eq!(of("listing-overflow", &"é".repeat(1_024)), 0);
        assert_eq!(of("listing-overflow", &"é".repeat(1_025)), 1);
    }
}
