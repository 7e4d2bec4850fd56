use std::sync::Arc;

use proptest::prelude::*;

use super::*;
use crate::{
    core::diagnostic::Severity,
    tui::{action::Facts, keys::script, testing::drawn},
};

const VIEW: &[Context] = &[Context::Global, Context::Neighborhood];

fn press(overlay: &mut dyn Overlay, keys: &str) -> Response {
    let keymap = Keymap::standard();
    let mut last = Response::Stay;
    for key in script(keys).unwrap() {
        last = overlay.handle(&keymap, key);
    }
    last
}

fn shown(overlay: &mut dyn Overlay, width: u16, height: u16) -> String {
    drawn(width, height, |buf| {
        overlay.draw(buf, buf.area, &Theme::default());
    })
}

fn text(overlay: &mut dyn Overlay, width: u16, height: u16) -> String {
    let shown = shown(overlay, width, height);
    shown.lines().take(height.into()).collect::<Vec<_>>().join("\n")
}

fn help() -> Help {
    Help::new(&Keymap::standard(), VIEW)
}

fn palette() -> Palette {
    Palette::new(&Keymap::standard(), VIEW, &Facts { skill: true, ..Facts::default() })
}

fn lines(count: usize) -> Arc<[LogLine]> {
    let line = |at: usize| LogLine {
        time: format!("09:41:{at:02}"),
        severity: [Severity::Note, Severity::Warning, Severity::Error][at % 3],
        text: format!("entry {at} with \u{1b}[31m inside"),
    };
    (0..count).map(line).collect()
}

fn log(count: usize) -> LogPage {
    LogPage::new(lines(count))
}

fn confirm() -> Confirm {
    let details = ["41 probes with claude-code".into(), "about $0.82 of the $2.00 cap".into()];
    Confirm::new(&Keymap::standard(), "Run the affected rows?", &details, "run", "leave it")
}

#[test]
fn help_80x24() {
    insta::assert_snapshot!(shown(&mut help(), 80, 24));
}

#[test]
fn help_120x40() {
    insta::assert_snapshot!(text(&mut help(), 120, 40));
}

#[test]
fn help_filters_scrolls_and_clears_before_it_closes() {
    let mut help = help();
    assert_eq!(press(&mut help, "/ base"), Response::Stay);
    let page = text(&mut help, 80, 24);
    assert!(page.contains("Pin the present state") && !page.contains("Go down"), "{page}");
    assert_eq!(press(&mut help, "<enter> <esc>"), Response::Stay);
    assert!(text(&mut help, 80, 24).contains("Fan, pairs, matrix"));
    press(&mut help, "G");
    assert!(text(&mut help, 80, 24).contains("Questions"));
    assert_eq!(press(&mut help, "<esc>"), Response::Close);
    assert_eq!(press(&mut help, "?"), Response::Close);
    assert_eq!(press(&mut help, "/ q"), Response::Stay, "a letter typed closes nothing");
}

#[test]
fn help_shows_the_keys_of_the_person() {
    let (keymap, _) =
        Keymap::with_user("global = [{ on = \"w\", run = \"zoom\", desc = \"grösser\" }]", "k");
    let mut help = Help::new(&keymap, VIEW);
    press(&mut help, "/ zoom");
    assert!(text(&mut help, 80, 24).contains("z w             grösser"));
}

#[test]
fn palette_80x24() {
    insta::assert_snapshot!(shown(&mut palette(), 80, 24));
}

#[test]
fn palette_finds_by_letters_and_acts() {
    let mut palette = palette();
    press(&mut palette, "pinbase");
    assert_eq!(press(&mut palette, "<enter>"), Response::Act(Action::PinBaseline));
    assert_eq!(press(&mut palette, "<esc>"), Response::Stay, "Esc clears what is typed first");
    assert_eq!(press(&mut palette, "<esc>"), Response::Close);
}

#[test]
fn palette_says_why_and_does_not_act() {
    let mut palette = palette();
    press(&mut palette, "pausetherun");
    let page = text(&mut palette, 80, 24);
    assert!(page.contains("nothing is running"), "{page}");
    assert_eq!(press(&mut palette, "<enter>"), Response::Stay);
    press(&mut palette, "<esc> 2x2");
    let page = text(&mut palette, 80, 24);
    assert!(page.contains("only in Confusion"), "{page}");
}

