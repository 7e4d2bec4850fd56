//! A catalog from disk, whole and after a save.

use std::{collections::BTreeSet, hint::black_box};

use criterion::Criterion;
use skillscope::engine::loader::Loader;

use crate::given;

pub fn measure(criterion: &mut Criterion) {
    let request = given::setup("large").catalog;
    let loader = || Loader::new(request.clone()).expect("the catalog is there");
    criterion.bench_function("reading large", |bench| {
        bench.iter(|| loader().load_all().expect("it loads"));
    });
    let mut loaded = loader();
    loaded.load_all().expect("it loads");
    let saved: BTreeSet<_> = loaded.files().values().take(1).cloned().collect();
    criterion.bench_function("reading large after one save", |bench| {
        bench.iter(|| loaded.reload(black_box(&saved), false));
    });
}
