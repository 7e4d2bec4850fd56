//! A model of your own, where there is one: thirty prompts of the demo, by choice.
//!
//! With any server of OpenAI's interface on this machine:
//! `SKILLSCOPE_LOCAL_MODEL=http://127.0.0.1:8080/v1 cargo test --test it api::real -- --nocapture`

use std::{fs, path::Path, sync::Arc, time::Instant};

use serde_json::Value;
use skillscope::{
    core::{
        listing::{Wanted, list},
        plan::{BaseUrl, Limits},
        query::{Label, Query},
        snapshot::Snapshot,
        trajectory::Outcome,
    },
    engine::{
        agent::{
            Agent, Ground, Live, ProbeSpec,
            api::{Api, ApiOptions, Service},
        },
        demo::Demo,
        loader::Loader,
        scheduler::{Ending, Job, Report, Scheduler, Task},
        session::Setup,
    },
};
use tokio::sync::mpsc;

/// Prompts that are asked.
const MANY: usize = 30;

/// Every fourth row of the demo, so that all kinds are among them.
fn rows() -> Vec<Query<skillscope::core::id::SkillId>> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/demo/queries.jsonl");
    let text = fs::read_to_string(file).expect("the demo");
    let row = |line: &str| {
        let row: Value = serde_json::from_str(line).expect("a row");
        let expected = row["expected_skills"].as_array().into_iter().flatten();
        let expected = expected.filter_map(Value::as_str).map(Into::into).collect();
        let text = |key: &str| row[key].as_str().unwrap_or_default().to_owned();
        Query::new(text("id"), text("prompt"), Label::Complete { expected, alternatives: vec![] })
    };
    text.lines().step_by(4).take(MANY).map(row).collect()
}

#[test]
fn a_model_of_your_own_answers() {
    let Ok(base) = std::env::var("SKILLSCOPE_LOCAL_MODEL") else {
        println!("skipped: SKILLSCOPE_LOCAL_MODEL names no server");
        return;
    };
    let demo = Demo::unpack().expect("a folder");
    let request = demo.request();
    let lenses = Setup::lenses(&request.user, &Wanted::default()).expect("the usual");
    let mut loader = Loader::new(request).expect("a folder");
    let snapshot = Snapshot::of(loader.load_all().expect("skills"));
    let listing = list(&snapshot, &lenses.of_harness("claude-code").expect("it ships"));
    let options = ApiOptions {
        base_url: Some(BaseUrl::new(&base).expect("an address")),
        choice: true,
        temperature: Some(0.0),
        ..ApiOptions::new(Service::OpenAi, "local")
    };
    let live = Live::Api(Arc::new(Api::new(options).expect("an agent")));
    let files = loader.files();
    let ground = Ground { snapshot: &snapshot, listing: Some(&listing), files: &files };
    let agent = Arc::new(Agent::Live(Arc::new(live)).preflight(&ground).expect("it is ready"));
    let rows = rows();
    let limits = Limits::default();
    let task = |(at, row): (usize, &Query<_>)| {
        let (query, limits) = (Arc::new(row.clone()), limits.clone());
        let spec = ProbeSpec { query, attempt: 1, again: false, limits };
        Task { at, spec, agent: Arc::clone(&agent) }
    };
    let job = Job {
        plan: 1,
        generation: 1,
        limits: limits.clone(),
        timeout: std::time::Duration::from_secs(200),
        probes: None,
        asks_service: true,
        cost_usd: None,
        tasks: rows.iter().enumerate().map(task).collect(),
    };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let (hits, none, errors, took) = runtime.expect("a runtime").block_on(async {
        let begun = Instant::now();
        let (reports, mut told) = mpsc::channel(64);
        let (scheduler, task) = Scheduler::spawn(1, reports);
        scheduler.start(job);
        let (mut hits, mut none, mut errors) = (0, 0, 0);
        while let Some(report) = told.recv().await {
            match report {
                Report::Ended { probe, ending: Ending::Outcome(outcome), duration_ms, .. } => {
                    let row = &rows[probe.at];
                    let said = match &outcome {
                        Outcome::Scored(trajectory) => match trajectory.engagements.first() {
                            Some(first) => first.skill.to_string(),
                            None => "none".to_owned(),
                        },
                        Outcome::Errored { cause } => format!("error: {cause}"),
                    };
                    let wanted = row.label.wanted();
                    println!("{} {duration_ms} ms: {said}, expected {wanted:?}", row.id);
                    hits += usize::from(wanted.iter().any(|skill| skill.as_str() == said));
                    none += usize::from(said == "none");
                    errors += usize::from(matches!(outcome, Outcome::Errored { .. }));
                }
                Report::Done { .. } => break,
                _ => {}
            }
        }
        drop((scheduler, told));
        task.await.expect("it ends");
        (hits, none, errors, begun.elapsed())
    });
    let many = rows.len();
    println!("{hits} of {many} hit, {none} none, {errors} errors, {:.1} s", took.as_secs_f64());
    assert_eq!(errors, 0, "a shape was asked for, so that every answer has it");
}
