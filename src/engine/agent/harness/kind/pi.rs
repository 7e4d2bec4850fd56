//! pi. It asks nobody: a tool that it offers is run. So what would change something is taken away.

use serde_json::{Map, json};

use super::{Kind, RealHome};
use crate::{
    core::stream::Format,
    engine::agent::harness::asked::{Asked, OWN, OWN_KEY, Start},
};

pub(super) const KIND: Kind = Kind {
    format: Format::Pi,
    command: "pi",
    node: Some((22, 19)),
    ripgrep: false,
    unpacks: false,
    plugins: false,
    credentials: super::PROVIDERS,
    own_key: "OPENAI_API_KEY",
    homes: &["PI_CODING_AGENT_DIR"],
    real_home: RealHome::Shuts,
    usual: "bash, edit and write are taken away, since it would run them without asking; the tools \
            that read are offered",
    minimal: "only read is offered",
    start,
};

/// The window of a model that nobody knows.
const CONTEXT: u32 = 200_000;
const OUTPUT: u32 = 8_000;

fn start(asked: &Asked<'_>) -> Start {
    let mut start = Start::default();
    start.words("--mode json --no-session --no-extensions --no-mcp --no-context-files");
    // Exactly these, whatever else lies anywhere.
    start.words("--no-skills --skill");
    start.arguments([asked.skills_folder()]);
    start.words(if asked.is_minimal() { "--tools read" } else { "--tools read,grep,find,ls" });
    let model = match asked.base_url() {
        Some(url) => {
            start.file("models.json", models(asked, &url));
            start.key(asked, OWN_KEY);
            format!("{OWN}/{}", asked.model())
        }
        None => {
            start.key(asked, asked.harness.credential.into);
            asked.model().to_owned()
        }
    };
    start.arguments(["--model", &model]);
    if asked.is_isolated() {
        start.set("PI_CODING_AGENT_DIR", asked.config(""));
        let retry = json!({ "retry": { "maxRetries": 2, "baseDelayMs": 1000 } });
        start.file("settings.json", retry);
    }
    for name in ["PI_OFFLINE", "PI_SKIP_VERSION_CHECK"] {
        start.set(name, "1");
    }
    start.set("PI_TELEMETRY", "0");
    start
}

fn models(asked: &Asked<'_>, url: &str) -> serde_json::Value {
    let model = json!({ "id": asked.model(), "contextWindow": CONTEXT, "maxTokens": OUTPUT });
    let own = json!({
        "baseUrl": url,
        // By the name of the variable: no key is written into a file.
        "apiKey": format!("${OWN_KEY}"),
        "api": "openai-completions",
        "models": [model],
    });
    json!({ "providers": Map::from_iter([(OWN.to_owned(), own)]) })
}
