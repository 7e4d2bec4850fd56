//! View 1 as a person meets it: boards and keys go in, whole screens and wishes come out.

use std::sync::Arc;

use proptest::prelude::*;

use crate::{
    core::workbench::{
        Board, Request,
        board::{Found, FoundHit},
    },
    report::screen,
    tui::{
        app::testing::{board, board_after_an_edit},
        offscreen::{Effect, Offscreen, Settings, Setup, Theme},
    },
};

/// The view at a size, with a board.
struct Sitting {
    screen: Offscreen,
}

impl Sitting {
    fn new(size: (u16, u16), board: Arc<Board>) -> Self {
        Self::with(Setup::default(), size, board)
    }

    fn with(setup: Setup, size: (u16, u16), board: Arc<Board>) -> Self {
        let mut screen = Offscreen::new(setup, size);
        screen.show(board);
        Self { screen }
    }

    fn press(&mut self, keys: &str) -> Vec<Effect> {
        self.screen.press(keys).unwrap()
    }

    fn text(&mut self) -> String {
        screen::text(&self.screen.picture())
    }

    /// The row of the list under the cursor.
    fn at(&mut self) -> String {
        let text = self.text();
        let row = text.lines().find(|line| line.contains('▌')).unwrap_or_default();
        row.chars().skip_while(|c| *c != '▌').skip(1).take(24).collect::<String>().trim().to_owned()
    }
}

fn halted() -> Arc<Board> {
    let reason = "/bakery is gone: bring the folder back or name another one".to_owned();
    Arc::new(Board { halted: Some(reason), ..Board::default() })
}

fn searched(query: &str) -> Arc<Board> {
    let hit = FoundHit {
        skill: "cakes".into(),
        field: "body".into(),
        snippet: "Spread the icing\u{1b}[31m while it is warm".into(),
        marks: std::iter::once(11..16).collect(),
    };
    let found = Found { query: query.into(), hits: vec![hit], total: 1, problem: None };
    Arc::new(Board { found: Some(Arc::new(found)), ..Board::clone(&board()) })
}

#[test]
fn the_view_wide() {
    insta::assert_snapshot!(Sitting::new((120, 40), board()).text());
}

#[test]
fn the_list_in_a_usual_terminal() {
    insta::assert_snapshot!(Sitting::new((80, 24), board()).text());
}

#[test]
fn after_an_edit_the_view_says_what_moved() {
    let mut sitting = Sitting::new((80, 24), board());
    sitting.screen.show(board_after_an_edit());
    let list = sitting.text();
    sitting.press("/ b r e a d <enter> <enter>");
    insta::assert_snapshot!(format!("{list}{}", sitting.text()));
}

#[test]
fn loading_and_halting_are_said() {
    insta::assert_snapshot!(Sitting::new((80, 24), Arc::default()).text());
    let mut sitting = Sitting::new((80, 24), halted());
    assert!(sitting.text().contains("bring the folder back"));
}

