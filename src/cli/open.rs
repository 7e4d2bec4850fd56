//! `skillscope open`: a recorded run, read-only, without its catalog and its agent; still or played.

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
    values,
    watch::{self, Sitting},
};
use crate::{core::workbench::playback::Pace, engine::session::Start};

/// Which run, and how it is shown.
#[derive(Debug, Args)]
pub struct Wanted {
    /// An exported file, or a kept run by its id; `latest` is the newest.
    #[arg(value_name = "FILE|RUN")]
    pub file: PathBuf,
    /// Play it in view 2 as it once went, before all of it is shown.
    #[arg(long, conflicts_with = "format")]
    pub play: bool,
    /// Play it at so many times its own pace.
    #[arg(long, value_name = "X", value_parser = values::positive, conflicts_with = "format")]
    pub pace: Option<f64>,
    /// Play it model response by model response, each when a key asks for it.
    #[arg(long, conflicts_with_all = ["pace", "format"])]
    pub step: bool,
    /// Print the figures instead; without a terminal they are printed as text.
    #[arg(long, value_enum)]
    pub format: Option<ReportFormat>,
    #[command(flatten)]
    pub sitting: Sitting,
}

impl Wanted {
    /// How it is played, if it is.
    fn start(&self) -> Option<Start> {
        let played = self.play || self.step || self.pace.is_some();
        let pace = self.pace.map_or(Pace::REAL, Pace::times);
        played.then_some(Start { pace, stepped: self.step })
    }
}

pub(super) fn run(wanted: &Wanted, here: Surroundings) -> Result<Exit, Failure> {
    let Wanted { file, format, sitting, .. } = wanted;
    // What is not there and has an ending is a file that somebody misspelt.
    if !file.exists() && file.extension().is_some() {
        let shown = file.display();
        return Err(Failure::Usage(format!(
            "there is no {shown}; `skillscope runs export RUN` makes such a file"
        )));
    }
    let kept = kept::read(file, &here)?;
    match format {
        None if io::stdout().is_terminal() => {
            let others = runs::store(None, here.places.as_ref())?;
            watch::open(&kept, others, wanted.start(), sitting, here)
        }
        None if wanted.start().is_some() => Err(Failure::Usage(format!(
            "a run is played on a terminal only; `skillscope replay {}` tells it as text",
            file.display()
        ))),
        format => {
            here.tell_problems();
            runs::show(&kept, format.unwrap_or(ReportFormat::Text))
        }
    }
}
