//! OpenCode. Its one built-in skill goes where it is denied; a title would be asked for apart.

use serde_json::{Map, Value, json};

use super::{Kind, RealHome};
use crate::{
    core::stream::Format,
    engine::agent::harness::asked::{Asked, OWN, Start},
};

/// The window of a model that nobody knows.
const CONTEXT: u32 = 200_000;
const OUTPUT: u32 = 8_000;

pub(super) const KIND: Kind = Kind {
    format: Format::OpenCode,
    command: "opencode",
    node: Some((16, 0)),
    ripgrep: true,
    unpacks: false,
    plugins: false,
    credentials: super::PROVIDERS,
    own_key: "OPENAI_API_KEY",
    homes: &["XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"],
    real_home: RealHome::Shuts,
    usual: "all tools are offered; what would change something is rejected when it is called",
    minimal: "only skill and read are offered",
    start,
};

fn start(asked: &Asked<'_>) -> Start {
    let mut start = Start::default();
    let model = match asked.base_url() {
        Some(_) => format!("{OWN}/{}", asked.model()),
        None => asked.model().to_owned(),
    };
    start.words("run --format json --title probe --model");
    start.arguments([&model]);
    environment(asked, &model, &mut start);
    start
}

fn environment(asked: &Asked<'_>, model: &str, start: &mut Start) {
    start.set("OPENCODE_CONFIG_CONTENT", config(asked, model).to_string());
    if asked.is_isolated() {
        for (name, below) in [
            ("XDG_CONFIG_HOME", "config"),
            ("XDG_DATA_HOME", "data"),
            ("XDG_STATE_HOME", "state"),
            ("XDG_CACHE_HOME", "cache"),
        ] {
            start.set(name, asked.config(below));
        }
    }
    for name in [
        "OPENCODE_DISABLE_MODELS_FETCH",
        "OPENCODE_DISABLE_AUTOUPDATE",
        "OPENCODE_DISABLE_LSP_DOWNLOAD",
        "OPENCODE_DISABLE_DEFAULT_PLUGINS",
        "OPENCODE_DISABLE_EXTERNAL_SKILLS",
    ] {
        start.set(name, "1");
    }
    if asked.base_url().is_none() {
        start.key(asked, asked.harness.credential.into);
    }
}

fn config(asked: &Asked<'_>, model: &str) -> Value {
    let mut config = json!({
        "model": model,
        "small_model": model,
        "autoupdate": false,
        "share": "disabled",
        "permission": permissions(asked),
        // Else a rejected call would be the end of it.
        "experimental": { "continue_loop_on_deny": true },
    });
    if let Some(url) = asked.base_url() {
        let limit = json!({ "context": CONTEXT, "output": OUTPUT });
        let models = Map::from_iter([(
            asked.model().to_owned(),
            json!({ "name": asked.model(), "tool_call": true, "limit": limit }),
        )]);
        let key = asked.harness.credential.value();
        config["provider"] = json!({ OWN: {
            "npm": "@ai-sdk/openai-compatible",
            "name": OWN,
            "options": { "baseURL": url, "apiKey": key },
            "models": models,
        }});
    }
    config
}

/// The last rule that fits holds. What is denied is not offered; what would have to be asked for is
/// rejected when it is called.
fn permissions(asked: &Asked<'_>) -> Value {
    let skills = if asked.is_isolated() {
        json!({ "*": "allow", "customize-opencode": "deny" })
    } else {
        let known = asked.skills.iter().map(|name| ((*name).to_owned(), json!("allow")));
        Value::Object(std::iter::once(("*".to_owned(), json!("deny"))).chain(known).collect())
    };
    if asked.is_minimal() {
        return json!({ "*": "deny", "read": "allow", "skill": skills });
    }
    json!({
        "*": "ask",
        "read": "allow",
        "glob": "allow",
        "grep": "allow",
        "list": "allow",
        "todowrite": "allow",
        "skill": skills,
    })
}
