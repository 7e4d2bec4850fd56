//! Runs killed without warning, at any moment, again and again.
//!
//! `SKILLSCOPE_KILLS=1000 cargo test --test it runs::kills` is the large version.

use std::{
    fs,
    path::Path,
    process::Stdio,
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

/// Starts a command, kills it after a while, and says whether it had ended by then.
fn killed(project: &Project, arguments: &[&str], after: Duration) -> bool {
    let mut command = project.command(arguments);
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it starts");
    sleep(after);
    let ended = child.try_wait().expect("it can be asked").is_some();
    child.kill().expect("it is killed");
    child.wait().expect("it is gone");
    ended
}

#[test]
fn whenever_a_run_is_killed_nothing_recorded_is_lost() {
    let project = Project::new(ROWS);
    let whole = project.run(&[&EVAL[..], &["--no-save"]].concat()).out;
    let begun = Instant::now();
    assert_eq!(project.run(&EVAL).out, whole);
    let lasts = begun.elapsed();
    fs::remove_dir_all(project.path().join(".skillscope")).expect("removed");

    let (mut kills_left, mut early, mut within, mut late) = (kills(), 0, 0, 0);
    // Golden-ratio steps: every part of a run is hit, in no order, the same each time.
    let mut share = 0.5;
    let mut moment = || {
        share = (share + 0.618_033_988_749_895) % 1.0;
        lasts.mul_f64(share * 1.1)
    };
    while kills_left > 0 {
        killed(&project, &EVAL, moment());
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
        match String::from_utf8_lossy(&before).matches("\"kind\":\"scored\"").count() {
            0 => early += 1,
            ROWS => late += 1,
            _ => within += 1,
        }
        let resume = ["eval", "--resume", &id, "--format", "json"];
        // Every third run is killed once more while it goes on.
        if kills_left > 0 && kills_left.is_multiple_of(3) {
            killed(&project, &resume, moment());
            kills_left -= 1;
            let after = recorded(&journal);
            assert!(after.starts_with(&before), "something recorded was lost");
            before = after;
        }
        let resumed = project.run(&resume);
        assert_eq!((resumed.code, &resumed.out), (Some(0), &whole), "{}", resumed.err);
        let after = recorded(&journal);
        assert!(after.starts_with(&before), "something recorded was lost");
        let scored = String::from_utf8_lossy(&after).matches("\"kind\":\"scored\"").count();
        assert_eq!(scored, ROWS, "each probe is scored once");
        fs::remove_dir_all(&folder).expect("removed");
    }
    println!("killed before the first score {early}, within {within}, after the last {late}");
    assert!(within > 0, "no kill came while probes were recorded: {early} early, {late} late");
}
