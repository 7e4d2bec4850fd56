//! Reads a keymap file: whatever can be used is used, whatever cannot is named with its place.

use std::ops::Range;

use indexmap::IndexMap;
use toml::{
    Spanned,
    de::{DeTable, DeValue},
};

use super::{Bound, Chord, Keymap};
use crate::{
    core::{
        diagnostic::{Diagnostic, Severity},
        nearest::nearest,
    },
    tui::action::{Action, Context},
};

const SHAPE: &str = "Write a section as a list: global = [{ on = [\"j\"], run = \"down\" }].";

/// Puts the bindings of `text` over those of `keymap` and returns all problems, by position.
pub(super) fn read_onto(keymap: &mut Keymap, text: &str, path: &str) -> Vec<Diagnostic> {
    let mut reader = Reader { text, path, seen: IndexMap::new(), problems: Vec::new() };
    let (document, errors) = DeTable::parse_recoverable(text);
    for error in errors {
        let message = error.message().to_owned();
        let span = error.span().unwrap_or_default();
        reader.problem(Severity::Error, "keymap-syntax", span, message, "Mend the TOML there.");
    }
    // A table comes sorted by name; the order of a file is what help and tables show.
    let mut sections: Vec<_> = document.get_ref().iter().collect();
    sections.sort_by_key(|(section, _)| section.span().start);
    for (section, value) in sections {
        reader.section(keymap, section.get_ref(), section.span(), value);
    }
    reader.shadows(keymap);
    reader.problems.sort_by_key(|problem| (problem.line, problem.column));
    reader.problems
}

struct Reader<'a> {
    text: &'a str,
    path: &'a str,
    /// The bindings that this file made, with their places.
    seen: IndexMap<(Context, Chord), Range<usize>>,
    problems: Vec<Diagnostic>,
}

