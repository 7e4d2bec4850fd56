use proptest::prelude::*;

use super::*;
use crate::tui::keys::script;

fn said(text: &str) -> Vec<String> {
    Keymap::with_user(text, "my.toml").1.iter().map(ToString::to_string).collect()
}

#[test]
fn a_persons_key_wins_and_the_rest_stays() {
    let (keymap, problems) =
        Keymap::with_user("global = [{ on = \"j\", run = \"up\" }]", "my.toml");
    assert_eq!(problems, []);
    let press = |key| keymap.action(&[Context::Global], script(key).unwrap()[0]);
    assert_eq!(press("j"), Some(Action::Up));
    assert_eq!(press("<down>"), Some(Action::Down));
    assert_eq!(press("q"), Some(Action::Quit));
}

#[test]
fn none_takes_a_key_away_even_from_what_lies_below() {
    let text = "probes = [{ on = [\"q\"], run = \"none\" }]";
    let (keymap, problems) = Keymap::with_user(text, "my.toml");
    assert_eq!(problems, []);
    let q = script("q").unwrap()[0];
    assert_eq!(keymap.action(&[Context::Global, Context::Probes], q), None);
    assert_eq!(keymap.action(&[Context::Global], q), Some(Action::Quit));
}

#[test]
fn all_problems_are_named_at_once_with_their_places() {
    let text = "\
global = [
  { on = [\"j\", \"Hyper-x\"], run = \"down\" },
  { on = [\"é\"], run = \"zooom\" },
  { on = [\"j\"], run = \"up\" },
  { on = [\"w\"], runs = \"up\" },
  { on = [\"Ctrl-c\"], run = \"copy\" },
  { on = [\"v\"], run = \"cycle-level\" },
  7,
]
prbes = []
input = 3
";
    let problems = Keymap::with_user(text, "my.toml").1;
    let found: Vec<_> =
        problems.iter().map(|p| (p.line.unwrap(), p.column.unwrap(), p.code.as_ref())).collect();
    assert_eq!(
        found,
        [
            (2, 16, "keymap-key"),
            (3, 23, "keymap-action"),
            (4, 11, "keymap-conflict"),
            (5, 3, "keymap-shape"),
            (5, 17, "keymap-field"),
            (6, 11, "keymap-reserved"),
            (7, 23, "keymap-place"),
            (8, 3, "keymap-shape"),
            (10, 1, "keymap-section"),
            (11, 9, "keymap-shape"),
        ]
    );
    assert!(problems.iter().all(|p| !p.remedy.is_empty() && p.path == "my.toml"));
    assert!(problems[1].remedy.contains("`zoom`"), "{}", problems[1].remedy);
    assert!(problems[2].message.contains("at 2:11"), "{}", problems[2].message);
}

#[test]
fn a_slip_of_syntax_costs_only_itself() {
    let text = "global = [{ on = [\"w\"], run = \"zoom\" }]\nprobes = = 3\n";
    let (keymap, problems) = Keymap::with_user(text, "my.toml");
    assert!(problems.iter().any(|p| p.code == "keymap-syntax" && p.line == Some(2)));
    assert_eq!(keymap.keys_for(Action::Zoom), ["z", "w"]);
}

#[test]
fn a_key_for_everywhere_that_a_view_keeps_is_noted() {
    assert_eq!(
        said("global = [{ on = [\"=\"], run = \"zoom\" }]"),
        ["my.toml:1:19: `=` remains `tidy` in `neighborhood` [keymap-shadow] \
          Bind it in `neighborhood` too if it should change there."]
    );
}

proptest! {
    #[test]
    fn any_text_leaves_a_way_out(text in "[a-z=\\[\\]{}\", \n\\PC]{0,60}") {
        let (keymap, problems) = Keymap::with_user(&text, "x");
        let ctrl_c = script("<c-c>").unwrap()[0];
        prop_assert_eq!(keymap.action(&[Context::Global], ctrl_c), Some(Action::Interrupt));
        prop_assert!(problems.iter().all(|p| p.line >= Some(1) && p.column >= Some(1)));
    }
}

const VALID: [&str; 3] = [
    "global = [\n  { on = [\"j\", \"Down\"], run = \"down\" },\n  { on = [\"Ctrl-p\"], run = \"palette\" },\n]\n",
    "probes = [{ on = [\"F5\"], run = \"retry\", desc = \"once more\" }]\ninput = []\n",
    "[[global]]\non = [\"z\"]\nrun = \"none\"\n",
];

proptest! {
    #![proptest_config(crate::fuzz::config())]

    #[test]
    fn broken_files_leave_a_way_out(text in crate::fuzz::text(&VALID)) {
        let (keymap, problems) = crate::fuzz::steady(|| Keymap::with_user(&text, "x"))?;
        let ctrl_c = script("<c-c>").unwrap()[0];
        prop_assert_eq!(keymap.action(&[Context::Global], ctrl_c), Some(Action::Interrupt));
        prop_assert!(problems.iter().all(|p| p.line >= Some(1) && !p.remedy.is_empty()));
    }
}
