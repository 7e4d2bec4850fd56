mod capped;

use std::{sync::Arc, time::Duration};

use serde_json::{Value, json};
use tokio::{
    sync::mpsc,
    time::{Instant, timeout},
};

use super::*;
use crate::{
    core::{
        catalog::testing::catalog,
        plan::Limits,
        query::{Label, Query},
        snapshot::Snapshot,
        standin::script::Script,
        trajectory::{EndedBy, EventKind, Outcome},
    },
    engine::agent::{Agent, Ground, ProbeSpec, Ready, Speed},
};

fn shop() -> Snapshot {
    Snapshot::of(Arc::new(catalog(&[("booking", ""), ("desk", "")])))
}

fn scripted(queries: &Value, speed: Speed) -> Arc<Ready> {
    let text = json!({"schema": "skillscope.script/1", "queries": queries}).to_string();
    let script = Arc::new(Script::read("script.json", &text).unwrap());
    Arc::new(Agent::Fake { script, speed }.preflight(&Ground::bare(&shop())).unwrap())
}

/// A row that expects `booking`, for whoever the job asks.
fn task(at: usize, id: &str) -> (usize, ProbeSpec) {
    let label = Label::Complete { expected: vec!["booking".into()], alternatives: vec![] };
    let query = Arc::new(Query::new(id, "Move it", label));
    (at, ProbeSpec { query, attempt: 1, again: false, limits: Limits::default() })
}

fn job(plan: u64, agent: &Arc<Ready>, tasks: Vec<(usize, ProbeSpec)>) -> Job {
    let task = |(at, spec)| Task { at, spec, agent: Arc::clone(agent) };
    Job {
        plan,
        generation: plan,
        limits: Limits::default(),
        timeout: Duration::from_secs(200),
        probes: None,
        cost_usd: None,
        asks_service: false,
        tasks: tasks.into_iter().map(task).collect(),
    }
}

/// A scheduler, and a record of what it told and when.
struct Desk {
    scheduler: Scheduler,
    reports: mpsc::Receiver<Report>,
    begun: Instant,
}

impl Desk {
    fn new(concurrency: usize) -> Self {
        let (sender, reports) = mpsc::channel(4);
        let (scheduler, _) = Scheduler::spawn(concurrency, sender);
        Self { scheduler, reports, begun: Instant::now() }
    }

    /// The next report as a short line: milliseconds since the start, then what happened.
    async fn next(&mut self) -> String {
        let report = timeout(Duration::from_secs(3600), self.reports.recv()).await;
        let Ok(Some(report)) = report else { return "silence".to_owned() };
        let at = self.begun.elapsed().as_millis();
        let what = match report {
            Report::Wrote { bytes, .. } => format!("{bytes:?}"),
            Report::Began { probe } => format!("{}.{} began", probe.plan, probe.at),
            Report::Spoke { probe, event } => {
                let what = match event.kind {
                    EventKind::Engagement { skill, .. } => skill.to_string(),
                    EventKind::End => "end".to_owned(),
                    other => format!("{other:?}"),
                };
                format!("{}.{} {what}", probe.plan, probe.at)
            }
            Report::Ended { probe, ending, duration_ms, cost_usd, late } => {
                let how = match ending {
                    Ending::Cancelled => "cancelled".to_owned(),
                    Ending::Outcome(Outcome::Scored(trajectory)) => trajectory.ended_by.to_string(),
                    Ending::Outcome(Outcome::Errored { cause }) => cause,
                };
                let cost = cost_usd.map_or_else(String::new, |usd| format!(", ${usd}"));
                let late = if late { ", late" } else { "" };
                format!("{}.{} ended {how} ({duration_ms} ms{cost}{late})", probe.plan, probe.at)
            }
            Report::Slowed(Some((now, most))) => format!("slowed to {now} of {most}"),
            Report::Slowed(None) => "at full speed".to_owned(),
            Report::Done { plan, cap: None } => format!("{plan} done"),
            Report::Done { plan, cap: Some(_) } => format!("{plan} used up"),
        };
        format!("{at}: {what}")
    }

    /// Reports up to the end of a plan.
    async fn until_done(&mut self, plan: u64) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let line = self.next().await;
            let last = line == "silence"
                || ["done", "used up"].iter().any(|end| line.ends_with(&format!(": {plan} {end}")));
            lines.push(line);
            if last {
                return lines;
            }
        }
    }
}

fn slow() -> Value {
    json!([{"kind": "text", "text": "hm", "at_ms": 40}, {"kind": "end", "at_ms": 100}])
}

