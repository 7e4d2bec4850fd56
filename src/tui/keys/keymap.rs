//! Which key does what, where: the built-in keys with a person's own on top.

use crossterm::event::KeyEvent;
use indexmap::IndexMap;

use super::{Chord, file};
use crate::{
    core::diagnostic::Diagnostic,
    tui::action::{Action, Context, Group},
};

const STANDARD: &str = include_str!("../../../keymap.toml");

/// What a key does in a context. `action` is `None` where a file takes the key away, which hides
/// what an outer context would do with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bound {
    pub action: Option<Action>,
    /// A person's own words for the help page.
    pub desc: Option<String>,
}

/// All bindings, in the order of the files: the order of keys in help, footer and tables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Keymap {
    pub(super) bound: IndexMap<(Context, Chord), Bound>,
}

impl Default for Keymap {
    fn default() -> Self {
        Self::standard()
    }
}

impl Keymap {
    /// The built-in keys. Its file is in the binary, and a test reads it without a complaint.
    pub fn standard() -> Self {
        let mut keymap = Self { bound: IndexMap::new() };
        file::read_onto(&mut keymap, STANDARD, "keymap.toml");
        keymap
    }

    /// The built-in keys with those of a person's file on top.
    ///
    /// Every problem of the file comes back with its line, and everything else in it is used.
    /// `path` only names the file in the diagnoses.
    pub fn with_user(text: &str, path: &str) -> (Self, Vec<Diagnostic>) {
        let mut keymap = Self::standard();
        let problems = file::read_onto(&mut keymap, text, path);
        (keymap, problems)
    }

    /// What a key does for a stack of contexts, outermost first. Releases do nothing.
    pub fn action(&self, stack: &[Context], key: KeyEvent) -> Option<Action> {
        self.at(stack, Chord::of(key)?)?.action
    }

    fn at(&self, stack: &[Context], chord: Chord) -> Option<&Bound> {
        Context::reachable(stack).find_map(|context| self.bound.get(&(context, chord)))
    }

    /// Every binding of one context, in file order.
    pub fn of_context(&self, context: Context) -> impl Iterator<Item = (Chord, &Bound)> {
        self.bound.iter().filter(move |((c, _), _)| *c == context).map(|((_, k), b)| (*k, b))
    }

    /// All keys of an action, each once: those of the views, or, if it has none there, those that
    /// work while typing or answering.
    pub fn keys_for(&self, action: Action) -> Vec<String> {
        let keys = |modal: bool| {
            let mut keys: Vec<String> = Vec::new();
            for ((context, chord), bound) in &self.bound {
                let key = chord.to_string();
                let fits = bound.action == Some(action) && context.is_modal() == modal;
                if fits && !keys.contains(&key) {
                    keys.push(key);
                }
            }
            keys
        };
        let outside = keys(false);
        if outside.is_empty() { keys(true) } else { outside }
    }

    /// The first key that reaches the action from this stack of contexts: what a hint may promise.
    pub fn key_in(&self, stack: &[Context], action: Action) -> Option<String> {
        Context::reachable(stack).find_map(|context| {
            self.of_context(context)
                .filter(|(_, bound)| bound.action == Some(action))
                .find(|(chord, _)| {
                    self.at(stack, *chord).is_some_and(|bound| bound.action == Some(action))
                })
                .map(|(chord, _)| chord.to_string())
        })
    }

    /// The help line of an action: a person's own words, else the registry's.
    pub fn doc(&self, action: Action) -> &str {
        self.bound
            .values()
            .filter(|bound| bound.action == Some(action))
            .find_map(|bound| bound.desc.as_deref())
            .unwrap_or(action.doc())
    }

