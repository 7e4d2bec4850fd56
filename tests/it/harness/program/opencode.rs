//! OpenCode. Its one built-in skill goes where it is denied; a title would be asked for apart.

use serde_json::json;

use super::{Program, Start, TAGS, words};

pub const OPENCODE: Program = Program {
    id: "opencode",
    command: "opencode",
    skills: ".opencode/skills",
    steady: true,
    start: |place, prompt, base| {
        let model = json!({
            "name": "Mock 1",
            "tool_call": true,
            "limit": { "context": 200_000, "output": 8_000 },
            "cost": { "input": 3, "output": 15 },
        });
        let mock = json!({
            "npm": "@ai-sdk/openai-compatible",
            "name": "Mock",
            "options": { "baseURL": format!("{base}/v1"), "apiKey": "dummy" },
            "models": { "mock-1": model },
        });
        let config = json!({
            "model": "mock/mock-1",
            "small_model": "mock/mock-1",
            "autoupdate": false,
            "share": "disabled",
            "provider": { "mock": mock },
            "permission": {
                "*": "deny",
                "read": "allow",
                "skill": { "*": "allow", "customize-opencode": "deny" },
            },
        });
        let mut arguments = words("run --format json --model mock/mock-1 --title probe");
        arguments.push(prompt.to_owned());
        let environment = vec![
            ("OPENCODE_CONFIG_CONTENT", config.to_string()),
            ("XDG_CONFIG_HOME", place.config("config")),
            ("XDG_DATA_HOME", place.config("data")),
            ("XDG_STATE_HOME", place.config("state")),
            ("XDG_CACHE_HOME", place.config("cache")),
            ("OPENCODE_DISABLE_MODELS_FETCH", "1".to_owned()),
            ("OPENCODE_DISABLE_AUTOUPDATE", "1".to_owned()),
            ("OPENCODE_DISABLE_LSP_DOWNLOAD", "1".to_owned()),
            ("OPENCODE_DISABLE_DEFAULT_PLUGINS", "1".to_owned()),
        ];
        Start { arguments, environment }
    },
    marks: TAGS,
};
