//! Services that refuse, hesitate or break: errors with their causes, and never a miss.

use skillscope::core::{
    stream::Format,
    trajectory::{EndedBy, EventKind},
};

use super::{
    bench::{Bench, row, to_the_end},
    each,
};
use crate::harness::scenario::{Fault, Scenario, Step};

fn behind(status: u16, times: usize) -> Scenario {
    let turns: [&[Step]; 2] = [&[Step::Skill("tea-order")], &[Step::Say("Done.")]];
    Scenario::of(&turns).behind(Fault { status, times, retry_after: Some(1) })
}

async fn refused(format: Format) {
    let Some(bench) = Bench::of(format) else { return };
    let query = row("Order tea.", Some("tea-order"));
    let (probed, _) = bench.probe(behind(401, usize::MAX), query, &to_the_end()).await;
    let cause = probed.told().expect_err("no key, no probe");
    assert!(cause.contains("401"), "{format}: {cause}");
    assert!(bench.left_behind().is_empty() && bench.running().is_empty(), "{format}");
}

async fn busy_at_first(format: Format) {
    let Some(bench) = Bench::of(format) else { return };
    let query = row("Order tea.", Some("tea-order"));
    let (probed, _) = bench.probe(behind(429, 1), query, &to_the_end()).await;
    let told = (vec!["tea-order@1".to_owned()], EndedBy::Answer);
    assert_eq!(probed.told(), Ok(told), "{format}: {:?}", probed.events);
}

async fn broken(format: Format) {
    let Some(bench) = Bench::of(format) else { return };
    let query = row("Order tea.", Some("tea-order"));
    let (probed, _) = bench.probe(behind(500, usize::MAX), query, &to_the_end()).await;
    let cause = probed.told().expect_err("no answer, no probe");
    assert!(!cause.is_empty(), "{format}");
    let spoke = probed.has(|kind| matches!(kind, EventKind::Engagement { .. }));
    assert!(!spoke && bench.left_behind().is_empty(), "{format}: {cause}");
}

each!(refused, busy_at_first, broken);
