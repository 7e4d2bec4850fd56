//! The demo's files, inside the binary: `skillscope demo` needs nothing on disk.
//!
//! Knows paths and text; must not know what the files say.

/// Folders that are unpacked under another name: the skills where Claude Code looks, and copies of
/// some of them where it does not. In the source tree they are called otherwise, so that no agent
/// at work there takes them for its own.
pub(super) const PLACES: [(&str, &str); 2] =
    [("skills/", ".claude/skills/"), ("copies/", ".agents/skills/")];

pub(super) const QUERIES: [&str; 2] = ["queries.jsonl", "near_miss.jsonl"];

/// The rows that [`STREAMS`] are of.
pub(super) const RECORDED: &str = "recorded/queries.jsonl";

pub(super) const SCRIPT: &str = "script.json";

/// Pairs of path and text, from `fixtures/demo`.
macro_rules! files {
    ($($path:literal,)+) => {
        &[$(($path, include_str!(concat!("../../../fixtures/demo/", $path)))),+]
    };
}

/// Name, `edit.json` and replacement of each prepared edit.
macro_rules! edits {
    ($($name:literal,)+) => {
        &[$((
            $name,
            include_str!(concat!("../../../fixtures/demo/edits/", $name, "/edit.json")),
            include_str!(concat!("../../../fixtures/demo/edits/", $name, "/SKILL.md")),
        )),+]
    };
}

/// Name and text of each kept stream.
macro_rules! streams {
    ($($name:literal,)+) => {
        &[$((
            $name,
            include_str!(concat!("../../../fixtures/demo/recorded/", $name, ".jsonl")),
        )),+]
    };
}

/// Everything that is unpacked.
pub(super) const FILES: &[(&str, &str)] = files![
    "skills/bike-desk/SKILL.md",
    "skills/booking-changes/SKILL.md",
    "skills/customer-lookup/SKILL.md",
    "skills/guest-guide-ja/SKILL.md",
    "skills/house-voice/SKILL.md",
    "skills/insurance-claims/SKILL.md",
    "skills/pickup-handover/SKILL.md",
    "skills/price-quotes/SKILL.md",
    "skills/refunds/SKILL.md",
    "skills/repair-log/SKILL.md",
    "skills/return-handover/SKILL.md",
    "skills/review-replies/SKILL.md",
    "skills/route-planner/SKILL.md",
    "skills/season-close/SKILL.md",
    "skills/shift-roster/SKILL.md",
    "copies/price-quotes/SKILL.md",
    "copies/refunds/SKILL.md",
    "copies/route-planner/SKILL.md",
    "queries.jsonl",
    "near_miss.jsonl",
    "script.json",
    "recorded/queries.jsonl",
];

/// Streams that Claude Code wrote over these skills, asked of a scripted model: the ids of their
/// queries and what they say.
pub(super) const STREAMS: &[(&str, &str)] = streams![
    "booking-01",
    "booking-02",
    "booking-03",
    "desk-03",
    "none-01",
    "none-03",
    "pickup-01",
    "pickup-03",
    "price-03",
    "refund-03",
    "repair-03",
    "return-03",
    "review-01",
    "route-03",
    "voice-03",
];

pub(super) const EDITS: &[(&str, &str, &str)] = edits!["1-router-hands-off", "2-thief-narrowed",];
