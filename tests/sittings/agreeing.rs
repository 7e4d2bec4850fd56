//! Somebody at a terminal is asked before an agent is, once for what they were shown.

use crate::{mine::Mine, seat::Seat};

/// Always loads the same skill, and leaves a trace where it lies itself.
const PROGRAM: &str = r#"touch "$(dirname "$0")/ran"
echo '{"kind":"call","tool":"load","with":{"skill":"tea-order"},"id":1}'
echo '{"kind":"result","id":1}'
echo '{"kind":"done"}'"#;

const CLEAR: &[u8] = b"printf '\\033[2J\\033[H'\n";

#[test]
fn nothing_runs_before_a_yes_and_a_yes_is_remembered() {
    let rows = "{\"id\":\"a\",\"prompt\":\"Tea, please.\",\"expected_skills\":[\"tea-order\"]}\n";
    let mine = Mine { program: PROGRAM, head: "", events: "", rows };
    let seat = mine.at(Seat::at(110, 50));
    let home = seat.home().to_owned();
    let mut sitting = seat.shell();
    let ran = || home.join("ran").exists();
    let eval = |more: &str, mark: &str| {
        let program = env!("CARGO_BIN_EXE_skillscope");
        let asked = "eval skills -q q.jsonl --agent command --mapping mine.toml";
        format!("{program} {asked} {more} >told.txt; echo {mark}''=$?\n").into_bytes()
    };

    sitting.send(&eval("--attempts 1", "no")).wait_for("Go on? [y/N]");
    let screen = sitting.screen();
    for part in ["my-agent PROMPT", "1 probe;", "200 probes, $2, 20 minutes", "not known"] {
        assert!(screen.contains(part), "{part} is not in\n{screen}");
    }
    sitting.send(b"n\r").wait_for("no=2");
    assert!(!ran(), "nobody agreed");

    sitting.send(CLEAR).wait_gone("Go on?");
    sitting.send(&eval("--attempts 1", "yes")).wait_for("Go on? [y/N]");
    sitting.send(b"y\r").wait_for("yes=0");
    assert!(ran());
    sitting.send(CLEAR).wait_gone("Go on?");
    sitting.send(&eval("--attempts 1", "again")).wait_for("again=0");
    assert!(!sitting.screen().contains("Go on?"), "{}", sitting.screen());

    sitting.send(&eval("--max-probes 1 --timeout 9 --attempts 2", "over")).wait_for("Go on? [y/N]");
    assert!(sitting.screen().contains("more than the cap of 1 probe"), "{}", sitting.screen());
    sitting.send(b"\r").wait_for("over=2");
}
