//! Which skills a harness sees, as it says itself; asked without a model.

use std::{io, time::Duration};

use serde_json::Value;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use crate::{
    core::{
        plan::{BaseUrl, Limits, NoBaseUrl},
        stream::{Format, Roll},
    },
    engine::{
        agent::{
            harness::{
                Harness, Home, Set,
                asked::Asked,
                credential::{Billing, Credential},
                kind,
                place::Place,
            },
            wiring::{Problem, Residents},
        },
        process::{GRACE, Launch},
    },
};

/// Longer than any takes on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);
/// More is no list of skills.
const LONGEST: usize = 32 << 20;
/// A port where nobody answers: whoever is only to list asks nobody and costs nothing.
const NOBODY: &str = "http://127.0.0.1:9";

impl Set {
    /// Starts the harness on the catalog and reads which skills it says it sees; no model is asked.
    ///
    /// # Errors
    /// It does not say, or does not run.
    pub async fn residents(&self, cancel: &CancellationToken) -> Result<Residents, Problem> {
        let agent = self.harness.title().to_owned();
        let unseen = |cause: String| Problem::Unseen { agent: agent.clone(), cause };
        if self.harness.kind.format == Format::Qwen {
            return Err(unseen("it has no way to say".to_owned()));
        }
        let (place, launch) = self.lister().await.map_err(|error| unseen(error.to_string()))?;
        let listed = tokio::select! {
            () = cancel.cancelled() => Err("it was stopped".to_owned()),
            listed = timeout(PATIENCE, self.listed(launch)) => {
                listed.unwrap_or_else(|_| Err(format!("nothing within {} s", PATIENCE.as_secs())))
            }
        };
        place.leave().await;
        listed.map(|names| self.against(names)).map_err(unseen)
    }

    /// Holds what it sees against what it is to see.
    pub(super) fn against(&self, seen: Vec<String>) -> Residents {
        let builtin = &self.harness.profile.builtin;
        let called = self.called();
        let missing = self.named().filter(|laid| !seen.contains(&laid.called));
        let foreign =
            seen.iter().filter(|name| !called.contains(&name.as_str()) && !builtin.contains(name));
        Residents {
            missing: missing.map(|laid| laid.skill.clone()).collect(),
            foreign: foreign.cloned().collect(),
            seen,
        }
    }

    /// A place with the skills in it, and how the harness is started there to list them.
    async fn lister(&self) -> io::Result<(Place, Launch)> {
        let mut set = self.clone();
        set.harness = std::sync::Arc::new(self.harness.unplugged().map_err(io::Error::other)?);
        let made = tokio::task::spawn_blocking(move || {
            let place = Place::empty(&set.harness)?;
            set.lay(&place)?;
            let launch = set.listing(&place)?;
            Ok((place, launch))
        });
        made.await.map_err(io::Error::other)?
    }

    fn listing(&self, place: &Place) -> io::Result<Launch> {
        let (harness, skills, limits) = (&*self.harness, self.called(), Limits::default());
        let (plugins, limits) = (self.plugins(), &limits);
        let asked =
            Asked { harness, place: Some(place), skills: &skills, plugins: &plugins, limits };
        let mut start = (asked.kind().start)(&asked);
        let mut input = Some(b"Which skills are there?".to_vec());
        let words: Option<&[&str]> = match asked.kind().format {
            Format::Codex => Some(&["debug", "prompt-input", "x"]),
            Format::OpenCode => Some(&["debug", "skill"]),
            Format::GeminiCli => Some(&["skills", "list"]),
            _ => None,
        };
        if let Some(words) = words {
            (start.arguments, input) = (Vec::new(), None);
            start.arguments(words);
            if asked.kind().format == Format::Codex {
                kind::codex_settings(&asked, &mut start);
            }
        }
        for (below, text) in &start.files {
            place.configure(below, text)?;
        }
        let mut environment = place.environment(harness);
        environment.extend(start.environment);
        let program = harness.program.clone();
        let arguments = start.arguments;
        Ok(Launch { program, arguments, folder: place.project(), environment, input })
    }

