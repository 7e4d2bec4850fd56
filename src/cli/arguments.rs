//! What can be said on the command line.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

use super::values;
use crate::core::{lexical::Fields, measure::Confidence};

/// See which skill an agent picks, live, and why.
#[derive(Debug, Parser)]
#[command(
    name = "skillscope",
    version,
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    after_help = "Examples:\n  \
        skillscope demo                                   the bundled demo, no network, no keys\n  \
        skillscope .claude/skills --queries evals.jsonl   your skills and your labelled prompts\n\n\
        Without a terminal on stdout a text scorecard is printed instead of the screen."
)]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Option<Command>,
    #[command(flatten)]
    pub target: Target,
    #[command(flatten)]
    pub sitting: Sitting,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Play the bundled demo on a copy that is safe to edit.
    Demo {
        #[command(flatten)]
        sitting: Sitting,
    },
    /// Which skills crowd which, by words alone: lexical overlap, no agent.
    #[command(after_help = "Examples:\n  \
        skillscope overlap .claude/skills\n  \
        skillscope overlap skills --skill pdf-forms --format json")]
    Overlap {
        #[command(flatten)]
        target: Target,
        /// Show one skill with its rivals and contested terms.
        #[arg(long, value_name = "SKILL")]
        skill: Option<String>,
        /// Rank the skills for a prompt, with what each word contributes.
        #[arg(long, value_name = "TEXT", conflicts_with = "skill")]
        prompt: Option<String>,
        /// Rows of the text table; 0 for all.
        #[arg(long, value_name = "N", default_value_t = 30)]
        top: usize,
        #[arg(long, value_enum, default_value_t = TableFormat::Text)]
        format: TableFormat,
    },
    /// Probe every query and print the figures.
    #[command(after_help = "Examples:\n  \
        skillscope eval skills --queries evals/queries.jsonl\n  \
        skillscope eval skills --queries q.jsonl --agent fake --script run.json --format json")]
    Eval {
        #[command(flatten)]
        target: Target,
        #[arg(long, value_enum, default_value_t = ReportFormat::Text)]
        format: ReportFormat,
    },
    /// Draw a view without a terminal, complete and with a fixed clock.
    #[command(after_help = "Examples:\n  \
        skillscope screen neighborhood skills --size 120x40\n  \
        skillscope screen confusion --demo --size 100x30 --format svg > confusion.svg")]
    Screen {
        /// Which view to draw.
        #[arg(value_enum)]
        view: ViewName,
        #[command(flatten)]
        target: Target,
        /// Draw the bundled demo instead of PATHs.
        #[arg(long, conflicts_with = "paths")]
        demo: bool,
        /// Columns and rows.
        #[arg(long, value_name = "WxH", default_value = "120x40", value_parser = values::size)]
        size: (u16, u16),
        /// Keys to press first, for example "j j <enter>".
        #[arg(long, value_name = "KEYS", default_value = "")]
        keys: String,
        #[arg(long, value_enum, default_value_t = ScreenFormat::Text)]
        format: ScreenFormat,
        #[command(flatten)]
        look: Look,
    },
    /// Print the keys as they are bound now.
    Keys {
        /// Key bindings to use instead of the file in the configuration folder.
        #[arg(long, value_name = "FILE")]
        keymap: Option<PathBuf>,
    },
}

/// What to look at and how to measure it. What is not said here may be said in the configuration.
#[derive(Clone, Debug, Default, Args)]
pub struct Target {
    /// Skill folders, folders of skills, or projects. None: the first harness whose project
    /// folder holds skills here.
    #[arg(value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// Labelled prompts; without it they are looked for beside the skills.
    #[arg(long, short, value_name = "FILE", num_args = 1..)]
    pub queries: Vec<PathBuf>,
    /// See the skills as this harness does.
    #[arg(long = "as", value_name = "HARNESS", value_parser = values::harnesses())]
    pub harness: Option<String>,
    /// Who chooses: an offline stand-in, or a script (see --script) [default: keyword].
    #[arg(long, value_name = "NAME", value_parser = values::agents())]
    pub agent: Option<String>,
    /// Timed events a query, for the agent `fake`.
    #[arg(long, value_name = "FILE")]
    pub script: Option<PathBuf>,
    /// Probes a query; stand-ins are deterministic and need one [default: 1].
    #[arg(long, value_name = "N", value_parser = values::count())]
    pub attempts: Option<u32>,
    /// Skill engagements a probe may have [default: 3].
    #[arg(long, value_name = "N", value_parser = values::count())]
    pub max_turns: Option<u32>,
    /// Model responses a probe may have [default: 12].
    #[arg(long, value_name = "N", value_parser = values::count())]
    pub max_steps: Option<u32>,
    /// Let probes go on after the last expected skill engaged.
    #[arg(long)]
    pub no_early_exit: bool,
    /// Text that overlap compares: any of name, description, when_to_use [default: all].
    #[arg(long, value_name = "LIST")]
    pub fields: Option<Fields>,
    /// BM25 term saturation, from 0 on [default: 1.5].
    #[arg(long, value_name = "X", value_parser = values::k1, allow_negative_numbers = true)]
    pub k1: Option<f64>,
    /// BM25 length normalisation, 0 to 1 [default: 0.75].
    #[arg(long, value_name = "X", value_parser = values::b, allow_negative_numbers = true)]
    pub b: Option<f64>,
    /// Count skills that the model is never offered.
    #[arg(long)]
    pub include_hidden: bool,
    /// Do not split Chinese, Japanese and Korean text.
    #[arg(long)]
    pub plain_tokens: bool,
    /// Confidence of the intervals, between 0 and 1 [default: 0.95].
    #[arg(long, value_name = "P", value_parser = values::confidence, allow_negative_numbers = true)]
    pub confidence: Option<Confidence>,
}

/// How a view looks, on a screen or as a picture.
#[derive(Clone, Debug, Default, Args)]
pub struct Look {
    /// Colours; auto asks the terminal, and a picture is dark then.
    #[arg(long, value_name = "NAME", value_parser = values::themes())]
    pub theme: Option<String>,
    /// Draw with ASCII alone.
    #[arg(long)]
    pub ascii: bool,
    /// Key bindings to use instead of the file in the configuration folder.
    #[arg(long, value_name = "FILE")]
    pub keymap: Option<PathBuf>,
}

/// A person in front of a screen.
#[derive(Clone, Debug, Default, Args)]
pub struct Sitting {
    #[command(flatten)]
    pub look: Look,
    /// Leave the mouse to the terminal.
    #[arg(long)]
    pub no_mouse: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TableFormat {
    Text,
    Json,
    Csv,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ReportFormat {
    Text,
    Json,
    Jsonl,
    Csv,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ScreenFormat {
    Text,
    Ansi,
    Svg,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ViewName {
    Neighborhood,
    Probes,
    Confusion,
    Intervals,
}
