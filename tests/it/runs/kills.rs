//! Runs killed without warning, at any moment, again and again.
//!
//! `SKILLSCOPE_KILLS=1000 cargo test --test it runs::kills` is the large version.

use std::{
    fs,
    path::Path,
    process::{Child, Stdio},
    thread::sleep,
    time::{Duration, Instant},
};

use super::project::{EVAL, Project, id};

const ROWS: usize = 150;

fn kills() -> u32 {
    std::env::var("SKILLSCOPE_KILLS").ok().and_then(|n| n.parse().ok()).unwrap_or(50)
}

/// The whole lines of a journal: what was recorded.
fn recorded(journal: &Path) -> Vec<u8> {
    let bytes = fs::read(journal).unwrap_or_default();
    let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    bytes[..whole].to_vec()
}

/// Scores among recorded lines.
fn scores(recorded: &[u8]) -> usize {
    String::from_utf8_lossy(recorded).matches("\"kind\":\"scored\"").count()
}

fn start(project: &Project, arguments: &[&str]) -> Child {
    let mut command = project.command(arguments);
    command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it starts")
}

/// Waits until the newest run has so many scores, or is over.
fn wait_for_scores(project: &Project, child: &mut Child, wanted: usize) {
    let so_far = || {
        let journal = project.runs().pop().map(|folder| recorded(&folder.join("journal.jsonl")));
        journal.map_or(0, |journal| scores(&journal))
    };
    while so_far() < wanted && child.try_wait().expect("it can be asked").is_none() {
        std::thread::yield_now();
    }
}

fn kill(mut child: Child, after: Duration) {
    sleep(after);
    child.kill().expect("it is killed");
    child.wait().expect("it is gone");
}

#[test]
fn whenever_a_run_is_killed_nothing_recorded_is_lost() {
    let project = Project::new(ROWS);
    let whole = project.run(&[&EVAL[..], &["--no-save"]].concat()).out;
    let began = Instant::now();
    let mut child = start(&project, &EVAL);
    wait_for_scores(&project, &mut child, 1);
    let first = began.elapsed();
    wait_for_scores(&project, &mut child, ROWS);
    let records = began.elapsed() - first;
    child.wait().expect("it ends");
    let lasts = began.elapsed();
    assert_eq!(project.run(&["runs", "show", "--format", "json"]).out, whole);
    fs::remove_dir_all(project.path().join(".skillscope")).expect("removed");

    let (mut kills_left, mut early, mut within, mut late) = (kills(), 0, 0, 0);
    // Golden-ratio steps: every part of a run is hit, in no order, the same each time.
    let mut share = 0.5;
    let mut moment = || {
        share = (share + 0.618_033_988_749_895) % 1.0;
        share * 1.1
    };
    while kills_left > 0 {
        let mut child = start(&project, &EVAL);
        // A third of them at any moment, the others while probes are recorded, which takes far less.
        if kills_left.is_multiple_of(3) {
            kill(child, lasts.mul_f64(moment()));
        } else {
            wait_for_scores(&project, &mut child, 1);
            kill(child, records.mul_f64(moment()));
        }
        kills_left -= 1;
        let Some(folder) = project.runs().pop() else {
            early += 1;
            continue;
        };
        let (id, journal) = (id(&folder).to_owned(), folder.join("journal.jsonl"));
        let mut before = recorded(&journal);
        if !folder.join("plan.json").exists() {
            assert_eq!(before, b"", "nothing is recorded without a plan");
            assert_eq!(project.run(&["runs", "delete", &id]).code, Some(0));
            early += 1;
            continue;
        }
        match scores(&before) {
            0 => early += 1,
            ROWS => late += 1,
            _ => within += 1,
        }
        let resume = ["eval", "--resume", &id, "--format", "json"];
        // Every second run is killed once more while it goes on.
        if kills_left > 0 && kills_left.is_multiple_of(2) {
            kill(start(&project, &resume), lasts.mul_f64(moment()));
            kills_left -= 1;
            let after = recorded(&journal);
            assert!(after.starts_with(&before), "something recorded was lost");
            before = after;
        }
        let resumed = project.run(&resume);
        assert_eq!((resumed.code, &resumed.out), (Some(0), &whole), "{}", resumed.err);
        let after = recorded(&journal);
        assert!(after.starts_with(&before), "something recorded was lost");
        assert_eq!(scores(&after), ROWS, "each probe is scored once");
        fs::remove_dir_all(&folder).expect("removed");
    }
    println!("recording takes {records:?} of {lasts:?}");
    println!("killed before the first score {early}, within {within}, after the last {late}");
    assert!(within > 0, "no kill came while probes were recorded: {early} early, {late} late");
}