    async fn listed(&self, launch: Launch) -> Result<Vec<String>, String> {
        let format = self.harness.kind.format;
        let mut process = launch.start().map_err(|error| error.to_string())?;
        let (mut roll, mut out, mut names) = (Roll::of(format), Vec::new(), None);
        while names.is_none()
            && out.len() < LONGEST
            && let Some(chunk) = process.next().await
        {
            match &mut roll {
                Some(roll) => names = roll.feed(chunk),
                None => out.extend_from_slice(chunk),
            }
        }
        let ended = process.end(GRACE).await;
        let text = String::from_utf8_lossy(&out);
        let names = names.or_else(|| match format {
            Format::Codex => codex(&text),
            Format::OpenCode => opencode(&text),
            Format::GeminiCli => gemini(&text),
            _ => None,
        });
        names.ok_or_else(|| {
            let said = ended.stderr.lines().rev().find(|line| !line.trim().is_empty());
            let said = self.harness.scrubber.text(said.unwrap_or("it lists none")).into_owned();
            said.chars().take(300).collect()
        })
    }
}

impl Harness {
    /// The same with a model that nobody can reach.
    fn unplugged(&self) -> Result<Self, NoBaseUrl> {
        let mut options = self.options.clone();
        options.base_url = Some(BaseUrl::new(NOBODY)?);
        options.key = None;
        if self.kind.format == Format::Pi {
            // It is told its skills one by one, whatever lies in a home.
            options.home = Home::Isolated;
        }
        let into = self.credential.into;
        Ok(Self {
            kind: self.kind,
            profile: self.profile.clone(),
            program: self.program.clone(),
            version: self.version.clone(),
            model: self.model.clone(),
            credential: Credential { secret: None, into, billing: Billing::Local },
            options,
            environment: self.environment.clone(),
            scrubber: self.scrubber.clone(),
        })
    }
}

/// `codex debug prompt-input`: what the model would read, as JSON, with a line a skill.
fn codex(text: &str) -> Option<Vec<String>> {
    fn texts<'a>(value: &'a Value, into: &mut Vec<&'a str>) {
        match value {
            Value::String(text) => into.push(text),
            Value::Array(all) => all.iter().for_each(|value| texts(value, into)),
            Value::Object(all) => all.values().for_each(|value| texts(value, into)),
            _ => {}
        }
    }
    let value: Value = serde_json::from_str(text).ok()?;
    let mut all = Vec::new();
    texts(&value, &mut all);
    let name = |line: &str| {
        let (head, _) = line.strip_prefix("- ")?.rsplit_once(" (file: ")?;
        Some(head.split_once(": ").map_or(head, |(name, _)| name).to_owned())
    };
    let listing = all.iter().filter(|text| text.contains("<skills_instructions>"));
    Some(listing.flat_map(|text| text.lines()).filter_map(name).collect())
}

/// `opencode debug skill`: a list of objects.
fn opencode(text: &str) -> Option<Vec<String>> {
    let value: Value = serde_json::from_str(text).ok()?;
    let name = |skill: &Value| Some(skill.get("name")?.as_str()?.to_owned());
    Some(value.as_array()?.iter().filter_map(name).collect())
}

/// `gemini skills list`: for people; a name at the beginning of a line, with its state behind it.
fn gemini(text: &str) -> Option<Vec<String>> {
    let name = |line: &str| Some(line.split_once(" [Enabled]")?.0.to_owned());
    let at_margin = |line: &&str| !line.starts_with(char::is_whitespace);
    let told = text.contains("Agent Skills") || text.contains("No skills");
    told.then(|| text.lines().filter(at_margin).filter_map(name).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_commands_are_read() {
        let listing = "<skills_instructions>\n- a: b (file: c): d (file: r0/a/SKILL.md)\n- bare (file: r0/bare/SKILL.md)\nother\n</skills_instructions>";
        let text =
            serde_json::json!([{ "content": [{ "text": listing }, { "text": "- x (file: y)" }] }]);
        assert_eq!(codex(&text.to_string()).unwrap(), ["a", "bare"]);
        assert_eq!(codex("[]"), Some(vec![]));
        assert_eq!(codex("error"), None);
        assert_eq!(opencode(r#"[{"name":"a","content":"x"},{}]"#).unwrap(), ["a"]);
        assert_eq!(opencode("{}"), None);
        let said = "Discovered Agent Skills:\n\na [Enabled]\n  Description: not b [Enabled]\n\noff [Disabled]\n";
        assert_eq!(gemini(said).unwrap(), ["a"]);
        assert_eq!(gemini("error"), None);
    }
}
