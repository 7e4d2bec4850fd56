//! Budgets beside figures: the built program on a pseudo terminal, as a person meets it.
//!
//! `SKILLSCOPE_CORPORA=DIR cargo bench --bench sitting` measures everything on a copy of the large
//! catalog there; without the variable a catalog is made up, and that is said. Names after `--`
//! choose parts: `start`, `saving`, `typing`, `idle`, `streaming`, `commands`, `many`.

mod catalog;
mod commands;
mod idle;
mod many;
mod process;
mod program;
mod sample;
mod saving;
mod seat;
mod sheet;
mod start;
mod streaming;
mod text;
mod typing;

use crate::{catalog::Catalog, sheet::Sheet};

/// Measures something and writes it down.
type Part = fn(&Catalog, &mut Sheet);

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    // `cargo test` runs benches too, to see that they start.
    if !arguments.iter().any(|argument| argument == "--bench") {
        println!("skipped: measures only under `cargo bench --bench sitting`");
        return;
    }
    let wanted = |part: &str| {
        let mut named = arguments.iter().filter(|argument| !argument.starts_with('-')).peekable();
        named.peek().is_none() || named.any(|name| name == part)
    };
    let catalog = Catalog::large();
    let mut sheet = Sheet::begin(&catalog);
    let parts: [(&str, Part); 7] = [
        ("start", start::measure),
        ("saving", saving::measure),
        ("typing", typing::measure),
        ("idle", idle::measure),
        ("streaming", streaming::measure),
        ("commands", commands::measure),
        ("many", many::measure),
    ];
    for (name, measure) in parts {
        if wanted(name) {
            measure(&catalog, &mut sheet);
        }
    }
    sheet.end();
}
