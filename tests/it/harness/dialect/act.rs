//! From a scenario's steps to parts of an answer, by the tools that the harness offers.

use std::path::Path;

use serde_json::{Map, Value, json};

use super::{Part, Tool};
use crate::harness::scenario::Step;

const SKILL: &[&str] = &["Skill", "activate_skill", "skill"];
const READ: &[&str] = &["Read", "read_file", "read", "view"];
const SHELL: &[&str] = &["exec_command", "Bash", "bash", "run_shell_command"];

/// What a step comes to. Without tools it is a word (a title, a summary), or a name that is asked
/// for.
pub fn out(steps: &[Step], turn: usize, tools: &[Tool], body: &Value) -> Vec<Part> {
    if tools.is_empty() {
        return vec![Part::Text(choice(steps, body).unwrap_or_else(|| "Probe".to_owned()))];
    }
    let mut parts: Vec<Part> = steps.iter().map(|step| part(*step, tools, body)).collect();
    for (number, part) in parts.iter_mut().enumerate() {
        if let Part::Call { id, .. } = part {
            *id = format!("call_{turn}_{number}");
        }
    }
    parts
}

/// The answer to who wants a name in a JSON object and offers no tools.
fn choice(steps: &[Step], body: &Value) -> Option<String> {
    let mut texts = Vec::new();
    collect(body, &mut texts);
    texts.iter().find(|text| text.contains("JSON object"))?;
    Some(match steps.first()? {
        Step::Say("") => json!({ "skill": "none" }).to_string(),
        Step::Say(words) | Step::Think(words) => (*words).to_owned(),
        Step::Skill(name) | Step::Read(name) | Step::Shell(name) => {
            json!({ "skill": name }).to_string()
        }
    })
}

fn part(step: Step, tools: &[Tool], body: &Value) -> Part {
    let offered =
        |names: &[&str]| names.iter().find_map(|name| tools.iter().find(|tool| tool.name == *name));
    match step {
        Step::Say(words) => Part::Text(words.to_owned()),
        Step::Think(words) => Part::Thought(words.to_owned()),
        Step::Skill(name) => match offered(SKILL) {
            Some(tool) => call(tool, &["skill", "name"], name),
            None => part(Step::Read(name), tools, body),
        },
        Step::Read(name) => match offered(READ) {
            Some(tool) => call(tool, &["file_path", "path", "filePath"], &file(name, body)),
            None => part(Step::Shell(name), tools, body),
        },
        Step::Shell(name) => match offered(SHELL) {
            Some(tool) => call(tool, &["cmd", "command"], &format!("cat '{}'", file(name, body))),
            None => Part::Text("There is no shell.".to_owned()),
        },
    }
}

/// A call with `value` under the first of `keys` that the tool knows, and something of the right
/// type under whatever else it insists on.
fn call(tool: &Tool, keys: &[&str], value: &str) -> Part {
    let known = &tool.takes["properties"];
    let key = keys.iter().find(|key| !known[**key].is_null()).unwrap_or(&keys[0]);
    let mut input = Map::from_iter([((*key).to_owned(), value.into())]);
    for needed in super::list(&tool.takes, "required").iter().filter_map(Value::as_str) {
        input.entry(needed).or_insert_with(|| match known[needed]["type"].as_str() {
            Some("integer" | "number") => json!(1),
            Some("boolean") => json!(false),
            Some("array") => json!([]),
            Some("object") => json!({}),
            _ => json!("probe"),
        });
    }
    Part::Call { id: String::new(), tool: tool.name.clone(), input: input.into() }
}

/// Where a project keeps skills, of harnesses that list them without their paths.
const PATHLESS: &[&str] = &[".claude/skills", ".github/skills", ".qwen/skills"];

/// The path of a skill's file as the request names it: whole, or below a numbered root; where it
/// names none, below the project that it names.
fn file(name: &str, body: &Value) -> String {
    let below = format!("{name}/SKILL.md");
    let mut texts = Vec::new();
    collect(body, &mut texts);
    let ends = |c: char| c.is_whitespace() || "<>()\"'`".contains(c);
    let paths =
        || texts.iter().flat_map(|text| text.split(ends)).filter(|path| path.ends_with(&below));
    if let Some(path) = paths().find(|path| path.starts_with('/')) {
        return path.to_owned();
    }
    let rooted = paths().find_map(|path| {
        let (root, rest) = path.split_once('/')?;
        let named = format!("`{root}` = `");
        let at = texts.iter().find_map(|text| text.split_once(&named))?.1;
        Some(format!("{}/{rest}", at.split('`').next()?))
    });
    let in_project = || {
        let words = texts.iter().flat_map(|text| text.split(ends));
        let mut projects = words.filter(|word| word.starts_with('/') && word.ends_with("/project"));
        projects.find_map(|project| {
            let all = PATHLESS.iter().map(|folder| format!("{project}/{folder}/{below}"));
            all.into_iter().find(|path| Path::new(path).exists())
        })
    };
    rooted.or_else(in_project).unwrap_or(below)
}

fn collect<'a>(value: &'a Value, into: &mut Vec<&'a str>) {
    match value {
        Value::String(text) => into.push(text),
        Value::Array(values) => values.iter().for_each(|value| collect(value, into)),
        Value::Object(values) => values.values().for_each(|value| collect(value, into)),
        _ => {}
    }
}
