//! How model responses are counted: two calls of one response, and of two.

use skillscope::core::stream::Format;

use super::{
    bench::{Bench, row, to_the_end},
    each,
};
use crate::harness::scenario::{Scenario, Step};

async fn responses_are_counted(format: Format) {
    let Some(bench) = Bench::of(format) else { return };
    let (first, second) = (Step::Skill("which-helper"), Step::Skill("tea-order"));
    let done: &[Step] = &[Step::Say("Done.")];
    let engaged = async |turns: &[&[Step]]| {
        let scenario = Scenario::of(turns);
        let (probed, _) = bench.probe(scenario, row("Order tea.", None), &to_the_end()).await;
        probed.told().unwrap_or_else(|cause| panic!("{format}: {cause}")).0
    };
    let two = engaged(&[&[first], &[second], done]).await;
    assert_eq!(two, ["which-helper@1", "tea-order@2"], "{format}");
    let mut one = engaged(&[&[first, second], done]).await;
    if format == Format::Codex {
        // It runs them side by side and tells of each as it begins: their order is chance, and the
        // second may look as if it were of another response. Both are there, and no third step.
        one.sort_by_key(|engaged| engaged.starts_with("tea"));
        let steps = one.join(" ").replace('2', "1");
        assert_eq!(steps, "which-helper@1 tea-order@1", "{one:?}");
        return;
    }
    assert_eq!(one, ["which-helper@1", "tea-order@1"], "{format}");
}

each!(responses_are_counted);
