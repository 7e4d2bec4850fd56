//! Keys go in, pictures and effects come out.

use std::sync::Arc;

use crossterm::event::{KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use proptest::prelude::*;
use ratatui::{buffer::Buffer, layout::Rect};

use super::{
    App, Effect, Msg, Setup, ViewId,
    testing::{board, board_after_an_edit},
};
use crate::{
    core::{
        catalog::Catalog,
        diagnostic::{Diagnostic, Severity},
        plan::Evidence,
        skill::{Skill, SkillDoc},
        workbench::{
            BaselineChoice, Board, Request,
            baselines::Offer,
            board::{AgentInfo, Opened, RunStatus},
            probes::ProbeCounts,
        },
    },
    tui::{
        action::Action,
        input::Input,
        keys::{Keymap, script},
        theme::{Settings, Theme, ThemeName},
    },
};

fn app() -> App {
    App::new(Setup::default())
}

fn press(app: &mut App, keys: &str) -> Vec<Effect> {
    let keys = script(keys).unwrap();
    keys.into_iter().flat_map(|key| app.update(Msg::Input(Input::Key(key)), 0)).collect()
}

fn picture(app: &mut App, width: u16, height: u16) -> Vec<String> {
    let mut buffer = Buffer::empty(Rect::new(0, 0, width, height));
    app.draw(&mut buffer, 0);
    let row = |y| (0..width).map(|x| buffer[(x, y)].symbol()).collect::<String>();
    (0..height).map(row).collect()
}

fn click(app: &mut App, column: u16, row: u16) {
    let kind = MouseEventKind::Down(MouseButton::Left);
    let mouse = MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE };
    app.update(Msg::Input(Input::Mouse(mouse)), 0);
}

#[test]
fn number_keys_show_views_and_quit_quits() {
    let mut app = app();
    assert_eq!(press(&mut app, "3"), []);
    assert_eq!(app.shown(), ViewId::Confusion);
    assert_eq!(press(&mut app, "<esc>"), []);
    assert_eq!(press(&mut app, "q"), [Effect::Quit]);
    assert_eq!(press(&mut app, "<c-z>"), [Effect::Suspend]);
}

#[test]
fn tab_goes_round_the_panes() {
    let mut app = app();
    let focus = |app: &App| app.slot().focus;
    press(&mut app, "<tab><tab>");
    assert_eq!(focus(&app), 2);
    press(&mut app, "<tab>");
    assert_eq!(focus(&app), 0);
    press(&mut app, "<s-tab>");
    assert_eq!(focus(&app), 2);
    // Each view has a focus of its own.
    press(&mut app, "2");
    assert_eq!(focus(&app), 0);
}

#[test]
fn a_wide_window_shows_all_panes_and_a_narrow_one_tabs() {
    let mut app = app();
    let wide = picture(&mut app, 120, 40).join("\n");
    for title in [" Skills ", " Fan ", " Detail "] {
        assert!(wide.contains(title), "{wide}");
    }
    let narrow = picture(&mut app, 80, 24).join("\n");
    assert!(narrow.contains(" Skills  Picture  Detail "), "{narrow}");
    assert!(!narrow.contains(" Fan "), "{narrow}");
}

#[test]
fn zoom_gives_the_focused_pane_the_whole_width() {
    let mut app = app();
    press(&mut app, "<tab>z");
    let zoomed = picture(&mut app, 120, 40).join("\n");
    assert!(zoomed.contains(" Fan ") && !zoomed.contains(" Skills "), "{zoomed}");
    press(&mut app, "z");
    assert!(picture(&mut app, 120, 40).join("\n").contains(" Skills "));
}

#[test]
fn what_cannot_be_done_is_said_and_fades() {
    let mut app = app();
    assert_eq!(app.act(Action::Pause, 500), []);
    let end = app.changes_at(500).unwrap();
    let said = |app: &mut App, at_ms| {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 80, 24));
        app.draw(&mut buffer, at_ms);
        (0..80).map(|x| buffer[(x, 22)].symbol()).collect::<String>().contains("nothing is running")
    };
    assert!(said(&mut app, end - 1));
    assert!(!said(&mut app, end));
    assert_eq!(app.changes_at(end), None);
}

#[test]
fn clicks_reach_views_tabs_and_panes() {
    let mut app = app();
    let column_of = |rows: &[String], row: usize, text: &str| {
        u16::try_from(rows[row].find(text).unwrap()).unwrap()
    };
    let rows = picture(&mut app, 80, 24);
    click(&mut app, column_of(&rows, 3, "Picture"), 3);
    assert_eq!(app.slot().focus, 1);
    click(&mut app, column_of(&rows, 1, "Probes"), 1);
    assert_eq!(app.shown(), ViewId::Probes);
    picture(&mut app, 120, 40);
    click(&mut app, 119, 20);
    assert_eq!(app.slot().focus, 1);
}