impl Reader<'_> {
    fn problem(
        &mut self,
        severity: Severity,
        code: &'static str,
        span: Range<usize>,
        message: impl Into<String>,
        remedy: impl Into<String>,
    ) {
        let (line, column) = self.place(span.start);
        let diagnostic = Diagnostic::new(severity, code, self.path, message, remedy);
        self.problems.push(diagnostic.at(line, column));
    }

    /// 1-based line and column, in characters, of a byte offset.
    fn place(&self, offset: usize) -> (u32, u32) {
        let before = self.text.get(..offset).unwrap_or(self.text);
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        (u32::try_from(line).unwrap_or(u32::MAX), u32::try_from(column).unwrap_or(u32::MAX))
    }

    fn section(
        &mut self,
        keymap: &mut Keymap,
        name: &str,
        span: Range<usize>,
        value: &Spanned<DeValue<'_>>,
    ) {
        let Ok(context) = name.parse::<Context>() else {
            let known: Vec<_> = Context::all().map(Context::id).collect();
            self.problem(
                Severity::Warning,
                "keymap-section",
                span,
                format!("There is no section `{name}`"),
                format!("Use one of {}.", known.join(", ")),
            );
            return;
        };
        let Some(entries) = value.get_ref().as_array() else {
            let message = format!("`{name}` is no list of bindings");
            self.problem(Severity::Error, "keymap-shape", value.span(), message, SHAPE);
            return;
        };
        for entry in entries.iter() {
            self.entry(keymap, context, entry);
        }
    }

    fn entry(&mut self, keymap: &mut Keymap, context: Context, entry: &Spanned<DeValue<'_>>) {
        let Some(table) = entry.get_ref().as_table() else {
            self.shape(entry.span(), "This is no binding");
            return;
        };
        let (mut on, mut run, mut desc) = (Vec::new(), None, None);
        for (field, value) in table {
            match (field.get_ref().as_ref(), value.get_ref()) {
                ("on", DeValue::String(key)) => on.push((key.to_string(), value.span())),
                ("on", DeValue::Array(keys)) => {
                    for key in keys.iter() {
                        match key.get_ref().as_str() {
                            Some(text) => on.push((text.to_owned(), key.span())),
                            None => self.shape(key.span(), "A key must be a text"),
                        }
                    }
                }
                ("run", DeValue::String(id)) => run = Some((id.to_string(), value.span())),
                ("desc", DeValue::String(text)) => desc = Some(text.to_string()),
                ("on" | "run" | "desc", _) => {
                    self.shape(value.span(), &format!("`{}` must be a text", field.get_ref()));
                }
                (other, _) => {
                    let message = format!("A binding has no field `{other}`");
                    let remedy = "Its fields are on, run and desc.";
                    self.problem(Severity::Warning, "keymap-field", field.span(), message, remedy);
                }
            }
        }
        let Some((id, run_span)) = run else {
            self.shape(entry.span(), "This binding lacks `run`");
            return;
        };
        if on.is_empty() {
            self.shape(entry.span(), "This binding lacks `on`");
        }
        let Some(action) = self.action(context, &id, run_span) else { return };
        for (key, span) in on {
            self.bind(keymap, context, &key, span, Bound { action, desc: desc.clone() });
        }
    }

    fn shape(&mut self, span: Range<usize>, message: &str) {
        self.problem(Severity::Error, "keymap-shape", span, message, SHAPE);
    }

    /// The action of an id; the inner `None` is "none". The outer `None` was reported.
    fn action(&mut self, context: Context, id: &str, span: Range<usize>) -> Option<Option<Action>> {
        if id == "none" {
            return Some(None);
        }
        let Ok(action) = id.parse::<Action>() else {
            let remedy = match nearest(id, Action::all().map(Action::id)) {
                Some(near) => format!("Did you mean `{near}`? The help page lists all actions."),
                None => "The help page lists all actions.".to_owned(),
            };
            let message = format!("There is no action `{id}`");
            self.problem(Severity::Error, "keymap-action", span, message, remedy);
            return None;
        };
        if !action.is_in(&[Context::Global, context]) {
            let places: Vec<_> = action.contexts().iter().map(|place| place.id()).collect();
            let message = format!("`{id}` means nothing in `{}`", context.id());
            let remedy = format!("Bind it in {}.", places.join(" or "));
            self.problem(Severity::Warning, "keymap-place", span, message, remedy);
            return None;
        }
        Some(Some(action))
    }

    fn bind(
        &mut self,
        keymap: &mut Keymap,
        context: Context,
        key: &str,
        span: Range<usize>,
        bound: Bound,
    ) {
        let chord = match key.parse::<Chord>() {
            Ok(chord) => chord,
            Err(error) => {
                let remedy = "Keys are characters, names such as Enter or F1, and Ctrl-d.";
                self.problem(Severity::Error, "keymap-key", span, sentence(&error), remedy);
                return;
            }
        };
        if let Some(first) = self.seen.get(&(context, chord)) {
            let (line, column) = self.place(first.start);
            let message =
                format!("`{chord}` is bound in `{}` already, at {line}:{column}", context.id());
            let remedy = "The first binding holds; take one of the two away.";
            self.problem(Severity::Warning, "keymap-conflict", span, message, remedy);
            return;
        }
        // Ctrl-C is the way out when nothing else answers.
        let interrupt = keymap.bound.get(&(context, chord)).and_then(|old| old.action);
        if interrupt == Some(Action::Interrupt) && bound.action != interrupt {
            let message = format!("`{chord}` always quits");
            self.problem(
                Severity::Warning,
                "keymap-reserved",
                span,
                message,
                "Choose another key.",
            );
            return;
        }
        self.seen.insert((context, chord), span);
        keymap.bound.insert((context, chord), bound);
    }

    /// Notes keys bound for everywhere that a view still uses for something else.
    fn shadows(&mut self, keymap: &Keymap) {
        let shadowed: Vec<_> = keymap
            .bound
            .iter()
            .filter(|((context, _), _)| !context.is_modal() && *context != Context::Global)
            .filter(|((context, chord), _)| !self.seen.contains_key(&(*context, *chord)))
            .filter_map(|((context, chord), bound)| {
                let span = self.seen.get(&(Context::Global, *chord))?.clone();
                Some((span, *context, *chord, bound.action?))
            })
            .collect();
        for (span, context, chord, action) in shadowed {
            let (place, id) = (context.id(), action.id());
            self.problem(
                Severity::Note,
                "keymap-shadow",
                span,
                format!("`{chord}` remains `{id}` in `{place}`"),
                format!("Bind it in `{place}` too if it should change there."),
            );
        }
    }
}

/// An error's text as the beginning of a sentence.
fn sentence(error: &impl ToString) -> String {
    let text = error.to_string();
    let mut chars = text.chars();
    chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
}

#[cfg(test)]
mod tests;
