//! Query sets on real catalogs: every file is read whole, written again without loss, and counted.

use std::{collections::BTreeMap, fs};

use skillscope::core::{
    catalog::Resolution,
    id::SkillId,
    lexical::{Lexicon, Options},
    query::{
        BoundSet, Query, QuerySet, Source,
        bind::bind,
        draw,
        lint::{Rules, lint},
        rewrite::Change,
        sheet::Sheet,
        stats::{Form, Stats},
        write,
    },
};

use crate::corpora::{corpora, docs};

/// Rows of a corpus: all labelled ones, those for no skill, those for several, near misses.
const CORPORA: [(&str, [usize; 4]); 11] = [
    ("uipath", [1381, 63, 0, 0]),
    ("mongodb", [218, 0, 0, 31]),
    ("nvidia", [1009, 0, 0, 234]),
    ("agent-ready", [976, 0, 0, 940]),
    ("azure", [383, 0, 35, 4]),
    ("elevenlabs", [89, 0, 0, 89]),
    ("amd", [68, 23, 0, 0]),
    ("marketing", [297, 0, 0, 0]),
    ("dotnet", [132, 0, 0, 3]),
    ("polyglot", [127, 0, 0, 117]),
    ("large", [1395, 0, 0, 0]),
];

/// The query files of a corpus, those that it has.
fn sheets(corpus: &std::path::Path) -> Vec<Sheet> {
    let mut found = Vec::new();
    for name in ["queries.jsonl", "near_miss.jsonl"] {
        if let Ok(text) = fs::read_to_string(corpus.join(name)) {
            found.push(Sheet::read(name, &text, None));
        }
    }
    found
}

fn lexicon(corpus: &std::path::Path) -> Lexicon {
    Lexicon::new(docs(corpus), Options::default())
}

fn bound(sets: &[QuerySet], lexicon: &Lexicon) -> BoundSet {
    let resolve = |name: &str| {
        let id = SkillId::from(name);
        if lexicon.position(&id).is_some() { Resolution::One(id) } else { Resolution::NotResident }
    };
    bind(sets, resolve, 5)
}

fn bare(set: &QuerySet) -> Vec<Query> {
    let bare = |row: &Query| Query { source: Source::default(), ..row.clone() };
    set.queries.iter().map(bare).collect()
}

#[test]
fn every_form_of_label_is_counted() {
    let Some(corpora) = corpora() else { return };
    for (name, [rows, nobody, several, near_misses]) in CORPORA {
        let corpus = corpora.join(name);
        let sets: Vec<QuerySet> = sheets(&corpus).into_iter().map(|sheet| sheet.set).collect();
        for set in &sets {
            assert_eq!((set.refused, &set.diagnostics), (0, &vec![]), "{name}");
        }
        let lexicon = lexicon(&corpus);
        let bound = bound(&sets, &lexicon);
        let stats = Stats::of(&bound, &lexicon);
        let form = |form| stats.forms.get(&form).copied().unwrap_or_default();
        let aside = bound.set_aside.len();
        let complete = form(Form::One) + form(Form::Several) + form(Form::Nobody);
        assert_eq!(stats.rows + aside, rows + near_misses, "{name}");
        assert!(complete <= rows && complete + aside >= rows, "{name}: {stats:?}");
        assert_eq!((form(Form::Nobody), form(Form::Several)), (nobody, several), "{name}");
        assert_eq!(stats.difficulty.values().sum::<usize>(), complete - nobody, "{name}");
        let found = lint(&bound, &lexicon, &Rules::default());
        let mut codes: BTreeMap<&str, usize> = BTreeMap::new();
        for told in &found {
            assert!(!told.remedy.is_empty() && !told.path.is_empty());
            *codes.entry(&told.code).or_default() += 1;
        }
        println!("{name}: {} units, set aside {aside}, {codes:?}", stats.units);
        println!("  {:?} {:?}", stats.difficulty, stats.forms);
    }
}

#[test]
fn files_are_written_again_without_loss() {
    let Some(corpora) = corpora() else { return };
    for (name, _) in CORPORA {
        for sheet in sheets(&corpora.join(name)) {
            assert_eq!(sheet.rewrite(&[]).as_deref(), Ok(sheet.text.as_str()), "{name}");
            let rows: Vec<usize> = (0..sheet.set.queries.len()).collect();
            for (form, path) in [
                (write::Form::Jsonl, "q.jsonl"),
                (write::Form::Json, "q.json"),
                (write::Form::Yaml, "q.yaml"),
                (write::Form::Csv, "q.csv"),
            ] {
                let written = sheet.convert(&rows, form, None);
                assert_eq!((&written.lost, written.rows), (&vec![], rows.len()), "{name} {form}");
                let again = Sheet::read(path, &written.text, None);
                assert_eq!(bare(&again.set), bare(&sheet.set), "{name} {form}");
                if form != write::Form::Csv {
                    assert_eq!(again.extras, sheet.extras, "{name} {form}");
                }
            }
        }
    }
}

#[test]
fn one_row_changes_and_the_others_stay() {
    let Some(corpora) = corpora() else { return };
    for (name, _) in CORPORA {
        for sheet in sheets(&corpora.join(name)) {
            let row = sheet.set.queries.len() / 2;
            let set = |value: serde_json::Value| Change::Set { row, key: "disputed".into(), value };
            let marked = sheet.rewrite(&[set(true.into())]).expect("lines can be changed");
            let unlike: Vec<usize> = sheet
                .text
                .lines()
                .zip(marked.lines())
                .enumerate()
                .filter(|(_, (a, b))| a != b)
                .map(|(at, _)| at)
                .collect();
            assert_eq!(unlike, [sheet.set.queries[row].source.line as usize - 1], "{name}");
            let again = Sheet::read("q.jsonl", &marked, None);
            assert!(again.set.queries[row].disputed);
            assert_eq!(again.rewrite(&[set(serde_json::Value::Null)]), Ok(sheet.text), "{name}");
        }
    }
}

#[test]
fn real_sets_are_drawn_from() {
    let Some(corpora) = corpora() else { return };
    let [sheet] = &sheets(&corpora.join("uipath"))[..] else { panic!("one file") };
    let rows: Vec<&Query> = sheet.set.queries.iter().collect();
    let parts = draw::split(&rows, 0.3, 1).expect("every class has two prompts or more");
    let share = parts.held_out.len() as f64 / rows.len() as f64;
    assert!((share - 0.3).abs() < 0.01, "{share}");
    assert_eq!(draw::sample(&rows, 100, 1).left_out, [] as [String; 0]);
    let [sheet] = &sheets(&corpora.join("large"))[..] else { panic!("one file") };
    let rows: Vec<&Query> = sheet.set.queries.iter().collect();
    assert!(matches!(draw::split(&rows, 0.3, 1), Err(draw::SplitError::EmptyClass(_))));
}