#[test]
fn layers_take_the_keys_until_escape_closes_the_top_one() {
    let mut app = app();
    press(&mut app, "?");
    assert!(picture(&mut app, 120, 40).join("\n").contains("Go down one row"));
    assert_eq!(press(&mut app, "2 q"), []);
    assert_eq!(app.shown(), ViewId::Neighborhood);
    assert!(!picture(&mut app, 120, 40).join("\n").contains("Go down one row"));
    assert_eq!(press(&mut app, "<esc> q"), [Effect::Quit]);
}

#[test]
fn the_palette_carries_out_what_is_chosen() {
    let mut app = app();
    press(&mut app, ": view-confusion <enter>");
    assert_eq!(app.shown(), ViewId::Confusion);
    assert_eq!(press(&mut app, ": zoom <c-z>"), [Effect::Suspend]);
}

#[test]
fn the_theme_changes_and_says_its_name() {
    let mut app = app();
    press(&mut app, ": cycle-theme <enter>");
    assert!(picture(&mut app, 120, 40).join("\n").contains("theme: light"));
}

#[test]
fn keys_become_requests_and_choices() {
    let mut app = app();
    app.update(Msg::Board(board()), 0);
    let request = |request| [Effect::Request(request)];
    assert_eq!(press(&mut app, "R"), request(Request::RunAll));
    assert_eq!(press(&mut app, "b"), request(Request::PinBaseline));
    let head = Request::ChooseBaseline(BaselineChoice::Head);
    let find = Effect::Request(Request::FindBaselines);
    assert_eq!(press(&mut app, "B <enter>"), [find.clone(), Effect::Request(head)]);
    assert_eq!(press(&mut app, "B <esc>"), [find]);
    // Past a file that is no skill and a skill that is not loaded.
    assert_eq!(press(&mut app, "j j <space>"), request(Request::Mute("bread".into())));
    let path = "/bakery/bread/SKILL.md".into();
    assert_eq!(press(&mut app, "E"), [Effect::Edit { path, line: 3 }]);
}

#[test]
fn the_editor_opens_where_something_is_found() {
    let mut board = Board::clone(&board());
    let mut catalog = Catalog::clone(&board.now.snapshot.catalog);
    let bread = catalog.skills.iter_mut().find(|skill| skill.id.as_str() == "bread").unwrap();
    let mut doc = SkillDoc::clone(&bread.doc);
    let told = Diagnostic::new(Severity::Error, "yaml-colon", "bread/SKILL.md", "A colon.", "");
    doc.diagnostics.push(told.at(7, 1));
    *bread = Arc::new(Skill { doc: Arc::new(doc), ..Skill::clone(bread) });
    let now = Arc::make_mut(&mut board.now);
    now.snapshot.catalog = Arc::new(catalog);
    now.linting = Default::default();
    assert!(now.lint().iter().any(|found| found.line == Some(7)));
    let mut app = App::new(Setup::default());
    app.update(Msg::Board(Arc::new(board)), 0);
    let path = "/bakery/bread/SKILL.md".into();
    assert_eq!(press(&mut app, "j j E"), [Effect::Edit { path, line: 7 }]);
}

#[test]
fn quitting_asks_only_while_a_model_is_paid() {
    let mut app = app();
    let run = RunStatus {
        counts: ProbeCounts { planned: 9, scored: 4, ..ProbeCounts::default() },
        ..RunStatus::default()
    };
    let with = |evidence| {
        let agent = AgentInfo { evidence, ..AgentInfo::default() };
        Msg::Board(Arc::new(Board { agent, run, ..Board::default() }))
    };
    app.update(with(Evidence::Scripted), 0);
    assert_eq!(press(&mut app, "q"), [Effect::Quit]);
    app.update(with(Evidence::Model), 0);
    assert_eq!(press(&mut app, "q"), []);
    assert!(picture(&mut app, 80, 24).join("\n").contains("5 probes are not done"));
    assert_eq!(press(&mut app, "<esc>"), []);
    assert_eq!(press(&mut app, "q y"), [Effect::Quit]);
    assert_eq!(press(&mut app, "<c-c>"), [Effect::Quit]);
}

#[test]
fn a_light_terminal_gets_the_light_theme_unless_one_was_chosen() {
    let light = || Msg::Input(Input::Background { light: true });
    let mut app = app();
    app.update(light(), 0);
    assert_eq!(app.theme.name(), ThemeName::Light);
    let settings = Settings { theme: Some(ThemeName::HighContrast), ..Settings::default() };
    let mut app = App::new(Setup { theme: Theme::new(settings), ..Setup::default() });
    app.update(light(), 0);
    assert_eq!(app.theme.name(), ThemeName::HighContrast);
}

