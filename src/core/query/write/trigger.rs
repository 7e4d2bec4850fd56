//! Whether one skill should engage: the file that lies beside a skill.

use serde_json::Value;

use crate::core::query::{
    Label, Query,
    write::{
        house::Row,
        loss::{Loss, Losses},
    },
};

pub(super) fn write(rows: &[Row<'_>], about: &str, losses: &mut Losses) -> (String, usize) {
    let mut lines = Vec::new();
    for &(row, extras) in rows {
        let Some(should) = verdict(row, about) else {
            losses.add(Loss::Rows("they do not say whether this skill should engage"), row);
            continue;
        };
        let mut kept = vec!["prompt"];
        match &row.label {
            Label::Complete { .. } => {
                let how = "only whether this skill should engage is kept";
                losses.add(Loss::Changed("expected_skills".to_owned(), how), row);
                kept.push("expected_skills");
            }
            Label::Partial { should, must_not } => {
                let alone = |skills: &[String]| skills.iter().all(|skill| skill == about);
                kept.extend(alone(should).then_some("should_trigger"));
                kept.extend(alone(must_not).then_some("not_skills"));
            }
        }
        losses.beyond(&kept, (row, extras));
        let row = serde_json::json!({"query": row.prompt, "should_trigger": should});
        lines.push(format!("  {row}"));
    }
    let written = lines.len();
    let text = if lines.is_empty() {
        format!("{}\n", Value::Array(Vec::new()))
    } else {
        format!("[\n{}\n]\n", lines.join(",\n"))
    };
    (text, written)
}

/// What the row says about one skill; an alternative or a neutral helper may engage or not.
fn verdict(row: &Query, about: &str) -> Option<bool> {
    let has = |skills: &[String]| skills.iter().any(|skill| skill == about);
    if has(&row.neutral) {
        return None;
    }
    match &row.label {
        Label::Complete { alternatives, .. } if has(alternatives) => None,
        Label::Complete { expected, alternatives } => {
            let is = has(expected);
            // With alternatives the expected skill may stay quiet.
            (!is || alternatives.is_empty()).then_some(is)
        }
        Label::Partial { should, .. } if has(should) => Some(true),
        Label::Partial { must_not, .. } if has(must_not) => Some(false),
        Label::Partial { .. } => None,
    }
}
