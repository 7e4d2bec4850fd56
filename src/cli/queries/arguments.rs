//! What can be said of query files on the command line.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

use crate::{
    cli::{
        target::Target,
        values::{self, Findings},
    },
    core::query::write::Form,
};

#[derive(Debug, Subcommand)]
pub enum QueriesCommand {
    /// Find what makes the figures of query files worth less than they look.
    ///
    /// Rows that cannot be read or scored, prompts that name or quote the skill they expect, repeats,
    /// contradictions, prompts that need files, and skills with too few prompts. Asks no agent.
    #[command(after_help = "Examples:\n  \
        skillscope queries lint skills --queries evals.jsonl\n  \
        skillscope queries lint skills --threshold 0.9 --findings warning --format json\n\n\
        Exit code 1 when a finding is as grave as --findings.")]
    Lint {
        #[command(flatten)]
        target: Target,
        #[command(flatten)]
        lint: LintArguments,
    },
    /// Count what query files are made of: rows, labels, kinds, difficulty, and prompts a skill.
    #[command(after_help = "Examples:\n  \
        skillscope queries stats skills --queries evals.jsonl\n  \
        skillscope queries stats skills --format json")]
    Stats {
        #[command(flatten)]
        target: Target,
        #[arg(long, value_enum, default_value_t = PlainFormat::Text)]
        format: PlainFormat,
    },
    /// Write a query file in another form; what that has no place for is listed on standard error.
    #[command(after_help = "Examples:\n  \
        skillscope queries convert evals.csv --to jsonl --out evals.jsonl\n  \
        skillscope queries convert evals.jsonl --to trigger-set --skill refunds > refunds.json")]
    Convert {
        #[command(flatten)]
        file: FileArguments,
        #[command(flatten)]
        writing: Writing,
    },
    /// Draw prompts from a query file, each class of labels by its share, the same for a seed.
    ///
    /// Rows that count as one prompt stay together.
    #[command(after_help = "Examples:\n  \
        skillscope queries sample evals.jsonl --size 40 > quick.jsonl\n  \
        skillscope queries sample evals.yaml --size 200 --seed 7 --to csv --out sample.csv")]
    Sample {
        #[command(flatten)]
        file: FileArguments,
        /// Prompts to draw.
        #[arg(long, value_name = "N", value_parser = values::count())]
        size: u32,
        /// Another number draws other prompts.
        #[arg(long, value_name = "N", default_value_t = 0)]
        seed: u64,
        #[command(flatten)]
        writing: Writing,
    },
    /// Part a query file in two: prompts to edit descriptions by, and prompts to judge them by.
    ///
    /// The part that is kept goes to standard output or --out. Rows that count as one prompt stay
    /// together, and both parts have prompts of every class of labels.
    #[command(after_help = "Examples:\n  \
        skillscope queries split evals.jsonl --out tune.jsonl --held-out test.jsonl\n  \
        skillscope queries split evals.jsonl --share 0.5 --seed 7 --held-out test.jsonl > tune.jsonl\
        \n\n\
        Exit code 1, and nothing written, when a part would lack a class.")]
    Split {
        #[command(flatten)]
        file: FileArguments,
        /// Share of the prompts to hold out, between 0 and 1.
        #[arg(long, value_name = "X", default_value_t = 0.3, value_parser = values::share)]
        share: f64,
        /// Another number holds other prompts out.
        #[arg(long, value_name = "N", default_value_t = 0)]
        seed: u64,
        /// Where the part goes that is held out.
        #[arg(long, value_name = "FILE")]
        held_out: PathBuf,
        #[command(flatten)]
        writing: Writing,
    },
}

/// What the rows of query files are held against.
#[derive(Clone, Debug, Args)]
pub struct LintArguments {
    /// Recall that each skill should be able to show, unless its file sets a bar.
    #[arg(long, value_name = "X", default_value_t = 0.7, value_parser = values::share)]
    pub threshold: f64,
    /// Probes that may be spent on the rows.
    #[arg(long, value_name = "N")]
    pub max_probes: Option<u64>,
    /// The least finding that ends with exit code 1.
    #[arg(long, value_enum, default_value_t = Findings::Error, value_name = "LEVEL")]
    pub findings: Findings,
    #[arg(long, value_enum, default_value_t = PlainFormat::Text)]
    pub format: PlainFormat,
}

/// The query file that is read.
#[derive(Clone, Debug, Args)]
pub struct FileArguments {
    /// A query file in any form that is read.
    #[arg(value_name = "FILE")]
    pub path: PathBuf,
    /// The skill that a trigger set speaks about, one that is read or one that is written.
    #[arg(long, value_name = "SKILL", required_if_eq("to", "trigger-set"))]
    pub skill: Option<String>,
}

/// How and where rows are written.
#[derive(Clone, Debug, Args)]
pub struct Writing {
    /// Form to write; jsonl and json have a place for everything that a row says.
    #[arg(long, value_name = "FORM", default_value = "jsonl", value_parser = values::named::<Form>())]
    pub to: Form,
    /// Write to a file instead of standard output.
    #[arg(long, short, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Write over files that are there.
    #[arg(long)]
    pub force: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum PlainFormat {
    Text,
    Json,
}
