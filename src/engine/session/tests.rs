//! A session over real files: the demo, a save, a missing root.

use std::{fs, path::Path, time::Duration};

use super::*;
use crate::{
    core::{
        plan::Order,
        trajectory::{Event, EventKind, Via},
        workbench::handoffs::Handoffs,
    },
    engine::{
        git::testing::git,
        loader::{CatalogRequest, UserFolders},
    },
};

const LIVE: Live = Live { watch: true, head: false, search: true };

/// The skills in `skills` below a folder.
fn skills_in(folder: &Path) -> Setup {
    Setup::of(CatalogRequest {
        paths: vec!["skills".into()],
        harness: None,
        cwd: folder.to_owned(),
        user: UserFolders::default(),
    })
}

/// Waits for a board that `good` likes; panics with the last one's log after a while.
async fn board(session: &mut Session, good: impl Fn(&Board) -> bool) -> Arc<Board> {
    let boards = &mut session.boards;
    let wait = async { boards.wait_for(|board| good(board)).await.map(|board| Arc::clone(&board)) };
    if let Ok(Ok(board)) = tokio::time::timeout(Duration::from_secs(20), wait).await {
        return board;
    }
    panic!("no such board; the last one's log: {:#?}", session.boards.borrow().log)
}

#[test]
fn the_demo_is_measured_at_once() {
    let board = once(&Setup::demo().expect("the demo unpacks")).expect("it is measured");
    assert!(board.queries.queries.len() >= 120, "{}", board.queries.queries.len());
    assert!(board.run.counts.settled());
    assert!(board.now.figures.headline.top1.rate.is_some());
}