#[test]
fn a_file_that_cannot_be_used_is_told_in_full() {
    let mut sitting = Sitting::new((80, 24), board());
    let worst: Vec<_> = sitting.at().split_whitespace().map(str::to_owned).collect();
    assert_eq!(worst, ["✗1", "pies"], "the worst is what nobody can be offered");
    assert_eq!(
        sitting.press("<space>"),
        [],
        "what is no skill cannot be muted, nor another instead"
    );
    let effects = sitting.press("E");
    assert!(
        matches!(&effects[..], [Effect::Edit { path, line: 1 }] if path.ends_with("pies/SKILL.md")),
        "{effects:?}"
    );
    sitting.press("<enter>");
    let text = sitting.text();
    for part in ["pies", "cannot be used", "There is no front matter.", "[no-front-matter]"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(text.contains("Begin the file with ---."), "{text}");
}

#[test]
fn a_filter_narrows_goes_to_the_best_match_and_is_taken_back() {
    let mut sitting = Sitting::new((80, 24), board());
    sitting.press("/ t i l");
    assert!(sitting.at().contains("till"), "{}", sitting.text());
    assert!(sitting.text().contains("1/5"), "{}", sitting.text());
    // Keys are text while it is typed, and keys again after it is accepted.
    sitting.press("q <backspace> <enter> <esc>");
    assert!(sitting.text().contains("5 by trouble") && sitting.at().contains("till"));
}

#[test]
fn the_selection_holds_on_to_its_skill_through_sorts_and_saves() {
    let mut sitting = Sitting::new((80, 24), board());
    sitting.press("g j j j");
    let before = sitting.at();
    sitting.press("t t t");
    assert_eq!(sitting.at(), before);
    sitting.screen.show(board_after_an_edit());
    assert_eq!(sitting.at().split_whitespace().last(), before.split_whitespace().last());
}

#[test]
fn asking_ranks_explains_and_keeps_a_row_for_the_selected_skill() {
    let mut sitting = Sitting::new((80, 24), board());
    sitting.press("/ b r e a d <enter> a");
    sitting.press("i c i n g <space> f o r <space> a <space> q u e e n");
    let typing = sitting.text();
    assert!(typing.contains("✗ cakes would take it"), "{typing}");
    assert!(typing.contains("stand-in") && typing.contains("icing +"), "{typing}");
    sitting.press("<enter>");
    insta::assert_snapshot!(sitting.text());
    let effects = sitting.press("+");
    let expected = vec!["bread".into()];
    let row = Request::AddRow { prompt: "icing for a queen".into(), expected };
    assert_eq!(effects, [Effect::Request(row)]);
    sitting.press("<esc>");
    assert!(!sitting.text().contains("would take it"));
}

#[test]
fn a_prompt_that_shares_no_word_is_nobodys() {
    let mut sitting = Sitting::new((80, 24), board());
    sitting.press("a z e b r a");
    let text = sitting.text();
    assert!(text.contains("∅ nobody would take it"), "{text}");
}

#[test]
fn a_search_asks_at_every_key_and_goes_to_the_hit() {
    let mut sitting = Sitting::new((80, 24), board());
    let effects = sitting.press("F i c");
    let asked = |text: &str| Effect::Request(Request::Search(text.to_owned()));
    assert_eq!(effects, [asked("i"), asked("ic")]);
    assert!(sitting.text().contains("Searching."));
    sitting.screen.show(searched("ic"));
    let text = sitting.text();
    assert!(text.contains("Spread the icing␛[31m while"), "{text}");
    sitting.press("<enter>");
    assert!(sitting.at().contains("cakes"), "{}", sitting.text());
}

#[test]
fn a_copy_is_a_path_in_the_list_and_a_description_in_the_detail() {
    let mut sitting = Sitting::new((80, 24), board());
    let copied = |text: &str| vec![Effect::Copy(text.to_owned())];
    assert_eq!(sitting.press("/ b r e a d <enter> y"), copied("/bakery/bread/SKILL.md"));
    assert_eq!(sitting.press("<enter> y"), copied("Bake bread and rolls."));
}

#[test]
fn plain_letters_say_everything_that_colours_say() {
    let theme = Theme::new(Settings { ascii: true, ..Settings::default() });
    let setup = Setup { theme, ..Setup::default() };
    let mut sitting = Sitting::with(setup, (80, 24), board());
    sitting.press("/ c a k e s <enter> <enter>");
    let text = sitting.text();
    assert!(text.is_ascii(), "{text}");
    assert!(text.contains("^1bread"), "the rival by its number: {text}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_size_and_any_keys_draw(
        width in 1u16..130, height in 1u16..45, which in 0usize..4,
        keys in prop::collection::vec(
            prop::sample::select(vec![
                "j", "k", "G", "g", "n", "t", "<tab>", "<enter>", "<esc>", "/", "a", "F", "x",
                "<backspace>", "+", "m", "z", "<space>", "y", "<pagedown>",
            ]),
            0..12,
        ),
    ) {
        let boards = [board(), board_after_an_edit(), Arc::default(), halted()];
        let mut sitting = Sitting::new((width, height), Arc::clone(&boards[which]));
        sitting.press(&keys.join(" "));
        sitting.screen.show(board_after_an_edit());
        prop_assert_eq!(sitting.text().lines().count(), usize::from(height));
    }
}
