//! Codex. Without the two features and the statistics off it looks for the network.

use super::{Marks, Program, Start, words};

pub const CODEX: Program = Program {
    id: "codex",
    command: "codex",
    skills: ".agents/skills",
    steady: true,
    start: |place, prompt, base| {
        let config = format!(
            "model = \"mock-1\"\nmodel_provider = \"mock\"\ncheck_for_update_on_startup = false\n\
             [model_providers.mock]\nname = \"mock\"\nbase_url = \"{base}/v1\"\n\
             wire_api = \"responses\"\nenv_key = \"MOCK_KEY\"\nrequest_max_retries = 1\n\
             stream_max_retries = 1\n"
        );
        place.write("config/config.toml", &config);
        let mut arguments = words(
            "exec --json --skip-git-repo-check -s read-only --ephemeral \
             -c skills.bundled.enabled=false -c analytics.enabled=false \
             --disable plugins --disable apps",
        );
        arguments.push(prompt.to_owned());
        let environment = vec![("CODEX_HOME", place.config("")), ("MOCK_KEY", "dummy".to_owned())];
        Start { arguments, environment }
    },
    marks: Marks { from: "### Skill roots\n", to: "</skills_instructions>", kept: false },
};
