//! `skillscope queries sample`: fewer prompts, in the same proportions.

use super::{
    arguments::{FileArguments, Writing},
    destination::{converted, put},
    source,
};
use crate::{
    cli::{Failure, exit::Exit, output},
    core::query::draw,
};

pub(super) fn run(
    file: &FileArguments,
    size: u32,
    seed: u64,
    writing: &Writing,
) -> Result<Exit, Failure> {
    let sheet = source::read(file)?;
    // More than there can be rows is as good as all.
    let size = usize::try_from(size).unwrap_or(usize::MAX);
    let drawn = draw::sample(&source::rows(&sheet), size, seed);
    if !drawn.left_out.is_empty() {
        let classes = drawn.left_out.join("\n  ");
        output::tell(&format!(
            "{size} prompts do not reach every class; left out are\n  {classes}"
        ));
    }
    let text = converted(&sheet, &drawn.rows, file, writing);
    put(&text, writing.out.as_deref(), writing.force)
}
