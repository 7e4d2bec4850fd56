//! What the panes of views 3 and 4 show is what the document says, figure by figure.

use std::collections::BTreeMap;

use serde_json::Value;
use skillscope::{
    engine::{
        loader::CatalogRequest,
        session::{Setup, once},
    },
    report::{eval::Document, screen},
    tui::offscreen::{self, Offscreen},
};

use crate::corpora::corpora;

/// A run with its document and a screen that is large enough for all of it.
struct Told {
    document: Value,
    screen: Offscreen,
    /// What every name of the catalog begins with, which panes leave out.
    family: &'static str,
}

impl Told {
    fn of(setup: &Setup, family: &'static str) -> Self {
        let board = once(setup).expect("the catalog reads");
        let document = serde_json::to_value(Document::of(&board)).expect("it is plain data");
        let mut screen = Offscreen::new(offscreen::Setup::default(), (400, 120));
        screen.show(board);
        Self { document, screen, family }
    }

    /// The lines of the screen after some keys, without the borders.
    fn lines(&mut self, keys: &str) -> Vec<String> {
        self.screen.press(keys).expect("these are keys");
        let text = screen::text(&self.screen.picture());
        let bare = |line: &str| line.replace(['┃', '│', '▌'], " ").trim().to_owned();
        text.lines().map(bare).collect()
    }

    fn short<'a>(&self, id: &'a str) -> &'a str {
        id.strip_prefix(self.family).unwrap_or(id)
    }

    fn skills(&self) -> &[Value] {
        self.document["skills"].as_array().expect("skills are listed")
    }

    /// The line about a skill: what follows its name.
    fn about<'a>(&self, lines: &'a [String], skill: &Value) -> &'a str {
        let name = format!("{} ", self.short(skill["id"].as_str().expect("an id")));
        let of = |line: &'a String| line.strip_prefix(&name);
        lines.iter().find_map(of).unwrap_or_else(|| panic!("{name}: {lines:#?}"))
    }
}

/// Two decimals without the leading nought; only a whole is a whole, and only nothing is nothing.
fn two(share: f64) -> String {
    let rounded = (share * 100.0).round() / 100.0;
    match share {
        s if s < 1.0 && rounded >= 1.0 => ".99".to_owned(),
        s if s > 0.0 && rounded <= 0.0 => ".01".to_owned(),
        _ if rounded >= 1.0 => "1.0".to_owned(),
        _ => format!("{rounded:.2}").trim_start_matches('0').to_owned(),
    }
}

fn share(hits: u64, n: u64) -> String {
    if n == 0 { "—".to_owned() } else { two(hits as f64 / n as f64) }
}

/// A rate of the document as the forest writes it.
fn rate(rate: &Value) -> String {
    let part = |key: &str| rate[key].as_f64();
    match (part("rate"), part("low"), part("high"), part("n")) {
        (Some(rate), Some(low), Some(high), Some(n)) => {
            format!("{} [{} {}] {n:>4.0}", two(rate), two(low), two(high))
        }
        _ => "—".to_owned(),
    }
}

fn count(value: &Value) -> u64 {
    value.as_u64().expect("a count")
}

/// Off the diagonal of the document's matrix, by expected and engaged class.
fn cells(document: &Value) -> BTreeMap<(String, String), u64> {
    let class = |value: &Value| value.as_str().expect("a class").to_owned();
    let cells = document["confusion"].as_array().expect("the matrix is listed");
    let cell =
        |cell: &Value| ((class(&cell["expected"]), class(&cell["engaged"])), count(&cell["count"]));
    cells.iter().map(cell).collect()
}

fn forest_agrees(told: &mut Told) {
    let lines = told.lines("4");
    let top1 = rate(&told.document["headline"]["top1"]);
    assert!(lines.iter().any(|line| line.starts_with("top-1") && line.contains(&top1)), "{top1}");
    let mut rows = 0;
    for skill in told.skills().iter().filter(|s| count(&s["support"]) + count(&s["predicted"]) > 0)
    {
        let line = told.about(&lines, skill);
        for wanted in [rate(&skill["recall"]), rate(&skill["precision"])] {
            assert!(line.contains(&wanted), "{}: {wanted} in {line}", skill["id"]);
        }
        rows += 1;
    }
    assert!(rows > 10, "{rows} rows");
    // At any turn; later misfires were cut off, so the precision is a bound.
    let lines = told.lines("M M");
    for skill in told.skills() {
        let any = &skill["any"];
        let [tp, fp, miss] = ["tp", "fp", "fn"].map(|key| count(&any[key]));
        if tp + fp > 0 {
            let line = told.about(&lines, skill);
            assert!(line.contains(&share(tp, tp + miss)), "{}: {line}", skill["id"]);
            assert!(line.contains(&format!("≤{}", share(tp, tp + fp))), "{}: {line}", skill["id"]);
        }
    }
    told.lines("M");
}

