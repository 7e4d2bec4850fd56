//! What to look at and how to measure it, as the command line says it.

use std::path::PathBuf;

use clap::Args;

use super::{asking::Questions, values};
use crate::core::{lexical::Fields, measure::Confidence, plan::Engages};

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
    /// List the skills for this model of the harness [default: its usual one]; an agent that asks a
    /// model asks this one, and has no other.
    #[arg(long, value_name = "NAME")]
    pub model: Option<String>,
    /// Tokens of the model's context window, of which a listing takes its share.
    #[arg(long, value_name = "TOKENS", value_parser = values::count())]
    pub context: Option<u32>,
    /// What the listing may take, in the harness's own unit, instead of its share.
    #[arg(long, value_name = "N", value_parser = values::count())]
    pub budget: Option<u32>,
    /// Who chooses: an offline stand-in, a script (see --script), an agent whose streams were kept
    /// (see --streams), or one that asks a model [default: keyword].
    #[arg(long, value_name = "NAME", value_parser = values::agents())]
    pub agent: Option<String>,
    /// Timed events a query, for the agent `fake`.
    #[arg(long, value_name = "FILE")]
    pub script: Option<PathBuf>,
    /// A folder with a stream ID.jsonl a query, for the agent `replay`; ID.2.jsonl for its second
    /// attempt. --as names the harness that wrote them.
    #[arg(long, value_name = "DIR", conflicts_with = "script")]
    pub streams: Option<PathBuf>,
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
    /// What of a skill has to be read for it to be engaged, where no tool says so: its SKILL.md or any
    /// of its files [default: skill-file].
    #[arg(long, value_name = "WHAT", value_parser = values::engages())]
    pub engagement: Option<Engages>,
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
    #[command(flatten)]
    pub questions: Questions,
}
