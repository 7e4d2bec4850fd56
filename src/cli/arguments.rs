//! What can be said on the command line: the subcommands. What each takes stands in its own file.

use std::path::PathBuf;

use clap::{Parser, Subcommand};
use clap_complete::Shell;

use super::{
    agents, check, compare, config::ConfigCommand, doctor, eval, lint, listing, merge, open,
    overlap, queries::arguments::QueriesCommand, replay, report, runs::Errand, screen,
    spending::Spending, target::Target, values, watch::Sitting,
};
use crate::core::plan::Rerun;

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
    pub spending: Spending,
    /// What an edit has an agent asked again for that asks a model: nothing, the rows that it may
    /// have moved, or all [default: manual].
    #[arg(long, value_name = "WHICH", value_parser = values::rerun())]
    pub rerun: Option<Rerun>,
    #[command(flatten)]
    pub sitting: Sitting,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Play the bundled demo on a copy that is safe to edit.
    #[command(after_help = "Examples:\n  \
        skillscope demo\n  \
        skillscope demo --recorded --pace 0.5\n  \
        skillscope demo --recorded --step\n  \
        skillscope demo --theme high-contrast")]
    Demo {
        /// Play what Claude Code wrote over these skills while a script was its model.
        #[arg(long)]
        recorded: bool,
        /// Play the agent at so many times its own pace.
        #[arg(long, value_name = "X", value_parser = values::positive)]
        pace: Option<f64>,
        /// Play the recorded streams model response by model response, each when a key asks for it.
        #[arg(long, requires = "recorded", conflicts_with = "pace")]
        step: bool,
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
        #[command(flatten)]
        wanted: overlap::Wanted,
    },
    /// What a harness shows its model of the skills: whole, cut, by name only, or not at all.
    #[command(after_help = "Examples:\n  \
        skillscope listing skills --as claude-code\n  \
        skillscope listing skills --as claude-code --model claude-opus-5 --format json")]
    Listing {
        #[command(flatten)]
        target: Target,
        #[command(flatten)]
        wanted: listing::Wanted,
    },
    /// What is wrong with the skills: files that harnesses drop, texts that they cut, and
    /// descriptions that claim what is another skill's.
    ///
    /// Levels of rules stand in the table `lint.rules` of skillscope.toml and come from here; a rule
    /// that several of these name has the gravest.
    #[command(after_help = "Examples:\n  \
        skillscope lint .claude/skills --strict --format github\n  \
        skillscope lint skills --for claude-code,codex --ignore description-too-short\n  \
        skillscope lint skills --fix --dry-run            what would be mended\n  \
        skillscope lint --explain yaml-colon\n\n\
        Exit code 1 when there is an error, or a warning with --strict.")]
    Lint {
        #[command(flatten)]
        target: Target,
        #[command(flatten)]
        wanted: lint::Wanted,
    },
    /// Probe every query and print the figures.
    #[command(after_help = "Examples:\n  \
        skillscope eval skills --queries evals/queries.jsonl\n  \
        skillscope eval skills --queries q.jsonl --agent fake --script run.json --format json\n  \
        skillscope eval --resume                          the newest run that is not done\n  \
        skillscope eval skills --shard auto               one job's part; `merge` joins them\n  \
        skillscope eval skills --catalog solo             whose fault a miss is, by skill\n  \
        skillscope eval skills --watch --format jsonl     a record at each save")]
    Eval {
        #[command(flatten)]
        target: Target,
        #[command(flatten)]
        wanted: eval::Wanted,
    },
    /// Whether an agent that asks a model can be asked at all, and what to mend where it cannot.
    ///
    /// The last check asks the model to use a skill, which costs what a probe costs. Keys are never
    /// shown, only where they are from. Without --agent: which agents are here, and what the others
    /// lack; nobody is asked.
    #[command(after_help = "Examples:\n  \
        skillscope doctor                                 which agents are here\n  \
        skillscope doctor skills --agent claude-code --model claude-haiku-4-5\n  \
        skillscope doctor skills --agent openai --model gpt-5 --no-ask --format json\n\n\
        Exit code 1 when a check fails.")]
    Doctor {
        #[command(flatten)]
        target: Target,
        #[command(flatten)]
        wanted: doctor::Wanted,
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
        errand: Option<Errand>,
    },
    /// Put the shards of one plan together as one run.
    ///
    /// All have to be of one plan: the same skills, queries, agent and settings. A record that two
    /// of them have counts once.
    #[command(after_help = "Examples:\n  \
        skillscope merge shards/*.jsonl                   one file a job, as `runs export` writes it\n  \
        skillscope merge 20261130-1 20261130-2 -o run.jsonl\n\n\
        Exit code 1 when two of them scored the same probe, 4 when probes are missing.")]
    Merge {
        #[command(flatten)]
        wanted: merge::Wanted,
    },
    /// Show a recorded run, read-only, without its skills and its agent; still, or as it once went.
    ///
    /// On a terminal the probes, the confusion, the intervals and the words of the run, as when it
    /// was made; elsewhere its figures.
    #[command(after_help = "Examples:\n  \
        skillscope open run.jsonl\n  \
        skillscope open latest --play                     its rows fill as they once did\n  \
        skillscope open run.jsonl --pace 8                eight times as fast; --step: by a key\n  \
        skillscope open run.jsonl --format json")]
    Open {
        #[command(flatten)]
        wanted: open::Wanted,
    },
    /// Hold the skills against their bars: the lint, and the figures of the prompts.
    ///
    /// Bars stand in the section `bars` of skillscope.toml, in query files, and here; each is
    /// passed, failed, or not decided by so few prompts. A run that was kept can be named instead
    /// of the skills; then nothing is probed.
    #[command(
        override_usage = "skillscope check [OPTIONS] [PATH]...\n       \
            skillscope check [OPTIONS] <RUN>",
        after_help = "Examples:\n  \
        skillscope check skills --queries evals.jsonl --bar '*:recall>=0.7' --format github\n  \
        skillscope check latest --baseline evals/baseline.jsonl\n  \
        skillscope check skills --changed --since origin/main\n  \
        skillscope check skills --free --format junit > check.xml\n\n\
        Exit code 0 when everything passes, 1 when something fails, 2 when the run cannot be held\n\
        against the baseline, 4 when it is incomplete."
    )]
    Check {
        #[command(flatten)]
        target: Target,
        #[command(flatten)]
        wanted: check::Wanted,
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
        #[command(flatten)]
        wanted: compare::Wanted,
    },
    /// Hold runs of the same rows by several agents side by side.
    ///
    /// Skill by skill with intervals, and the rows on which the agents part. All have to be of the
    /// same queries and the same texts of the skills. Nothing is tested: another agent is no edit.
    #[command(after_help = "Examples:\n  \
        skillscope agents 20261130-101112-4f2a latest\n  \
        skillscope agents opus.jsonl haiku.jsonl --format markdown")]
    Agents {
        #[command(flatten)]
        wanted: agents::Wanted,
    },
    /// Write a run's figures in a form to hand on: of a run that is kept, or of a fresh one.
    #[command(after_help = "Examples:\n  \
        skillscope report latest --format html --out report.html\n  \
        skillscope report run.jsonl --part solo.jsonl     whose fault a miss is, by skill\n  \
        skillscope report skills --queries evals.jsonl --format markdown >> $GITHUB_STEP_SUMMARY")]
    Report {
        #[command(flatten)]
        target: Target,
        #[command(flatten)]
        wanted: report::Wanted,
    },
    /// Tell a recorded run again, or what an agent's event stream says: which skills engaged, when,
    /// and how it ended.
    ///
    /// A run is named by its id or its exported file. A stream is one that a harness wrote in its JSON mode, kept in a file. It is read as a live
    /// probe's is, and goes through the same limits.
    #[command(after_help = "Examples:\n  \
        skillscope replay latest --pace 4\n  \
        skillscope replay stream.jsonl skills --as claude-code\n  \
        skillscope replay stream.jsonl skills --as codex --format json\n  \
        codex exec --json 'Tidy my branch' | skillscope replay - skills --as codex\n\n\
        Exit code 4 when the stream failed or broke off.")]
    Replay {
        #[command(flatten)]
        wanted: replay::Wanted,
        #[command(flatten)]
        target: Target,
    },
    /// Look after query files: what is wrong with them, what they hold, other forms, draws.
    #[command(after_help = "Examples:\n  \
        skillscope queries lint skills --queries evals.jsonl\n  \
        skillscope queries convert evals.csv --to yaml --out evals.yaml")]
    Queries {
        #[command(subcommand)]
        what: QueriesCommand,
    },
    /// Draw a view without a terminal, complete and with a fixed clock.
    #[command(after_help = "Examples:\n  \
        skillscope screen neighborhood skills --size 120x40\n  \
        skillscope screen confusion --demo --size 100x30 --format svg > confusion.svg")]
    Screen {
        #[command(flatten)]
        wanted: screen::Wanted,
    },
    /// What the configuration says.
    #[command(after_help = "Examples:\n  \
        skillscope config show --origin\n  \
        skillscope config schema > skillscope.schema.json")]
    Config {
        #[command(subcommand)]
        what: ConfigCommand,
    },
    /// Print what a shell needs to complete the command line.
    #[command(after_help = "Examples:\n  \
        skillscope completions bash > ~/.local/share/bash-completion/completions/skillscope\n  \
        skillscope completions fish > ~/.config/fish/completions/skillscope.fish")]
    Completions {
        #[arg(value_enum, value_name = "SHELL")]
        shell: Shell,
    },
    /// Print the keys as they are bound now.
    #[command(after_help = "Examples:\n  \
        skillscope keys\n  \
        skillscope keys --keymap mine.toml")]
    Keys {
        /// Key bindings to use instead of the file in the configuration folder.
        #[arg(long, value_name = "FILE")]
        keymap: Option<PathBuf>,
    },
}
