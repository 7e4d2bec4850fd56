//! Whole screens of the bundled demo, as a stranger meets them first.

mod probes;

use skillscope::{
    engine::session::{Setup, once},
    report::screen,
    tui::offscreen::{self, Offscreen},
};

/// The demo at a size after some keys.
fn demo(size: (u16, u16), keys: &str) -> String {
    let setup = Setup::demo().expect("the demo unpacks");
    let mut screen = Offscreen::new(offscreen::Setup::default(), size);
    screen.show(once(&setup).expect("the demo reads"));
    screen.press(keys).expect("these are keys");
    screen::text(&screen.picture())
}

#[test]
fn neighborhood_wide() {
    insta::assert_snapshot!(demo((120, 40), "/ b i k e - d <enter>"));
}

#[test]
fn neighborhood_list() {
    insta::assert_snapshot!(demo((80, 24), ""));
}

#[test]
fn neighborhood_list_for_the_back_row() {
    insta::assert_snapshot!(demo((60, 18), ""));
}

#[test]
fn neighborhood_detail_names_the_router_and_whose_triggers_it_claims() {
    let text = demo((80, 60), "/ b i k e - d <enter> <enter>");
    for part in ["bike-desk", "Claims", "claims", "trigger terms of", "takes"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    insta::assert_snapshot!(text);
}

#[test]
fn neighborhood_ask() {
    let keys = "/ r e f u n d <enter> a m y <space> d e p o s i t <enter>";
    insta::assert_snapshot!(demo((80, 24), keys));
}
