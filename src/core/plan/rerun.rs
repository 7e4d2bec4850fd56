//! What an edit makes run again by itself.
//!
//! Must not know which rows an edit concerns.

/// Of an agent that is asked for real; one that waits for nobody always runs again.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    Hash,
    strum::EnumString,
    strum::Display,
    strum::VariantNames,
)]
#[strum(serialize_all = "lowercase")]
pub enum Rerun {
    /// Nothing: somebody asks for it.
    #[default]
    Manual,
    /// The rows that the edit may have moved.
    Affected,
    /// Every row without a result on the present texts.
    All,
}
