//! Which program is measured.

use std::path::PathBuf;

/// The one that was built with this bench, unless `SKILLSCOPE_PROGRAM` names another build.
pub fn path() -> PathBuf {
    std::env::var_os("SKILLSCOPE_PROGRAM")
        .map_or_else(|| env!("CARGO_BIN_EXE_skillscope").into(), PathBuf::from)
}
