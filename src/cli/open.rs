//! `skillscope open`: a run that somebody exported, read-only, without its catalog and its agent.

use std::{
    io::{self, IsTerminal as _},
    path::PathBuf,
};

use clap::Args;

use super::{
    Failure,
    eval::ReportFormat,
    exit::Exit,
    kept, runs,
    surroundings::Surroundings,
    watch::{self, Sitting},
};

/// Which run, and how it is shown.
#[derive(Debug, Args)]
pub struct Wanted {
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Print the figures instead; without a terminal they are printed as text.
    #[arg(long, value_enum)]
    pub format: Option<ReportFormat>,
    #[command(flatten)]
    pub sitting: Sitting,
}

pub(super) fn run(wanted: &Wanted, here: Surroundings) -> Result<Exit, Failure> {
    let Wanted { file, format, sitting } = wanted;
    if !file.exists() {
        let shown = file.display();
        return Err(Failure::Usage(format!(
            "there is no {shown}; `skillscope runs export RUN` makes such a file"
        )));
    }
    let kept = kept::read(file, &here)?;
    match format {
        None if io::stdout().is_terminal() => {
            let others = runs::store(None, here.places.as_ref())?;
            watch::open(&kept, others, sitting, here)
        }
        format => {
            here.tell_problems();
            runs::show(&kept, format.unwrap_or(ReportFormat::Text))
        }
    }
}
