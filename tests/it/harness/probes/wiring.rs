//! What is found out before a probe: whom a harness sees, and what stands in its way.

use std::sync::Arc;

use skillscope::{
    core::{plan::BaseUrl, stream::Format},
    engine::agent::{
        NotReady,
        harness::{Billing, Home, Options},
        wiring::{Found, Hears, Problem, What},
    },
};
use tokio_util::sync::CancellationToken;

use super::{bench::Bench, each};
use crate::harness::{
    loopback::Loopback,
    scenario::{Fault, Scenario, Step},
};

async fn sees_all(format: Format) {
    let Some(bench) = Bench::of(format) else { return };
    let model = Loopback::start(Scenario::none());
    let set = bench.set(bench.harness(&model).await);
    let found = set.residents(&CancellationToken::new()).await;
    if format == Format::Qwen {
        assert!(matches!(found, Err(Problem::Unseen { .. })), "{found:?}");
        return;
    }
    let found = found.unwrap_or_else(|problem| panic!("{format}: {problem}"));
    assert!(found.missing.is_empty() && found.foreign.is_empty(), "{format}: {found:?}");
    assert!(found.seen.len() >= 4, "{format}: {found:?}");
    assert!(model.requests().is_empty(), "{format}: no model is asked");
    assert!(bench.left_behind().is_empty() && bench.running().is_empty(), "{format}");
}

async fn is_wired(format: Format) {
    let Some(bench) = Bench::of(format) else { return };
    // The first skill of the catalog, by whichever tool.
    let turns: [&[Step]; 2] = [&[Step::Skill("printer")], &[Step::Say("Done.")]];
    let named: [&[Step]; 2] = [&[Step::Skill("print-help")], &[Step::Say("Done.")]];
    let folder = matches!(format, Format::ClaudeCode | Format::Codex | Format::Pi);
    let model = Loopback::start(Scenario::of(if folder { &turns } else { &named }));
    let set = bench.set(bench.harness(&model).await);
    let wiring = set.wiring(true, Hears::default(), &CancellationToken::new()).await;
    assert!(wiring.holds(), "{format}: {wiring:?}");
    let last = wiring.checks.last().expect("checks");
    assert!(last.what == What::Engages && matches!(last.found, Found::Pass { .. }), "{wiring:?}");
}

async fn answers_instead(format: Format) {
    let Some(bench) = Bench::of(format) else { return };
    let model = Loopback::start(Scenario::none());
    let set = bench.set(bench.harness(&model).await);
    let wiring = set.wiring(true, Hears::default(), &CancellationToken::new()).await;
    let problems: Vec<String> = wiring.problems().map(ToString::to_string).collect();
    let told = problems.iter().any(|told| told.ends_with("answered"));
    assert!(problems.len() == 1 && told, "{format}: {problems:?}");
}

each!(sees_all, is_wired, answers_instead);

#[tokio::test(flavor = "multi_thread")]
async fn a_skill_that_the_harness_refuses_to_read_is_not_missed() {
    let Some(bench) = Bench::of(Format::Pi) else { return };
    // Its description is no YAML, which some readers forgive.
    let folder = bench.path("skills/badly-quoted");
    std::fs::create_dir_all(&folder).expect("made");
    let text = "---\nname: badly-quoted\ndescription: Quotes: badly, when asked.\n---\n";
    std::fs::write(folder.join("SKILL.md"), text).expect("written");
    let model = Loopback::start(Scenario::none());
    let set = bench.set(bench.harness(&model).await);
    let found = set.residents(&CancellationToken::new()).await.expect("it says");
    assert!(!found.seen.iter().any(|name| name == "badly-quoted"), "{found:?}");
    assert!(found.missing.is_empty(), "{found:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refused_key_and_a_dead_service_are_told_apart() {
    let Some(bench) = Bench::of(Format::ClaudeCode) else { return };
    let fault = Fault { status: 401, times: usize::MAX, retry_after: None };
    let model = Loopback::start(Scenario::none().behind(fault));
    let set = bench.set(bench.harness(&model).await);
    let wiring = set.wiring(true, Hears::default(), &CancellationToken::new()).await;
    let refused = wiring.problems().any(|problem| matches!(problem, Problem::KeyRefused { .. }));
    assert!(refused, "{wiring:?}");
    let nobody = Some(BaseUrl::new("http://127.0.0.1:9").expect("an address"));
    let options = Options { base_url: nobody, ..bench.options(&model) };
    let set = bench.set(Arc::new(bench.find(options).await.expect("found")));
    let wiring = set.wiring(true, Hears::default(), &CancellationToken::new()).await;
    let dead = wiring.problems().any(|problem| matches!(problem, Problem::Unreachable { .. }));
    assert!(dead, "{wiring:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_missing_is_said_before_anything_runs() {
    let Some(bench) = Bench::of(Format::Codex) else { return };
    let model = Loopback::start(Scenario::none());
    let problem = async |options: Options| match bench.find(options).await {
        Err(NotReady::Wiring { problem, .. }) => *problem,
        other => panic!("{other:?}"),
    };
    let no_key = Options { base_url: None, ..bench.options(&model) };
    let said = problem(no_key.clone()).await;
    assert!(matches!(&said, Problem::NoCredential { .. }), "{said}");
    assert!(said.remedy().contains("CODEX_API_KEY"), "{}", said.remedy());
    let elsewhere = Options { program: Some("/no/such/codex".into()), ..bench.options(&model) };
    assert!(matches!(problem(elsewhere).await, Problem::NoProgram { .. }));
    let no_model = Options { model: None, ..bench.options(&model) };
    assert!(matches!(problem(no_model).await, Problem::NoModel { .. }));
    // In the person's own home it would see their skills too.
    let real = Options { home: Home::Real, ..no_key };
    let harness = bench.find(real.clone()).await.expect("nobody's skills are there");
    assert_eq!((harness.billing(), harness.credential()), (Billing::Subscription, None));
    let own = bench.path("home/.agents/skills/own");
    std::fs::create_dir_all(&own).expect("made");
    std::fs::write(own.join("SKILL.md"), "x").expect("written");
    assert!(matches!(problem(real).await, Problem::RealHome { .. }));
}
