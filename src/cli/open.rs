//! `skillscope open`: a run that somebody exported, read-only, without its catalog and its agent.

use std::path::Path;

use super::{Failure, eval::ReportFormat, exit::Exit, kept, runs, surroundings::Surroundings};

pub(super) fn run(file: &Path, format: ReportFormat, here: &Surroundings) -> Result<Exit, Failure> {
    if !file.exists() {
        let shown = file.display();
        return Err(Failure::Usage(format!(
            "there is no {shown}; `skillscope runs export RUN` makes such a file"
        )));
    }
    runs::show(&kept::read(file, here)?, format)
}
