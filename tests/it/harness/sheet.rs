//! A listing as it stands in a request.

use serde_json::Value;

use super::program::Marks;

/// The listing in a request's body, with a line end behind it; `None` where there is none.
pub fn of(body: &Value, marks: Marks) -> Option<String> {
    match body {
        Value::String(text) => between(text, marks),
        Value::Array(values) => values.iter().find_map(|value| of(value, marks)),
        Value::Object(values) => values.values().find_map(|value| of(value, marks)),
        _ => None,
    }
}

fn between(text: &str, marks: Marks) -> Option<String> {
    let Marks { from, to, kept } = marks;
    let (inside, _) = text.split_once(from)?.1.split_once(to)?;
    Some(if kept { format!("{from}{inside}{to}\n") } else { inside.to_owned() })
}

/// The parts that a listing is compared by: an entry each, and what stands around them.
pub fn parts(text: &str) -> Vec<&str> {
    match text.split_once("<available_skills>\n") {
        Some((_, inside)) => {
            let head = &text[..text.len() - inside.len()];
            std::iter::once(head).chain(inside.split_inclusive("</skill>\n")).collect()
        }
        None => text.split_inclusive('\n').collect(),
    }
}
