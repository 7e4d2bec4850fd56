//! Commands without a screen, from start to end.

use std::{
    path::Path,
    process::{Command, Stdio},
    time::Instant,
};

use crate::{
    catalog::{self, Catalog},
    process, program,
    sample::Sample,
    sheet::Sheet,
};

const TIMES: u32 = 15;

pub fn measure(catalog: &Catalog, sheet: &mut Sheet) {
    let overlap = timed(catalog.folder(), &["overlap", "skills"]);
    sheet.line("overlap, whole process", 100.0, overlap.0.quantile(0.95), "ms", &overlap.1);
    let overlap = timed(catalog.folder(), &["overlap", "skills", "--format", "json"]);
    sheet.note("overlap as JSON", overlap.0.quantile(0.95), "ms", &overlap.1);
    let eval =
        timed(catalog.folder(), &["eval", "--no-save", "skills", "--queries", "queries.jsonl"]);
    sheet.note("eval, whole process", eval.0.quantile(0.95), "ms", &eval.1);
    let Some(uipath) = catalog::corpus("uipath") else {
        return println!("skipped: eval of uipath, as SKILLSCOPE_CORPORA is not set");
    };
    let eval = timed(&uipath, &["eval", "--no-save", "catalog", "--queries", "queries.jsonl"]);
    sheet.line("eval of uipath, whole process", 100.0, eval.0.quantile(0.95), "ms", &eval.1);
}

/// The times of a command, and what to say beside them.
fn timed(folder: &Path, arguments: &[&str]) -> (Sample, String) {
    let before = process::children_time();
    let times = (0..TIMES).map(|_| {
        let mut command = Command::new(program::path());
        command.args(arguments).current_dir(folder);
        command.stdout(Stdio::null()).stdin(Stdio::null());
        let begun = Instant::now();
        let status = command.status().expect("the program starts");
        assert!(status.success(), "{arguments:?} ended with {status}");
        begun.elapsed()
    });
    let times = Sample::of(times);
    let busy = (process::children_time() - before).as_secs_f64() * 1e3 / f64::from(TIMES);
    let beside = format!("{}; {busy:.0} ms of processor", times.spread());
    (times, beside)
}
