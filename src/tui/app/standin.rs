//! Stand-ins for types that other modules own and have not brought yet.

/// What all views draw.
#[derive(Debug, Default)]
pub struct Board {
    pub revision: u64,
}

/// What a person asks of the session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    RunAll,
}
