//! Tests of the house as a whole: its layers, its dependencies, its commands, real catalogs.

mod agreement;
#[cfg(unix)]
mod api;
mod architecture;
mod codes;
mod commands;
mod corpora;
mod dependencies;
#[cfg(unix)]
mod harness;
mod lexical;
mod query_sets;
mod runs;
mod screens;
