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
    // It runs calls one after the other and tells of each when it is made, so that those of one
    // response look as if they were of two: never fewer are counted than there were.
    let of_one = if format == Format::Codex { [1, 2] } else { [1, 1] };
    let query = || row("Order tea.", None);
    for (turns, steps) in [
        (Scenario::of(&[&[first], &[second], done]), [1, 2]),
        (Scenario::of(&[&[first, second], done]), of_one),
    ] {
        let (probed, _) = bench.probe(turns, query(), &to_the_end()).await;
        let (engaged, _) = probed.told().unwrap_or_else(|cause| panic!("{format}: {cause}"));
        let expected = [format!("which-helper@{}", steps[0]), format!("tea-order@{}", steps[1])];
        assert_eq!(engaged, expected, "{format}: {:?}", probed.events);
    }
}

each!(responses_are_counted);