#[test]
fn a_click_in_the_palette_takes_the_row() {
    let mut palette = palette();
    press(&mut palette, "sort");
    let page = text(&mut palette, 80, 24);
    let y = page.lines().position(|line| line.contains("Sort by")).unwrap();
    let at = Position { x: 10, y: u16::try_from(y).unwrap() };
    assert_eq!(palette.clicked(at), Response::Act(Action::Sort));
    assert_eq!(palette.clicked(Position { x: 0, y: 0 }), Response::Stay);
}

#[test]
fn log_80x24() {
    insta::assert_snapshot!(shown(&mut log(40), 80, 24));
}

#[test]
fn a_log_stays_where_it_is_read_until_its_end_is_asked_for() {
    let mut page = log(40);
    assert!(text(&mut page, 80, 24).contains("entry 39"));
    press(&mut page, "k");
    page.set(lines(60));
    let read = text(&mut page, 80, 24);
    assert!(!read.contains("entry 59") && read.contains("G newest"), "{read}");
    press(&mut page, "G");
    assert!(text(&mut page, 80, 24).contains("entry 59"));
    page.set(lines(61));
    assert!(text(&mut page, 80, 24).contains("entry 60"));
}

#[test]
fn confirm_60x18() {
    insta::assert_snapshot!(shown(&mut confirm(), 60, 18));
}

#[test]
fn only_yes_is_yes() {
    assert_eq!(press(&mut confirm(), "y"), Response::Confirmed);
    assert_eq!(press(&mut confirm(), "n"), Response::Close);
    assert_eq!(press(&mut confirm(), "<esc>"), Response::Close);
    assert_eq!(press(&mut confirm(), "r j ? <space>"), Response::Stay);
}

#[test]
fn a_prompt_returns_what_is_typed() {
    let mut prompt = Prompt::new("Export", "written beside the skills", "view");
    assert_eq!(press(&mut prompt, ".csv<enter>"), Response::Typed("view.csv".into()));
    assert_eq!(press(&mut prompt, "<c-u><enter>"), Response::Stay, "an empty answer is none");
    assert_eq!(press(&mut prompt, "<esc>"), Response::Close);
    insta::assert_snapshot!(text(&mut Prompt::new("Export", "a hint", "view.csv"), 50, 7));
}

#[test]
fn a_message_is_read_to_its_end() {
    let long: String = (0..30).map(|at| format!("line {at}\n")).collect();
    let mut message = Message::new("Why", &long);
    assert!(text(&mut message, 40, 10).contains("line 0"));
    press(&mut message, "G");
    assert!(text(&mut message, 40, 10).contains("line 29"));
    assert_eq!(press(&mut message, "<enter>"), Response::Close);
}

#[test]
fn an_overlay_is_whole_over_wide_characters() {
    let page = drawn(30, 7, |buf| {
        for y in 0..7 {
            buf.set_string(0, y, "電".repeat(15), ratatui::style::Style::new());
        }
        Message::new("Why", "because it is so").draw(buf, buf.area, &Theme::default());
    });
    let rows: Vec<_> = page.lines().take(7).map(str::to_owned).collect();
    assert_eq!(rows[2], "電電 ┏━ Why ━━━━━━━━━━━━┓ 電電");
}

proptest! {
    // Each case draws six overlays in two themes.
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_size_draws(w in 0..90u16, h in 0..30u16, x in 0..20u16, y in 0..9u16, keys in "[a-zG/ ]{0,8}") {
        let mut overlays: Vec<Box<dyn Overlay>> = vec![
            Box::new(help()),
            Box::new(palette()),
            Box::new(log(9)),
            Box::new(confirm()),
            Box::new(Prompt::new("Export", "hint", "text")),
            Box::new(Message::new("Why", "電子署名 because\nof that")),
        ];
        let mut buf = Buffer::empty(Rect::new(0, 0, 80, 24));
        for overlay in &mut overlays {
            for theme in [Theme::default(), Theme::default().next()] {
                overlay.draw(&mut buf, Rect::new(x, y, w, h), &theme);
                press(overlay.as_mut(), &keys);
                overlay.wheel(3);
                overlay.wheel(-9);
                overlay.clicked(Position { x, y });
                overlay.pasted("a\nb");
            }
        }
    }
}
