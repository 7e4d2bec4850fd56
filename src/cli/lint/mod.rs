//! `skillscope lint`: what is wrong with the skills, by rules that know what routes.

mod levels;
mod looked;

use clap::{Args, ValueEnum};

use self::{levels::Chosen, looked::Looked};
use super::{
    Failure, choose, exit::Exit, output, surroundings::Surroundings, target::Target, values,
};
use crate::{
    core::{
        lint::{Finding, rules},
        listing::Lenses,
        workbench::State,
    },
    engine::{config::Config, session::Setup},
    report::{
        figure::counted,
        lint::{Document, Log, annotations, concise, diff, explained, table, text},
    },
};

/// What to look for, how grave it is, and how it is told.
#[derive(Debug, Args)]
pub struct Wanted {
    /// Judge by the rules of these harnesses [default: that of --as, else all that were seen].
    #[arg(long = "for", value_name = "HARNESS", value_delimiter = ',',
        value_parser = values::harnesses(), hide_possible_values = true)]
    pub judges: Vec<String>,
    /// Only findings about this skill, or in which it is the other one.
    #[arg(long = "skill", value_name = "SKILL")]
    pub skills: Vec<String>,
    #[command(flatten)]
    pub levels: Chosen,
    /// Let warnings fail too.
    #[arg(long)]
    pub strict: bool,
    /// Show everything, however long that is.
    #[arg(long)]
    pub all: bool,
    #[arg(long, value_enum, default_value_t = LintFormat::Text)]
    pub format: LintFormat,
    /// Write the fixes that lose nothing to their files, and print them as a patch.
    #[arg(long)]
    pub fix: bool,
    /// Print the patch and nothing else, and write nothing.
    #[arg(long, requires = "fix")]
    pub dry_run: bool,
    /// Say what a rule means and how it is known; without a name, list all rules.
    #[arg(long, value_name = "RULE", num_args = 0..=1, default_missing_value = "",
        exclusive = true)]
    pub explain: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LintFormat {
    /// By rule, the worst first.
    Text,
    /// A line a finding.
    Concise,
    Json,
    /// For code hosts and editors.
    Sarif,
    /// Annotations of GitHub Actions.
    Github,
}

pub(super) fn run(target: Target, here: &Surroundings, wanted: &Wanted) -> Result<Exit, Failure> {
    if let Some(name) = &wanted.explain {
        return explain(name);
    }
    here.sound()?;
    here.tell_problems();
    let setup = choose::words(target, here)?;
    let mut looked = Looked::at(&setup, here, wanted)?;
    if wanted.fix && mend(&looked, wanted, &setup)? {
        // What is left is what there is to tell.
        looked = Looked::at(&setup, here, wanted)?;
    }
    let linted = looked.linted(wanted, &setup);
    if !wanted.dry_run {
        output::print(&match wanted.format {
            LintFormat::Text => text(&linted, wanted.all),
            LintFormat::Concise => concise(&linted),
            LintFormat::Json => output::json(&Document::of(&linted))?,
            LintFormat::Sarif => output::json(&Log::of(&linted))?,
            LintFormat::Github => annotations(&linted),
        })?;
    }
    Ok(if linted.fails() { Exit::Failed } else { Exit::Fine })
}

/// Prints what the fixes change, and writes it unless it is only to be seen; true if a file is
/// another now.
fn mend(looked: &Looked, wanted: &Wanted, setup: &Setup) -> Result<bool, Failure> {
    for refused in &looked.refused {
        output::tell(&refused.to_string());
    }
    let linted = looked.linted(wanted, setup);
    let patch: String =
        looked.mends.iter().map(|mend| diff(&linted.file(&mend.path), mend)).collect();
    if wanted.dry_run || matches!(wanted.format, LintFormat::Text | LintFormat::Concise) {
        output::print(&patch)?;
    }
    if wanted.dry_run {
        return Ok(false);
    }
    let mut written = 0;
    for mending in &looked.mendings {
        match mending.write() {
            Ok(()) => written += 1,
            Err(refused) => output::tell(&refused.to_string()),
        }
    }
    if written > 0 {
        output::tell(&format!("mended {}", counted(written, "file", "files")));
    }
    Ok(written > 0)
}

/// What the configuration's rules find in skills that are measured already, judged by whoever lists
/// them, else by every harness whose rules were seen.
pub(super) fn found(now: &State, lenses: &Lenses, config: &Config) -> Vec<Finding> {
    let judges = lenses.judging(&now.snapshot.catalog, &[]);
    looked::found(now, &[], &judges, &choose::limits(config), &config.levels)
}

/// What there is to say of a rule, of all that go by a name elsewhere, or of all in short.
fn explain(name: &str) -> Result<Exit, Failure> {
    if name.is_empty() {
        return output::print(&table());
    }
    let named = rules().iter().filter(|rule| rule.is_called(name));
    let told: Vec<String> = named.map(explained).collect();
    if told.is_empty() {
        return Err(levels::unknown(name));
    }
    output::print(&told.join("\n"))
}
