//! `skillscope config`: what holds, and who said it.

mod agreeing;

use std::{env, path::PathBuf};

use clap::Subcommand;

use crate::{
    cli::{Failure, exit::Exit, output, surroundings::Surroundings, values},
    core::{diagnostic::Severity, lint::rules, visible::line},
    engine::config::{self, KEYS, Layer},
};

#[derive(Debug, Subcommand)]
pub enum ConfigCommand {
    /// Print every setting as it holds here. Exit code 2 when a file has an error in it.
    #[command(after_help = "Examples:\n  \
        skillscope config show\n  \
        skillscope config show --origin")]
    Show {
        /// Say after each which file it is from.
        #[arg(long)]
        origin: bool,
    },
    /// Print the JSON schema of the files, for editors that complete and check.
    #[command(after_help = "Examples:\n  \
        skillscope config schema > skillscope.schema.json\n  \
        skillscope config schema | jq .properties.bars")]
    Schema,
    /// Agree to what the project's file says of agents: where requests and keys go, and what runs.
    ///
    /// Until then these settings do not count, and a change of the file asks anew.
    #[command(after_help = "Examples:\n  \
        skillscope config agree\n  \
        skillscope config agree --yes")]
    Agree {
        /// Without being asked.
        #[arg(long)]
        yes: bool,
    },
    /// Forget what was agreed to here: what a project says of agents, and agents that were asked.
    #[command(after_help = "Examples:\n  \
        skillscope config forget\n  \
        skillscope config forget --all")]
    Forget {
        /// Instead of this project: what lies there and below.
        #[arg(value_name = "PATH")]
        path: Option<PathBuf>,
        /// Everywhere.
        #[arg(long, conflicts_with = "path")]
        all: bool,
    },
}

/// Carries out one of them.
pub(super) fn run(what: ConfigCommand, here: &Surroundings) -> Result<Exit, Failure> {
    match what {
        ConfigCommand::Show { origin } => show(here, origin),
        ConfigCommand::Schema => schema(),
        ConfigCommand::Agree { yes } => agreeing::agree(here, yes),
        ConfigCommand::Forget { path, all } => agreeing::forget(here, path, all),
    }
}

/// Where a value comes from that nobody wrote down.
const BUILT_IN: &str = "built in";

/// Prints the schema.
fn schema() -> Result<Exit, Failure> {
    output::print(&output::json(&config::schema())?)
}

/// Prints every setting, with the file that it is from where that is wanted.
fn show(here: &Surroundings, origin: bool) -> Result<Exit, Failure> {
    let cwd = env::current_dir().unwrap_or_default();
    let layers = Layer::all(here.places.as_ref(), &cwd, &values::names());
    let mut lines: Vec<(String, &str)> = KEYS
        .iter()
        .map(|key| {
            let value = key.of(&here.config);
            // What a project may not say stands in its layer and does not hold.
            let holds = |layer: &&Layer| value.is_some() && key.of(&layer.config) == value;
            let said = layers.iter().rev().find(holds);
            let line = match value.map(|value| value.to_string()) {
                Some(value) => format!("{} = {value}", key.name),
                None if key.usual.is_empty() => format!("# {} is not set", key.name),
                None => format!("{} = {}", key.name, key.usual),
            };
            (line, said.map_or(BUILT_IN, |layer| &*layer.path))
        })
        .collect();
    lines.extend(here.config.bars.iter().map(|bar| {
        let said = layers.iter().rev().find(|layer| layer.config.bars.contains(bar));
        (format!("# bar {bar}"), said.map_or(BUILT_IN, |layer| &*layer.path))
    }));
    lines.extend(rules().iter().filter_map(|rule| {
        let level = here.config.levels.chosen(rule.id)?;
        let says = |layer: &&Layer| layer.config.levels.chosen(rule.id).is_some();
        let said = layers.iter().rev().find(says);
        let line = format!("lint.rules.{} = \"{level}\"", rule.id);
        Some((line, said.map_or(BUILT_IN, |layer| &*layer.path)))
    }));
    lines.extend(here.config.prices.iter().map(|(model, price)| {
        let says = |layer: &&Layer| layer.config.prices.iter().any(|(named, _)| named == model);
        let said = layers.iter().rev().find(says);
        let line = format!(
            "prices.\"{model}\" = {{ input = {}, output = {} }}",
            price.input, price.output
        );
        (line, said.map_or(BUILT_IN, |layer| &*layer.path))
    }));
    let (agreed, book) = agreeing::lines(here);
    lines.extend(agreed.into_iter().map(|told| (told, &*book)));
    let width = lines.iter().map(|(line, _)| line.chars().count()).max().unwrap_or(0);
    let lines = lines.iter().map(|(told, from)| match origin {
        true => format!("{}  # {}\n", line(&format!("{told:width$}")), line(from)),
        false => format!("{}\n", line(told)),
    });
    output::print(&lines.collect::<String>())?;
    let wrong = here.problems.iter().any(|problem| problem.severity == Severity::Error);
    Ok(if wrong { Exit::Usage } else { Exit::Fine })
}
