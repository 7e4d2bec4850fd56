use proptest::prelude::*;

use super::{Bm25, Params, idf};
use crate::core::lexical::{testing::near, token::Tokenizer};

fn index(documents: &[&str]) -> Bm25 {
    Bm25::new(documents, Tokenizer::PLAIN, Params::default())
}

fn scores(index: &Bm25, query: &str) -> Vec<f64> {
    let mut out = Vec::new();
    index.scores(&index.query(query), &mut out);
    out
}

#[test]
fn idf_follows_the_closed_form() {
    for (n, df, expected) in [
        (1, 1, 0.287682),
        (2, 1, std::f64::consts::LN_2),
        (2, 2, 0.182322),
        (3, 1, 0.980829),
        (3, 2, 0.470004),
        (4, 2, std::f64::consts::LN_2),
        (10, 5, std::f64::consts::LN_2),
        (10, 10, 0.046520),
        (100, 1, 4.209655),
        (6, 0, 2.639057),
        (0, 0, 0.0),
    ] {
        near(idf(n, df), expected);
    }
}

#[test]
fn three_documents() {
    let trio = index(&[
        "bucket-lifecycle Tier cold objects between storage classes.",
        "cluster-upgrade Roll nodes onto a newer control plane.",
        "billing-export Send invoices into a warehouse dataset.",
    ]);
    near(trio.average_length(), 25.0 / 3.0);
    near(trio.idf("a"), 0.470004);
    near(trio.idf("cold"), 0.980829);
    for (query, expected) in [
        ("Tier my cold objects into cheaper storage classes.", [1.9976155866, 0.0, 0.3995231173]),
        ("Roll my nodes onto a newer control plane.", [0.0, 2.4536599024, 0.1914475068]),
        ("Quelle heure est-il maintenant", [0.0; 3]),
        ("a a a", [0.0, 0.5444057482, 0.5743425204]),
    ] {
        let found = scores(&trio, query);
        for (found, expected) in found.into_iter().zip(expected) {
            near(found, expected);
        }
    }
}

#[test]
fn counts_and_words_are_kept() {
    let trio = index(&["alpha alpha beta", "beta gamma", "gamma gamma gamma delta"]);
    assert_eq!([trio.df("alpha"), trio.df("beta"), trio.df("gamma"), trio.df("x")], [1, 2, 2, 0]);
    let query = trio.query("beta x alpha beta");
    let words: Vec<_> = query.iter().map(|&term| trio.word(term)).collect();
    assert_eq!(words, ["beta", "alpha", "beta"]);
    let parts = trio.contributions(&query, 0);
    assert_eq!(parts.iter().map(|part| part.times).collect::<Vec<_>>(), [2, 1]);
    near(parts.iter().map(|part| part.score).sum(), trio.score(&query, 0));
}

#[test]
fn nothing_in_nothing_out() {
    let none = index(&[]);
    assert!(none.is_empty() && scores(&none, "a b").is_empty());
    let blank = index(&["", "..."]);
    assert_eq!(scores(&blank, "a b"), [0.0, 0.0]);
    assert_eq!(blank.average_length(), 0.0);
}

/// The definition, word for word, without an index.
fn by_definition(documents: &[String], query: &str, params: Params) -> Vec<f64> {
    let documents: Vec<Vec<String>> =
        documents.iter().map(|text| Tokenizer::PLAIN.tokens(text)).collect();
    let n = documents.len() as f64;
    let average = documents.iter().map(Vec::len).sum::<usize>() as f64 / n;
    let count =
        |document: &[String], token: &String| document.iter().filter(|t| *t == token).count();
    documents
        .iter()
        .map(|document| {
            let mut sum = 0.0;
            for token in &Tokenizer::PLAIN.tokens(query) {
                let df = documents.iter().filter(|d| d.contains(token)).count() as f64;
                let idf = (1.0 + (n - df + 0.5) / (df + 0.5)).ln();
                let tf = count(document, token) as f64;
                let length = document.len() as f64;
                let norm = params.k1 * (1.0 - params.b + params.b * length / average);
                if tf > 0.0 {
                    sum += idf * tf / (tf + norm);
                }
            }
            sum
        })
        .collect()
}

proptest! {
    #[test]
    fn bit_equal_to_the_definition(
        documents in prop::collection::vec("[a-f ]{0,30}", 1..9),
        query in "[a-h ]{0,30}",
        k1 in 0.1_f64..3.0,
        b in 0.0_f64..=1.0,
    ) {
        let params = Params { k1, b };
        let index = Bm25::new(&documents, Tokenizer::PLAIN, params);
        let found = scores(&index, &query);
        prop_assert_eq!(&found, &by_definition(&documents, &query, params));
        let terms = index.query(&query);
        for (document, score) in found.into_iter().enumerate() {
            prop_assert_eq!(index.score(&terms, document), score);
        }
    }

    #[test]
    fn permuted_documents_give_permuted_scores(
        documents in prop::collection::vec("[a-f ]{0,30}", 1..9),
        query in "[a-h ]{0,30}",
    ) {
        let forward = Bm25::new(&documents, Tokenizer::PLAIN, Params::default());
        let backward =
            Bm25::new(documents.iter().rev(), Tokenizer::PLAIN, Params::default());
        let mut reversed = scores(&backward, &query);
        reversed.reverse();
        prop_assert_eq!(scores(&forward, &query), reversed);
    }
}
