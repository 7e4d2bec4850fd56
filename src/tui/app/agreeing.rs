//! Choosing an agent, and what stands before its probes, on the whole screen.

use std::sync::Arc;

use super::{Effect, Setup, testing::board};
use crate::{
    core::workbench::{
        Board, Request,
        agents::{Kind, Known, Lack, Wish},
        consent::{Absent, Answer, Consent, Found, Line, Step, Told},
    },
    report::screen,
    tui::offscreen::Offscreen,
};

fn told(over: bool) -> Arc<Told> {
    let line = |name: &'static str, text: &str| Line { name, text: text.to_owned() };
    let mut lines = vec![
        line(
            "runs",
            "/usr/bin/claude -p --output-format stream-json --verbose --model m-1 \
             --setting-sources project --permission-mode default < PROMPT  (2.1.332)",
        ),
        line("model", "m-1\u{202e}\u{1b}[31m"),
        line("where", "each probe in a fresh folder and an empty home, both gone behind it"),
        line("where", "with fresh copies of the skills and of the row's workspace"),
        line("tools", "its usual tools are offered, and denied when they are called"),
        line("given", "ANTHROPIC_API_KEY"),
        line("billed", "in dollars, by the key in ANTHROPIC_API_KEY"),
        line("probes", "12 probes; at most 200 probes, $2, 20 minutes"),
        line("estimate", "not known: this agent was not asked here before with this model"),
    ];
    if over {
        lines.push(line("over", "more than the cap of 10 probes: the run would end there"));
    }
    let head = "claude-code would be asked for real about /bakery/skills.".to_owned();
    Arc::new(Told { head, lines, over })
}

/// As [`told`], where files of the project want something too.
fn several() -> Consent {
    let mut told = Told::clone(&told(false));
    for (file, what) in [
        ("skillscope.toml:3:1", "`agent.base_url = https://elsewhere.example/v1`"),
        ("skillscope.toml:4:1", "`agent.api_key_env = SOME_KEY`"),
        ("skillscope.toml:9:1", "`agent.mapping = tools/agent.toml`"),
    ] {
        let text = format!(
            "{file}: {what} counts once you have agreed to it. Look at it, and then run \
             `skillscope config agree`; or say it yourself."
        );
        told.lines.push(Line { name: "project", text });
    }
    Consent::Asks(Arc::new(told))
}

fn step(what: &str, found: Found, said: &str) -> Step {
    let remedy = (found == Found::Fail)
        .then(|| "Look whether the key is whole, of this service and not withdrawn.".to_owned());
    Step { what: what.to_owned(), found, said: said.to_owned(), remedy }
}

fn steps() -> Vec<Step> {
    vec![
        step("program", Found::Pass, "Claude Code 2.1.332 (/usr/bin/claude)"),
        step("node", Found::Skipped, "it needs none"),
        step("credential", Found::Pass, "present, from ANTHROPIC_API_KEY; billed by use"),
        step("residents", Found::Pass, "sees all 3 skills"),
    ]
}

fn failed() -> Consent {
    let mut all = steps();
    all.push(step("engages", Found::Fail, "the service refuses the key: 401 unauthorized"));
    Consent::Failed(all)
}

fn at(consent: Option<Consent>) -> Arc<Board> {
    Arc::new(Board { consent, ..Board::clone(&board()) })
}

fn screen(size: (u16, u16), board: Arc<Board>) -> Offscreen {
    let mut screen = Offscreen::new(Setup::default(), size);
    screen.show(board);
    screen.picture();
    screen
}

fn shown(size: (u16, u16), consent: Consent) -> String {
    screen::text(&screen(size, at(Some(consent))).picture())
}

#[test]
fn asking_120x40() {
    insta::assert_snapshot!(shown((120, 40), Consent::Asks(told(false))));
}

#[test]
fn asking_80x24() {
    insta::assert_snapshot!(shown((80, 24), Consent::Asks(told(false))));
}

#[test]
fn asking_over_a_cap_80x24() {
    insta::assert_snapshot!(shown((80, 24), Consent::Asks(told(true))));
}

#[test]
fn asking_with_several_project_files_120x40() {
    insta::assert_snapshot!(shown((120, 40), several()));
}

#[test]
fn asking_with_several_project_files_80x24() {
    let mut screen = screen((80, 24), at(Some(several())));
    screen.press("G").unwrap();
    insta::assert_snapshot!(screen::text(&screen.picture()));
}

#[test]
fn checking_120x40() {
    insta::assert_snapshot!(shown((120, 40), Consent::Checks(steps())));
}

#[test]
fn checking_80x24() {
    insta::assert_snapshot!(shown((80, 24), Consent::Checks(steps()[..2].to_vec())));
}

#[test]
fn failed_120x40() {
    insta::assert_snapshot!(shown((120, 40), failed()));
}

#[test]
fn failed_80x24() {
    insta::assert_snapshot!(shown((80, 24), failed()));
}

#[test]
fn absent_80x24() {
    let absent = Absent {
        agent: "claude-code".to_owned(),
        why: "claude is not on the PATH. Install it, or put the folder that holds claude on the \
              PATH."
            .to_owned(),
        instead: "keyword".to_owned(),
    };
    insta::assert_snapshot!(shown((80, 24), Consent::Absent(absent)));
}

