//! Gemini CLI. Its tool for skills is offered only where a policy allows it.

use serde_json::json;

use super::{Program, Start, TAGS, words};

const POLICY: &str =
    "[[rule]]\ntoolName = \"activate_skill\"\ndecision = \"allow\"\npriority = 200\n";

pub const GEMINI_CLI: Program = Program {
    id: "gemini-cli",
    command: "gemini",
    skills: ".gemini/skills",
    steady: false,
    start: |place, prompt, base| {
        let settings = json!({
            "security": { "auth": { "selectedType": "gemini-api-key" } },
            "privacy": { "usageStatisticsEnabled": false },
            "telemetry": { "enabled": false },
            "general": {
                "enableAutoUpdate": false,
                "enableAutoUpdateNotification": false,
                "maxAttempts": 1,
            },
            "model": { "maxSessionTurns": 8 },
            "skills": { "disabled": ["skill-creator", "antigravity-support"] },
        });
        place.write("config/.gemini/settings.json", &settings.to_string());
        place.write("config/policy.toml", POLICY);
        let mut arguments = words("-o stream-json -m gemini-2.5-pro --skip-trust --policy");
        arguments.extend([place.config("policy.toml"), "-p".to_owned(), prompt.to_owned()]);
        let environment = vec![
            ("GEMINI_CLI_HOME", place.config("")),
            ("GEMINI_API_KEY", "dummy".to_owned()),
            ("GOOGLE_GEMINI_BASE_URL", base.to_owned()),
        ];
        Start { arguments, environment }
    },
    marks: TAGS,
};
