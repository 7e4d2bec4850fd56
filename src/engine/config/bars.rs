//! The `bars` section: figures of the run, and below `skills` those of a skill or of all (`*`).
//!
//! Knows TOML; must not know results.

use std::ops::Range;

use toml::{
    Spanned,
    de::{DeTable, DeValue},
};

use super::{
    read::{Reader, plain},
    value::Value,
};
use crate::core::{
    diagnostic::Severity,
    measure::gate::{Bar, Bound, Figure, On},
};

/// Name of the section.
pub(super) const SECTION: &str = "bars";
/// Name of the table in it that holds a table a skill.
pub(super) const SKILLS: &str = "skills";

/// What a bar takes, to stand after "expects".
const TAKES: &str = "a number, { min = NUMBER } or { max = NUMBER }";

impl Reader<'_> {
    pub(super) fn bars(&mut self, table: &DeTable<'_>) {
        for (name, value) in table {
            match value.get_ref() {
                DeValue::Table(skills) if name.get_ref() == SKILLS => self.skills(skills),
                _ => self.bar(&On::Run, name, value),
            }
        }
    }

    fn skills(&mut self, table: &DeTable<'_>) {
        for (name, value) in table {
            let on = match &**name.get_ref() {
                "*" => On::EverySkill,
                skill => On::Skill(skill.to_owned()),
            };
            match value.get_ref() {
                DeValue::Table(figures) => {
                    for (figure, value) in figures {
                        self.bar(&on, figure, value);
                    }
                }
                _ => {
                    let message = "A skill's bars are a table, so this value is ignored.";
                    let remedy = "Write for example recall = 0.7 in a table of the skill's name.";
                    let at = value.span();
                    self.problem(Severity::Error, "config-value", at, message, remedy);
                }
            }
        }
    }

    fn bar(&mut self, on: &On, name: &Spanned<impl AsRef<str>>, value: &Spanned<DeValue<'_>>) {
        let figure = match Figure::named(name.get_ref().as_ref()) {
            Ok(figure) => figure,
            Err(near) => {
                let message =
                    format!("`{}` is no figure, so it is ignored.", name.get_ref().as_ref());
                let remedy = near.map_or_else(
                    || "Look its name up, or take it out.".to_owned(),
                    |near| format!("Did you mean `{near}`?"),
                );
                let at = name.span();
                return self.problem(Severity::Error, "config-unknown", at, message, remedy);
            }
        };
        let ends: Vec<(Bound, &Spanned<DeValue<'_>>)> = match value.get_ref() {
            DeValue::Table(ends) => {
                let bound = |name: &str| name.parse().ok();
                let read: Option<Vec<_>> =
                    ends.iter().map(|(name, end)| Some((bound(name.get_ref())?, end))).collect();
                read.unwrap_or_default()
            }
            _ => vec![(figure.usual_bound(), value)],
        };
        if ends.is_empty() {
            return self.refuse(value.span(), &format!("`{figure}` expects {TAKES}"));
        }
        for (bound, end) in ends {
            let number = match plain(end.get_ref()) {
                Some(Value::Number(number)) => Some(number),
                _ => None,
            };
            let bar =
                number.ok_or_else(|| format!("`{figure}` expects {TAKES}")).and_then(|number| {
                    let bar = Bar::new(on.clone(), figure, bound, number);
                    bar.map_err(|error| error.to_string())
                });
            match bar {
                Ok(bar) => Bar::layer(&mut self.config.bars, [bar]),
                Err(why) => self.refuse(end.span(), &why),
            }
        }
    }

    fn refuse(&mut self, at: Range<usize>, why: &str) {
        let remedy = "Write for example recall = 0.7, or take the bar out.";
        self.problem(
            Severity::Error,
            "config-value",
            at,
            format!("{why}, so it is ignored."),
            remedy,
        );
    }
}

#[cfg(test)]
mod tests {
    use crate::{
        core::{diagnostic::Diagnostic, measure::gate::Bar},
        engine::config::{Config, Names, Source},
    };

    fn read(config: &mut Config, text: &str) -> Vec<Diagnostic> {
        config.read_onto(text, "c.toml", Source::Project, &Names::default())
    }

    fn bars(config: &Config) -> Vec<String> {
        config.bars.iter().map(Bar::to_string).collect()
    }

    #[test]
    fn bars_stand_on_the_run_on_every_skill_and_on_one() {
        let mut config = Config::default();
        let text = "[bars]\ntop1 = 0.8\nmisroute = 0.1\nabstention = { max = 0.3 }\n\
            [bars.skills.\"*\"]\nrecall = 0.7\n[bars.skills.refunds]\nprecision = 0.9\n";
        assert_eq!(read(&mut config, text), []);
        let expected = [
            "top1>=0.8",
            "misroute<=0.1",
            "abstention<=0.3",
            "*:recall>=0.7",
            "refunds:precision>=0.9",
        ];
        let mut found = bars(&config);
        found.sort();
        let mut sorted = expected.map(str::to_owned);
        sorted.sort();
        assert_eq!(found, sorted);
        // A later file holds where both speak.
        assert_eq!(read(&mut config, "[bars]\ntop1 = 0.9\n"), []);
        assert!(bars(&config).contains(&"top1>=0.9".to_owned()));
        assert_eq!(config.bars.len(), 5);
    }

    #[test]
    fn a_bar_that_cannot_be_held_is_named_with_its_place() {
        for (text, code, place, part) in [
            ("[bars]\nrecal = 0.7\n", "config-unknown", (2, 1), "Did you mean `recall`?"),
            ("[bars]\nrecall = 7\n", "config-value", (2, 10), "lies in [0, 1]"),
            ("[bars]\nrecall = \"x\"\n", "config-value", (2, 10), "expects a number"),
            ("[bars]\nrecall = { low = 1 }\n", "config-value", (2, 10), "min = NUMBER"),
            ("[bars]\nfalse_fires = 0.1\n", "config-value", (2, 15), "a figure of skills"),
            ("[bars.skills]\nrefunds = 0.7\n", "config-value", (2, 11), "a table"),
        ] {
            let mut config = Config::default();
            let problems = read(&mut config, text);
            let [problem] = &problems[..] else { panic!("{text}: {problems:?}") };
            assert_eq!(problem.code, code, "{text}");
            assert_eq!((problem.line, problem.column), (Some(place.0), Some(place.1)), "{text}");
            assert!(problem.to_string().contains(part), "{text}: {problem}");
            assert!(config.bars.is_empty());
        }
    }
}