#[test]
fn only_a_key_for_it_agrees() {
    let mut asked = screen((80, 24), at(Some(Consent::Asks(told(false)))));
    let mut answer = |keys: &str| asked.press(keys).unwrap();
    let agreed = |answer| [Effect::Request(Request::Agree(answer))];
    assert_eq!(answer("<enter> <space> r R j G 2 :"), [], "nothing else is an answer");
    assert_eq!(answer("y"), agreed(Answer::Yes));
    assert_eq!(answer("o"), agreed(Answer::Once));
    for no in ["n", "<esc>", "q"] {
        assert_eq!(answer(no), agreed(Answer::No), "{no}");
    }
    let mut over = screen((80, 24), at(Some(Consent::Asks(told(true)))));
    assert_eq!(over.press("y").unwrap(), agreed(Answer::Once), "of an over nothing is remembered");
}

#[test]
fn a_key_that_was_pressed_before_anybody_saw_the_question_is_no_answer() {
    let mut app = super::App::new(Setup::default());
    app.update(super::Msg::Board(at(Some(Consent::Asks(told(false))))), 0);
    let key = crate::tui::keys::script("y").unwrap().remove(0);
    assert_eq!(app.update(super::Msg::Input(crate::tui::input::Input::Key(key)), 0), []);
}

#[test]
fn the_question_waits_while_somebody_types_and_goes_with_what_it_was_about() {
    let mut screen = screen((120, 40), at(None));
    screen.press("a").unwrap();
    screen.show(at(Some(Consent::Asks(told(false)))));
    screen.press("y e s").unwrap();
    let page = screen::text(&screen.picture());
    assert!(!page.contains("Before the agent is asked"), "{page}");
    screen.press("<esc> <esc>").unwrap();
    let page = screen::text(&screen.picture());
    assert!(page.contains("Before the agent is asked"), "{page}");
    screen.show(at(None));
    let page = screen::text(&screen.picture());
    assert!(!page.contains("Before the agent is asked"), "{page}");
}

fn agents() -> Arc<Board> {
    let known = |name: &str, kind, about: &str| Known {
        name: name.to_owned(),
        kind,
        needs_model: kind != Kind::StandIn,
        about: about.to_owned(),
        ..Known::default()
    };
    let lacks = |problem: &str, remedy: &str| {
        Some(Lack { problem: problem.to_owned(), remedy: remedy.to_owned() })
    };
    let agents = vec![
        known("keyword", Kind::StandIn, "by words alone, at once"),
        Known {
            lacks: lacks("it plays a script, and none is named", "Name one with --script."),
            ..known("fake", Kind::StandIn, "")
        },
        Known {
            version: Some("2.1.332".into()),
            model: Some("m-1".into()),
            ..known("claude-code", Kind::Harness, "key in ANTHROPIC_API_KEY")
        },
        Known {
            lacks: lacks("codex is not on the PATH", "Install it."),
            ..known("codex", Kind::Harness, "")
        },
        known("openai", Kind::Api, "no key, at http://127.0.0.1:8080/v1"),
        Known { mapping: Some("goose".into()), ..known("command", Kind::Command, "no key") },
    ];
    Arc::new(Board { agents: Some(Arc::new(agents)), ..Board::clone(&board()) })
}

#[test]
fn agents_120x40() {
    let mut screen = screen((120, 40), agents());
    screen.press("A").unwrap();
    insta::assert_snapshot!(screen::text(&screen.picture()));
}

#[test]
fn agents_80x24() {
    let mut screen = screen((80, 24), agents());
    screen.press("A").unwrap();
    insta::assert_snapshot!(screen::text(&screen.picture()));
}

#[test]
fn a_stand_in_is_turned_to_at_once_and_a_model_is_asked_for_of_others() {
    let mut screen = screen((120, 40), agents());
    let wished = |name: &str, model: Option<&str>, mapping: Option<&str>| {
        let (name, model) = (name.to_owned(), model.map(str::to_owned));
        let wish = Wish { name, model, mapping: mapping.map(str::to_owned) };
        [Effect::Request(Request::FindAgents), Effect::Request(Request::Agent(wish))]
    };
    let mut press = |keys: &str| screen.press(keys).unwrap();
    assert_eq!(press("A keyword <enter>"), wished("keyword", None, None));
    // What was asked last is offered.
    assert_eq!(press("A claude <enter> <enter>"), wished("claude-code", Some("m-1"), None));
    assert_eq!(press("A goose <enter> x <enter>"), wished("command", Some("x"), Some("goose")));
    let looked = [Effect::Request(Request::FindAgents)];
    assert_eq!(press("A openai <enter> <enter>"), looked, "an unstated model is not asked");
    assert_eq!(press("<esc>"), []);
    assert_eq!(press("A codex <enter>"), looked, "what is missing cannot be chosen");
}

#[test]
fn the_list_fills_while_it_is_open() {
    let mut screen = screen((120, 40), at(None));
    screen.press("A").unwrap();
    let page = screen::text(&screen.picture());
    assert!(page.contains("the others are being looked for"), "{page}");
    screen.show(agents());
    let page = screen::text(&screen.picture());
    assert!(page.contains("claude-code") && page.contains("codex is not on the PATH"), "{page}");
}
