//! Qwen Code. Without the tool allowed a second model is asked whether it may be used.

use serde_json::json;

use super::{Program, Start, TAGS, words};

pub const QWEN: Program = Program {
    id: "qwen",
    command: "qwen",
    skills: ".qwen/skills",
    steady: true,
    start: |place, prompt, base| {
        let settings = json!({
            "security": { "auth": { "selectedType": "openai" } },
            "privacy": { "usageStatisticsEnabled": false },
            "telemetry": { "enabled": false },
            "general": { "disableAutoUpdate": true, "enableAutoUpdate": false },
            "skills": { "disabledLevels": ["bundled"] },
        });
        place.write("config/settings.json", &settings.to_string());
        let mut arguments = words(
            "-o stream-json -m mock-1 --auth-type openai --approval-mode default \
             --allowed-tools skill --max-session-turns 8",
        );
        arguments.extend(["-p".to_owned(), prompt.to_owned()]);
        let environment = vec![
            ("QWEN_HOME", place.config("")),
            ("OPENAI_API_KEY", "dummy".to_owned()),
            ("OPENAI_BASE_URL", format!("{base}/v1")),
            ("OPENAI_MODEL", "mock-1".to_owned()),
        ];
        Start { arguments, environment }
    },
    marks: TAGS,
};
