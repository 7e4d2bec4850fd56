//! The lexical core on real catalogs: a floor that was computed elsewhere, a router that was seen
//! by readers, and texts without blanks between words.

use std::fs;

use skillscope::core::lexical::{
    Cjk, Doc, KeywordRouter, Lexicon, Options, Params, Tokenizer, keyword::Candidate,
};

use crate::corpora::{corpora, docs};

fn corpus(name: &str) -> Option<std::path::PathBuf> {
    Some(corpora()?.join(name))
}

/// Prompts with the skills that they expect; rows that expect none are left out.
fn rows(corpus: &std::path::Path) -> Vec<(String, Vec<String>)> {
    let text = fs::read_to_string(corpus.join("queries.jsonl")).expect("labelled prompts");
    text.lines()
        .map(|line| {
            let row: serde_json::Value = serde_json::from_str(line).expect("a JSON row");
            let expected = row["expected_skills"].as_array().cloned().unwrap_or_default();
            let names = expected.iter().filter_map(|name| name.as_str().map(str::to_owned));
            (row["prompt"].as_str().unwrap_or_default().to_owned(), names.collect::<Vec<_>>())
        })
        .filter(|(_, expected)| !expected.is_empty())
        .collect()
}

/// Shares of rows with an expected skill among the first 1, 3, 5 and 10 that score, in per cent.
fn found(lexicon: &Lexicon, rows: &[(String, Vec<String>)]) -> [f64; 4] {
    let mut hits = [0; 4];
    for (prompt, expected) in rows {
        let scoring = lexicon.ranking(prompt).into_iter().take_while(|&(_, score)| score > 0.0);
        let place = scoring
            .map(|(at, _)| lexicon.id(at).as_str())
            .position(|id| expected.iter().any(|expected| expected == id));
        for (hits, first) in hits.iter_mut().zip([1, 3, 5, 10]) {
            *hits += usize::from(place.is_some_and(|place| place < first));
        }
    }
    hits.map(|hits| 100.0 * hits as f64 / rows.len() as f64)
}

/// Okapi BM25 with k1 1.2 over name and description, runs of letters and digits, one token a CJK
/// character: another program's figures for the same prompts.
#[test]
fn plain_bm25_reaches_the_known_floor() {
    let known = [
        ("uipath", 1318, [39.2, 58.0, 67.6, 78.9]),
        ("mongodb", 218, [43.1, 81.2, 92.7, 96.3]),
        ("azure", 383, [62.1, 80.7, 87.2, 97.7]),
        ("polyglot", 127, [56.7, 81.1, 88.2, 89.0]),
    ];
    for (name, prompts, floor) in known {
        let Some(folder) = corpus(name) else { return };
        // No dots, `+` or `#` within words there.
        let plain = |text: &str| text.replace(|c: char| !c.is_alphanumeric(), " ");
        let docs = docs(&folder).into_iter().map(|doc| Doc {
            name: plain(&doc.name),
            description: plain(&doc.description),
            when_to_use: None,
            ..doc
        });
        let options = Options {
            tokenizer: Tokenizer { cjk: Cjk::Characters, ..Tokenizer::PLAIN },
            params: Params { k1: 1.2, b: 0.75 },
            ..Options::default()
        };
        let rows: Vec<_> =
            rows(&folder).into_iter().map(|(prompt, skills)| (plain(&prompt), skills)).collect();
        assert_eq!(rows.len(), prompts, "{name}");
        let found = found(&Lexicon::new(docs.collect(), options), &rows);
        for (found, floor) in found.into_iter().zip(floor) {
            assert!((found - floor).abs() < 0.1, "{name}: {found} where {floor} is known");
        }
    }
}

#[test]
fn pairs_of_characters_beat_whole_runs_on_texts_without_blanks() {
    let Some(folder) = corpus("polyglot") else { return };
    let first = |cjk| {
        let tokenizer = Tokenizer { cjk, ..Tokenizer::PLAIN };
        let options = Options { tokenizer, ..Options::default() };
        found(&Lexicon::new(docs(&folder), options), &rows(&folder))[0]
    };
    let [pairs, characters, whole] = [Cjk::Pairs, Cjk::Characters, Cjk::Whole].map(first);
    assert!(pairs > characters && characters > whole, "{pairs} {characters} {whole}");
}

#[test]
fn the_router_is_named_as_claiming_its_specialists_triggers() {
    let Some(folder) = corpus("neon") else { return };
    let lexicon = Lexicon::new(docs(&folder), Options::default());
    let claims = |by: &str| -> Vec<&str> {
        let by = lexicon.position(&by.into()).expect("a skill");
        let mine = lexicon.claims().iter().filter(|claim| claim.by == by);
        mine.map(|claim| lexicon.id(claim.of).as_str()).collect()
    };
    assert_eq!(
        claims("neon"),
        ["claimable-postgres", "neon-ai-gateway", "neon-functions", "neon-object-storage"]
    );
    let most = lexicon.docs().iter().map(|doc| claims(doc.id.as_str()).len()).max();
    assert_eq!(most, Some(4), "nobody claims more than the router");
    let phrases: Vec<&str> = lexicon.shared().iter().map(|shared| &*shared.phrase).collect();
    for phrase in ["call an LLM", "object storage", "temporary postgres"] {
        assert!(phrases.contains(&phrase), "{phrase} stands in two descriptions");
    }
}

#[test]
fn keyword_picks_are_made_or_withheld_for_every_prompt() {
    let Some(folder) = corpus("uipath") else { return };
    let docs = docs(&folder);
    let router = KeywordRouter::new(
        docs.iter().map(|doc| Candidate { name: &doc.name, description: &doc.description }),
    );
    let rows = rows(&folder);
    let right = rows
        .iter()
        .filter_map(|(prompt, expected)| Some((router.pick(prompt)?, expected)))
        .filter(|(pick, expected)| expected.iter().any(|e| e == docs[pick.index].id.as_str()))
        .count();
    let share = right as f64 / rows.len() as f64;
    assert!((0.35..0.60).contains(&share), "{share}: far from what plain words reach");
}
