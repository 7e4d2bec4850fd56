//! What can be said on the command line.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

use super::{queries::arguments::QueriesCommand, values};
use crate::{
    core::{
        diagnostic::Severity,
        lexical::Fields,
        measure::{
            Confidence,
            comparison::{Aspect, Metric},
            gate::Bar,
        },
    },
    engine::store,
};

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
        skillscope eval skills --queries q.jsonl --agent fake --script run.json --format json\n  \
        skillscope eval --resume                          the newest run that is not done")]
    Eval {
        #[command(flatten)]
        target: Target,
        #[arg(long, value_enum, default_value_t = ReportFormat::Text)]
        format: ReportFormat,
        /// Go on with a run: what is missing, and once more what errored. Without a name, the
        /// newest that is not done; what was asked then is asked again.
        #[arg(long, value_name = "RUN", num_args = 0..=1, default_missing_value = store::LATEST)]
        #[arg(conflicts_with_all = ["harness", "agent", "attempts", "max_turns", "max_steps",
            "no_early_exit", "fields", "k1", "b", "include_hidden", "plain_tokens", "confidence"])]
        resume: Option<String>,
        /// Keep nothing of the run.
        #[arg(long, conflicts_with = "resume")]
        no_save: bool,
    },
    /// The runs that eval kept: list, show, delete, export.
    #[command(after_help = "Examples:\n  \
        skillscope runs                                   what is kept here, the newest first\n  \
        skillscope runs export latest --redact -o run.jsonl")]
    Runs {
        /// The project's folder of skills, or any folder in the project [default: this one].
        #[arg(long, value_name = "PATH", global = true)]
        beside: Option<PathBuf>,
        #[command(subcommand)]
        errand: Option<Runs>,
    },
    /// Show an exported run, without its skills and its agent.
    #[command(after_help = "Examples:\n  \
        skillscope open run.jsonl\n  \
        skillscope open run.jsonl --format json")]
    Open {
        #[arg(value_name = "FILE")]
        file: PathBuf,
        #[arg(long, value_enum, default_value_t = ReportFormat::Text)]
        format: ReportFormat,
    },
    /// Hold the skills against their bars: diagnoses, overlap, and the figures of the prompts.
    ///
    /// Bars stand in the section `bars` of skillscope.toml, in query files, and here; each is
    /// passed, failed, or not decided by so few prompts.
    #[command(after_help = "Examples:\n  \
        skillscope check skills --queries evals.jsonl --bar '*:recall>=0.7' --format github\n  \
        skillscope check skills --free --format junit > check.xml\n\n\
        Exit code 0 when everything passes, 1 when something fails, 4 when the run is incomplete.")]
    Check {
        #[command(flatten)]
        target: Target,
        #[command(flatten)]
        gate: GateArguments,
        /// Only what costs nothing: diagnoses and overlap; routing is not measured.
        #[arg(long)]
        free: bool,
        /// Print bars just under what this run is sure of, for skillscope.toml.
        #[arg(long, conflicts_with = "free")]
        propose: bool,
        #[arg(long, value_enum, default_value_t = CheckFormat::Text)]
        format: CheckFormat,
    },
    /// Hold two states of the skills against each other, on the same prompts.
    ///
    /// Names two folders, two runs, or a range of git revisions (main.. is main against the files
    /// now) and then PATHs as usual. All but runs are probed here and now, alike.
    #[command(
        override_usage = "skillscope compare [OPTIONS] <A> <B>\n       \
            skillscope compare [OPTIONS] <REV..[REV]> [PATH]...",
        mut_arg("paths", |paths| paths.value_name("A B | REV..[REV] PATH").help(
            "Two folders; two runs; or a range of git revisions, then skill folders as usual"
        )),
        after_help = "Examples:\n  \
        skillscope compare main.. skills --queries evals.jsonl --fail-on worse\n  \
        skillscope compare skills-old skills-new --queries evals.jsonl --format markdown\n  \
        skillscope compare RUN latest --vary agent,model\n\n\
        Exit code 1 with --fail-on worse when the headline or a skill is worse."
    )]
    Compare {
        #[command(flatten)]
        target: Target,
        /// Figure of the headline [default: top-1, or trigger-recall of partial labels].
        #[arg(long, value_name = "NAME", value_parser = values::one_of::<Metric>)]
        metric: Option<Metric>,
        /// Which look at this baseline it is: each further one costs certainty.
        #[arg(long, value_name = "N", default_value_t = 1, value_parser = values::count())]
        look: u32,
        /// Kinds of things that may differ at once; more than one needs to be named.
        #[arg(long, value_name = "KIND", value_delimiter = ',', value_parser = values::one_of::<Aspect>)]
        vary: Vec<Aspect>,
        /// Exit with 1 on this.
        #[arg(long, value_enum, value_name = "VERDICT")]
        fail_on: Option<FailOn>,
        #[arg(long, value_enum, default_value_t = CompareFormat::Text)]
        format: CompareFormat,
    },
    /// Write a run's figures in a form to hand on: of a run that is kept, or of a fresh one.
    #[command(after_help = "Examples:\n  \
        skillscope report latest --format html --out report.html\n  \
        skillscope report skills --queries evals.jsonl --format markdown >> $GITHUB_STEP_SUMMARY")]
    Report {
        #[command(flatten)]
        target: Target,
        /// Markdown serves as a step summary; HTML is one file without scripts.
        #[arg(long, value_enum, default_value_t = PageFormat::Markdown)]
        format: PageFormat,
        /// Write to a file instead of standard output.
        #[arg(long, short, value_name = "FILE")]
        out: Option<PathBuf>,
    },
    /// Look after query files: what is wrong with them, what they hold, other forms, draws.
    Queries {
        #[command(subcommand)]
        what: QueriesCommand,
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
    /// What the configuration says.
    Config {
        #[command(subcommand)]
        what: ConfigCommand,
    },
    /// Print the keys as they are bound now.
    Keys {
        /// Key bindings to use instead of the file in the configuration folder.
        #[arg(long, value_name = "FILE")]
        keymap: Option<PathBuf>,
    },
}

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
}

