//! Reads a configuration file: what can be used is used, what cannot is named with its place.
//!
//! Knows TOML and the table of settings; must not know folders.

use std::ops::Range;

use toml::{
    Spanned,
    de::{DeTable, DeValue},
};

use super::{
    Config, Names, Source,
    bars::SECTION,
    levels::RULES,
    prices::PRICES,
    settings::{KEYS, Scope},
    value::Value,
};
use crate::core::{
    diagnostic::{Diagnostic, Severity},
    nearest::nearest,
};

/// Of what a project says and somebody has to agree to.
pub const AGREE: &str = "config-agree";

/// `known` is what the files before say, which a project may lower.
pub(super) fn read_onto(
    config: &mut Config,
    known: &Config,
    text: &str,
    path: &str,
    source: Source,
    names: &Names,
) -> Vec<Diagnostic> {
    let mut reader = Reader { config, known, text, path, source, names, problems: Vec::new() };
    let (document, errors) = DeTable::parse_recoverable(text);
    for error in errors {
        let message = format!("The file is not TOML here: {}.", error.message());
        let span = error.span().unwrap_or_default();
        reader.problem(Severity::Error, "config-syntax", span, message, "Mend the TOML there.");
    }
    reader.table("", document.get_ref());
    reader.problems.sort_by_key(|problem| (problem.line, problem.column));
    reader.problems
}

pub(super) struct Reader<'a> {
    pub config: &'a mut Config,
    known: &'a Config,
    text: &'a str,
    path: &'a str,
    pub source: Source,
    names: &'a Names,
    problems: Vec<Diagnostic>,
}

impl Reader<'_> {
    /// Settings directly in a section; `section` is empty at the top.
    fn table(&mut self, section: &str, table: &DeTable<'_>) {
        for (name, value) in table {
            let full = match section {
                "" => name.get_ref().to_string(),
                _ => format!("{section}.{}", name.get_ref()),
            };
            match value.get_ref() {
                DeValue::Table(bars) if section.is_empty() && full == SECTION => self.bars(bars),
                DeValue::Table(rules) if full == RULES => self.levels(rules),
                DeValue::Table(prices) if full == PRICES => self.prices(prices),
                DeValue::Table(inner) if section.is_empty() && is_section(&full) => {
                    self.table(&full, inner);
                }
                _ => self.setting(&full, name.span(), value),
            }
        }
    }

    fn setting(&mut self, name: &str, at: Range<usize>, value: &Spanned<DeValue<'_>>) {
        let Some(key) = KEYS.iter().find(|key| key.name == name) else {
            let message = format!("`{name}` is no setting, so it is ignored.");
            let remedy = meant(name).map_or_else(
                || "Remove it, or look its name up.".to_owned(),
                |near| format!("Did you mean `{near}`?"),
            );
            return self.problem(Severity::Error, "config-unknown", at, message, remedy);
        };
        if !key.scope.admits(self.source) {
            // What is no value for it may be anything, a key among others.
            let mut alone = Config::default();
            let fits = |value| (key.set)(&mut alone, value, self.names);
            let said = match plain(value.get_ref()).is_some_and(fits) {
                true => key.of(&alone).map_or_else(String::new, |said| format!(" = {said}")),
                false => String::new(),
            };
            let (code, message, remedy) = match key.scope {
                Scope::Agreed => (
                    AGREE,
                    format!("`{name}{said}` counts once you have agreed to it."),
                    "Look at it, and then run `skillscope config agree`; or say it yourself.",
                ),
                _ => (
                    "config-scope",
                    format!("`{name}` counts only in your own configuration."),
                    "Put it there if you want it; a project cannot set it for you.",
                ),
            };
            return self.problem(Severity::Warning, code, at, message, remedy);
        }
        let before = self.config.clone();
        let set = |value| (key.set)(self.config, value, self.names);
        if !plain(value.get_ref()).is_some_and(set) {
            let message = format!("`{name}` expects {}, so this value is ignored.", key.takes);
            let remedy = match (key.among)(self.names) {
                [] => format!("Write {} there.", key.takes),
                names => format!("Write one of {}.", names.join(", ")),
            };
            return self.problem(Severity::Error, "config-value", value.span(), message, remedy);
        }
        if self.source != Source::User
            && let Some(most) = key.raises(self.known, self.config)
        {
            (key.restore)(self.config, &before);
            let message = format!("`{name}` is lowered by a project and never raised over {most}.");
            let remedy = "Raise it in your own configuration, or with a flag.";
            self.problem(Severity::Warning, "config-scope", value.span(), message, remedy);
        }
    }

    pub fn problem(
        &mut self,
        severity: Severity,
        code: &'static str,
        span: Range<usize>,
        message: impl Into<String>,
        remedy: impl Into<String>,
    ) {
        let before = self.text.get(..span.start).unwrap_or(self.text);
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        let narrow = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        let problem = Diagnostic::new(severity, code, self.path, message, remedy);
        self.problems.push(problem.at(narrow(line), narrow(column)));
    }
}

fn is_section(name: &str) -> bool {
    KEYS.iter().any(|key| key.name.split_once('.').is_some_and(|(section, _)| section == name))
}

/// A setting of the same name in another section, else the most alike.
fn meant(name: &str) -> Option<&'static str> {
    let last = |name: &str| name.rsplit('.').next().unwrap_or_default().replace('-', "_");
    let wanted = last(name);
    let same = KEYS.iter().map(|key| key.name).find(|known| last(known) == wanted);
    same.or_else(|| nearest(name, KEYS.iter().map(|key| key.name)))
}

pub(super) fn plain(value: &DeValue<'_>) -> Option<Value> {
    Some(match value {
        DeValue::Boolean(flag) => Value::Flag(*flag),
        // Underscores and bases are not decoded for us.
        DeValue::Integer(number) => {
            Value::Number(i64::from_str_radix(number.as_str(), number.radix()).ok()? as f64)
        }
        DeValue::Float(number) => Value::Number(number.as_str().parse().ok()?),
        DeValue::String(text) => Value::Text(text.to_string()),
        DeValue::Array(items) => Value::List(
            items
                .iter()
                .map(|item| match item.get_ref() {
                    DeValue::String(text) => Some(text.to_string()),
                    _ => None,
                })
                .collect::<Option<_>>()?,
        ),
        DeValue::Datetime(_) | DeValue::Table(_) => return None,
    })
}
