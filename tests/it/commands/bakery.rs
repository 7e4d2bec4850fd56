//! Two skills and prompts of which one knows what the stand-in makes of them.

use super::Person;

/// `bread` and `cake` in `skills`, and in `q.jsonl` prompts `q0`, `q1` and so on: as many as are
/// said of these words, for this skill.
pub fn bakery(prompts: &[(usize, &str, &str)]) -> Person {
    let person = Person::new();
    person.skill("bread", "Bakes loaves of rye and wheat.");
    person.skill("cake", "Decorates birthday cakes with icing.");
    let each =
        prompts.iter().flat_map(|&(count, words, skill)| (0..count).map(move |_| (words, skill)));
    let row = |(id, (words, skill)): (usize, (&str, &str))| {
        format!(
            "{{\"id\":\"q{id}\",\"prompt\":\"{words} {id}\",\"expected_skills\":[\"{skill}\"]}}\n"
        )
    };
    person.write("q.jsonl", &each.enumerate().map(row).collect::<String>());
    person
}
