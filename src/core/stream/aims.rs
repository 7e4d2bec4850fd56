//! What a tool call is after: a skill by its name, files of skills, or nothing of ours.
//!
//! By the tool's own arguments and never by prose. Must not know whether the call was accepted.

use serde_json::Value;

use crate::core::{
    id::SkillId,
    query::unit::one_blank,
    stream::{
        bound::Match,
        ground::{Found, Ground},
        path,
        shell::{Look, looks},
    },
    trajectory::{EventKind, Via},
};

/// The longest detail of a call or a result that is passed on, in bytes.
pub(super) const DETAIL: usize = 2000;

/// A harness's tools that can have to do with skills: (name of the tool, name of the argument).
#[derive(Debug)]
pub(super) struct Tools {
    /// The argument is what the harness calls a skill.
    pub activate: &'static [(&'static str, &'static str)],
    /// The argument is a path, or a list of them.
    pub read: &'static [(&'static str, &'static str)],
    /// The argument is a script of a shell.
    pub shell: &'static [(&'static str, &'static str)],
}

/// Arguments that say in which folder a script is run.
const FOLDERS: [&str; 4] = ["workdir", "dir_path", "directory", "cwd"];

/// One thing that a call is after.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Aim {
    /// What it comes to if the call is accepted.
    pub accepted: EventKind,
    /// What it was called, for a refusal; `None` where a failure is not worth one.
    pub attempt: Option<String>,
    /// It comes to that even if the call failed after it had begun to run.
    pub certain: bool,
}

/// What a call is after, in its order, and the argument that says so, else all of them.
pub(super) fn aims(
    tools: &Tools,
    ground: &Ground,
    tool: &str,
    input: &Value,
) -> (Vec<Aim>, String) {
    let argument = |table: &[(&str, &str)]| {
        let of_tool = table.iter().filter(|(name, _)| *name == tool);
        of_tool.filter_map(|(_, key)| input.get(key)).find(|value| !value.is_null()).cloned()
    };
    if let Some(Value::String(name)) = argument(tools.activate) {
        return (vec![activation(ground, &name)], shortened(&name));
    }
    if let Some(paths) = argument(tools.read) {
        let paths: Vec<&str> = match &paths {
            Value::Array(paths) => paths.iter().filter_map(Value::as_str).collect(),
            path => path.as_str().into_iter().collect(),
        };
        let aims = paths.iter().filter_map(|path| read(ground, path)).collect();
        return (aims, shortened(&paths.join(" ")));
    }
    if let Some(Value::String(script)) = argument(tools.shell) {
        let folder = FOLDERS.iter().find_map(|key| input.get(key)?.as_str()).unwrap_or_default();
        let looks = looks(&script, &path::join("", folder));
        let aims = looks.iter().flat_map(|look| looked(ground, look)).collect();
        return (aims, shortened(&script));
    }
    (Vec::new(), shortened(&input.to_string()))
}

/// One line of at most [`DETAIL`] bytes.
pub(super) fn shortened(text: &str) -> String {
    let end = (0..=text.len().min(DETAIL)).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    let (kept, left) = text.split_at(end);
    let line = one_blank(kept);
    if left.is_empty() { line.into_owned() } else { format!("{line}…") }
}

fn activation(ground: &Ground, name: &str) -> Aim {
    let accepted = match ground.bound().called(name) {
        // The harness knows of one all the same if it says that it has loaded it.
        Match::None => EventKind::Foreign { name: shortened(name), loaded: true },
        _ => called(ground, name, Via::Tool),
    };
    Aim { accepted, attempt: Some(shortened(name)), certain: false }
}

/// What it comes to that the model names a skill in its answer.
pub(super) fn picked(ground: &Ground, name: &str) -> EventKind {
    called(ground, name, Via::Choice)
}

fn called(ground: &Ground, name: &str, via: Via) -> EventKind {
    match ground.bound().called(name) {
        Match::Skill(skill) => EventKind::Engagement { skill, via },
        Match::Several => nameless(name, "the name means several skills"),
        Match::None => nameless(name, "no such skill"),
    }
}

fn nameless(name: &str, reason: &str) -> EventKind {
    EventKind::Refused { name: shortened(name), reason: reason.to_owned() }
}

fn read(ground: &Ground, file: &str) -> Option<Aim> {
    aim(ground.find(&path::join("", file)), file, Via::FileRead, false)
}

fn looked(ground: &Ground, look: &Look) -> Vec<Aim> {
    if look.glob {
        let skills = ground.matching(&look.path).into_iter().filter(|_| look.reads);
        let found = skills.map(Found::Skill);
        return found.filter_map(|f| aim(f, &look.path, Via::ShellRead, look.certain)).collect();
    }
    let found = match ground.find(&look.path) {
        // Searched or compared: the model has seen parts of it at most.
        Found::Skill(skill) if !look.reads => Found::Inside(skill, "SKILL.md".to_owned()),
        found => found,
    };
    aim(found, &look.path, Via::ShellRead, look.certain).into_iter().collect()
}

fn aim(found: Found, path: &str, via: Via, certain: bool) -> Option<Aim> {
    let attempt = Some(shortened(path));
    let (accepted, attempt) = match found {
        Found::Nothing => return None,
        Found::Skill(skill) => (EventKind::Engagement { skill, via }, attempt),
        Found::Several => (nameless(path, "the file means several skills"), attempt),
        Found::Inside(skill, file) => (touch(skill, &file), None),
    };
    Some(Aim { accepted, attempt, certain })
}

fn touch(skill: SkillId, file: &str) -> EventKind {
    EventKind::Touch { skill, detail: shortened(file) }
}
