//! Whole sittings: the built binary on a pseudo terminal, driven by keys and saved files.
#![cfg(unix)]

mod agreeing;
mod bakery;
mod baseline;
mod consent;
mod editing;
mod hand;
mod hosted;
mod hostile;
mod input;
mod keys;
mod mine;
mod recorded;
mod repository;
mod seat;
mod terminal;
mod whole;
