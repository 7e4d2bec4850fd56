//! The second view on the demo, run to its end.

use super::demo;

#[test]
fn probes_wide() {
    insta::assert_snapshot!(demo((120, 40), "2 g"));
}

#[test]
fn probes_beside_nothing() {
    insta::assert_snapshot!(demo((80, 24), "2 g"));
}

#[test]
fn probes_for_the_back_row() {
    insta::assert_snapshot!(demo((60, 18), "2 g"));
}

#[test]
fn probes_in_a_corner() {
    insta::assert_snapshot!(demo((40, 10), "2 g"));
}

#[test]
fn a_stopped_probe_says_what_stopped_it_and_what_was_done_instead() {
    let text = demo((80, 90), "2 / t a r i f f <space> s u m m e r <enter> g <tab>");
    for part in ["abstained", "the steps are used up", "steps 12/12", "instead"] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

#[test]
fn probes_log() {
    let text = demo((80, 24), "2 !");
    assert!(text.contains("insurance-claims/SKILL.md:3:44"), "{text}");
}