#[tokio::test(start_paused = true)]
async fn events_come_at_their_times_and_early_exit_stops_the_play() {
    let part = json!([
        {"kind": "engagement", "skill": "desk", "at_ms": 100},
        {"kind": "usage", "input": 9, "output": 1, "cost_usd": 0.25, "at_ms": 150},
        {"kind": "engagement", "skill": "booking", "at_ms": 300},
        {"kind": "engagement", "skill": "desk", "at_ms": 900}
    ]);
    let agent = scripted(&json!({"q": part}), Speed::times(2.0).unwrap());
    let mut desk = Desk::new(4);
    desk.scheduler.start(job(1, &agent, vec![task(0, "q")]));
    let lines = desk.until_done(1).await;
    assert_eq!(lines[..2], ["0: 1.0 began", "50: 1.0 desk"]);
    assert_eq!(
        lines[3..],
        ["150: 1.0 booking", "150: 1.0 ended early-exit (300 ms, $0.25)", "150: 1 done"]
    );
}

#[tokio::test(start_paused = true)]
async fn so_many_run_at_a_time_in_the_given_order() {
    let agent = scripted(&json!({"q": [{"kind": "end", "at_ms": 100}]}), Speed::REAL);
    let mut desk = Desk::new(2);
    desk.scheduler.start(job(1, &agent, [3, 1, 2].map(|at| task(at, "q")).into()));
    let lines = desk.until_done(1).await;
    let began: Vec<&str> =
        lines.iter().filter(|line| line.ends_with("began")).map(String::as_str).collect();
    assert_eq!(began, ["0: 1.3 began", "0: 1.1 began", "100: 1.2 began"]);
    assert_eq!(lines.last().map(String::as_str), Some("200: 1 done"));
    assert_eq!(desk.next().await, "silence");
}

#[tokio::test(start_paused = true)]
async fn a_plan_that_is_finished_ends_what_runs_and_begins_nothing() {
    let agent = scripted(&json!({"q": [{"kind": "end", "at_ms": 100}]}), Speed::REAL);
    let mut desk = Desk::new(2);
    desk.scheduler.start(job(1, &agent, (0..5).map(|at| task(at, "q")).collect()));
    assert_eq!([desk.next().await, desk.next().await], ["0: 1.0 began", "0: 1.1 began"]);
    desk.scheduler.finish();
    let lines = desk.until_done(1).await;
    let ended: Vec<&String> = lines.iter().filter(|line| line.contains("ended answer")).collect();
    assert_eq!((ended.len(), lines.iter().any(|line| line.ends_with("began"))), (2, false));
    assert_eq!(lines.last().map(String::as_str), Some("100: 1 done"));
}

#[tokio::test(start_paused = true)]
async fn jobs_take_turns() {
    let agent = scripted(&json!({"q": []}), Speed::INSTANT);
    let mut desk = Desk::new(1);
    let tasks = || (0..3).map(|at| task(at, "q")).collect::<Vec<_>>();
    desk.scheduler.start(job(1, &agent, tasks()));
    desk.scheduler.start(job(2, &agent, tasks()[..1].to_vec()));
    let mut began = Vec::new();
    for _ in 0..2 {
        loop {
            let line = desk.next().await;
            began.extend(line.strip_suffix(" began").map(str::to_owned));
            if line.ends_with("done") {
                break;
            }
        }
    }
    began.sort_by_key(|line| !line.starts_with("0: 2"));
    assert_eq!(began, ["0: 2.0", "0: 1.0", "0: 1.1", "0: 1.2"]);
}

#[tokio::test(start_paused = true)]
async fn a_single_row_does_not_wait_for_a_long_plan() {
    let agent = scripted(&json!({"q": [{"kind": "end", "at_ms": 100}]}), Speed::REAL);
    let mut desk = Desk::new(1);
    desk.scheduler.start(job(1, &agent, (0..50).map(|at| task(at, "q")).collect()));
    assert_eq!(desk.next().await, "0: 1.0 began");
    desk.scheduler.start(job(2, &agent, vec![task(7, "q")]));
    let lines = desk.until_done(2).await;
    // After the probe that runs and at most one more of the plan.
    assert!(
        lines.iter().filter(|line| line.contains(": 1.") && line.ends_with("began")).count() <= 1
    );
}

