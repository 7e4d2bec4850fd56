//! What a digest of queries is made of: everything that decides how a row is asked and scored.
//!
//! Must not know hashing.

use crate::core::{
    material::field,
    query::{Label, Query, QuerySet},
};

/// The rows as written, in the order in which they were loaded, every field with its length before
/// it and every list with its count, so that no two sets share the text by accident.
///
/// The order counts, since it is the order of a report. Where a row stands does not: the same rows
/// in a file of another name, or with blank lines between them, are the same queries.
pub fn digest_material(sets: &[QuerySet]) -> String {
    let mut out = String::new();
    for row in sets.iter().flat_map(|set| &set.queries) {
        push(&mut out, row);
    }
    out
}

fn push(out: &mut String, row: &Query) {
    field(out, &row.id);
    field(out, &row.prompt);
    match &row.label {
        Label::Complete { expected, alternatives } => {
            field(out, "complete");
            list(out, expected);
            list(out, alternatives);
        }
        Label::Partial { should, must_not } => {
            field(out, "partial");
            list(out, should);
            list(out, must_not);
        }
    }
    list(out, &row.neutral);
    list(out, &row.forbidden);
    for optional in [&row.kind, &row.group, &row.workspace] {
        list(out, optional.as_slice());
    }
    field(out, &row.origin.to_string());
    field(out, if row.disputed { "disputed" } else { "" });
    field(out, if row.turns { "turns" } else { "" });
}

fn list(out: &mut String, texts: &[String]) {
    out.push_str(&format!("{}[", texts.len()));
    for text in texts {
        field(out, text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn material(texts: &[&str]) -> String {
        let sets: Vec<_> = texts
            .iter()
            .enumerate()
            .map(|(at, text)| QuerySet::read(&format!("{at}.jsonl"), text, None))
            .collect();
        digest_material(&sets)
    }

    const ROW: &str = r#"{"id": "a", "prompt": "p", "expected_skills": ["x", "y"]}"#;
    const OTHER: &str = r#"{"id": "b", "prompt": "p", "expected_skills": []}"#;

    #[test]
    fn equal_rows_are_equal_wherever_they_stand() {
        let one = material(&[&format!("{ROW}\n{OTHER}\n")]);
        assert_eq!(one, material(&[&format!("\n{ROW}\n\n{OTHER}")]));
        assert_eq!(one, material(&[ROW, OTHER]));
        assert_ne!(one, material(&[OTHER, ROW]));
        assert_eq!(material(&[]), "");
    }

    #[test]
    fn every_field_counts() {
        let changes = [
            ("\"a\"", "\"c\""),
            ("\"p\"", "\"q\""),
            ("[\"x\", \"y\"]", "[\"xy\"]"),
            ("[\"x\", \"y\"]", "[\"x\"], \"alternatives\": [\"y\"]"),
            ("expected_skills", "not_skills"),
            ("}", ", \"optional_skills\": [\"z\"]}"),
            ("}", ", \"not_skills\": [\"z\"]}"),
            ("}", ", \"kind\": \"z\"}"),
            ("}", ", \"group\": \"z\"}"),
            ("}", ", \"workspace\": \"z\"}"),
            ("}", ", \"disputed\": true}"),
        ];
        let mut seen = vec![material(&[ROW])];
        for (from, to) in changes {
            let changed = material(&[&ROW.replacen(from, to, 1)]);
            assert!(!seen.contains(&changed), "{from} -> {to}: {changed}");
            seen.push(changed);
        }
    }
}
