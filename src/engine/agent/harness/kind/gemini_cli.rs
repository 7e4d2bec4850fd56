//! Gemini CLI. Its tool for skills is offered only where a policy allows it.

use serde_json::json;

use super::{Kind, RealHome};
use crate::{
    core::stream::Format,
    engine::agent::harness::{
        asked::{Asked, Start},
        credential::{Billing, Source},
    },
};

const KEY: &str = "GEMINI_API_KEY";

const POLICY: &str =
    "[[rule]]\ntoolName = \"activate_skill\"\ndecision = \"allow\"\npriority = 200\n";

/// Whatever is neither a skill nor reading.
const REST: &str = "[[rule]]\ntoolName = [\"run_shell_command\", \"write_file\", \"replace\", \
                    \"web_fetch\", \"google_web_search\", \"save_memory\", \"invoke_agent\", \
                    \"enter_plan_mode\"]\ndecision = \"deny\"\npriority = 150\n";

pub(super) const KIND: Kind = Kind {
    format: Format::GeminiCli,
    command: "gemini",
    node: Some((20, 0)),
    ripgrep: false,
    unpacks: false,
    plugins: false,
    credentials: &[Source { variable: KEY, into: KEY, billing: Billing::ApiKey, models: "" }],
    own_key: KEY,
    homes: &["GEMINI_CLI_HOME"],
    real_home: RealHome::Never("its settings are read from the home, where ours would have to be"),
    usual: "tools that would ask somebody are taken away by the harness itself, which cannot ask; \
            the others are offered",
    minimal: "only activate_skill and the tools that read are offered",
    start,
};

fn start(asked: &Asked<'_>) -> Start {
    let mut start = Start::default();
    start.words("-o stream-json --skip-trust --policy");
    start.arguments([asked.config("policy.toml")]);
    start.arguments(["-m", asked.model()]);
    let rest = if asked.is_minimal() { REST } else { "" };
    start.file("policy.toml", format!("{POLICY}{rest}"));
    start.file(".gemini/settings.json", settings(asked.limits.max_steps));
    start.set("GEMINI_CLI_HOME", asked.config(""));
    if let Some(url) = asked.bare_base_url() {
        start.set("GOOGLE_GEMINI_BASE_URL", url);
    }
    start.key(asked, KEY);
    start
}

/// Responses are counted from outside, and it is stopped there; its own limit is a second lock.
fn settings(max_steps: u32) -> serde_json::Value {
    json!({
        "security": {
            "auth": { "selectedType": "gemini-api-key" },
            "folderTrust": { "enabled": false },
        },
        "privacy": { "usageStatisticsEnabled": false },
        "telemetry": { "enabled": false },
        "general": {
            "enableAutoUpdate": false,
            "enableAutoUpdateNotification": false,
            "maxAttempts": 3,
        },
        "model": { "maxSessionTurns": max_steps.saturating_add(1) },
        "skills": { "disabled": ["skill-creator", "antigravity-support"] },
    })
}
