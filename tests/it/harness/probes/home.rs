//! Probes in the person's own home: their own skills are kept out, their login stays theirs, and what
//! the harness writes there is what it writes anyway.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};

use skillscope::{
    core::{
        stream::Format,
        trajectory::{EndedBy, EventKind},
    },
    engine::agent::harness::{Home, Options},
};

use super::bench::{Bench, row, to_the_end};
use crate::harness::{
    loopback::Loopback,
    scenario::{Scenario, Step},
};

/// What stands where a login is kept, and is nobody's business.
const LOGIN: &str = "canary-login-0123456789";
/// What a person's own skill says of itself.
const OWN: &str = "Whistles the tune that only I know.";

/// Settings, a login, and skills wherever the harness looks for a person's own.
fn furnish(format: Format, bench: &Bench, model: &Loopback) {
    let write = |path: &str, text: &str| {
        let path = bench.path("home").join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        fs::write(path, text).expect("written");
    };
    let own = format!("---\nname: whistle\ndescription: {OWN}\n---\n\nWhistle.\n");
    let login =
        format!(r#"{{"claudeAiOauth":{{"accessToken":"{LOGIN}","refreshToken":"{LOGIN}"}}}}"#);
    match format {
        Format::ClaudeCode => {
            write(".claude/skills/whistle/SKILL.md", &own);
            write(".claude/settings.json", r#"{"env":{"MINE":"1"},"model":"claude-opus-5"}"#);
            write(".claude/.credentials.json", &login);
        }
        // It cannot be told to see none, so it is used only where there are none.
        Format::Codex => {
            write(".codex/config.toml", "model = \"another\"\n");
            write(".codex/auth.json", &format!(r#"{{"OPENAI_API_KEY":"{LOGIN}"}}"#));
        }
        Format::OpenCode => {
            write(".config/opencode/skills/whistle/SKILL.md", &own);
            write(".claude/skills/whistle/SKILL.md", &own);
            let login = format!(r#"{{"openai":{{"type":"api","key":"{LOGIN}"}}}}"#);
            write(".local/share/opencode/auth.json", &login);
        }
        Format::Pi => {
            write(".pi/agent/skills/whistle/SKILL.md", &own);
            write(".agents/skills/whistle/SKILL.md", &own);
            let models = serde_json::json!({ "providers": { "mine": {
                "baseUrl": format!("{}/v1", model.base()),
                "apiKey": "no-key-needed",
                "api": "openai-completions",
                "models": [{ "id": "mock-1", "contextWindow": 200_000, "maxTokens": 8_000 }],
            }}});
            write(".pi/agent/models.json", &models.to_string());
            write(
                ".pi/agent/auth.json",
                &format!(r#"{{"openai":{{"type":"api_key","key":"{LOGIN}"}}}}"#),
            );
        }
        Format::GeminiCli | Format::Copilot | Format::Qwen => {}
    }
}

/// Every file below a folder.
fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut all = BTreeMap::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        match entry.file_type() {
            Ok(kind) if kind.is_dir() => all.extend(files(&path)),
            Ok(kind) if kind.is_file() => {
                _ = all.insert(path.clone(), fs::read(&path).unwrap_or_default())
            }
            _ => {}
        }
    }
    all
}

/// `writes`: what the harness keeps of its own in any home that it runs in, folders or files.
async fn stays_theirs(format: Format, writes: &[&str]) {
    let Some(bench) = Bench::of(format) else { return };
    let turns: [&[Step]; 2] = [&[Step::Skill("tea-order")], &[Step::Say("Done.")]];
    let model = Loopback::start(Scenario::of(&turns));
    furnish(format, &bench, &model);
    let before = files(&bench.path("home"));
    let usual = Options { home: Home::Real, ..bench.options(&model) };
    let options = match format {
        // Its service is named in a file of that home.
        Format::Pi => Options { base_url: None, model: Some("mine/mock-1".to_owned()), ..usual },
        _ => usual,
    };
    let ready = bench.ready(Arc::new(bench.find(options).await.expect("it can be used there")));
    let query = row("Order tea.", Some("tea-order"));
    let probed = bench.run(ready, query, &to_the_end(), |_| false).await;
    let told = (vec!["tea-order@1".to_owned()], EndedBy::Answer);
    assert_eq!(probed.told(), Ok(told), "{format}: {:?}", probed.events);
    assert!(
        !probed.has(|kind| matches!(kind, EventKind::Foreign { .. })),
        "{format}: {:?}",
        probed.events
    );

    for request in model.requests() {
        let sent = format!("{} {}", request.head, request.body);
        assert!(!sent.contains(OWN), "{format}: the model was shown a skill of the person's own");
        assert!(!sent.contains(LOGIN), "{format}: the login went to another service");
    }
    let after = files(&bench.path("home"));
    for (path, bytes) in &before {
        assert_eq!(after.get(path), Some(bytes), "{format}: {} was changed", path.display());
    }
    let home = bench.path("home");
    let new: Vec<String> = after
        .keys()
        .filter(|path| !before.contains_key(*path))
        .filter_map(|path| Some(path.strip_prefix(&home).ok()?.display().to_string()))
        .filter(|path| !writes.iter().any(|own| path.starts_with(own)))
        .collect();
    assert!(new.is_empty(), "{format} writes more than is known: {new:?}");
    for (path, bytes) in after.iter().filter(|(path, _)| !before.contains_key(*path)) {
        let text = String::from_utf8_lossy(bytes);
        assert!(!text.contains(LOGIN), "{format}: the login was copied to {}", path.display());
    }
    assert!(bench.left_behind().is_empty() && bench.running().is_empty(), "{format}");
}

#[tokio::test(flavor = "multi_thread")]
async fn claude_code() {
    stays_theirs(
        Format::ClaudeCode,
        &[".claude.json", ".claude/backups/", ".claude/plugins/store/"],
    )
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn codex() {
    stays_theirs(
        Format::Codex,
        &[
            ".codex/.sandbox_migration",
            ".codex/installation_id",
            ".codex/goals_1.sqlite",
            ".codex/logs_2.sqlite",
            ".codex/memories_1.sqlite",
            ".codex/queue_1.sqlite",
            ".codex/state_5.sqlite",
        ],
    )
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn opencode() {
    stays_theirs(
        Format::OpenCode,
        &[
            ".config/opencode/.gitignore",
            ".local/share/opencode/log/",
            ".local/share/opencode/opencode.db",
            ".local/state/opencode/locks/",
            ".cache/opencode/",
        ],
    )
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn pi() {
    stays_theirs(Format::Pi, &[".pi/agent/models-store.json"]).await;
}
