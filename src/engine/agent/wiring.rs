//! What stands between an agent and its first probe, checked one after the other: the program, what
//! it needs, whose account it uses, which skills it sees, and whether it picks one when told to.
//!
//! Must not know which agents there are; each tells its own findings in these words.

use serde::{Serialize, Serializer};
use thiserror::Error;
use tokio::sync::mpsc::UnboundedSender;

use crate::core::id::SkillId;

/// The findings of one check of everything, in the order in which they were made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Wiring {
    /// The agent, as `--agent` names it.
    pub agent: String,
    pub version: Option<String>,
    pub checks: Vec<Check>,
    #[serde(skip)]
    hears: Hears,
}

/// Who hears of each check as it is made; nobody by default.
#[derive(Clone, Debug, Default)]
pub struct Hears(Option<UnboundedSender<Check>>);

/// Findings are the same whoever heard of them.
impl PartialEq for Hears {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Hears {}

impl From<UnboundedSender<Check>> for Hears {
    fn from(to: UnboundedSender<Check>) -> Self {
        Self(Some(to))
    }
}

/// One finding.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Check {
    pub what: What,
    pub found: Found,
}

/// What was looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, strum::Display)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum What {
    /// The program is here, and says its version.
    Program,
    /// The Node that it runs by.
    Node,
    /// Another program that it calls.
    Helper,
    /// A key or a login.
    Credential,
    /// The service answers.
    Service,
    /// It sees every skill, and no other.
    Residents,
    /// Told to use a skill, it uses it.
    Engages,
}

/// How it was found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "verdict")]
pub enum Found {
    /// With what there is to say, never a secret.
    Pass { said: String },
    Fail {
        #[serde(flatten)]
        problem: Problem,
    },
    /// Not looked at, and why.
    Skipped { why: String },
}

/// What is wrong, as a sentence; [`Problem::remedy`] says what to do.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Problem {
    #[error("{command} is not on the PATH")]
    NoProgram { command: String },
    #[error("{program} does not run: {cause}")]
    Dead { program: String, cause: String },
    #[error("{agent} runs by Node, and there is none on the PATH")]
    NoNode { agent: String, needed: String },
    #[error("{agent} needs Node {needed}; this is {found}")]
    OldNode { agent: String, needed: String, found: String },
    #[error("{agent} lists the files of a skill by rg, which is not on the PATH")]
    NoRipgrep { agent: String },
    #[error("{agent} has no key here{}", unset(variables))]
    NoCredential { agent: String, variables: Vec<String> },
    #[error("{variable} cannot be used: {cause}")]
    BadCredential { variable: String, cause: String },
    #[error("no model is stated for {agent}")]
    NoModel { agent: String },
    #[error("{agent} cannot be used with the real home: {why}")]
    RealHome { agent: String, why: String },
    #[error("the service refuses the key: {cause}")]
    KeyRefused { cause: String },
    #[error("the service cannot be reached: {cause}")]
    Unreachable { cause: String },
    #[error("the service does not know the model: {cause}")]
    NoSuchModel { cause: String },
    #[error("the service refuses more for now: {cause}")]
    Busy { cause: String },
    #[error("{agent} does not see {}", named(skills))]
    Missing { agent: String, skills: Vec<SkillId> },
    #[error("{agent} also sees {}, which is not in the catalog", listed(names))]
    Foreign { agent: String, names: Vec<String> },
    #[error("what {agent} sees cannot be told: {cause}")]
    Unseen { agent: String, cause: String },
    #[error("told to use {skill}, {agent} {instead}")]
    NotEngaged { agent: String, skill: SkillId, instead: String },
    #[error("{cause}")]
    Failed { cause: String },
}

/// How many names a sentence holds.
const NAMED: usize = 5;

fn listed<T: ToString>(names: &[T]) -> String {
    let mut said: Vec<String> = names.iter().take(NAMED).map(ToString::to_string).collect();
    if names.len() > NAMED {
        said.push(format!("{} more", names.len() - NAMED));
    }
    said.join(", ")
}

/// Nothing where only a name given by hand would do.
fn unset(variables: &[String]) -> String {
    if variables.is_empty() {
        return String::new();
    }
    format!(": none of {} is set", variables.join(", "))
}

fn named(skills: &[SkillId]) -> String {
    listed(skills)
}

