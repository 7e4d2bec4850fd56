//! Claude Code. Only a project's settings are read, which leaves a person's own skills out; what
//! would ask for permission is denied when it is called.

use serde_json::json;

use super::{Kind, RealHome};
use crate::{
    core::stream::Format,
    engine::agent::harness::{
        asked::{Asked, Start},
        credential::{Billing, Source},
    },
};

const KEY: &str = "ANTHROPIC_API_KEY";

pub(super) const KIND: Kind = Kind {
    format: Format::ClaudeCode,
    command: "claude",
    node: Some((18, 0)),
    ripgrep: false,
    unpacks: false,
    plugins: true,
    credentials: &[
        Source { variable: KEY, into: KEY, billing: Billing::ApiKey, models: "" },
        Source {
            variable: "CLAUDE_CODE_OAUTH_TOKEN",
            into: "CLAUDE_CODE_OAUTH_TOKEN",
            billing: Billing::Token,
            models: "",
        },
        Source {
            variable: "ANTHROPIC_AUTH_TOKEN",
            into: "ANTHROPIC_AUTH_TOKEN",
            billing: Billing::Token,
            models: "",
        },
    ],
    own_key: KEY,
    homes: &["CLAUDE_CONFIG_DIR"],
    real_home: RealHome::Shuts,
    usual: "all tools are offered; what would change something is denied when it is called",
    minimal: "only Skill and Read are offered",
    start,
};

fn start(asked: &Asked<'_>) -> Start {
    let mut start = Start::default();
    start.words(
        "-p --output-format stream-json --verbose --include-partial-messages \
         --setting-sources project --strict-mcp-config --no-session-persistence \
         --permission-mode dontAsk",
    );
    for folder in asked.plugin_folders() {
        start.arguments(["--plugin-dir".into(), folder]);
    }
    if asked.is_minimal() {
        start.words("--tools Skill,Read");
    }
    // The one plugin that it brings along has a skill of its own.
    let settings = json!({ "enabledPlugins": { "cc-plugin-plugin-authoring@builtin": false } });
    start.arguments(["--settings".to_owned(), settings.to_string()]);
    start.arguments(["--max-turns".to_owned(), asked.limits.max_steps.max(1).to_string()]);
    start.arguments(["--model", asked.model()]);
    if asked.is_isolated() {
        start.set("CLAUDE_CONFIG_DIR", asked.config(""));
    }
    if let Some(url) = asked.bare_base_url() {
        start.set("ANTHROPIC_BASE_URL", url);
    }
    start.key(asked, asked.harness.credential.into);
    start.set("CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "1");
    start.set("CLAUDE_CODE_DISABLE_BUNDLED_SKILLS", "1");
    start.set("CLAUDE_CODE_MAX_RETRIES", "2");
    start.set("DISABLE_AUTOUPDATER", "1");
    start
}
