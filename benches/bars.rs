//! The whole table of bars: `cargo bench --bench bars`, about a minute; `-- --small` takes a second.

use std::time::Instant;

use comfy_table::{Table, presets::ASCII_MARKDOWN};
use skillscope::core::measure::bars::{ROWS, Size};

fn main() {
    let small = std::env::args().any(|argument| ["--small", "--test"].contains(&&*argument));
    let size = if small { Size::Small } else { Size::Whole };
    let began = Instant::now();
    let bars: Vec<_> = std::thread::scope(|scope| {
        let running: Vec<_> = ROWS.iter().map(|row| scope.spawn(move || row(size))).collect();
        running.into_iter().flat_map(|row| row.join().expect("no row panics")).collect()
    });
    let mut table = Table::new();
    table.load_style(ASCII_MARKDOWN);
    table.set_header(["what", "cells", "must", "ours", "naive", ""]);
    for bar in &bars {
        let naive = bar.naive.as_deref().unwrap_or("—");
        let holds = if bar.holds { "holds" } else { "FAILS" };
        table.add_row([bar.what, &bar.cells, bar.must, &bar.ours, naive, holds]);
    }
    println!("{table}\n{:.0} s", began.elapsed().as_secs_f64());
    if bars.iter().any(|bar| !bar.holds) {
        std::process::exit(1);
    }
}
