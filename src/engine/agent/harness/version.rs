//! What a program says its version is. Asked once a process.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
    time::Duration,
};

use tokio::time::timeout;

use crate::engine::{
    agent::{
        harness::{Harness, place::Place},
        wiring::Problem,
    },
    process::{Environment, HURRY, Launch},
};

/// Longer than any takes that unpacks itself first.
const PATIENCE: Duration = Duration::from_secs(60);
/// More is no version.
const LONGEST: usize = 64 << 10;

/// What was said so far, by program.
static SAID: Mutex<BTreeMap<PathBuf, String>> = Mutex::new(BTreeMap::new());

/// The version of a harness.
pub(super) async fn of(harness: &Harness) -> Result<String, Problem> {
    let known = |said: &BTreeMap<PathBuf, String>| said.get(&harness.program).cloned();
    if let Some(version) = known(&SAID.lock().unwrap_or_else(PoisonError::into_inner)) {
        return Ok(version);
    }
    let program = harness.program.display().to_string();
    let dead = |cause: String| Problem::Dead { program: program.clone(), cause };
    let place = Place::empty(harness).map_err(|error| dead(error.to_string()))?;
    let launch = Launch {
        program: harness.program.clone(),
        arguments: vec!["--version".into()],
        folder: place.project(),
        environment: place.environment(harness),
        input: None,
    };
    let said = run(launch, &harness.program).await?;
    let version = number(&said).ok_or_else(|| dead(format!("it says {said:?} of its version")))?;
    let mut all = SAID.lock().unwrap_or_else(PoisonError::into_inner);
    all.insert(harness.program.clone(), version.clone());
    Ok(version)
}

/// Whether the Node on the PATH is new enough.
pub(super) async fn node(
    environment: &Environment,
    agent: &str,
    oldest: (u32, u32),
) -> Result<(), Problem> {
    let needed = format!("{}.{}", oldest.0, oldest.1);
    let agent = agent.to_owned();
    let Some(node) = environment.find(Path::new("node")) else {
        return Err(Problem::NoNode { agent, needed });
    };
    let folder = std::env::temp_dir();
    let launch = Launch {
        program: node.clone(),
        arguments: vec!["--version".into()],
        folder,
        environment: environment.usual(),
        input: None,
    };
    let found = number(&run(launch, &node).await?).unwrap_or_default();
    let mut parts = found.split('.').map(|part| part.parse::<u32>().unwrap_or(0));
    let have = (parts.next().unwrap_or(0), parts.next().unwrap_or(0));
    if have < oldest { Err(Problem::OldNode { agent, needed, found }) } else { Ok(()) }
}

/// What it writes.
async fn run(launch: Launch, program: &Path) -> Result<String, Problem> {
    let dead = |cause: String| Problem::Dead { program: program.display().to_string(), cause };
    let mut process = launch.start().map_err(|error| dead(error.to_string()))?;
    let mut out = Vec::new();
    let reading = async {
        while let Some(chunk) = process.next().await {
            if out.len() < LONGEST {
                out.extend_from_slice(chunk);
            }
        }
    };
    let late = timeout(PATIENCE, reading).await.is_err();
    let ended = process.end(HURRY).await;
    if late {
        return Err(dead(format!("it said no version within {} s", PATIENCE.as_secs())));
    }
    let text = String::from_utf8_lossy(&out).into_owned();
    if text.trim().is_empty() {
        let said = ended.stderr.lines().rev().find(|line| !line.trim().is_empty());
        return Err(dead(said.unwrap_or("it said nothing").trim().to_owned()));
    }
    Ok(text)
}

/// The first word that is a version.
fn number(said: &str) -> Option<String> {
    let is_part = |part: &str| part.starts_with(|c: char| c.is_ascii_digit());
    let is_version = |word: &&str| word.contains('.') && word.split('.').take(2).all(is_part);
    let words = said.split(|c: char| !(c.is_ascii_alphanumeric() || ".-+".contains(c)));
    let mut words = words.map(|word| word.trim_start_matches('v').trim_end_matches('.'));
    words.find(is_version).filter(|version| version.len() <= 40).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::number;

    #[test]
    fn a_version_is_found_among_words() {
        for (said, version) in [
            ("2.1.332 (Claude Code)", "2.1.332"),
            ("codex-cli 0.171.0\n", "0.171.0"),
            ("v24.9.0", "24.9.0"),
            ("GitHub Copilot CLI 1.0.102.\nCommit: ab.c", "1.0.102"),
            ("1.2.0-beta.1", "1.2.0-beta.1"),
        ] {
            assert_eq!(number(said).as_deref(), Some(version));
        }
        assert_eq!(number("no version. None"), None);
    }
}
