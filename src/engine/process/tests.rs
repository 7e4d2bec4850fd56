use std::collections::BTreeMap;

use rustix::process::{Pid, test_kill_process};
use tokio::time::timeout;

use super::*;

/// A script of the shell, in the folder of the system.
fn script(text: &str) -> Launch {
    Launch {
        program: "/bin/sh".into(),
        arguments: ["-c", text].map(Into::into).into(),
        folder: "/".into(),
        environment: BTreeMap::from([("PATH".to_owned(), "/usr/bin:/bin".into())]),
        input: None,
    }
}

async fn all(process: &mut Process) -> String {
    let mut out = Vec::new();
    while let Some(chunk) = process.next().await {
        out.extend_from_slice(chunk);
    }
    String::from_utf8(out).unwrap()
}

/// The first line that it says, which the scripts make the number of a process.
async fn number(process: &mut Process) -> Pid {
    let mut line = String::new();
    while !line.ends_with('\n') {
        line += std::str::from_utf8(process.next().await.unwrap()).unwrap();
    }
    Pid::from_raw(line.trim().parse().unwrap()).unwrap()
}

/// Nobody has this number, or whoever has it only waits to be reaped by somebody else.
fn is_gone(pid: Pid) -> bool {
    let about = std::fs::read_to_string(format!("/proc/{}/stat", pid.as_raw_pid()));
    test_kill_process(pid).is_err() || about.is_ok_and(|about| about.contains(") Z "))
}

#[tokio::test]
async fn output_comes_whole_without_a_line_end_and_nothing_is_inherited() {
    let mut process =
        script("printf '%s' \"${HOME-none}\"; cat; echo why >&2; exit 7").start().unwrap();
    assert_eq!(all(&mut process).await, "none");
    let ended = process.end(GRACE).await;
    assert_eq!((ended.status.and_then(|s| s.code()), ended.stderr.as_str()), (Some(7), "why\n"));
}

#[tokio::test]
async fn input_is_given_and_closed_behind() {
    let mut launch = script("wc -c; echo done");
    launch.input = Some(vec![b'x'; 300_000]);
    let mut process = launch.start().unwrap();
    assert_eq!(all(&mut process).await.split_whitespace().collect::<Vec<_>>(), ["300000", "done"]);
    process.end(GRACE).await;
    // One that does not read ends all the same.
    let mut launch = script("echo done");
    launch.input = Some(vec![b'x'; 300_000]);
    let mut process = launch.start().unwrap();
    assert_eq!(all(&mut process).await, "done\n");
    process.end(GRACE).await;
}

#[tokio::test]
async fn a_flood_of_errors_holds_nothing_up_and_its_end_is_kept() {
    let text = "i=0; while [ $i -lt 20000 ]; do echo \"line $i of a flood\" >&2; i=$((i+1)); done; echo out";
    let mut process = script(text).start().unwrap();
    assert_eq!(all(&mut process).await, "out\n");
    let ended = process.end(GRACE).await;
    assert!(ended.stderr.ends_with("line 19999 of a flood\n") && ended.stderr.len() < 9000);
}

#[tokio::test]
async fn a_grandchild_that_does_not_listen_is_gone_with_the_group() {
    // The leader leaves at once when asked; the other ignores it.
    let text = "sh -c 'trap \"\" TERM; echo $$; while :; do sleep 1; done' & wait";
    let mut process = script(text).start().unwrap();
    let stubborn = number(&mut process).await;
    let began = Instant::now();
    process.end(HURRY).await;
    assert!(began.elapsed() >= HURRY, "it was asked first");
    assert!(is_gone(stubborn));
}

#[tokio::test]
async fn a_grandchild_that_outlives_its_leader_neither_holds_the_end_up_nor_stays() {
    let mut process = script("sh -c 'echo $$; exec sleep 600' & exit 0").start().unwrap();
    let left = number(&mut process).await;
    let rest = timeout(Duration::from_secs(60), all(&mut process)).await.unwrap();
    assert_eq!(rest, "");
    assert!(!is_gone(left));
    process.end(GRACE).await;
    assert!(is_gone(left));
}

#[tokio::test]
async fn whoever_leaves_when_asked_is_not_waited_for() {
    let text = "trap 'echo bye >&2; exit 3' TERM; echo $$; while :; do sleep 0.05; done";
    let mut process = script(text).start().unwrap();
    number(&mut process).await;
    let ended =
        timeout(Duration::from_secs(60), process.end(Duration::from_secs(600))).await.unwrap();
    assert_eq!(ended.status.and_then(|status| status.code()), Some(3));
    assert!(ended.stderr.ends_with("bye\n"), "{}", ended.stderr);
}

#[tokio::test]
async fn a_process_that_is_dropped_takes_its_group_along() {
    let mut process = script("sh -c 'echo $$; exec sleep 600' & wait").start().unwrap();
    let pid = number(&mut process).await;
    drop(process);
    assert!(is_gone(pid));
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn whoever_left_the_group_is_gone_too() {
    let text = "setsid sh -c 'trap \"\" TERM; echo $$; while :; do sleep 1; done' & wait";
    for dropped in [false, true] {
        let mut process = script(text).start().unwrap();
        let stray = number(&mut process).await;
        if dropped {
            drop(process);
        } else {
            process.end(HURRY).await;
        }
        assert!(is_gone(stray));
    }
}

#[tokio::test]
async fn what_cannot_be_started_says_why() {
    let start = |program: &str, folder: &str| {
        let launch = Launch { program: program.into(), folder: folder.into(), ..Launch::default() };
        launch.start().unwrap_err().to_string()
    };
    assert!(start("/no/such", "/").contains("no such program; install it"));
    let file = tempfile::NamedTempFile::new().unwrap();
    assert!(start(&file.path().display().to_string(), "/").contains("make it executable"));
    assert!(start("/bin/sh", "/no/such").contains("in /no/such"));
}
