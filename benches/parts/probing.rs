//! Every prompt probed by the keyword stand-in, with all metrics and intervals.

use std::{hint::black_box, sync::Arc};

use criterion::Criterion;
use skillscope::{
    core::workbench::{Input, State, Workbench},
    engine::{queries::QueryFile, session},
};

use crate::given;

pub fn measure(criterion: &mut Criterion) {
    for name in ["uipath", "large"] {
        let setup = given::setup(name);
        let board = session::once(&setup).expect("the catalog is read");
        let settings = setup.settings();
        criterion.bench_function(&format!("probing {name}, all metrics"), |bench| {
            bench.iter(|| {
                let (snapshot, queries) = black_box((board.now.snapshot.clone(), &board.queries));
                let before = &board.now;
                State::at_once(String::new(), snapshot, Arc::clone(queries), &settings, before)
            });
        });
        // What a save costs beside the reading of the file.
        let catalog = &board.now.snapshot.catalog;
        let catalogs = [Arc::clone(catalog), given::edited(catalog)];
        let files = setup.queries.iter().map(|path| QueryFile::named(path.clone(), None));
        let mut workbench = Workbench::new(settings.clone());
        workbench.reduce(Input::Queries(files.map(|file| file.load()).collect()), 0);
        workbench.reduce(Input::Catalog(Arc::clone(catalog)), 0);
        let mut turn = 0;
        criterion.bench_function(&format!("a save of {name}, measured and compared"), |bench| {
            bench.iter(|| {
                turn += 1;
                workbench.reduce(Input::Catalog(Arc::clone(&catalogs[turn % 2])), 0);
                workbench.board()
            });
        });
    }
}