fn steals_agree(told: &mut Told) {
    let cells = cells(&told.document);
    let mut support: BTreeMap<&str, u64> = BTreeMap::new();
    for ((expected, _), count) in &cells {
        *support.entry(expected).or_default() += count;
    }
    let lines = told.lines("3 z");
    let steals = cells.iter().filter(|((e, engaged), _)| e != engaged && engaged != "(no skill)");
    let mut shown = 0;
    for ((expected, engaged), count) in steals {
        let n = support[expected.as_str()];
        let wanted = [told.short(expected), told.short(engaged), &format!("{count}/{n}")]
            .map(str::to_owned)
            .join(" ");
        let plain = |line: &String| line.split_whitespace().collect::<Vec<_>>().join(" ");
        let Some(line) = lines.iter().map(plain).find(|line| line.starts_with(&wanted)) else {
            continue;
        };
        assert!(line.contains(&share(*count, n)), "{line}");
        shown += 1;
    }
    // A long list does not fit; what fits was looked at.
    let list = lines.iter().skip_while(|line| !line.starts_with("expected")).skip(1);
    let rows = list.take_while(|line| !line.is_empty() && !line.ends_with("more")).count();
    assert_eq!(shown, rows, "every row is of the document: {lines:#?}");
    told.lines("z");
}

fn matrix_agrees(told: &mut Told) {
    let cells = cells(&told.document);
    let lines = told.lines("3 <tab> * z");
    let classes: Vec<String> = cells.keys().flat_map(|(e, g)| [e.clone(), g.clone()]).collect();
    let row = |line: &String| {
        let class = classes
            .iter()
            .filter(|class| line.starts_with(&format!("{} ", told.short(class))))
            .max_by_key(|class| class.len())?;
        let counts = line[told.short(class).len()..].split_whitespace();
        let counts: Option<Vec<u64>> =
            counts.map(|text| if text == "·" { Some(0) } else { text.parse().ok() }).collect();
        Some((class.clone(), counts?))
    };
    let rows: Vec<(String, Vec<u64>)> = lines.iter().filter_map(row).collect();
    let mut seen = 0;
    for (expected, counts) in &rows {
        assert_eq!(counts.len(), rows.len(), "the matrix is square: {expected}");
        for ((engaged, _), shown) in rows.iter().zip(counts) {
            let said = cells.get(&(expected.clone(), engaged.clone())).copied().unwrap_or(0);
            assert_eq!(*shown, said, "{expected} -> {engaged}");
            seen += shown;
        }
    }
    assert_eq!(seen, cells.values().sum::<u64>(), "every probe has its cell");
    told.lines("z * <s-tab>");
}

fn tables_agree(told: &mut Told) {
    let lines = told.lines("3 T <tab> z");
    for skill in told.skills() {
        let [tp, fp, miss, tn] = ["tp", "fp", "fn", "tn"].map(|key| count(&skill["any"][key]));
        if tp + fp + miss == 0 {
            continue;
        }
        let name = format!("{} ", told.short(skill["id"].as_str().expect("an id")));
        let wanted = [tp, fp, miss, tn].map(|n| n.to_string()).join(" ");
        let wanted = format!("{wanted} {} {}", share(tp, tp + miss), share(tp, tp + fp));
        let plain = |line: &String| line.split_whitespace().collect::<Vec<_>>().join(" ");
        let rows: Vec<String> =
            lines.iter().filter(|line| line.starts_with(&name)).map(plain).collect();
        assert!(rows.iter().any(|row| row.contains(&wanted)), "{name}: {wanted} in {rows:?}");
    }
    told.lines("z T <s-tab>");
}

fn all_agree(mut told: Told) {
    forest_agrees(&mut told);
    steals_agree(&mut told);
    matrix_agrees(&mut told);
    tables_agree(&mut told);
}

#[test]
fn the_panes_of_the_demo_say_what_its_document_says() {
    all_agree(Told::of(&Setup::demo().expect("the demo unpacks"), ""));
}

#[test]
fn the_panes_of_a_real_catalog_say_what_its_document_says() {
    let Some(corpora) = corpora() else { return };
    let corpus = corpora.join("uipath");
    let paths = vec![corpus.join("catalog")];
    let request = CatalogRequest::here(paths, None).expect("the working directory is there");
    let mut setup = Setup::of(request);
    setup.queries = vec![corpus.join("queries.jsonl")];
    all_agree(Told::of(&setup, "uipath-"));
}
