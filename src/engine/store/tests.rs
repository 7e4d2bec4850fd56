//! Runs in a folder: begun, held, cut off, found again, removed.

use std::sync::Arc;

use super::*;
use crate::core::{
    id::SkillId,
    query::{Label, Query},
    run::{Asked, Kind, Made, Probe, Record},
    trajectory::{Outcome, Trajectory},
    workbench::{Board, board::AgentInfo},
};

fn project() -> (tempfile::TempDir, Store) {
    let dir = tempfile::tempdir().unwrap();
    let root = dir.path().join("skills");
    fs::create_dir(&root).unwrap();
    let store = Store::of(&root, None);
    (dir, store)
}

/// Of two rows, one attempt each.
fn plan(run: String) -> Plan {
    let label = || Label::Complete { expected: Vec::<SkillId>::new(), alternatives: vec![] };
    let mut board =
        Board { agent: AgentInfo { attempts: 1, ..AgentInfo::default() }, ..Board::default() };
    let queries = Arc::make_mut(&mut board.queries);
    queries.queries =
        ["a", "b"].map(|id| Arc::new(Query::new(id, format!("ask {id}"), label()))).into();
    let made = Made {
        environment: Vec::new(),
        run,
        at_ms: now_ms(),
        seed: 0,
        asked: Asked::default(),
        script: None,
        confidence: 0.95,
        lexical: Default::default(),
        hash: digest,
    };
    Plan::of(&board, made)
}

fn scored(row: usize) -> Record {
    let kind = Kind::ended(&Outcome::Scored(Trajectory::default()), None, None);
    let probe = Some(Probe { row, attempt: 1 });
    Record { seq: 0, kind, probe, key: None, generation: 0, at_ms: 0 }
}

#[test]
fn a_run_goes_on_where_it_ended() {
    let (dir, store) = project();
    let mut run = store.begin(plan).unwrap();
    let id = run.plan.run.clone();
    run.append(&mut [scored(0)]).unwrap();
    let ignored = fs::read_to_string(dir.path().join(".skillscope/.gitignore")).unwrap();
    assert_eq!(ignored, "*\n");

    let Err(StoreError::Held { who, .. }) = store.resume(&id) else { panic!("it is ours") };
    assert_eq!(who, format!("process {}", std::process::id()));
    assert!(matches!(store.delete(&id), Err(StoreError::Held { .. })));
    drop(run);

    assert_eq!(store.unfinished().unwrap().id, id);
    let mut run = store.resume(&id).unwrap();
    assert_eq!((run.records.len(), run.torn, run.sealed), (1, 0, false));
    run.append(&mut [scored(1)]).unwrap();
    run.seal(7).unwrap();
    let folder = run.folder().to_owned();
    drop(run);
    let kept = store.read(&id).unwrap();
    assert_eq!(kept.records.iter().map(|record| record.seq).collect::<Vec<_>>(), [1, 2]);
    let sealed = store.read(folder.join(ARTIFACT).to_str().unwrap()).unwrap();
    assert_eq!((&sealed.plan, &sealed.records), (&kept.plan, &kept.records));
    assert!(store.resume(&id).unwrap().sealed);
    assert!(matches!(store.unfinished(), Err(StoreError::NothingLeft)));
}

#[test]
fn runs_are_found_by_the_beginning_of_their_names() {
    let (_dir, store) = project();
    assert!(matches!(store.find(LATEST), Err(StoreError::Empty)));
    let mut ids: Vec<String> =
        (0..3).map(|_| store.begin(plan).unwrap().plan.run.clone()).collect();
    ids.sort();
    let listed: Vec<String> = store.list().into_iter().map(|entry| entry.id).collect();
    assert_eq!(listed, ids.iter().rev().cloned().collect::<Vec<_>>());
    assert_eq!(store.find(LATEST).unwrap().id, ids[2]);
    assert_eq!(store.find(&ids[0][..23]).unwrap().id, ids[0]);
    assert!(matches!(store.find("2"), Err(StoreError::Several { ids, .. }) if ids.len() == 3));
    assert!(matches!(store.find("../.."), Err(StoreError::Unknown(_))));
    store.delete(&ids[1]).unwrap();
    assert_eq!(store.list().len(), 2);
}

#[test]
fn a_run_that_was_cut_off_before_its_plan_is_told_and_can_be_removed() {
    let (dir, store) = project();
    let id = "20251130-142501999-7f3a9c21";
    fs::create_dir_all(dir.path().join(".skillscope/runs").join(id)).unwrap();
    let [entry] = &store.list()[..] else { panic!("one run") };
    assert!(entry.about().unwrap_err().to_string().contains("cut off before it began"));
    assert!(matches!(store.resume(id), Err(StoreError::NotBegun(_))));
    store.delete(id).unwrap();
    assert!(store.list().is_empty());
}

#[test]
fn a_file_that_was_changed_is_refused() {
    let (dir, store) = project();
    let mut run = store.begin(plan).unwrap();
    run.append(&mut [scored(0)]).unwrap();
    let kept = store.read(&run.plan.run).unwrap();
    let file = dir.path().join("run.jsonl");
    export(&kept.artifact(), &file).unwrap();
    assert_eq!(import(&file).unwrap(), kept.artifact());
    let text = fs::read_to_string(&file).unwrap().replace("ask a", "ask b");
    fs::write(&file, text).unwrap();
    let error = store.read(file.to_str().unwrap()).unwrap_err().to_string();
    assert!(error.contains("run.jsonl") && error.contains("digest"), "{error}");
}