#[test]
fn what_is_wrong_with_the_keys_is_said_at_the_start_and_kept_in_the_log() {
    let (keymap, problems) =
        Keymap::with_user("global = [{ on = \"j\", run = \"jump\" }]", "my.toml");
    let mut app = App::new(Setup { keymap, problems, ..Setup::default() });
    assert!(picture(&mut app, 120, 40)[38].contains("my.toml:1:"));
    press(&mut app, "!");
    assert!(picture(&mut app, 120, 40).join("\n").matches("my.toml:1:").count() >= 2);
}

#[test]
fn an_export_is_the_picture_with_what_it_measures() {
    let mut app = app();
    app.update(Msg::Board(board()), 0);
    picture(&mut app, 100, 30);
    let effects = press(&mut app, "3 x");
    let [Effect::Save { name, contents }] = &effects[..] else { panic!("{effects:?}") };
    assert_eq!(name, "skillscope-confusion.txt");
    assert!(contents.starts_with("as Claude Code: 2 resident") && contents.contains("Matrix"));
    assert!(contents.ends_with("\nmeasures selection, not usefulness\n"), "{contents}");
}

#[test]
fn what_happens_is_said_and_logged() {
    let mut app = app();
    app.update(Msg::Board(board()), 0);
    assert!(picture(&mut app, 120, 40)[38].contains("generation 1: 3 skills read"));
    press(&mut app, "!");
    app.update(Msg::Board(board_after_an_edit()), 0);
    let log = picture(&mut app, 120, 40).join("\n");
    assert!(log.contains("01:05 · generation 2: 3 skills read"), "{log}");
    assert!(log.contains("pies/SKILL.md: There is no front matter."), "{log}");
}

proptest! {
    #[test]
    fn no_size_and_no_keys_break_the_picture(
        width in 1u16..200, height in 1u16..60, keys in "[1-4zhjkl?:/q]{0,12}"
    ) {
        let mut app = app();
        press(&mut app, &keys);
        picture(&mut app, width, height);
    }
}

#[test]
fn kept_runs_and_revisions_can_be_compared_with_as_they_are_found() {
    let mut app = app();
    let chosen = |choice| Effect::Request(Request::ChooseBaseline(choice));
    press(&mut app, "B");
    let text = picture(&mut app, 120, 40).join("\n");
    assert!(text.contains("git HEAD") && text.contains("being looked for"), "{text}");
    let offer = |choice, name: &str, about: &str| Offer {
        choice,
        name: name.to_owned(),
        about: about.to_owned(),
        problem: None,
    };
    let run = BaselineChoice::Run("20261130-142501999-7f3a9c21".into());
    let main = BaselineChoice::Revision("main".into());
    let broken = BaselineChoice::Run("20261130-142501998-7f3a9c21".into());
    let offers = vec![
        offer(run.clone(), "run 20261130-142501999-7f3a9c21", "keyword (stand-in), 3 queries"),
        Offer { problem: Some("broken: no plan".into()), ..offer(broken, "run 2", "") },
        offer(main.clone(), "branch main", "2026-11-30 Bake"),
    ];
    press(&mut app, "<down>");
    let found = Board { offers: Some(Arc::new(offers)), ..Board::clone(&board()) };
    app.update(Msg::Board(Arc::new(found)), 0);
    let text = picture(&mut app, 120, 40).join("\n");
    for part in ["keyword (stand-in), 3 queries", "broken: no plan", "2026-11-30 Bake"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let chosen_now: Vec<&str> = text.lines().filter(|line| line.contains("chosen")).collect();
    assert!(matches!(&chosen_now[..], [one] if one.contains("the state at start")), "{text}");
    // The cursor stayed where it was put.
    assert_eq!(press(&mut app, "<enter>"), [chosen(BaselineChoice::Start)]);
    let find = Effect::Request(Request::FindBaselines);
    assert_eq!(press(&mut app, "B 999 <enter>"), [find.clone(), chosen(run)]);
    assert_eq!(press(&mut app, "B main <enter>"), [find.clone(), chosen(main)]);
    let typed = BaselineChoice::Revision("HEAD~3".into());
    assert_eq!(press(&mut app, "B HEAD~3 <enter>"), [find, chosen(typed)]);
}

#[test]
fn a_recorded_run_is_compared_with_other_runs_alone() {
    let mut app = app();
    let opened = Some(Opened { id: "r".into(), ..Opened::default() });
    app.update(Msg::Board(Arc::new(Board { opened, ..Board::clone(&board()) })), 0);
    assert_eq!(press(&mut app, "B"), [Effect::Request(Request::FindBaselines)]);
    let text = picture(&mut app, 120, 40).join("\n");
    assert!(text.contains("kept runs") && !text.contains("git HEAD"), "{text}");
    assert_eq!(press(&mut app, "main <enter>"), []);
}
