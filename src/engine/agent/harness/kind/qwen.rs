//! Qwen Code. Without the tool allowed a second model is asked whether it may be used.

use serde_json::json;

use super::{Kind, RealHome};
use crate::{
    core::stream::Format,
    engine::agent::harness::{
        asked::{Asked, Start},
        credential::{Billing, Source},
    },
};

const KEY: &str = "OPENAI_API_KEY";

pub(super) const KIND: Kind = Kind {
    format: Format::Qwen,
    command: "qwen",
    node: Some((22, 0)),
    ripgrep: false,
    unpacks: false,
    plugins: false,
    credentials: &[Source { variable: KEY, into: KEY, billing: Billing::ApiKey, models: "" }],
    own_key: KEY,
    homes: &["QWEN_HOME"],
    real_home: RealHome::Never("its settings are read from the home, where ours would have to be"),
    usual: "tools that would ask somebody are taken away by the harness itself, which cannot ask; \
            the others are offered",
    minimal: "tools that would ask somebody are taken away by the harness itself; it offers no \
              fewer",
    start,
};

fn start(asked: &Asked<'_>) -> Start {
    let mut start = Start::default();
    start.words("-o stream-json --auth-type openai --approval-mode default --allowed-tools skill");
    // Responses are counted from outside, and it is stopped there; this is a second lock.
    let turns = asked.limits.max_steps.saturating_add(1).to_string();
    start.arguments(["--max-session-turns", &turns, "-m", asked.model()]);
    let settings = json!({
        "security": { "auth": { "selectedType": "openai" } },
        "privacy": { "usageStatisticsEnabled": false },
        "telemetry": { "enabled": false },
        "general": { "disableAutoUpdate": true, "enableAutoUpdate": false },
        "skills": { "disabledLevels": ["bundled"] },
    });
    start.file("settings.json", settings);
    start.set("QWEN_HOME", asked.config(""));
    start.set("OPENAI_MODEL", asked.model());
    if let Some(url) = asked.base_url() {
        start.set("OPENAI_BASE_URL", url);
    }
    start.key(asked, KEY);
    start
}
