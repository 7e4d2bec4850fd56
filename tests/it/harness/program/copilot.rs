//! Copilot CLI, with a model of one's own and no account. Its builtin skills are off; they would
//! stand behind all others.

use serde_json::json;

use super::{Program, Start, TAGS, words};

pub const COPILOT: Program = Program {
    id: "copilot",
    command: "copilot",
    skills: ".github/skills",
    steady: true,
    start: |place, prompt, base| {
        let disabled = json!({ "disabledSkills": ["customize-cloud-agent", "github-pr-media"] });
        place.write("config/settings.json", &disabled.to_string());
        let mut arguments = words(
            "--output-format json --stream off --disable-builtin-mcps --disable-client-telemetry \
             --trust-folder --allow-tool skill",
        );
        arguments.extend(["-p".to_owned(), prompt.to_owned()]);
        let environment = vec![
            ("COPILOT_HOME", place.config("")),
            ("COPILOT_PROVIDER_BASE_URL", format!("{base}/v1")),
            ("COPILOT_PROVIDER_API_KEY", "dummy".to_owned()),
            ("COPILOT_MODEL", "mock-1".to_owned()),
            ("COPILOT_OFFLINE", "true".to_owned()),
            ("COPILOT_AUTO_UPDATE", "false".to_owned()),
            // It unpacks itself there, more than 200 MB; not once a home.
            ("XDG_CACHE_HOME", place.unpacked().display().to_string()),
        ];
        Start { arguments, environment }
    },
    marks: TAGS,
};
