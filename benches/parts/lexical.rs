//! The words of a large catalog: the index, the neighbourhood, the trigger phrases.

use std::hint::black_box;

use criterion::Criterion;
use skillscope::{
    core::{
        lexical::{Lexicon, Options},
        snapshot::Snapshot,
    },
    engine::session,
};

use crate::given;

pub fn measure(criterion: &mut Criterion) {
    let board = session::words(&given::setup("large")).expect("the catalog is read");
    let snapshot = &board.now.snapshot;
    let options = Options::default();
    criterion.bench_function("lexical: index of large", |bench| {
        bench.iter(|| Lexicon::of(black_box(snapshot), options));
    });
    criterion.bench_function("lexical: index and neighbourhood of large", |bench| {
        bench.iter(|| Lexicon::of(black_box(snapshot), options).neighbourhood().rows.len());
    });
    criterion.bench_function("lexical: all of large, with trigger phrases", |bench| {
        bench.iter(|| Lexicon::of(black_box(snapshot), options).warm());
    });
    let before = Lexicon::of(snapshot, options);
    before.warm();
    let edited = Snapshot::of(given::edited(&snapshot.catalog));
    criterion.bench_function("lexical: index and neighbourhood after one edit", |bench| {
        bench.iter(|| before.after(black_box(&edited)).neighbourhood().rows.len());
    });
    criterion.bench_function("lexical: all after one edit", |bench| {
        bench.iter(|| before.after(black_box(&edited)).warm());
    });
}