impl Problem {
    /// What to do about it, one sentence.
    pub fn remedy(&self) -> String {
        match self {
            Self::NoProgram { command } => {
                format!("Install it, or put the folder that holds {command} on the PATH.")
            }
            Self::Dead { program, .. } => format!("Run `{program} --version` by hand and mend it."),
            Self::NoNode { needed, .. } | Self::OldNode { needed, .. } => {
                format!("Put Node {needed} or newer on the PATH.")
            }
            Self::NoRipgrep { .. } => "Install ripgrep.".to_owned(),
            Self::NoCredential { variables, .. } => match variables.first() {
                Some(first) => {
                    format!("Set {first}, or use the login of the real home with --home real.")
                }
                None => "Name the variable that holds the key with --api-key-env.".to_owned(),
            },
            Self::BadCredential { variable, .. } => format!("Set {variable} anew."),
            Self::NoModel { .. } => "Say which with --model.".to_owned(),
            Self::RealHome { .. } => "Leave --home real away and set a key.".to_owned(),
            Self::KeyRefused { .. } => {
                "Look whether the key is whole, of this service and not withdrawn.".to_owned()
            }
            Self::Unreachable { .. } => {
                "Look at the base URL and the network, and start the server if it is yours."
                    .to_owned()
            }
            Self::NoSuchModel { .. } => "Say another with --model.".to_owned(),
            Self::Busy { .. } => "Wait, or ask fewer at a time with --concurrency.".to_owned(),
            Self::Missing { .. } => {
                "See `skillscope lint` for what the harness would refuse in them, or mute them."
                    .to_owned()
            }
            Self::Foreign { .. } => "Take it away, or go on with --no-preflight.".to_owned(),
            Self::Unseen { .. } => {
                "Use a version that was tested, or go on with --no-preflight.".to_owned()
            }
            Self::NotEngaged { .. } => {
                "Try the model by hand, or go on with --no-preflight: every figure may be 0."
                    .to_owned()
            }
            Self::Failed { .. } => "Run it by hand and mend it.".to_owned(),
        }
    }
}

/// A problem in documents: what it is, and what to do.
impl Serialize for Problem {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeMap;
        let mut map = to.serialize_map(Some(2))?;
        map.serialize_entry("problem", &self.to_string())?;
        map.serialize_entry("remedy", &self.remedy())?;
        map.end()
    }
}

impl Wiring {
    /// Nothing was looked at yet.
    pub fn begin(agent: impl Into<String>, version: Option<String>, hears: Hears) -> Self {
        Self { agent: agent.into(), version, checks: Vec::new(), hears }
    }

    /// What is known where nothing more can be looked at.
    pub fn stopped(agent: &str, what: What, problem: Problem) -> Self {
        let checks = vec![Check { what, found: Found::Fail { problem } }];
        Self { agent: agent.to_owned(), version: None, checks, hears: Hears::default() }
    }

    /// The last check: the model is told to use a skill, by `engages`. That may cost money, so it is
    /// made where `ask` says so and nothing failed before.
    pub(super) async fn told_to_engage(
        &mut self,
        ask: bool,
        engages: impl AsyncFnOnce() -> Result<String, Problem>,
    ) {
        if !ask {
            return self.skip(What::Engages, "no model was asked");
        }
        if !self.holds() {
            return self.skip(What::Engages, "something else is wrong");
        }
        match engages().await {
            Ok(said) => self.pass(What::Engages, said),
            Err(problem) => self.fail(What::Engages, problem),
        }
    }

    /// Nothing failed.
    pub fn holds(&self) -> bool {
        self.problems().next().is_none()
    }

    pub fn problems(&self) -> impl Iterator<Item = &Problem> {
        self.checks.iter().filter_map(|check| match &check.found {
            Found::Fail { problem } => Some(problem),
            Found::Pass { .. } | Found::Skipped { .. } => None,
        })
    }

    pub fn pass(&mut self, what: What, said: impl Into<String>) {
        self.found(what, Found::Pass { said: said.into() });
    }

    pub fn fail(&mut self, what: What, problem: Problem) {
        self.found(what, Found::Fail { problem });
    }

    pub fn skip(&mut self, what: What, why: impl Into<String>) {
        self.found(what, Found::Skipped { why: why.into() });
    }

    fn found(&mut self, what: What, found: Found) {
        let check = Check { what, found };
        if let Some(hears) = &self.hears.0 {
            // Whoever went away wants to hear nothing more.
            let _ = hears.send(check.clone());
        }
        self.checks.push(check);
    }
}

/// Which skills an agent sees, held against those that it is to see.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Residents {
    /// As it calls them, in its order.
    pub seen: Vec<String>,
    pub missing: Vec<SkillId>,
    /// Neither in the catalog nor brought along by the harness.
    pub foreign: Vec<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_fails_says_what_to_do_and_is_counted() {
        let mut wiring =
            Wiring::stopped("pi", What::Program, Problem::NoProgram { command: "pi".to_owned() });
        wiring.pass(What::Credential, "present, from OPENAI_API_KEY");
        wiring.skip(What::Residents, "nothing runs");
        assert!(!wiring.holds());
        let text = serde_json::to_string(&wiring).unwrap();
        assert!(
            text.contains(r#""what":"program","found":{"verdict":"fail","problem":"pi is not on"#),
            "{text}"
        );
        assert!(
            text.contains(r#""remedy":"Install it"#) && text.contains(r#""verdict":"skipped""#),
            "{text}"
        );
    }

    #[test]
    fn long_lists_are_cut() {
        let names = (1..=7).map(|n| format!("s{n}")).collect();
        let said = Problem::Foreign { agent: "pi".to_owned(), names }.to_string();
        assert_eq!(said, "pi also sees s1, s2, s3, s4, s5, 2 more, which is not in the catalog");
    }
}