/// What to do with kept runs. A RUN is an id, the beginning of one, `latest`, or a file.
#[derive(Debug, Subcommand)]
pub enum Runs {
    /// The runs of this project, the newest first.
    List,
    /// The figures of a run, as when it was made.
    Show {
        #[arg(value_name = "RUN", default_value = store::LATEST)]
        run: String,
        #[arg(long, value_enum, default_value_t = ReportFormat::Text)]
        format: ReportFormat,
    },
    /// Remove runs for good.
    Delete {
        #[arg(value_name = "RUN", required = true)]
        runs: Vec<String>,
    },
    /// Write a run to one file, which `open` shows anywhere.
    Export {
        #[arg(value_name = "RUN", default_value = store::LATEST)]
        run: String,
        /// Where to; - for standard output [default: RUN.jsonl].
        #[arg(long, short, value_name = "FILE")]
        output: Option<PathBuf>,
        /// Leave out prompts, texts of skills and agents, and private paths.
        #[arg(long)]
        redact: bool,
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

/// What a check demands, and how strictly.
#[derive(Clone, Debug, Args)]
pub struct GateArguments {
    /// A bar: [SKILL:]FIGURE>=N or <=N, with * for every skill; comes over the configuration's.
    #[arg(long = "bar", value_name = "BAR")]
    pub bars: Vec<Bar>,
    /// What is held against a bar: the near end of the interval, or the figure itself.
    #[arg(long, value_enum, default_value_t = DecideBy::Bound)]
    pub decide: DecideBy,
    /// What an undecided gate counts as.
    #[arg(long, value_enum, default_value_t = Undecided::Pass)]
    pub undecided: Undecided,
    /// The least diagnosis that fails the check.
    #[arg(long, value_enum, default_value_t = Findings::Error, value_name = "LEVEL")]
    pub findings: Findings,
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
pub enum PlainFormat {
    Text,
    Json,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ReportFormat {
    Text,
    Json,
    Jsonl,
    Csv,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CompareFormat {
    Text,
    Json,
    Csv,
    Markdown,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum PageFormat {
    Text,
    Json,
    Jsonl,
    Csv,
    Markdown,
    Html,
    Junit,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CheckFormat {
    Text,
    Json,
    Junit,
    /// Annotations of GitHub Actions.
    Github,
    /// For a step summary.
    Markdown,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum DecideBy {
    Bound,
    Point,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Undecided {
    Pass,
    Fail,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Findings {
    Error,
    Warning,
    /// None fails it.
    Never,
}

impl Findings {
    /// The least severity that fails; `None`: none does.
    pub fn severity(self) -> Option<Severity> {
        match self {
            Self::Error => Some(Severity::Error),
            Self::Warning => Some(Severity::Warning),
            Self::Never => None,
        }
    }
}

/// What ends a comparison with exit code 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FailOn {
    Worse,
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
    Compare,
}
