//! An agent that is asked for real, on the screen: agreed to, seen to work, asked, and turned from and
//! to.

use std::{fs, path::Path, process::Command};

use crate::{
    mine::Mine,
    seat::{Seat, Sitting},
};

/// What no screen, no log and no export is to hold.
const KEY: &str = "sk-canary-0123456789abcdef";

/// Tells its key wherever it can, then loads a skill; or, where a file says so, fails with its key for
/// a reason. Leaves a trace where it lies.
const PROGRAM: &str = r#"here="$(dirname "$0")"
echo x >> "$here/ran"
echo "the key is $MINE_KEY" >&2
echo "{\"kind\":\"say\",\"text\":\"It is $MINE_KEY.\"}"
echo "{\"kind\":\"call\",\"tool\":\"run\",\"with\":{\"command\":\"echo $MINE_KEY\"},\"id\":2}"
echo "{\"kind\":\"result\",\"id\":2,\"out\":\"$MINE_KEY\"}"
if [ -e "$here/broken" ]; then
  echo "{\"kind\":\"fail\",\"why\":\"$MINE_KEY is refused\"}"
  exit 0
fi
echo '{"kind":"call","tool":"load","with":{"skill":"tea-order"},"id":1}'
echo '{"kind":"result","id":1}'
echo '{"kind":"done"}'"#;

const SECRETS: &str = "secrets = [\"MINE_KEY\"]";

const EVENTS: &str = r#"
[[stream.events]]
is = "text"
when = { "/kind" = "say" }
text = "/text"
[[stream.events]]
is = "error"
when = { "/kind" = "fail" }
text = "/why"
"#;

const ROWS: &str = r#"{"id":"a","prompt":"Tea, please.","expected_skills":["tea-order"]}
{"id":"b","prompt":"What is the weather like?","expected_skills":[]}
"#;

fn open(agent: &[&str]) -> Sitting {
    let mine = Mine { program: PROGRAM, head: SECRETS, events: EVENTS, rows: ROWS };
    let seat = mine.at(Seat::at(120, 40));
    let usual = ["skills", "-q", "q.jsonl", "--mapping", "mine.toml", "--attempts", "1"];
    let mut sitting = seat.env("MINE_KEY", KEY).start(&[&usual[..], agent].concat());
    sitting.wait_for("1 resident").wait_for("2 queries");
    sitting
}

fn runs(sitting: &Sitting) -> usize {
    lines(&sitting.home().join("ran"))
}

fn lines(file: &Path) -> usize {
    fs::read_to_string(file).map_or(0, |text| text.lines().count())
}

/// Nothing that was ever sent to the terminal told the key.
fn assert_silent(sitting: &Sitting) {
    let told = String::from_utf8_lossy(&sitting.bytes()).into_owned();
    assert!(!told.contains("sk-canary"), "the key was on the screen");
}

/// The run that was kept last, as a file for others.
fn exported(sitting: &Sitting) -> String {
    let home = sitting.home();
    let told = Command::new(env!("CARGO_BIN_EXE_skillscope"))
        .args(["runs", "--beside", "skills", "export", "latest", "-o", "-"])
        .current_dir(home)
        .env_clear()
        .env("HOME", home)
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&told.stdout).into_owned();
    assert!(told.status.success(), "{}", String::from_utf8_lossy(&told.stderr));
    text
}

#[test]
fn a_no_runs_nothing_and_a_yes_checks_first_and_then_asks() {
    let mut sitting = open(&["--agent", "command"]);
    sitting.wait_for("command (model)").wait_for("run 2 more");
    sitting.send(b"r").wait_for("Before the agent is asked").wait_for("my-agent PROMPT");
    assert!(sitting.screen().contains("by the key in MINE_KEY"), "{}", sitting.screen());
    sitting.send(b"\r n").wait_gone("Before the agent").wait_for("nobody agreed");
    assert_eq!(runs(&sitting), 0, "nobody agreed, and Enter is no answer");
    sitting.send(b"r").wait_for("Before the agent is asked");
    sitting.send(b"y").wait_gone("Before the agent").wait_for("0.500");
    assert_eq!(runs(&sitting), 3, "once to see that it works, and once a row");
    // It was agreed to and seen to work; nobody is asked again.
    let ran = sitting.home().join("ran");
    sitting.send(b"2R").wait_until("both rows were asked again", |_| lines(&ran) == 5);
    sitting.wait_for("2 of 2 scored");
    sitting.send(b"!").wait_for("Log").wait_for("agent: command (model)");
    assert!(!sitting.screen().contains("canary"), "{}", sitting.screen());
    sitting.send(b"\x1b").wait_gone("━ Log ━");
    sitting.send(b"q").exit();
    sitting.assert_left_clean();
    assert_silent(&sitting);
    let file = exported(&sitting);
    assert!(file.contains("tea-order") && !file.contains("sk-canary"), "{file}");
}

#[test]
fn an_agent_that_cannot_be_asked_says_why_and_leaves_everything_waiting() {
    let mut sitting = open(&["--agent", "command"]);
    fs::write(sitting.home().join("broken"), "").unwrap();
    sitting.wait_for("command (model)").send(b"r").wait_for("Before the agent is asked");
    sitting.send(b"o").wait_for("It cannot be asked").wait_for("is refused");
    assert!(sitting.screen().contains("[secret] is refused"), "{}", sitting.screen());
    sitting.send(b"n").wait_gone("It cannot be asked").wait_for("run 2 more");
    sitting.send(b"!").wait_for("━ Log ━").wait_for("nothing was run, since the agent");
    assert!(sitting.screen().contains("[secret] is refused"), "{}", sitting.screen());
    sitting.send(b"\x1b").wait_gone("━ Log ━");
    // It was mended, and the yes of before was for that sitting's first try.
    fs::remove_file(sitting.home().join("broken")).unwrap();
    sitting.send(b"r").wait_for("Before the agent is asked");
    sitting.send(b"y").wait_for("0.500");
    sitting.send(b"q").exit();
    sitting.assert_left_clean();
    assert_silent(&sitting);
}

#[test]
fn another_agent_is_turned_to_and_back_with_the_results_of_each() {
    let mut sitting = open(&["--yes"]);
    sitting.wait_for("keyword (stand-in)").wait_for("1.000");
    sitting.send(b"A").wait_for("command mine.toml").send(b"mine\r");
    sitting.wait_for("command (model)").wait_for("run 2 more").wait_gone("1.000");
    sitting.send(b"r").wait_for("0.500");
    assert_eq!(runs(&sitting), 3);
    sitting.send(b"A").wait_for("command mine.toml").send(b"keyw\r");
    sitting.wait_for("keyword (stand-in)").wait_for("1.000").wait_gone("0.500");
    sitting.send(b"A").wait_for("command mine.toml").send(b"mine\r");
    sitting.wait_for("command (model)").wait_for("0.500");
    assert_eq!(runs(&sitting), 3, "what was known is shown, and nobody is asked again");
    sitting.send(b"q").exit();
    sitting.assert_left_clean();
    assert_silent(&sitting);
}
