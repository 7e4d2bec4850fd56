//! Skills of plugins, laid as the plugins that they are.

use std::{fs, process::Command};

use skillscope::core::{stream::Format, trajectory::EndedBy};

use super::bench::{Bench, row, to_the_end};
use crate::harness::{
    program,
    scenario::{Scenario, Step},
    sheet,
};

/// Two plugins with a skill of the same name, beside the skills of the bench.
fn plugins(bench: &Bench) {
    for (plugin, skill, description) in [
        ("office", "pdf", "Fill in forms."),
        ("office", "mail", "Answer letters."),
        ("garden", "pdf", "Print seed bags."),
        ("zoo", "apes", "Feed the apes."),
    ] {
        let folder = bench.path("skills").join(plugin);
        let manifest = format!(r#"{{"name":"{plugin}","version":"1.0.0","description":"x"}}"#);
        let skill = folder.join("skills").join(skill);
        fs::create_dir_all(folder.join(".claude-plugin")).expect("made");
        fs::create_dir_all(&skill).expect("made");
        fs::write(folder.join(".claude-plugin/plugin.json"), manifest).expect("written");
        let name = skill.file_name().expect("a name").display().to_string();
        let text =
            format!("---\nname: {name}\ndescription: {description}\n---\n\nBody of {plugin}.\n");
        fs::write(skill.join("SKILL.md"), text).expect("written");
    }
}

/// What we say that is shown of the skills.
fn ours(bench: &Bench) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_skillscope"))
        .args(["listing", "skills", "--as", "claude-code", "--format", "json"])
        .current_dir(bench.path(""))
        .env_clear()
        .env("HOME", bench.path("home"))
        .output()
        .expect("the binary runs");
    let document: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    document["text"].as_str().expect("a text").to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn claude_code_lists_and_loads_them_by_their_plugin() {
    let Some(bench) = Bench::of(Format::ClaudeCode) else { return };
    plugins(&bench);
    let turns: [&[Step]; 3] =
        [&[Step::Skill("garden:pdf")], &[Step::Skill("pdf")], &[Step::Say("Done.")]];
    let query = row("Print a seed bag.", Some("garden/skills/pdf"));
    let (probed, model) = bench.probe(Scenario::of(&turns), query, &to_the_end()).await;
    let told = (vec!["garden/skills/pdf@1".to_owned()], EndedBy::Answer);
    assert_eq!(probed.told(), Ok(told), "{:?}", probed.events);
    let sent = model.requests();
    let theirs = sent.iter().find_map(|it| sheet::of(&it.body, program::CLAUDE_CODE.marks));
    let (theirs, ours) = (theirs.expect("a listing"), ours(&bench));
    assert!(ours.contains("- garden:pdf: Print seed bags."), "{ours}");
    assert_eq!(theirs, ours);
    let bodies = sent.iter().any(|request| request.body.to_string().contains("Body of garden."));
    assert!(bodies, "it has read the one of that plugin");
    assert!(bench.left_behind().is_empty() && bench.running().is_empty());
}
