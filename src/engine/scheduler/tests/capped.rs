//! What a plan may cost.

use super::*;

#[tokio::test(start_paused = true)]
async fn no_probe_begins_that_the_plan_cannot_pay() {
    let paid = json!([{"kind": "usage", "input": 9, "output": 1, "cost_usd": 0.25}]);
    let agent = scripted(&json!({"q": paid}), Speed::INSTANT);
    for concurrency in [1, 2] {
        let mut desk = Desk::new(concurrency);
        let tasks = (0..9).map(|at| task(at, "q")).collect();
        desk.scheduler.start(Job { cost_usd: Some(1.1), ..job(1, &agent, tasks) });
        let lines = desk.until_done(1).await;
        let ended = lines.iter().filter(|line| line.contains("$0.25")).count();
        assert_eq!((ended, lines.last().map(String::as_str)), (4, Some("0: 1 used up")));
    }
}

#[tokio::test(start_paused = true)]
async fn probes_under_way_are_stopped_when_they_have_cost_more_than_their_plan_may() {
    let usage = |at_ms: u64| json!({"kind": "usage", "input": 9, "output": 1, "cost_usd": 0.25, "at_ms": at_ms});
    let costly = json!([usage(10), usage(20), usage(30), {"kind": "end", "at_ms": 99}]);
    let agent =
        scripted(&json!({"q": costly, "other": [{"kind": "end", "at_ms": 50}]}), Speed::REAL);
    let mut desk = Desk::new(3);
    desk.scheduler.start(job(2, &agent, vec![task(0, "other")]));
    let tasks = (0..4).map(|at| task(at, "q")).collect();
    desk.scheduler.start(Job { generation: 2, cost_usd: Some(0.7), ..job(1, &agent, tasks) });
    let mut lines = desk.until_done(1).await;
    let over = "ended stopped: the plan had cost more than it may (20 ms, $0.";
    let stopped = lines.iter().filter(|line| line.contains(over)).count();
    assert_eq!(
        (stopped, lines.last().map(String::as_str)),
        (2, Some("20: 1 used up")),
        "{lines:?}"
    );
    assert!(!lines.iter().any(|line| line.contains("1.2")), "{lines:?}");
    lines = desk.until_done(2).await;
    assert!(lines.iter().any(|line| line.contains("2.0 ended answer (50 ms")), "{lines:?}");
}
