//! Codex. It has no tool for skills: its model reads their files by the shell, which runs in a
//! sandbox that writes nothing.

use super::{Kind, RealHome};
use crate::{
    core::stream::Format,
    engine::agent::harness::{
        asked::{Asked, OWN, OWN_KEY, Start},
        credential::{Billing, Source},
    },
};

const KEY: &str = "CODEX_API_KEY";

pub(super) const KIND: Kind = Kind {
    format: Format::Codex,
    command: "codex",
    node: Some((16, 0)),
    ripgrep: false,
    unpacks: false,
    plugins: false,
    credentials: &[
        Source { variable: KEY, into: KEY, billing: Billing::ApiKey, models: "" },
        Source { variable: "OPENAI_API_KEY", into: KEY, billing: Billing::ApiKey, models: "" },
    ],
    own_key: KEY,
    homes: &["CODEX_HOME"],
    real_home: RealHome::Empty,
    usual: "all tools are offered; the shell runs in a sandbox that can read and not write",
    minimal: "the web search is taken away; the shell stays, in a sandbox that can only read: \
              skills are read by it",
    start,
};

fn start(asked: &Asked<'_>) -> Start {
    let mut start = Start::default();
    start.words("exec --json --skip-git-repo-check --sandbox read-only --ephemeral");
    settings(asked, &mut start);
    start.arguments(["--model", asked.model()]);
    // The prompt comes through standard input.
    start.arguments(["-"]);
    start
}

/// What holds for every call of it. By arguments, so that it holds in the real home too.
pub(in crate::engine::agent::harness) fn settings(asked: &Asked<'_>, start: &mut Start) {
    start.words(
        "--disable plugins --disable apps -c skills.bundled.enabled=false \
         -c analytics.enabled=false -c check_for_update_on_startup=false",
    );
    if asked.is_minimal() {
        start.words("-c web_search=\"disabled\"");
    }
    if let Some(url) = asked.base_url() {
        let own = |key: &str, value: &str| format!("model_providers.{OWN}.{key}={value}");
        for setting in [
            format!("model_provider=\"{OWN}\""),
            own("name", &format!("\"{OWN}\"")),
            // It has no quotes in it.
            own("base_url", &format!("\"{url}\"")),
            own("wire_api", "\"responses\""),
            own("env_key", &format!("\"{OWN_KEY}\"")),
            own("request_max_retries", "2"),
            own("stream_max_retries", "2"),
        ] {
            start.arguments(["-c".to_owned(), setting]);
        }
        start.key(asked, OWN_KEY);
    } else {
        start.key(asked, KEY);
    }
    if asked.is_isolated() {
        start.set("CODEX_HOME", asked.config(""));
    }
}
