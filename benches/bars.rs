//! What the statistics must clear, measured: `cargo bench --bench bars`, about a minute, prints the
//! whole table and the odds of a gate; `-- --small` takes a second.

use std::time::Instant;

use comfy_table::{Table, presets::ASCII_MARKDOWN};
use skillscope::core::measure::{
    bars::{Bar, Line, ROWS, Size, lines},
    exact::Odds,
};

fn main() {
    let given = |flag: &str| std::env::args().any(|argument| argument == flag);
    // Cargo says so under `cargo bench`; any other run only shows that the program works.
    let whole = given("--bench") && !given("--small");
    let size = if whole { Size::Whole } else { Size::Small };
    let began = Instant::now();
    let bars: Vec<Bar> = std::thread::scope(|scope| {
        let running: Vec<_> = ROWS.iter().map(|row| scope.spawn(move || row(size))).collect();
        running.into_iter().flat_map(|row| row.join().expect("no row panics")).collect()
    });
    println!("{}\n", table(&bars));
    println!("{}\n", odds(&lines()));
    println!("{:.0} s", began.elapsed().as_secs_f64());
    if bars.iter().any(|bar| !bar.holds) {
        std::process::exit(1);
    }
}

fn table(bars: &[Bar]) -> Table {
    let mut table = Table::new();
    table.load_style(ASCII_MARKDOWN).set_header(["what", "cells", "must", "ours", "naive", ""]);
    for bar in bars {
        let naive = bar.naive.as_deref().unwrap_or("—");
        let holds = if bar.holds { "holds" } else { "FAILS" };
        table.add_row([bar.what, &bar.cells, bar.must, &bar.ours, naive, holds]);
    }
    table
}

/// Chances in percent; two runs contradict each other when one passes and one fails.
fn odds(lines: &[Line]) -> Table {
    let mut table = Table::new();
    table.load_style(ASCII_MARKDOWN).set_header([
        "units x attempts",
        "bar",
        "true rate",
        "bound: pass / fail / undecided",
        "contradicting",
        "point: pass / fail",
        "contradicting",
    ]);
    let percent = |chance: f64| format!("{:.1}", chance * 100.0);
    for Line { bar, model, bound, point } in lines {
        let Odds { pass, fail, undecided } = bound;
        table.add_row([
            format!("{} x {}", model.units, model.attempts),
            format!("{bar:.2}"),
            format!("{:.2}", model.mu),
            [*pass, *fail, *undecided].map(percent).join(" / "),
            percent(bound.contradiction()),
            [point.pass, point.fail].map(percent).join(" / "),
            percent(point.contradiction()),
        ]);
    }
    table
}
