use proptest::prelude::*;

use super::*;
use crate::core::query::{Label, Query, QuerySet};

fn read(text: &str) -> QuerySet {
    QuerySet::read("q.csv", text, None)
}

fn complete(expected: &[&str]) -> Label<String> {
    let expected = expected.iter().map(ToString::to_string).collect();
    Label::Complete { expected, alternatives: Vec::new() }
}

fn told(set: &QuerySet) -> Vec<(&str, Option<u32>)> {
    set.diagnostics.iter().map(|told| (&*told.code, told.line)).collect()
}

#[test]
fn a_header_names_the_columns() {
    let set = read(concat!(
        "\u{feff}id,text,kind,expected_skill,acceptable_skills,notes\r\n",
        "a,\"Book a table, please\nfor two\",positive,booking,\"calendar,maps\",\"say \"\"hi\"\"\"\r\n",
        "\r\n",
        ",Sing a song,out_of_scope,,,\r\n",
    ));
    assert_eq!(set.diagnostics, []);
    let [a, b] = &set.queries[..] else { panic!("{:?}", set.queries) };
    assert_eq!((a.id.as_str(), a.source.line), ("a", 2));
    assert_eq!(a.prompt, "Book a table, please\nfor two");
    assert_eq!((&a.label, a.kind.as_deref()), (&complete(&["booking"]), Some("positive")));
    assert_eq!(a.neutral, ["calendar", "maps"]);
    assert_eq!((b.id.as_str(), b.source.line, &b.label), ("q-5", 5, &complete(&[])));
}

#[test]
fn a_blank_cell_beside_another_label_says_nothing() {
    let set = read(concat!(
        "prompt;expected_skills;not_skills;should_trigger\n",
        "p;a, b;c;\n",
        "q;;\"c;d\";\n",
        "r;;;e\n",
        "s;none;c;\n",
        "t;;;\n",
    ));
    assert_eq!(set.diagnostics, []);
    let labels: Vec<&Label<String>> = set.queries.iter().map(|row| &row.label).collect();
    let partial = |should: &[&str], must_not: &[&str]| Label::Partial {
        should: should.iter().map(ToString::to_string).collect(),
        must_not: must_not.iter().map(ToString::to_string).collect(),
    };
    assert_eq!(
        labels,
        [
            &complete(&["a", "b"]),
            &partial(&[], &["c", "d"]),
            &partial(&["e"], &[]),
            &complete(&[]),
            &complete(&[]),
        ]
    );
    assert_eq!(set.queries[3].forbidden, ["c"]);
}

#[test]
fn torn_rows_are_refused_and_the_rest_loads() {
    let set = read(concat!(
        "prompt,expected_skill,prompt,expcted\n",
        "Book a table, please,booking,,\n",
        "p,a,other,\n",
        "q,a\n",
        "r,a,,\n",
        "\"s,a,,\n",
    ));
    assert_eq!(
        told(&set),
        [
            ("repeated-column", Some(1)),
            ("unknown-key", Some(1)),
            ("ragged-row", Some(2)),
            ("ragged-row", Some(4)),
            ("open-quote", Some(6)),
        ]
    );
    let prompts: Vec<&str> = set.queries.iter().map(|row| row.prompt.as_str()).collect();
    assert_eq!((prompts, set.refused), (vec!["p", "r"], 3));
}

#[test]
fn the_content_tells_a_table_from_other_texts() {
    for text in ["prompt,expected_skill\np,a\n", "\"prompt\"\t\"skill\"\n", "id;query\n1;p\n"] {
        assert!(delimiter(text).is_some(), "{text}");
    }
    for text in ["- prompt: a, query\n", "prompt\np\n", "a,b\n1,2\n", "some text, prompt\n", ""] {
        assert_eq!(delimiter(text), None, "{text}");
    }
    let set = QuerySet::read("rows.txt", "prompt\texpected_skill\np\ta\n", None);
    assert_eq!((set.queries.len(), set.diagnostics.len()), (1, 0));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(10_000))]

    #[test]
    fn no_table_panics_and_no_row_is_lost(rows in "[a\"',;\t\r\né ]{0,40}") {
        let text = format!("prompt,expected_skill\n{rows}");
        let set = read(&text);
        let again = read(&text);
        prop_assert_eq!(&set.diagnostics, &again.diagnostics);
        prop_assert_eq!(set.queries.len(), again.queries.len());
        let records = records(&text, b',').count() - 1;
        let strange = set.diagnostics.iter().any(|told| told.code == "no-labels");
        prop_assert!(strange || set.queries.len() + set.refused == records);
    }
}

proptest! {
    #[test]
    fn places_hold_the_records(cells in prop::collection::vec("[a,\"\né]{0,4}", 1..12)) {
        let mut writer = csv::WriterBuilder::new().from_writer(Vec::new());
        for pair in cells.chunks(2) {
            writer.write_record([pair[0].as_str(), pair.last().unwrap(), "x"]).unwrap();
        }
        let text = String::from_utf8(writer.into_inner().unwrap()).unwrap();
        let mut found = 0;
        for ((record, bytes), pair) in records(&text, b',').zip(cells.chunks(2)) {
            found += 1;
            prop_assert_eq!(text_of(&record[0]), &pair[0]);
            let alone = text[bytes].to_owned() + "\n";
            prop_assert_eq!(super::records(&alone, b',').next().unwrap().0, record);
        }
        prop_assert_eq!(found, cells.chunks(2).count());
    }

    #[test]
    fn written_tables_are_read_back(prompts in prop::collection::vec("[^\\s]\\PC{0,20}", 1..8)) {
        let mut writer = csv::WriterBuilder::new().from_writer(Vec::new());
        writer.write_record(["prompt", "expected_skill"]).unwrap();
        for prompt in &prompts {
            writer.write_record([prompt, "a"]).unwrap();
        }
        let set = read(std::str::from_utf8(&writer.into_inner().unwrap()).unwrap());
        let read: Vec<&Query> = set.queries.iter().collect();
        prop_assert_eq!(read.iter().map(|row| &row.prompt).collect::<Vec<_>>(),
            prompts.iter().collect::<Vec<_>>());
    }
}