#[tokio::test(start_paused = true)]
async fn a_pause_lets_running_probes_end_and_begins_no_more() {
    let agent = scripted(&json!({"q": slow()}), Speed::REAL);
    let mut desk = Desk::new(1);
    desk.scheduler.start(job(1, &agent, vec![task(0, "q"), task(1, "q")]));
    assert_eq!(desk.next().await, "0: 1.0 began");
    desk.scheduler.pause();
    for line in ["end", "ended answer (100 ms)"].map(|what| format!("100: 1.0 {what}")) {
        while desk.next().await != line {}
    }
    assert_eq!(desk.next().await, "silence");
    desk.scheduler.resume();
    assert!(desk.next().await.ends_with("1.1 began"));
    assert!(desk.until_done(1).await.len() == 4);
}

#[tokio::test(start_paused = true)]
async fn cancelling_stops_what_runs_and_forgets_what_waits() {
    let agent = scripted(&json!({"q": slow()}), Speed::REAL);
    let mut desk = Desk::new(1);
    desk.scheduler.start(job(1, &agent, vec![task(0, "q"), task(1, "q")]));
    assert_eq!(desk.next().await, "0: 1.0 began");
    assert!(desk.next().await.starts_with("40: 1.0 Text"));
    desk.scheduler.cancel(Cancel::All);
    let lines = desk.until_done(1).await;
    assert_eq!(lines, ["40: 1.0 ended cancelled (40 ms)", "40: 1 done"]);
}

#[tokio::test(start_paused = true)]
async fn single_rows_and_old_generations_can_be_cancelled() {
    let agent = scripted(&json!({"q": [{"kind": "end", "at_ms": 100}]}), Speed::REAL);
    let mut desk = Desk::new(3);
    desk.scheduler.start(job(1, &agent, vec![task(0, "q"), task(1, "q")]));
    desk.scheduler.start(job(2, &agent, vec![task(0, "q"), task(1, "q"), task(2, "q")]));
    for _ in 0..3 {
        assert!(desk.next().await.ends_with("began"));
    }
    desk.scheduler.cancel(Cancel::Before(2));
    desk.scheduler.cancel(Cancel::Rows { plan: 2, at: [1].into() });
    let lines = desk.until_done(2).await;
    let ends: Vec<&str> =
        lines.iter().filter(|line| line.contains("ended")).map(String::as_str).collect();
    assert_eq!(
        ends.iter().filter(|line| line.contains(": 1.") && line.contains("cancelled")).count(),
        2
    );
    let kept: Vec<&str> = ends.into_iter().filter(|line| line.contains("answer")).collect();
    assert_eq!(kept, ["100: 2.0 ended answer (100 ms)", "100: 2.2 ended answer (100 ms)"]);
    assert!(!lines.iter().any(|line| line.contains("2.1 began")), "{lines:?}");
}

#[tokio::test(start_paused = true)]
async fn results_of_an_older_catalog_are_marked_late() {
    let agent = scripted(&json!({"q": [{"kind": "end", "at_ms": 100}]}), Speed::REAL);
    let mut desk = Desk::new(2);
    desk.scheduler.start(job(1, &agent, vec![task(0, "q")]));
    assert_eq!(desk.next().await, "0: 1.0 began");
    desk.scheduler.start(job(2, &agent, vec![task(0, "q")]));
    let lines = desk.until_done(2).await;
    assert!(lines.contains(&"100: 1.0 ended answer (100 ms, late)".to_owned()), "{lines:?}");
    assert!(lines.contains(&"100: 2.0 ended answer (100 ms)".to_owned()), "{lines:?}");
}

#[tokio::test(start_paused = true)]
async fn slow_and_failing_probes_are_errors_and_may_be_tried_again() {
    let agent = scripted(
        &json!({
            "slow": [{"kind": "end", "at_ms": 300_000}],
            "limited": {
                "attempts": [[{"kind": "error", "cause": "rate limited", "at_ms": 20}]],
                "retried": ["booking"]
            }
        }),
        Speed::REAL,
    );
    let mut desk = Desk::new(2);
    let mut again = task(1, "limited");
    desk.scheduler.start(job(1, &agent, vec![task(0, "slow"), again.clone()]));
    let lines = desk.until_done(1).await;
    assert!(lines.contains(&"20: 1.1 ended rate limited (20 ms)".to_owned()), "{lines:?}");
    let cut_off = "200000: 1.0 ended no end after 200 s (200000 ms)".to_owned();
    assert!(lines.contains(&cut_off), "{lines:?}");
    again.1.again = true;
    desk.scheduler.start(job(2, &agent, vec![again]));
    let lines = desk.until_done(2).await;
    assert!(lines[2].ends_with("2.1 ended early-exit (300 ms)"), "{lines:?}");
}

