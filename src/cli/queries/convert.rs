//! `skillscope queries convert`: a query file in another form.

use super::{
    arguments::{FileArguments, Writing},
    destination::{converted, put},
    source,
};
use crate::cli::{Failure, exit::Exit};

pub(super) fn run(file: &FileArguments, writing: &Writing) -> Result<Exit, Failure> {
    let sheet = source::read(file)?;
    let all: Vec<usize> = (0..sheet.set.queries.len()).collect();
    let text = converted(&sheet, &all, file, writing);
    put(&text, writing.out.as_deref(), writing.force)
}
