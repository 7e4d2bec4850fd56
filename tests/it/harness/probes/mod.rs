//! Probes through the product, from finding a harness to the end of each: what engaged, why it
//! ended, and that nothing stays.

mod alone;
mod bench;
mod earlier;
mod ends;
mod home;
mod plugins;
mod steps;
mod stops;
mod wiring;

use skillscope::core::{
    stream::Format,
    trajectory::{EndedBy, EventKind},
};

use self::bench::{Bench, row, to_the_end};
use crate::harness::scenario::{Scenario, Step};

/// A prompt that would be an option, a path or a command where it went through arguments or a shell.
const PROMPT: &str = "--help me: order some tea for \"$HOME\" `id`; it's 5 o'clock\nand hurry";

async fn routes(format: Format) {
    let Some(bench) = Bench::of(format) else { return };
    let (skill, done) = (Step::Skill, Step::Say("Done."));
    let turns: [&[Step]; 3] = [&[skill("which-helper")], &[skill("tea-order")], &[done]];
    let query = row(PROMPT, Some("tea-order"));
    let (probed, model) = bench.probe(Scenario::of(&turns), query, &to_the_end()).await;
    let told = probed.told().unwrap_or_else(|cause| panic!("{format}: {cause}"));
    assert_eq!(told.0, ["which-helper@1", "tea-order@2"], "{format}: {:?}", probed.events);
    assert_eq!(told.1, EndedBy::Answer, "{format}");
    let asked: Vec<String> =
        model.requests().iter().map(|request| request.body.to_string()).collect();
    let prompt = serde_json::to_string(PROMPT).unwrap();
    let prompt = prompt.trim_matches('"');
    assert!(asked.iter().any(|body| body.contains(prompt)), "{format}: the prompt came as it is");
    assert!(asked.iter().any(|body| body.contains("Body of tea-order.")), "{format}");
    assert!(probed.has(|kind| matches!(kind, EventKind::Text { text } if text.contains("Done"))));
    assert_eq!(probed.cost_usd.filter(|cost| *cost == 0.0), None, "{format}: no price is not 0");
    assert!(bench.left_behind().is_empty() && bench.running().is_empty(), "{format}");
}

async fn abstains(format: Format) {
    let Some(bench) = Bench::of(format) else { return };
    let (probed, _) =
        bench.probe(Scenario::none(), row("Good morning.", None), &to_the_end()).await;
    assert_eq!(probed.told(), Ok((vec![], EndedBy::Answer)), "{format}: {:?}", probed.events);
}

async fn reads(format: Format) {
    let Some(bench) = Bench::of(format) else { return };
    let turns: [&[Step]; 2] = [&[Step::Read("tea-order")], &[Step::Say("Done.")]];
    let query = row("Order tea.", Some("tea-order"));
    let (probed, _) = bench.probe(Scenario::of(&turns), query, &to_the_end()).await;
    let told = (vec!["tea-order@1".to_owned()], EndedBy::Answer);
    assert_eq!(probed.told(), Ok(told), "{format}: {:?}", probed.events);
}

/// A test a harness of each check.
macro_rules! each {
    ($($check:ident),*) => {
        $(mod $check {
            use super::Format;

            #[tokio::test(flavor = "multi_thread")]
            async fn claude_code() { super::$check(Format::ClaudeCode).await; }
            #[tokio::test(flavor = "multi_thread")]
            async fn codex() { super::$check(Format::Codex).await; }
            #[tokio::test(flavor = "multi_thread")]
            async fn pi() { super::$check(Format::Pi).await; }
            #[tokio::test(flavor = "multi_thread")]
            async fn gemini_cli() { super::$check(Format::GeminiCli).await; }
            #[tokio::test(flavor = "multi_thread")]
            async fn opencode() { super::$check(Format::OpenCode).await; }
            #[tokio::test(flavor = "multi_thread")]
            async fn copilot() { super::$check(Format::Copilot).await; }
            #[tokio::test(flavor = "multi_thread")]
            async fn qwen() { super::$check(Format::Qwen).await; }
        })*
    };
}
use each;

each!(routes, abstains, reads);
