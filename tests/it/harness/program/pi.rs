//! pi.

use serde_json::json;

use super::{Program, Start, TAGS, words};

pub const PI: Program = Program {
    id: "pi",
    command: "pi",
    skills: ".pi/skills",
    steady: true,
    start: |place, prompt, base| {
        let model = json!({
            "id": "mock-1",
            "contextWindow": 200_000,
            "maxTokens": 8_000,
            "cost": { "input": 3, "output": 15, "cacheRead": 0, "cacheWrite": 0 },
        });
        let mock = json!({
            "baseUrl": format!("{base}/v1"),
            "apiKey": "dummy",
            "api": "openai-completions",
            "models": [model],
        });
        let models = json!({ "providers": { "mock": mock } });
        place.write("config/models.json", &models.to_string());
        let retry = json!({ "retry": { "maxRetries": 1, "baseDelayMs": 200 } });
        place.write("config/settings.json", &retry.to_string());
        let mut arguments = words(
            "--mode json --no-session --approve --no-extensions --no-mcp --no-context-files \
             --model mock/mock-1",
        );
        arguments.push(prompt.to_owned());
        let environment = vec![
            ("PI_CODING_AGENT_DIR", place.config("")),
            ("PI_OFFLINE", "1".to_owned()),
            ("PI_TELEMETRY", "0".to_owned()),
            ("PI_SKIP_VERSION_CHECK", "1".to_owned()),
        ];
        Start { arguments, environment }
    },
    marks: TAGS,
};
