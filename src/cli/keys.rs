//! `skillscope keys`: the key table as it is bound now.

use std::path::Path;

use super::{Failure, exit::Exit, keymap::keymap, output};
use crate::engine::config::Places;

pub(super) fn run(named: Option<&Path>) -> Result<Exit, Failure> {
    let (keymap, problems) = keymap(named, Places::find().as_ref())?;
    for problem in &problems {
        output::tell(&problem.to_string());
    }
    output::print(&keymap.markdown())
}