    /// The key table as Markdown: a row for each action that has a key, a table for each group.
    pub fn markdown(&self) -> String {
        let mut out = String::new();
        for group in Group::all() {
            let rows = Action::all().filter(|action| action.group() == group);
            let rows = rows.map(|action| (self.keys_for(action), action));
            out.push_str(&format!("| {} | |\n|---|---|\n", group.title()));
            for (keys, action) in rows.filter(|(keys, _)| !keys.is_empty()) {
                let keys: Vec<_> = keys.iter().map(|key| code_span(key)).collect();
                out.push_str(&format!("| {} | {} |\n", keys.join(" "), self.doc(action)));
            }
            out.push('\n');
        }
        out.truncate(out.trim_end().len());
        out.push('\n');
        out
    }
}

/// A key as a Markdown code span inside a table cell.
fn code_span(key: &str) -> String {
    match key {
        "`" => "`` ` ``".to_owned(),
        "|" => "`\\|`".to_owned(),
        _ => format!("`{key}`"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::keys::script;

    fn press(keymap: &Keymap, stack: &[Context], key: &str) -> Option<Action> {
        keymap.action(stack, script(key).unwrap()[0])
    }

    #[test]
    fn the_built_in_file_is_without_complaint() {
        let mut keymap = Keymap { bound: IndexMap::new() };
        assert_eq!(file::read_onto(&mut keymap, STANDARD, "keymap.toml"), []);
        assert_eq!(keymap, Keymap::standard());
    }

    #[test]
    fn every_action_has_a_key_save_those_of_the_palette_alone() {
        let keymap = Keymap::standard();
        let keyless: Vec<_> =
            Action::all().filter(|action| keymap.keys_for(*action).is_empty()).collect();
        assert_eq!(keyless, [Action::CycleTheme, Action::ToggleMouse]);
    }

    #[test]
    fn every_action_is_bound_wherever_it_means_something() {
        let keymap = Keymap::standard();
        for action in Action::all().filter(|action| !keymap.keys_for(*action).is_empty()) {
            for context in action.contexts() {
                let stack = [Context::Global, *context];
                assert!(keymap.key_in(&stack, action).is_some(), "{action:?} in {context:?}");
            }
        }
    }

    #[test]
    fn the_innermost_context_wins_and_typing_is_text() {
        let keymap = Keymap::standard();
        let view = [Context::Global, Context::Neighborhood];
        assert_eq!(press(&keymap, &view, "m"), Some(Action::CycleMode));
        assert_eq!(press(&keymap, &view, "q"), Some(Action::Quit));
        assert_eq!(press(&keymap, &[Context::Global, Context::Probes], "m"), None);
        let typing = [Context::Global, Context::Neighborhood, Context::Input];
        assert_eq!(press(&keymap, &typing, "q"), None);
        assert_eq!(press(&keymap, &typing, "<c-p>"), Some(Action::Up));
        assert_eq!(press(&keymap, &view, "<c-p>"), Some(Action::Palette));
        assert_eq!(press(&keymap, &typing, "<c-c>"), Some(Action::Escape));
    }

    #[test]
    fn a_hint_never_promises_a_key_that_something_inner_takes() {
        let (keymap, _) = Keymap::with_user(
            "probes = [{ on = [\"?\"], run = \"sort\" }, { on = [\"F1\"], run = \"none\" }]",
            "k",
        );
        assert_eq!(keymap.key_in(&[Context::Global], Action::Help), Some("?".into()));
        assert_eq!(keymap.key_in(&[Context::Global, Context::Probes], Action::Help), None);
        assert_eq!(keymap.keys_for(Action::Sort), ["t", "?"]);
    }

    #[test]
    fn the_table_holds_every_key_and_survives_a_bar() {
        let table = Keymap::standard().markdown();
        assert!(table.contains("| `j` `Down` | Go down one row |\n"));
        assert!(!table.contains("Change the theme"));
        let (keymap, _) =
            Keymap::with_user("global = [{ on = [\"|\"], run = \"zoom\", desc = \"big\" }]", "k");
        assert!(keymap.markdown().contains("| `z` `\\|` | big |\n"));
    }
}
