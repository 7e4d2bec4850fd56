//! Copilot CLI, with an account of GitHub's or a model of one's own. Its builtin skills are off.

use serde_json::json;

use super::{Kind, RealHome};
use crate::{
    core::stream::Format,
    engine::agent::harness::{
        asked::{Asked, Start},
        credential::{Billing, Source},
    },
};

const TOKEN: &str = "COPILOT_GITHUB_TOKEN";

pub(super) const KIND: Kind = Kind {
    format: Format::Copilot,
    command: "copilot",
    node: Some((22, 0)),
    ripgrep: false,
    unpacks: true,
    plugins: false,
    credentials: &[
        Source { variable: TOKEN, into: TOKEN, billing: Billing::Token, models: "" },
        Source { variable: "GH_TOKEN", into: TOKEN, billing: Billing::Token, models: "" },
        Source { variable: "GITHUB_TOKEN", into: TOKEN, billing: Billing::Token, models: "" },
    ],
    own_key: TOKEN,
    homes: &["COPILOT_HOME"],
    real_home: RealHome::Never("its settings are read from the home, where ours would have to be"),
    usual: "all tools are offered; what would change something is denied when it is called",
    minimal: "only skill and view are offered",
    start,
};

fn start(asked: &Asked<'_>) -> Start {
    let mut start = Start::default();
    start.words(
        "--output-format json --stream off --disable-builtin-mcps --disable-client-telemetry \
         --trust-folder --allow-tool skill",
    );
    if asked.is_minimal() {
        start.words("--available-tools skill,view");
    }
    let disabled = json!({ "disabledSkills": ["customize-cloud-agent", "github-pr-media"] });
    start.file("settings.json", disabled);
    start.set("COPILOT_HOME", asked.config(""));
    start.set("COPILOT_MODEL", asked.model());
    start.set("COPILOT_AUTO_UPDATE", "false");
    match asked.base_url() {
        Some(url) => {
            start.set("COPILOT_PROVIDER_BASE_URL", url);
            start.key(asked, "COPILOT_PROVIDER_API_KEY");
            start.set("COPILOT_OFFLINE", "true");
        }
        None => start.key(asked, TOKEN),
    }
    start
}
