//! Streams of any program, read by rules that somebody declared for its JSON lines.
//!
//! The same ground as the formats that are known: fields are matched, whole names and whole paths,
//! never prose, and nothing is concluded without a last event. Must not know how a program is run.

mod mapping;

#[cfg(test)]
mod tests;

use std::sync::Arc;

use serde_json::{Value, json};

use self::mapping::{Is, Rule};
pub use self::mapping::{Mapping, MappingError};
use super::{
    Dialect,
    aims::Tools,
    calls::Reply,
    json::{id, list, money, said, sum, text},
    story::{Spent, Story},
};
use crate::core::trajectory::End;

/// What a declared tool is taken for.
const SKILL: (&str, &str) = ("skill", "name");
const READ: (&str, &str) = ("read", "path");
const SHELL: (&str, &str) = ("shell", "script");

const TOOLS: Tools = Tools { activate: &[SKILL], read: &[READ], shell: &[SHELL] };

#[derive(Debug)]
pub(super) struct Mapped {
    mapping: Arc<Mapping>,
    /// The model response of the last line that named one.
    response: Option<String>,
}

impl Mapped {
    pub fn by(mapping: Arc<Mapping>) -> Self {
        Self { mapping, response: None }
    }

    /// A response begins where the rules say so; where none does, the first thing said after a
    /// result begins one.
    fn begin(&mut self, rule: &Rule, line: &Value, story: &mut Story) {
        if !self.mapping.tells_responses() {
            return story.speaks();
        }
        let Some(response) = rule.response.as_ref().and_then(|at| id(line, at.as_str())) else {
            return;
        };
        if self.response.as_deref() != Some(response) {
            self.response = Some(response.to_owned());
            story.step();
        }
    }

    fn tell(&mut self, rule: &Rule, line: &Value, item: &Value, story: &mut Story) {
        let at = |pointer: &Option<mapping::Pointer>| {
            pointer.as_ref().and_then(|pointer| item.pointer(pointer.as_str()))
        };
        let words = |pointer| at(pointer).map(said).unwrap_or_default();
        let call = at(&rule.id).map(plain);
        let call = call.as_deref();
        let reply = || Reply { ok: rule.ok.hold(item), ran: false, text: words(&rule.text) };
        if rule.is.is_of_the_model() {
            self.begin(rule, line, story);
        }
        match rule.is {
            Is::Text => story.text(&words(&rule.text)),
            Is::Thinking => story.thinking(&words(&rule.text)),
            Is::Step => story.step(),
            Is::Call => {
                let tool = words(&rule.tool);
                let input = at(&rule.arguments).unwrap_or(&Value::Null);
                let (known, input) = self.known(&tool, input);
                story.call_as(call, &tool, known, &input);
            }
            Is::Result => story.result(call, reply()),
            Is::Skill | Is::File => {
                let (tool, key) = if rule.is == Is::Skill { SKILL } else { READ };
                story.call_as(call, tool, tool, &json!({ key: words(&rule.name) }));
                story.result(call, reply());
            }
            Is::Usage => {
                let count = |of: &[mapping::Pointer]| {
                    let pointers: Vec<&str> = of.iter().map(mapping::Pointer::as_str).collect();
                    sum(item, &pointers)
                };
                let cost_usd = rule.cost.as_ref().and_then(|cost| money(item, cost.as_str()));
                let spent =
                    Spent { input: count(&rule.input), output: count(&rule.output), cost_usd };
                if rule.in_all { story.spent_in_all(spent) } else { story.spent(spent) }
            }
            Is::Retry => story.retry(&words(&rule.text)),
            Is::Folder => story.runs_in(Some(&words(&rule.text))),
            Is::Error => story.fails(&words(&rule.text)),
            Is::End => story.ends(End::Answer),
        }
    }

    /// What a tool is taken for, with the argument that matters; a tool that nobody declared is none
    /// of ours and keeps its arguments.
    fn known(&self, tool: &str, input: &Value) -> (&'static str, Value) {
        // Some write the arguments as JSON in a string.
        let parsed = input.as_str().and_then(|text| serde_json::from_str(text).ok());
        let input = parsed.as_ref().unwrap_or(input);
        let tables = [
            (&self.mapping.skill_tools, SKILL),
            (&self.mapping.read_tools, READ),
            (&self.mapping.shell_tools, SHELL),
        ];
        for (declared, (known, key)) in tables {
            if let Some(argument) = declared.get(tool)
                && let Some(value) = input.get(argument)
            {
                return (known, json!({ key: value }));
            }
        }
        ("", input.clone())
    }
}

impl Dialect for Mapped {
    fn tools(&self) -> &'static Tools {
        &TOOLS
    }

    fn line(&mut self, line: &Value, story: &mut Story) {
        let mapping = Arc::clone(&self.mapping);
        for rule in mapping.events.iter().filter(|rule| rule.when.hold(line)) {
            match &rule.each {
                None => self.tell(rule, line, line, story),
                Some(each) => {
                    for item in list(line, each.as_str()).iter().filter(|item| rule.and.hold(item))
                    {
                        self.tell(rule, line, item, story);
                    }
                }
            }
        }
    }
}

/// An id may be a number.
fn plain(value: &Value) -> String {
    match value {
        Value::String(_) => text(value, "").to_owned(),
        value => value.to_string(),
    }
}
