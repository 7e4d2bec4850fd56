//! The streams that the agent `replay` plays, as a person names them.
//!
//! Must not know what they say.

use std::{path::Path, sync::Arc};

use strum::VariantArray as _;

use super::{Setup, SetupError};
use crate::{
    core::{
        listing::Lenses,
        stream::{Format, Recordings},
    },
    engine::agent,
};

impl Setup {
    /// Reads the streams of the `replay` agent, which this harness wrote.
    ///
    /// # Errors
    /// The folder cannot be read or holds none, or nobody can read streams of that harness.
    pub fn read_streams(
        folder: &Path,
        harness: Option<&str>,
        lenses: &Lenses,
    ) -> Result<Arc<Recordings>, SetupError> {
        let profile = harness.and_then(|id| lenses.of_harness(id)).map(|lens| lens.profile);
        let profile = profile.ok_or(SetupError::NoStreams)?;
        let format = Self::format_of(&profile.id)?;
        let recordings = agent::in_folder(folder, format, profile)
            .map_err(|source| SetupError::UnreadableStreams { path: folder.to_owned(), source })?;
        if recordings.streams().next().is_none() {
            return Err(SetupError::NoStreamThere(folder.to_owned()));
        }
        Ok(Arc::new(recordings))
    }

    /// The format of a harness's streams.
    ///
    /// # Errors
    /// None is known.
    pub fn format_of(harness: &str) -> Result<Format, SetupError> {
        harness.parse().map_err(|_| {
            let known = Format::VARIANTS.iter().map(ToString::to_string).collect::<Vec<_>>();
            SetupError::UnknownFormat { id: harness.to_owned(), known: known.join(", ") }
        })
    }
}