#[test]
fn the_recorded_demo_says_whose_choices_it_shows() {
    let setup = Setup::demo_recorded().expect("the demo unpacks");
    let board = once(&setup).expect("it is measured");
    let counts = board.run.counts;
    assert_eq!((counts.planned, counts.scored, counts.errored), (15, 15, 0));
    assert_eq!(board.provenance().collect::<Vec<_>>(), ["recorded, scripted model"]);
    let handoffs = Handoffs::of(&board);
    let row = |id: &str| board.now.probes.rows.iter().find(|row| row.query.id == id);
    let kept_by = |id: &str| handoffs.absorbed_by(row(id)?).map(ToString::to_string);
    assert_eq!(kept_by("booking-03").as_deref(), Some("bike-desk"));
    assert_eq!(kept_by("booking-01"), None, "there it passed the prompt on");
    let refused = |event: &Event| matches!(event.kind, EventKind::Refused { .. });
    assert!(row("repair-03").is_some_and(|row| row.events.iter().any(refused)));
    let read =
        |event: &Event| matches!(event.kind, EventKind::Engagement { via: Via::FileRead, .. });
    assert!(row("price-03").is_some_and(|row| row.events.iter().any(read)));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_save_is_seen_measured_and_compared() {
    let mut setup = Setup::demo().expect("the demo unpacks");
    "keyword".clone_into(&mut setup.agent);
    let demo_dir = setup.demo.as_ref().expect("a demo").skills();
    let mut session = Session::start(setup, LIVE).expect("it starts");
    let first = board(&mut session, |board| board.now.generation() == 1).await;
    let skill = first
        .now
        .snapshot
        .catalog
        .skills
        .iter()
        .find(|skill| !skill.hidden() && !skill.doc.lenient)
        .expect("a skill");
    board_watching(&mut session).await;

    // As editors do: a new file beside the old one, then a rename over it.
    let file = demo_dir.join(&skill.folder).join("SKILL.md");
    let text = fs::read_to_string(&file).expect("the skill is there");
    let saved = text.replacen(&skill.doc.description[..10], "Zebras and quagga", 1);
    assert_ne!(text, saved);
    let beside = file.with_extension("tmp");
    fs::write(&beside, saved).expect("written");
    fs::rename(&beside, &file).expect("renamed");

    let second = board(&mut session, |board| board.now.generation() == 2).await;
    let now = second.now.snapshot.catalog.get(&skill.id).expect("still there");
    assert!(now.doc.description.starts_with("Zebras"));
    let previous = second.previous.as_ref().expect("a generation before");
    assert_eq!(previous.catalog.changed.len(), 1);

    let _ = session.requests.send(Request::Search("quagga".to_owned()));
    let found = board(&mut session, |board| board.found.is_some()).await;
    let found = found.found.as_ref().expect("an answer");
    assert_eq!(found.hits.first().map(|hit| &hit.skill), Some(&skill.id));
    session.stop();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn queries_beside_a_skill_are_found_as_they_come_and_go() {
    let home = tempfile::tempdir().expect("a folder");
    let folder = home.path().join("skills/bread");
    fs::create_dir_all(folder.join("evals")).expect("made");
    let skill = "---\nname: bread\ndescription: Bakes bread.\n---\n";
    fs::write(folder.join("SKILL.md"), skill).expect("written");
    let mut session = Session::start(skills_in(home.path()), LIVE).expect("it starts");
    board(&mut session, |board| board.query_files.is_empty() && board.now.generation() == 1).await;
    board_watching(&mut session).await;

    let file = folder.join("queries.jsonl");
    fs::write(&file, "{\"prompt\": \"a loaf\", \"expected_skills\": [\"bread\"]}\n")
        .expect("written");
    board(&mut session, |board| board.query_files.len() == 1 && !board.queries.drafts).await;
    fs::write(folder.join("SKILL.md"), skill.replace("Bakes", "Slices")).expect("saved");
    let saved = board(&mut session, |board| board.now.generation() == 2).await;
    assert_eq!((saved.query_files.len(), saved.queries.queries.len()), (1, 1));
    fs::remove_file(&file).expect("removed");
    board(&mut session, |board| board.query_files.is_empty()).await;
    session.stop();
}

/// A request to look again may find a new folder before the watcher tells of it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_folder_found_by_a_rescan_is_watched_from_then_on() {
    use crate::core::workbench::board::WatchStatus;
    let home = tempfile::tempdir().expect("a folder");
    let skill = |name: &str| {
        let folder = home.path().join("skills").join(name);
        fs::create_dir_all(&folder).expect("made");
        let text = format!("---\nname: {name}\ndescription: Bakes {name}.\n---\n");
        fs::write(folder.join("SKILL.md"), text).expect("written");
    };
    skill("bread");
    let mut session = Session::start(skills_in(home.path()), LIVE).expect("it starts");
    board_watching(&mut session).await;
    let watched = |board: &Board| match board.watcher {
        WatchStatus::Watching { dirs } => dirs,
        _ => 0,
    };
    let before = watched(&session.boards.borrow());
    skill("cakes");
    let _ = session.requests.send(Request::Rescan);
    board(&mut session, |board| board.now.snapshot.catalog.skills.len() == 2).await;
    board(&mut session, |board| watched(board) == before + 1).await;
    session.stop();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_commit_made_beside_it_is_the_new_baseline() {
    let home = tempfile::tempdir().expect("a folder");
    let folder = home.path().join("skills/bread");
    fs::create_dir_all(&folder).expect("made");
    let skill = "---\nname: bread\ndescription: Bakes bread.\n---\n";
    fs::write(folder.join("SKILL.md"), skill).expect("written");
    git(home.path(), &["init", "-q"]);
    git(home.path(), &["add", "."]);
    git(home.path(), &["commit", "-qm", "first"]);
    let live = Live { head: true, ..LIVE };
    let mut session = Session::start(skills_in(home.path()), live).expect("it starts");
    let at_head = |board: &Board, same| {
        board.baseline.as_ref().is_some_and(|against| {
            against.state.name.starts_with("git HEAD") && against.is_same() == same
        })
    };
    let first = board(&mut session, |board| at_head(board, true)).await;
    board_watching(&mut session).await;

    fs::write(folder.join("SKILL.md"), skill.replace("Bakes", "Slices")).expect("saved");
    board(&mut session, |board| at_head(board, false)).await;
    git(home.path(), &["commit", "-qam", "second"]);
    let second = board(&mut session, |board| at_head(board, true)).await;
    let name = |board: &Board| board.baseline.as_ref().map(|against| against.state.name.clone());
    assert_ne!(name(&first), name(&second));
    assert_eq!(second.now.generation(), 2, "a commit changes no file");

    fs::remove_dir_all(home.path().join(".git")).expect("removed");
    board(&mut session, |board| name(board).as_deref() == Some("the state at start")).await;
    session.stop();
}

async fn board_watching(session: &mut Session) {
    use crate::core::workbench::board::WatchStatus;
    board(session, |board| !matches!(board.watcher, WatchStatus::Off)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_script_streams_to_its_end_and_an_edit_replays_what_it_changed() {
    let mut setup = Setup::demo().expect("the demo unpacks");
    setup.stream = true;
    setup.speed = crate::engine::agent::Speed::INSTANT;
    let at_once = once(&Setup::demo().expect("the demo unpacks")).expect("it is measured");
    let mut session = Session::start(setup, LIVE).expect("it starts");
    let done = |board: &Board| board.now.generation() > 0 && !board.run.active();
    let first = board(&mut session, done).await;
    assert_eq!(first.now.figures.headline, at_once.now.figures.headline);
    board_watching(&mut session).await;

    let _ = session.requests.send(Request::Edit(1));
    let second =
        board(&mut session, |board| board.now.generation() == 2 && !board.run.active()).await;
    assert!(second.edits[0].applied);
    let (lost, won) = second.previous.as_ref().expect("before").lost_and_won();
    assert!(won > lost && lost > 0, "won {won}, lost {lost}");

    let _ = session.requests.send(Request::Confirm);
    let confirmed = board(&mut session, |board| {
        let comparison = board.compared.as_ref().map(|compared| &compared.comparison);
        let spoken = comparison.is_some_and(|comparison| comparison.obstacle.is_none());
        board.order == Order::Interleaved && !board.run.active() && spoken
    });
    let confirmed = confirmed.await;
    let afresh = confirmed.baseline.as_ref().expect("the start");
    assert_eq!(afresh.state.name, "the state at start, probed afresh");
    assert_eq!(afresh.state.figures.headline, first.now.figures.headline);
    assert_eq!(afresh.lost_and_won(), (lost, won));

    let _ = session.requests.send(Request::Reset);
    let third =
        board(&mut session, |board| board.now.generation() == 3 && !board.run.active()).await;
    assert_eq!(third.now.figures.headline, first.now.figures.headline);
    session.stop();
}

#[test]
fn what_cannot_be_looked_at_is_said_at_the_start() {
    let request = CatalogRequest {
        paths: vec!["no/such/folder".into()],
        harness: None,
        cwd: std::env::temp_dir(),
        user: UserFolders::default(),
    };
    let error = once(&Setup::of(request)).expect_err("there is no such folder");
    assert!(error.to_string().contains("no/such/folder"), "{error}");

    let mut setup = Setup::demo().expect("the demo unpacks");
    "nobody".clone_into(&mut setup.agent);
    assert!(matches!(once(&setup), Err(SetupError::UnknownAgent(_))));
}