#[tokio::test(start_paused = true)]
async fn an_empty_job_is_done_at_once() {
    let agent = scripted(&json!({}), Speed::REAL);
    let mut desk = Desk::new(1);
    desk.scheduler.start(job(5, &agent, vec![]));
    assert_eq!(desk.next().await, "0: 5 done");
}

#[tokio::test(start_paused = true)]
async fn nothing_is_left_behind() {
    let agent = scripted(&json!({"q": slow()}), Speed::REAL);
    // The handle is dropped: running probes are cancelled and the task ends.
    let (sender, mut reports) = mpsc::channel(64);
    let (scheduler, ended) = Scheduler::spawn(2, sender);
    scheduler.start(job(1, &agent, vec![task(0, "q")]));
    assert!(matches!(reports.recv().await, Some(Report::Began { .. })));
    drop(scheduler);
    ended.await.unwrap();
    assert!(matches!(reports.recv().await, Some(Report::Ended { ending: Ending::Cancelled, .. })));
    assert_eq!(reports.recv().await, None);
    // The listener is gone: probes end at their next word.
    let (sender, reports) = mpsc::channel(1);
    let (scheduler, ended) = Scheduler::spawn(1, sender);
    scheduler.start(job(1, &agent, vec![task(0, "q"), task(1, "q")]));
    drop(reports);
    drop(scheduler);
    ended.await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn the_step_budget_ends_a_probe_before_the_step_beyond_it() {
    let part = json!([
        {"kind": "text", "text": "1", "step": 12},
        {"kind": "engagement", "skill": "booking", "step": 13}
    ]);
    let agent = scripted(&json!({"q": part}), Speed::INSTANT);
    let mut desk = Desk::new(1);
    desk.scheduler.start(job(1, &agent, vec![task(0, "q")]));
    let lines = desk.until_done(1).await;
    assert!(!lines.iter().any(|line| line.contains("booking")), "{lines:?}");
    let budget = format!("1.0 ended {} (600 ms)", EndedBy::StepBudget);
    assert!(lines[2].ends_with(&budget), "{lines:?}");
}

#[tokio::test(start_paused = true)]
async fn a_service_that_is_asked_too_often_is_asked_less_and_then_more_again() {
    let limited = json!([
        {"kind": "retry", "reason": "429 rate_limit", "at_ms": 10}, {"kind": "end", "at_ms": 20}
    ]);
    let mut parts = json!({"default": [{"kind": "end", "at_ms": 20}]});
    for id in ["q0", "q1"] {
        parts[id] = limited.clone();
    }
    (2..9).for_each(|n| parts[format!("q{n}")] = json!([{"kind": "end", "at_ms": 20}]));
    let agent = scripted(&parts, Speed::REAL);
    let mut desk = Desk::new(2);
    let tasks = (0..9).map(|at| task(at, &format!("q{at}"))).collect();
    desk.scheduler.start(Job { asks_service: true, ..job(1, &agent, tasks) });
    let lines = desk.until_done(1).await;
    let at = |what: &str| {
        let found = lines.iter().find(|line| line.ends_with(what));
        let time = found.and_then(|line| line.split(':').next()?.parse::<u64>().ok());
        time.unwrap_or_else(|| panic!("no `{what}` in {lines:#?}"))
    };
    assert_eq!(at("slowed to 1 of 2"), 10);
    assert!(at("1.2 began") >= 1_010, "it rests first: {lines:#?}");
    assert!(at("1.3 began") >= at("1.2 began") + 20, "one at a time: {lines:#?}");
    assert!(at("at full speed") < at("1.8 began"));
    assert!(lines.iter().filter(|line| line.contains(" ended answer")).count() == 9, "{lines:#?}");
}

#[tokio::test(start_paused = true)]
async fn a_plan_begins_no_more_probes_than_its_cap_however_it_is_cut_into_jobs() {
    let agent = scripted(&json!({"a": slow(), "b": slow(), "c": slow(), "d": slow()}), Speed::REAL);
    let mut desk = Desk::new(1);
    let capped = |tasks| Job { probes: Some(2), ..job(1, &agent, tasks) };
    desk.scheduler.start(capped(vec![task(0, "a"), task(1, "b")]));
    desk.scheduler.start(capped(vec![task(2, "c"), task(3, "d")]));
    let lines = desk.until_done(1).await;
    let begun = lines.iter().filter(|line| line.ends_with("began")).count();
    assert_eq!((begun, lines.last().map(|line| line.ends_with("1 used up"))), (2, Some(true)));
}
