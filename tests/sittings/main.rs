//! Whole sittings: the built binary on a pseudo terminal, driven by keys and saved files.
