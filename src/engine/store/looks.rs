//! How often results were held against one baseline, over all processes and days: a line a look.
//!
//! Must not know what was made of it.

use std::{
    collections::BTreeSet,
    fs::{self, File, OpenOptions},
    io::{self, Read as _, Write as _},
    path::Path,
};

use serde::{Deserialize, Serialize};

use super::{Store, digest, ignore, now_ms};
use crate::core::{
    material::field,
    measure::comparison::Metric,
    workbench::{history::results, probes::ProbeTable},
};

const LOOKS: &str = "looks.jsonl";

/// Digests stand for the results; both are of what engaged, so that a baseline that was exported
/// once more is the same one.
#[derive(Debug, Serialize, Deserialize)]
struct Look {
    /// Of the results that are looked at from, and the metric.
    baseline: String,
    results: String,
    at_ms: u64,
}

impl Store {
    /// Counts the complete results of `now` held against those of `before`, and says which look at
    /// these it is, from 1. Results that were counted before cost nothing more; the baseline's own
    /// are no look, and leave nothing behind.
    ///
    /// # Errors
    /// What was counted cannot be read, or nothing can be written.
    pub fn look(&self, before: &ProbeTable, metric: Metric, now: &ProbeTable) -> io::Result<u32> {
        let [before, now] = [before, now].map(results);
        let (known, baseline) = (before == now, of_metric(metric, &before));
        let looks = if known {
            let files = self.own.existing().map(|own| own.join(LOOKS));
            let text = files.filter_map(|file| fs::read(file).ok()).next();
            seen(&text.unwrap_or_default(), &baseline).len()
        } else {
            let own = self.own.writable()?;
            ignore(own)?;
            count(&own.join(LOOKS), baseline, digest(&now))?
        };
        Ok(u32::try_from(looks).unwrap_or(u32::MAX).max(1))
    }
}

fn of_metric(metric: Metric, results: &str) -> String {
    let mut material = String::new();
    [&metric.to_string(), results].into_iter().for_each(|text| field(&mut material, text));
    digest(&material)
}

/// The distinct results that were held against the baseline, with these.
fn count(path: &Path, baseline: String, results: String) -> io::Result<usize> {
    let mut file = OpenOptions::new().read(true).append(true).create(true).open(path)?;
    // Until the file is closed: whoever counts at the same time counts after us.
    file.lock()?;
    let mut text = Vec::new();
    file.read_to_end(&mut text)?;
    let mut seen = seen(&text, &baseline);
    if seen.insert(results.clone()) {
        let torn = text.last().is_some_and(|&byte| byte != b'\n');
        append(&mut file, torn, &Look { baseline, results, at_ms: now_ms() })?;
    }
    Ok(seen.len())
}

/// What the lines say of a baseline. One that was cut off, or is of a later version, says nothing.
fn seen(text: &[u8], baseline: &str) -> BTreeSet<String> {
    text.split(|&byte| byte == b'\n')
        .filter_map(|line| serde_json::from_slice::<Look>(line).ok())
        .filter(|look| look.baseline == baseline)
        .map(|look| look.results)
        .collect()
}

fn append(file: &mut File, torn: bool, look: &Look) -> io::Result<()> {
    let line = serde_json::to_string(look)?;
    let end_before = if torn { "\n" } else { "" };
    file.write_all(format!("{end_before}{line}\n").as_bytes())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::core::{
        query::{Label, Query},
        trajectory::{Engagement, Outcome, Trajectory},
        workbench::probes::{ProbeRow, ProbeState},
    };

    /// Of one probe, which engaged this skill.
    fn engaged(skill: &str) -> ProbeTable {
        let label = Label::Complete { expected: vec!["a".into()], alternatives: Vec::new() };
        let query = Arc::new(Query::new("q", "a prompt", label));
        let engagements = vec![Engagement { skill: skill.into(), turn: 1, step: 1 }];
        let outcome = Outcome::Scored(Trajectory { engagements, ..Trajectory::default() });
        let state = ProbeState::Done(Arc::new(outcome));
        let row = ProbeRow { state, ..ProbeRow::planned(query, 1, 1) };
        ProbeTable { rows: vec![Arc::new(row)] }
    }

    #[test]
    fn looks_add_up_over_processes() {
        let dir = tempfile::tempdir().unwrap();
        let (base, own) = (engaged("a"), dir.path().join(".skillscope"));
        let look = |before: &ProbeTable, metric, skill: &str| {
            // As a process of its own would.
            Store::of(&dir.path().join("skills"), None)
                .look(before, metric, &engaged(skill))
                .unwrap()
        };
        assert_eq!(look(&base, Metric::Top1, "a"), 1);
        assert!(!own.exists(), "nothing was looked at");
        let looks = ["a", "b", "b", "c", "a", "d"].map(|skill| look(&base, Metric::Top1, skill));
        assert_eq!(looks, [1, 1, 1, 2, 2, 3]);
        assert_eq!(look(&base, Metric::Trajectory, "b"), 1, "of another metric");
        assert_eq!(look(&engaged("b"), Metric::Top1, "c"), 1, "at another baseline");
        assert_eq!(fs::read_to_string(own.join(".gitignore")).unwrap(), "*\n");
        assert_eq!(fs::read_to_string(own.join(LOOKS)).unwrap().lines().count(), 5);
    }

    #[test]
    fn a_line_that_was_cut_off_costs_no_other() {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::of(&dir.path().join("skills"), None);
        let look = |skill: &str| store.look(&engaged("a"), Metric::Top1, &engaged(skill)).unwrap();
        assert_eq!((look("b"), look("c")), (1, 2));
        let path = dir.path().join(".skillscope").join(LOOKS);
        let text = fs::read_to_string(&path).unwrap();
        fs::write(&path, &text[..text.len() - 7]).unwrap();
        assert_eq!((look("d"), look("c"), look("b")), (2, 3, 3));
    }
}
