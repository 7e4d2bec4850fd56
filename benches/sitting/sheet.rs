//! What was measured, line by line: budget, figure, and whether it holds.

use std::{fs, thread};

use crate::catalog::Catalog;

/// The lines so far, printed as they come.
pub struct Sheet {
    over: Vec<String>,
    of: usize,
}

impl Sheet {
    pub fn begin(catalog: &Catalog) -> Self {
        let cores = thread::available_parallelism().map_or(1, Into::into);
        println!("{cores} cores; load {}; {}", load(), catalog.origin());
        println!("{:<52} {:>10} {:>12}", "", "budget", "measured");
        Self { over: Vec::new(), of: 0 }
    }

    /// A figure with its budget, both in `unit`; more is worse.
    pub fn line(&mut self, what: &str, budget: f64, found: f64, unit: &str, beside: &str) {
        let verdict = if found <= budget { "met " } else { "OVER" };
        println!("{what:<52} {budget:>7} {unit:<2} {found:>9.1} {unit:<2}  {verdict}  {beside}");
        self.of += 1;
        if found > budget {
            self.over.push(what.to_owned());
        }
    }

    /// A figure that no budget is set for.
    pub fn note(&self, what: &str, found: f64, unit: &str, beside: &str) {
        println!("{what:<52} {:>10} {found:>9.1} {unit:<2}        {beside}", "");
    }

    pub fn end(self) {
        let met = self.of - self.over.len();
        println!("{met} of {} budgets met; load {}", self.of, load());
        for what in self.over {
            println!("over: {what}");
        }
    }
}

/// Programs that wanted a core in the last minute, this one among them.
fn load() -> String {
    let text = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    text.split(' ').next().filter(|load| !load.is_empty()).unwrap_or("unknown").to_owned()
}
