//! What a stand-in goes by when a harness lists the skills, and what it says of the figures.

use std::sync::Arc;

use super::{BEFORE, catalog, queries};
use crate::core::{
    catalog::{Catalog, Scope},
    listing::{Lenses, State, Wanted, testing::profile},
    measure::breakdown::Facet,
    workbench::{Board, Input, Request, Settings, Workbench, differs::Difference},
};

/// A bench whose harness `small` has room for 41 columns: both names and one description.
fn bench(queries_of: &[(&str, &str, &str)], harness: Option<&str>) -> Workbench {
    let wanted = Wanted { context: Some(1_025), ..Wanted::default() };
    let profiles = vec![profile("small", Some(0.01)), profile("large", None)];
    let lenses = Lenses::of(profiles, &wanted).expect("a window");
    let mut bench = Workbench::new(Settings { lenses, ..Settings::default() });
    bench.reduce(Input::Queries(queries(queries_of)), 0);
    bench.reduce(Input::Catalog(seen_by(harness, 1, &BEFORE)), 1);
    bench
}

fn seen_by(harness: Option<&str>, generation: u64, skills: &[(&str, &str)]) -> Arc<Catalog> {
    let scope = Scope { harness: harness.map(str::to_owned), ..Scope::default() };
    Arc::new(Catalog { scope, ..Catalog::clone(&catalog(generation, skills)) })
}

fn engaged(board: &Board) -> Vec<String> {
    let rows = board.now.probes.rows.iter();
    rows.map(|row| row.engaged().iter().map(ToString::to_string).collect()).collect()
}

const ROWS: [(&str, &str, &str); 2] = [("q1", "icing please", "cakes"), ("q2", "rolls", "bread")];

#[test]
fn without_a_harness_the_files_are_what_is_seen() {
    let board = bench(&ROWS, None).board();
    assert!(board.now.listing.is_none());
    assert_eq!(engaged(&board), ["cakes", "bread"]);
}

#[test]
fn a_stand_in_sees_no_more_than_its_harness_shows() {
    let board = bench(&ROWS, Some("small")).board();
    let listing = board.now.listing.as_ref().expect("a listing");
    let state = |id: &str| listing.state(&id.into());
    assert_eq!((state("bread"), state("cakes")), (Some(State::Whole), Some(State::NameOnly)));
    assert_eq!(engaged(&board), ["", "bread"], "nobody is told of icing");
    let breakdowns = board.break_down();
    let by = breakdowns.iter().find(|breakdown| breakdown.by == Facet::Disclosure);
    let parts = by.expect("rows differ in what is shown").parts.iter();
    let hits: Vec<_> = parts.map(|part| (part.part.as_str(), part.all.top1.rate)).collect();
    assert_eq!(hits, [("whole", Some(1.0)), ("name only", Some(0.0))], "the budget's fault");
    let named = bench(&[("q1", "do cakes", "cakes")], Some("small")).board();
    assert_eq!(engaged(&named), ["cakes"], "a name alone can still be named");
}

#[test]
fn another_harness_is_another_result_and_says_so() {
    let mut bench = bench(&ROWS, Some("small"));
    bench.reduce(Input::Request(Request::PinBaseline), 2);
    bench.reduce(Input::Request(Request::Lens(1)), 3);
    let board = bench.board();
    assert_eq!(engaged(&board), ["cakes", "bread"]);
    let differs = &board.compared.as_ref().expect("two results").differs;
    assert_eq!(*differs, [Difference::Lens("small, 1025".into(), "large".into())]);
}

#[test]
fn whoever_grows_takes_the_room_of_others_and_that_is_said() {
    let mut bench = bench(&ROWS, Some("small"));
    // Bread is now too long for the room, so that there is enough for cakes.
    let longer = [("bread", "Bake bread and rolls and more of that."), BEFORE[1]];
    bench.reduce(Input::Catalog(seen_by(Some("small"), 2, &longer)), 2);
    let board = bench.board();
    assert_eq!(engaged(&board), ["cakes", ""]);
    let differs = &board.compared.as_ref().expect("two results").differs;
    let expected =
        [Difference::Edited(vec!["bread".into()]), Difference::Shown(vec!["cakes".into()])];
    assert_eq!(*differs, expected);
    assert_eq!(differs[1].to_string(), "another part is shown of cakes");
}
