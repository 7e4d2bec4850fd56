//! `skillscope open`: a run that somebody exported, read-only, without its catalog and its agent.

use std::path::Path;

use super::{Failure, eval::ReportFormat, exit::Exit, runs, surroundings::Surroundings};

pub(super) fn run(file: &Path, format: ReportFormat, here: &Surroundings) -> Result<Exit, Failure> {
    let store = runs::store(None, here.places.as_ref())?;
    if !file.exists() {
        let shown = file.display();
        return Err(Failure::Usage(format!(
            "there is no {shown}; `skillscope runs export RUN` makes such a file"
        )));
    }
    runs::show(&store.read(&file.to_string_lossy())?, format)
}
