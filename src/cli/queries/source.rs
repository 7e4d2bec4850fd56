//! One query file as its rows, read without any skills.

use super::arguments::FileArguments;
use crate::{
    cli::{
        Failure,
        output::{self, listed},
    },
    core::query::{Query, sheet::Sheet},
    engine::queries::QueryFile,
};

/// Reads the file, and says on standard error what is wrong with it.
///
/// # Errors
/// It cannot be read, or holds no row.
pub(super) fn read(file: &FileArguments) -> Result<Sheet, Failure> {
    let named = QueryFile::named(&file.path, file.skill.clone());
    let sheet = named
        .sheet()
        .map_err(|error| Failure::Usage(error.diagnostic(&named.shown).to_string()))?;
    let told = listed(&sheet.set.diagnostics);
    if sheet.set.queries.is_empty() {
        return Err(Failure::Usage(format!("{} gives no rows:{told}", named.shown)));
    }
    if !told.is_empty() {
        output::tell(&format!("reading {}:{told}", named.shown));
    }
    Ok(sheet)
}

/// The rows of a sheet as draws take them.
pub(super) fn rows(sheet: &Sheet) -> Vec<&Query> {
    sheet.set.queries.iter().collect()
}
