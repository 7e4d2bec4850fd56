//! Skills of an earlier revision, asked about through a harness: it is given the folders of then.

use std::{fs, process::Command, sync::Arc};

use skillscope::{
    core::{
        plan::{Order, Rerun},
        run::Kind,
        stream::Format,
        workbench::BaselineChoice,
    },
    engine::{
        agent::Live,
        loader::{CatalogRequest, UserFolders},
        session::{self, Board, Keep, Request, Session, Setup},
        store::Store,
    },
};

use super::bench::{Bench, to_the_end};
use crate::harness::{
    loopback::Loopback,
    scenario::{Scenario, Step},
};

async fn both_arms_have_their_own_bodies(format: Format) {
    let Some(bench) = Bench::of(format) else { return };
    bench.commit();
    let tea = bench.path("skills/tea-order/SKILL.md");
    let text = fs::read_to_string(&tea).expect("read");
    fs::write(&tea, text.replace("Body of tea-order.", "Another way to order.")).expect("written");
    // Of a skill that is gone there is all that there was.
    fs::remove_dir_all(bench.path("skills/printer")).expect("gone");
    let row = r#"{"id":"q","prompt":"Order tea.","expected_skills":["tea-order"]}"#;
    fs::write(bench.path("evals/rows.jsonl"), row).expect("written");

    let turns: [&[Step]; 2] = [&[Step::Skill("tea-order")], &[Step::Say("Done.")]];
    let model = Loopback::start(Scenario::of(&turns));
    let name = bench.options(&model).model.expect("a model");
    let compared = Command::new(env!("CARGO_BIN_EXE_skillscope"))
        .args(["compare", "main..", "skills", "--queries", "evals/rows.jsonl", "--yes"])
        .args(["--no-preflight", "--no-early-exit", "--attempts", "1", "--format", "json"])
        .args(["--agent", &format.to_string(), "--model", &name, "--base-url", &model.base()])
        .current_dir(bench.path(""))
        .env_clear()
        .envs(bench.variables())
        .output()
        .expect("it runs");
    let said = String::from_utf8_lossy(&compared.stderr).into_owned();
    let document: serde_json::Value = serde_json::from_slice(&compared.stdout).expect(&said);
    for arm in ["before", "after"] {
        assert_eq!(document[arm]["scored"], 1, "{format}: {document} {said}");
        assert_eq!(document[arm]["notes"], serde_json::Value::Null, "{document}");
    }
    let asked: Vec<String> =
        model.requests().iter().map(|request| request.body.to_string()).collect();
    let having = |text: &str| asked.iter().filter(|body| body.contains(text)).count();
    assert_eq!(having("Body of tea-order."), 1, "{format}");
    assert_eq!(having("Another way to order."), 1, "{format}");
    assert_eq!(having("Help with the printer."), asked.len() / 2, "{format}: gone from one arm");
    assert!(bench.left_behind().is_empty() && bench.running().is_empty(), "{format}");
}

#[tokio::test(flavor = "multi_thread")]
async fn claude_code() {
    both_arms_have_their_own_bodies(Format::ClaudeCode).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn pi() {
    both_arms_have_their_own_bodies(Format::Pi).await;
}

/// A session that was begun, edited and asked to confirm; its run holds the probes of now alone, and
/// what the harness printed for them.
async fn the_start_is_asked_with_its_own_bodies(format: Format) {
    let Some(bench) = Bench::of(format) else { return };
    let row = r#"{"id":"q","prompt":"Order tea.","expected_skills":["tea-order"]}"#;
    fs::write(bench.path("evals/rows.jsonl"), row).expect("written");
    let turns: [&[Step]; 2] = [&[Step::Skill("tea-order")], &[Step::Say("Done.")]];
    let model = Loopback::start(Scenario::of(&turns));
    let harness = bench.harness(&model).await;
    let (paths, user) = (vec!["skills".into()], UserFolders::default());
    let cwd = bench.path("").canonicalize().expect("a path");
    let mut setup = Setup::of(CatalogRequest { paths, harness: None, cwd, user });
    setup.agent = harness.name().to_owned();
    setup.live = Some(Arc::new(Live::Harness(harness)));
    setup.queries = vec![bench.path("evals/rows.jsonl")];
    (setup.rerun, setup.keep) = (Rerun::Manual, Keep::EachPlan);
    // Else it would be stopped before it has read the skill.
    setup.limits = to_the_end();
    let quiet = session::Live { watch: false, head: false, search: false };
    let mut session = Session::start(setup, quiet).expect("it starts");
    let ask = |session: &Session, request: Request| session.requests.send(request).is_ok();

    board(&mut session, |board| board.now.generation() == 1).await;
    let tea = bench.path("skills/tea-order/SKILL.md");
    let text = fs::read_to_string(&tea).expect("read");
    fs::write(&tea, text.replace("Body of tea-order.", "Another way to order.")).expect("written");
    assert!(ask(&session, Request::Rescan));
    board(&mut session, |board| board.now.generation() == 2).await;
    assert!(ask(&session, Request::ChooseBaseline(BaselineChoice::Start)));
    assert!(ask(&session, Request::Confirm));
    let done = board(&mut session, |board| {
        let probed = board.baseline.as_ref().is_some_and(|it| it.state.name.ends_with("afresh"));
        probed && board.order == Order::Interleaved && !board.run.active() && !board.run.beside
    });
    let done = done.await;
    let asked: Vec<String> =
        model.requests().iter().map(|request| request.body.to_string()).collect();
    let having = |text: &str| asked.iter().filter(|body| body.contains(text)).count();
    assert_eq!(having("Body of tea-order."), 1, "{format}: {:?}", done.log);
    assert_eq!(having("Another way to order."), 1, "{format}: {:?}", done.log);

    assert!(ask(&session, Request::Printed(0)));
    let shown = board(&mut session, |board| board.printed.is_some()).await;
    let printed = shown.printed.as_ref().and_then(|printed| printed.text.as_ref().ok());
    let printed = &printed.expect("something is kept").text;
    assert!(printed.starts_with('{') && printed.contains("Another way"), "{format}: {printed}");
    assert!(!printed.contains("Body of tea-order."), "{format}: of the other arm");
    let kept = shown.kept.as_ref().expect("a run is kept");
    let store = Store::of(&bench.path("skills"), None);
    let about = store.find(&kept.id).expect("it is there").about().expect("it is whole");
    assert_eq!((about.planned, about.missing), (1, 0), "{format}");
    let run = store.read(&kept.id).expect("it is read");
    let began = run.records.iter().filter(|record| matches!(record.kind, Kind::ProbeStarted));
    assert_eq!(began.count(), 1, "{format}: the other arm is none of this run");
    session.stop();
}

/// The next board that is so.
async fn board(session: &mut Session, is_so: impl Fn(&Board) -> bool) -> Arc<Board> {
    let waiting = async {
        loop {
            let board = Arc::clone(&session.boards.borrow_and_update());
            if is_so(&board) {
                return board;
            }
            session.boards.changed().await.expect("the session goes on");
        }
    };
    let patience = std::time::Duration::from_secs(60);
    tokio::time::timeout(patience, waiting).await.expect("such a board in time")
}

mod start {
    use super::*;

    #[tokio::test(flavor = "multi_thread")]
    async fn claude_code() {
        the_start_is_asked_with_its_own_bodies(Format::ClaudeCode).await;
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn pi() {
        the_start_is_asked_with_its_own_bodies(Format::Pi).await;
    }
}
