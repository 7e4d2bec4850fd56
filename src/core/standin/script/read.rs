//! Script files to [`Script`]s; every fault is told with the part that has it.
//!
//! Must not know files: the caller names one.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Map, Value};

use crate::core::{
    diagnostic::{Diagnostic, Severity},
    standin::script::{Condition, Layer, Part, Script, Variant, cue},
    trajectory::{End, Event, EventKind, Play},
};

const SCHEMA: &str = "skillscope.script/1";
const PACE_MS: u64 = 300;

/// The file as written, parts still unread.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    schema: String,
    agent: Option<String>,
    pace_ms: Option<u64>,
    default: Option<Value>,
    #[serde(default)]
    queries: Map<String, Value>,
    #[serde(default)]
    variants: Vec<VariantFile>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct VariantFile {
    name: String,
    when: OneOrMany,
    default: Option<Value>,
    #[serde(default)]
    queries: Map<String, Value>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum OneOrMany {
    One(ConditionFile),
    Many(Vec<ConditionFile>),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ConditionFile {
    skill: String,
    description_contains: Option<String>,
    description_lacks: Option<String>,
    resident: Option<bool>,
}

impl Script {
    /// Reads a script. `path` names the file in the diagnoses, all of them errors: a script that is
    /// played in part would tell another story than the one written.
    pub fn read(path: &str, text: &str) -> Result<Script, Vec<Diagnostic>> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut reader = Reader { path, pace_ms: PACE_MS, told: Vec::new() };
        let file: File = match serde_json::from_str(text) {
            Ok(file) => file,
            Err(error) => {
                reader.syntax(&error);
                return Err(reader.told);
            }
        };
        if file.schema != SCHEMA {
            reader
                .tell("script-schema", format!("The schema is `{}`, not `{SCHEMA}`.", file.schema));
            return Err(reader.told);
        }
        reader.pace_ms = file.pace_ms.unwrap_or(PACE_MS);
        let base = reader.layer("", file.queries, file.default);
        let variants = file.variants.into_iter().map(|variant| reader.variant(variant)).collect();
        let agent = file.agent.unwrap_or_else(|| "fake".to_owned());
        if reader.told.is_empty() { Ok(Self { agent, base, variants }) } else { Err(reader.told) }
    }
}

struct Reader<'a> {
    path: &'a str,
    pace_ms: u64,
    told: Vec<Diagnostic>,
}

impl Reader<'_> {
    fn variant(&mut self, variant: VariantFile) -> Variant {
        let conditions = match variant.when {
            OneOrMany::One(one) => vec![one],
            OneOrMany::Many(many) => many,
        };
        let place = format!("variant `{}`, ", variant.name);
        let mut when = Vec::with_capacity(conditions.len());
        for condition in conditions {
            let ConditionFile { skill, description_contains, description_lacks, resident } =
                condition;
            match (description_contains, description_lacks, resident) {
                (Some(text), None, None) => when.push(Condition::Contains { skill, text }),
                (None, Some(text), None) => when.push(Condition::Lacks { skill, text }),
                (None, None, Some(there)) => when.push(Condition::Resident { skill, there }),
                _ => self.tell(
                    "script-condition",
                    format!(
                        "{place}the condition on `{skill}` needs exactly one of \
                         `description_contains`, `description_lacks`, `resident`."
                    ),
                ),
            }
        }
        let layer = self.layer(&place, variant.queries, variant.default);
        Variant { name: variant.name, when, layer }
    }

    fn layer(&mut self, place: &str, queries: Map<String, Value>, default: Option<Value>) -> Layer {
        let mut parts = BTreeMap::new();
        for (query, value) in queries {
            if let Some(part) = self.part(&format!("{place}query `{query}`"), &value) {
                parts.insert(query, part);
            }
        }
        let default = match default.as_ref() {
            None => None,
            Some(Value::String(word)) => match word.as_str() {
                "fail" => Some(Part::once(Play::missing())),
                "abstain" => Some(Part::once(Play::abstention(self.pace_ms))),
                other => {
                    let message = format!("{place}`{other}` is no default.");
                    self.tell("script-default", message);
                    None
                }
            },
            Some(value) => self.part(&format!("{place}the default"), value),
        };
        Layer { parts, default }
    }

    fn part(&mut self, place: &str, value: &Value) -> Option<Part> {
        match self.read_part(value) {
            Ok(part) => Some(part),
            Err(why) => {
                self.tell("script-part", format!("{place}: {why}."));
                None
            }
        }
    }

    fn read_part(&self, value: &Value) -> Result<Part, String> {
        let object = match value {
            Value::Array(cues) => return Ok(Part::once(cue::play(cues, self.pace_ms)?)),
            Value::Object(object) => object,
            _ => return Err("a part is a list of cues, or an object with `attempts`".to_owned()),
        };
        if let Some(key) = object.keys().find(|key| *key != "attempts" && *key != "retried") {
            return Err(format!("the key `{key}` is not known"));
        }
        let list = |value: &Value| match value {
            Value::Array(cues) => cue::play(cues, self.pace_ms),
            _ => Err("an attempt is a list of cues".to_owned()),
        };
        let attempts = match object.get("attempts") {
            Some(Value::Array(attempts)) if !attempts.is_empty() => attempts,
            _ => return Err("`attempts` is a list of at least one attempt".to_owned()),
        };
        Ok(Part {
            attempts: attempts.iter().map(list).collect::<Result<_, _>>()?,
            retried: object.get("retried").map(list).transpose()?,
        })
    }

    fn tell(&mut self, code: &'static str, message: String) {
        let remedy = "Correct the script; nothing of it is played until then.";
        self.told.push(Diagnostic::new(Severity::Error, code, self.path, message, remedy));
    }

    fn syntax(&mut self, error: &serde_json::Error) {
        let place = |n: usize| u32::try_from(n).unwrap_or(u32::MAX).max(1);
        let text = error.to_string();
        let words = text.rsplit_once(" at line ").map_or(text.as_str(), |(words, _)| words);
        self.told.push(
            Diagnostic::new(
                Severity::Error,
                "script-syntax",
                self.path,
                format!("The script cannot be read: {words}."),
                "Correct the script; nothing of it is played until then.",
            )
            .at(place(error.line()), place(error.column())),
        );
    }
}

impl Play {
    /// What a query without a part gets.
    pub(super) fn missing() -> Self {
        let cause = "the script has no part for this query".to_owned();
        Self { events: Vec::new(), end: End::Errored { cause }, lasts_ms: 0 }
    }

    fn abstention(at_ms: u64) -> Self {
        let text = "No skill is needed here.".to_owned();
        let events = [EventKind::Text { text }, EventKind::End];
        let events = events.map(|kind| Event { step: 1, at_ms, kind }).to_vec();
        Self { events, end: End::Answer, lasts_ms: at_ms }
    }
}
