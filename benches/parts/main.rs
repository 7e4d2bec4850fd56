//! What each part of the work costs, in one process: `cargo bench --bench parts [-- NAME]`.
//!
//! With `SKILLSCOPE_CORPORA` set the catalogs there are measured, else what the demo holds.

mod draw;
mod figures;
mod given;
mod lexical;
mod probing;
mod reading;

use criterion::{criterion_group, criterion_main};

criterion_group!(
    benches,
    reading::measure,
    lexical::measure,
    probing::measure,
    figures::measure,
    draw::measure
);
criterion_main!(benches);
