//! Rules about files that are one skill, or look as if they were.

use super::told;
use crate::core::lint::{Level::Warn, Rule};

pub(super) const RULES: &[Rule] = &[
    told(
        "copies-drift",
        &["duplicate-name"],
        Warn,
        "Two copies of one skill differ: which one counts depends on the harness.",
        "Make one the source and generate or link the other.",
        "seen in the harnesses that were run",
        "The same folder and name at two paths with different texts. Each harness takes \
         the one that lies where it looks first, so an edit of the other changes nothing \
         there.",
    ),
    told(
        "repeated-name",
        &["duplicate-name"],
        Warn,
        "Two skills of one name: a harness that goes by names loads one of them.",
        "Give every skill a name of its own.",
        "seen in the harnesses that were run",
        "Two skills call themselves the same. Harnesses that go by the name take the \
         first and drop the other in silence; a model that is shown both cannot tell \
         which one it asks for.",
    ),
];
