//! What a probe said as it was recorded, and as its program printed it.

use super::*;
use crate::core::workbench::printed::{Printed, Text};

#[test]
fn what_a_program_printed_is_read_when_it_is_wanted_and_never_obeyed() {
    let mut sitting = Sitting::new(board_with_printed(None));
    assert!(sitting.press("w").is_empty());
    assert!(sitting.shows("as recorded"));
    let effects = sitting.press("w");
    assert_eq!(effects, [Effect::Request(Request::Printed(0))]);
    assert!(sitting.shows("reading what its program wrote"));
    let text = "{\"type\":\"init\"}\n\n{\"text\":\"\u{1b}[2J\"}\n".to_owned();
    let printed = Ok(Text { text, cut: true });
    sitting.see(board_with_printed(Some(printed)));
    assert!(sitting.shows("2 lines, as its program wrote them"));
    assert!(sitting.shows("{\"type\":\"init\"}"));
    sitting.press("G");
    assert!(sitting.shows("it wrote more than is kept"));
    assert!(!sitting.screen().contains('\u{1b}'));
    sitting.see(board_with_printed(Some(Err("nothing is kept".to_owned()))));
    assert!(sitting.shows("nothing is kept"));
    assert!(sitting.press("w").is_empty());
    assert!(!sitting.shows("nothing is kept"));
}

fn board_with_printed(text: Option<Result<Text, String>>) -> Board {
    let row = done("q1", &["bread"]);
    let printed = text.map(|text| Arc::new(Printed::of(&row, text)));
    let agent = AgentInfo { evidence: Evidence::Model, ..AgentInfo::default() };
    Board { printed, agent, ..board(vec![row]) }
}

#[test]
fn events_are_shown_as_recorded_on_a_key() {
    let mut sitting = Sitting::new(board(vec![done("a", &["bread"])]));
    sitting.press("w");
    let text = sitting.screen();
    assert!(text.contains("4 events, as recorded") && text.contains(r#"{"step":1,"#), "{text}");
    assert!(text.contains("w tells them"), "{text}");
    sitting.press("w");
    assert!(sitting.shows("thinks 5 words  Dough first."), "{}", sitting.screen());
}
