//! The figures as one HTML file: no script, nothing fetched, every text escaped.

mod forest;
mod matrix;

use std::fmt::Write as _;

use super::{
    Readings,
    breakdowns::{EXPLORATORY, Table, tables},
    reading::Told,
    rows::{BELOW_FLOOR, DOUBT, doubts, expected, headline, intervals, went, worst_first},
};
use crate::{
    core::{
        measure::{Figures, confusion::Level},
        workbench::Board,
    },
    report::{
        conditions::{ENDING, conditions, evidence},
        figure::{counted, three, with_interval},
        markup::{escape, untrusted},
    },
};

/// Misrouted prompts that are listed.
const LISTED: usize = 200;

/// Colours follow the reader's; shapes and words say the same without them.
const STYLE: &str = "\
:root{color-scheme:light dark;--ink:#1f2328;--dim:#59636e;--ground:#ffffff;--line:#d1d9e0;\
--one:#0b5cad;--two:#9a4b00}
@media(prefers-color-scheme:dark){:root{--ink:#e6edf3;--dim:#9ba5b0;--ground:#0f1318;\
--line:#333b44;--one:#79b8ff;--two:#f0a35e}}
body{margin:2rem auto;max-width:64rem;padding:0 1rem;color:var(--ink);background:var(--ground);\
font:16px/1.5 system-ui,sans-serif}
h1{font-size:1.4rem}h2{font-size:1.1rem;margin-top:2rem}
.dim{color:var(--dim)}.wide{overflow-x:auto}
table{border-collapse:collapse;font-variant-numeric:tabular-nums}
th,td{text-align:left;padding:.2rem .8rem .2rem 0;border-bottom:1px solid var(--line);\
vertical-align:top}
td.n,th.n{text-align:right}
svg text{fill:var(--ink);font:13px system-ui,sans-serif}svg .dim{fill:var(--dim)}
svg .axis{stroke:var(--line)}svg .one{stroke:var(--one);fill:var(--one)}\
svg .two{stroke:var(--two);fill:var(--two)}
svg .cell{fill:var(--one)}svg .diagonal{fill:none;stroke:var(--dim)}
";

/// The whole file.
pub fn html(board: &Board, readings: Option<&Readings>) -> String {
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = write(board, readings, &mut out);
    out
}

fn write(board: &Board, readings: Option<&Readings>, out: &mut String) -> std::fmt::Result {
    let scope = untrusted(&board.now.snapshot.catalog.scope_line());
    write!(
        out,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n\
         <meta http-equiv=\"Content-Security-Policy\" \
         content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
         <title>skillscope: {scope}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
         <h1>{scope}</h1>\n"
    )?;
    if board.queries.queries.is_empty() {
        writeln!(out, "<p>No queries: nothing is measured.</p>")?;
    } else {
        figures(board, out)?;
        if let Some(Told { title, header, rows, meaning }) = readings.map(Readings::told) {
            writeln!(out, "<h2>{}</h2>", untrusted(&title))?;
            let rows: Vec<Vec<String>> = rows.into_iter().map(Into::into).collect();
            table(&header.each_ref().map(String::as_str), &rows, out)?;
            writeln!(out, "<p class=\"dim\">{}</p>", escape(&meaning.join("; ")))?;
        }
    }
    problems(board, out)?;
    writeln!(out, "<p class=\"dim\">{ENDING}</p>\n</body>\n</html>")
}

fn figures(board: &Board, out: &mut String) -> std::fmt::Result {
    let figures = &board.now.figures;
    let run = &figures.run;
    let evidence = untrusted(&evidence(board));
    writeln!(out, "<p>{}</p>", untrusted(&conditions(board)))?;
    writeln!(
        out,
        "<p>Completion {} of {} scored, {} errored{}.</p>",
        run.scored,
        run.planned,
        run.errored,
        if run.below_floor() {
            format!(" — <strong>{BELOW_FLOOR}</strong>")
        } else {
            String::new()
        },
    )?;
    writeln!(out, "<table>\n<tr><th>figure</th><th>{evidence}</th></tr>")?;
    for (name, value) in headline(figures) {
        writeln!(out, "<tr><td>{}</td><td>{}</td></tr>", escape(name), escape(&value))?;
    }
    writeln!(out, "</table>")?;
    doubted(figures, out)?;

    let worst = worst_first(&figures.skills);
    writeln!(out, "<h2>Recall and precision, with their intervals ({evidence})</h2>")?;
    writeln!(out, "<div class=\"wide\">{}</div>", forest::svg(&worst))?;
    writeln!(out, "<h2>Who takes whose prompts ({evidence})</h2>")?;
    match matrix::svg(figures.confusion(Level::Turn1)) {
        Some(svg) => writeln!(out, "<div class=\"wide\">{svg}</div>")?,
        None => writeln!(out, "<p>No prompt was taken by another skill.</p>")?,
    }
    writeln!(
        out,
        "<h2>Skills, lowest recall first ({evidence})</h2>\n<table>\n<tr><th>skill</th>\
         <th class=\"n\">n</th><th>recall</th><th>precision</th><th>F1</th>\
         <th class=\"n\">took</th></tr>"
    )?;
    for skill in &worst {
        let turn1 = &skill.turn1;
        writeln!(
            out,
            "<tr><td>{}</td><td class=\"n\">{}</td><td>{}</td><td>{}</td><td>{}</td>\
             <td class=\"n\">{}</td></tr>",
            untrusted(skill.id.as_str()),
            turn1.support,
            with_interval(&turn1.recall),
            with_interval(&turn1.precision),
            three(turn1.f1.value),
            turn1.fp,
        )?;
    }
    writeln!(out, "</table>")?;
    for Table { title, header, rows } in tables(board) {
        writeln!(out, "<h2>By {title} ({evidence})</h2>\n<p class=\"dim\">{EXPLORATORY}</p>")?;
        table(&header, &rows, out)?;
    }
    misses(board, out)?;
    writeln!(out, "<p class=\"dim\">{}</p>", intervals(figures))
}

fn doubted(figures: &Figures, out: &mut String) -> std::fmt::Result {
    let doubts = doubts(figures);
    if doubts.is_empty() {
        return Ok(());
    }
    let rows: Vec<Vec<String>> = doubts
        .iter()
        .map(|doubt| {
            let [between, of] = doubt.told();
            let skill = doubt.skill.map_or_else(String::new, ToString::to_string);
            vec![doubt.figure.to_owned(), between, of, skill]
        })
        .collect();
    writeln!(out, "<h2>{DOUBT}</h2>")?;
    table(&["figure", "between", "of", "skill"], &rows, out)
}

/// A table of cells that nobody vouches for.
fn table(header: &[&str], rows: &[Vec<String>], out: &mut String) -> std::fmt::Result {
    let head: String = header.iter().map(|name| format!("<th>{name}</th>")).collect();
    writeln!(out, "<table>\n<tr>{head}</tr>")?;
    for row in rows {
        let cells: String =
            row.iter().map(|cell| format!("<td>{}</td>", untrusted(cell))).collect();
        writeln!(out, "<tr>{cells}</tr>")?;
    }
    writeln!(out, "</table>")
}

fn misses(board: &Board, out: &mut String) -> std::fmt::Result {
    let probes = super::document::ProbeEntry::all(board);
    let missed: Vec<_> = probes.filter(|(_, probe)| probe.hit == Some(false)).collect();
    if missed.is_empty() {
        return Ok(());
    }
    writeln!(
        out,
        "<h2>{}</h2>\n<table>\n<tr><th>query</th><th>prompt</th><th>expected</th>\
         <th>engaged</th></tr>",
        counted(missed.len(), "miss", "misses")
    )?;
    for (row, probe) in missed.iter().take(LISTED) {
        writeln!(
            out,
            "<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>",
            untrusted(probe.id),
            untrusted(&row.query.prompt),
            untrusted(&expected(probe)),
            untrusted(&went(probe)),
        )?;
    }
    writeln!(out, "</table>")?;
    match missed.len().saturating_sub(LISTED) {
        0 => Ok(()),
        more => writeln!(out, "<p>{more} more</p>"),
    }
}

fn problems(board: &Board, out: &mut String) -> std::fmt::Result {
    let told: Vec<String> = board.diagnostics().map(ToString::to_string).collect();
    if told.is_empty() {
        return Ok(());
    }
    writeln!(out, "<h2>{}</h2>\n<ul>", counted(told.len(), "diagnosis", "diagnoses"))?;
    for one in &told {
        writeln!(out, "<li>{}</li>", untrusted(one))?;
    }
    writeln!(out, "</ul>")
}
