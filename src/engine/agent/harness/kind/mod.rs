//! What is known of each harness: how it is started without a terminal, by itself, and with one
//! catalog. One file a harness.

mod claude_code;
mod codex;
mod copilot;
mod gemini_cli;
mod opencode;
mod pi;
mod qwen;

use std::{ffi::OsString, path::PathBuf};

use crate::{
    core::{
        listing::{Profile, UserDir},
        plan::Limits,
        stream::Format,
    },
    engine::{
        agent::harness::{
            Harness, Options,
            asked::{Asked, Start},
            credential::{Billing, Source},
        },
        process::Environment,
    },
};

pub(super) use codex::settings as codex_settings;

/// One harness.
#[derive(Debug)]
pub(super) struct Kind {
    pub format: Format,
    pub command: &'static str,
    /// The oldest Node that it runs by, major and minor, where it runs by one.
    pub node: Option<(u32, u32)>,
    /// It lists the files of a skill by ripgrep, and would fetch it.
    pub ripgrep: bool,
    /// It unpacks itself into the cache, which probes must share.
    pub unpacks: bool,
    /// Skills of a plugin can be laid as the plugin that they are.
    pub plugins: bool,
    /// Where it looks for a key, the first that is set.
    pub credentials: &'static [Source],
    /// The variable for a key where none of those fits.
    pub own_key: &'static str,
    /// Variables that say where a person's own configuration lies.
    pub homes: &'static [&'static str],
    pub real_home: RealHome,
    /// What becomes of the usual tools.
    pub usual: &'static str,
    /// What is left where few are wanted.
    pub minimal: &'static str,
    pub start: fn(&Asked<'_>) -> Start,
}

/// Keys of those that speak to several services, by what the model's name begins with.
const PROVIDERS: &[Source] = &[
    provider("ANTHROPIC_API_KEY", "anthropic/"),
    provider("OPENAI_API_KEY", "openai/"),
    provider("GEMINI_API_KEY", "google/"),
    provider("GOOGLE_GENERATIVE_AI_API_KEY", "google/"),
    provider("OPENROUTER_API_KEY", "openrouter/"),
    provider("GROQ_API_KEY", "groq/"),
    provider("MISTRAL_API_KEY", "mistral/"),
    provider("XAI_API_KEY", "xai/"),
    provider("DEEPSEEK_API_KEY", "deepseek/"),
];

const fn provider(variable: &'static str, models: &'static str) -> Source {
    Source { variable, into: variable, billing: Billing::ApiKey, models }
}

/// How a person's own skills are kept out in their own home.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RealHome {
    /// It can be told to see none of them.
    Shuts,
    /// It cannot; it may be used where there are none.
    Empty,
    /// It cannot be used at all, and why.
    Never(&'static str),
}

impl Kind {
    pub fn of(format: Format) -> &'static Self {
        match format {
            Format::ClaudeCode => &claude_code::KIND,
            Format::Codex => &codex::KIND,
            Format::GeminiCli => &gemini_cli::KIND,
            Format::OpenCode => &opencode::KIND,
            Format::Pi => &pi::KIND,
            Format::Copilot => &copilot::KIND,
            Format::Qwen => &qwen::KIND,
        }
    }

    /// Whether it can be used in the person's own home, or why not.
    pub fn real_home(
        &self,
        profile: &Profile,
        options: &Options,
        environment: &Environment,
    ) -> Result<(), String> {
        if environment.home().is_none() {
            return Err("the environment names none".to_owned());
        }
        match self.real_home {
            RealHome::Shuts if self.format == Format::Pi && options.base_url.is_some() => {
                Err("a base URL is set in a file of the home".to_owned())
            }
            RealHome::Shuts => Ok(()),
            RealHome::Never(why) => Err(why.to_owned()),
            RealHome::Empty => {
                let folders = profile.user_dirs.iter().filter_map(|dir| place(dir, environment));
                match folders.clone().find(holds_skills) {
                    Some(folder) => Err(format!(
                        "it would also see the skills in {}, and cannot be told not to",
                        folder.display()
                    )),
                    None => Ok(()),
                }
            }
        }
    }

    /// The arguments, as people read them.
    pub fn shown(&self, harness: &Harness) -> Vec<String> {
        let limits = Limits::default();
        let asked = Asked { harness, place: None, skills: &[], plugins: &[], limits: &limits };
        let text = |word: OsString| {
            let word = word.to_string_lossy().into_owned();
            if word.contains([' ', '"', '{']) { format!("'{word}'") } else { word }
        };
        (self.start)(&asked).arguments.into_iter().map(text).collect()
    }
}

/// Where a folder of the person's skills lies.
fn place(dir: &UserDir, environment: &Environment) -> Option<PathBuf> {
    let moved = dir.env.as_deref().and_then(|name| environment.get(name)).zip(dir.below.as_ref());
    match moved {
        Some((base, below)) => Some(PathBuf::from(base).join(below)),
        None => Some(environment.home()?.join(&dir.home)),
    }
}

fn holds_skills(folder: &PathBuf) -> bool {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries.into_iter().any(|entry| entry.path().join("SKILL.md").exists())
}

impl Harness {
    /// Where the skills are put, below a project.
    pub(super) fn skills_folder(&self) -> &str {
        // No profile is without one; a test of the profiles says so.
        self.profile.project_dirs.first().map_or(".agents/skills", String::as_str)
    }
}
