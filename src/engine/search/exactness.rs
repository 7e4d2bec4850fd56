//! Ties tantivy to the exact scorer: under the same conditions both give the same figures.
//!
//! Conditions: k1 = 1.2 and b = 0.75, one field, the same tokens, a fresh index, a clause a distinct
//! token weighted by its count. What remains is tantivy's factor (k1 + 1) and its lengths, which are
//! exact up to 40 tokens and rounded down to one of a table beyond.

use tantivy::{
    Term,
    collector::TopDocs,
    doc,
    fieldnorm::FieldNormReader,
    query::{BooleanQuery, BoostQuery, Occur, Query, TermQuery},
    schema::{IndexRecordOption, Schema, TextFieldIndexing, TextOptions},
    tokenizer::TextAnalyzer,
};

use super::tokens;
use crate::core::lexical::{
    bm25::{Bm25, Params},
    token::Tokenizer,
};

const K1: f64 = 1.2;
const B: f64 = 0.75;

/// Scores of all documents for a query, as tantivy gives them on a fresh index.
fn by_tantivy(documents: &[String], query: &str) -> Vec<f64> {
    let indexing = TextFieldIndexing::default()
        .set_tokenizer(tokens::NAME)
        .set_index_option(IndexRecordOption::WithFreqs);
    let mut schema = Schema::builder();
    let text = schema.add_text_field("text", TextOptions::default().set_indexing_options(indexing));
    let index = tantivy::Index::create_in_ram(schema.build());
    let tokenizer = TextAnalyzer::from(tokens::CoreTokenizer::default());
    index.tokenizers().register(tokens::NAME, tokenizer);
    let mut writer = index.writer_with_num_threads(1, 15_000_000).unwrap();
    for document in documents {
        writer.add_document(doc!(text => document.as_str())).unwrap();
    }
    writer.commit().unwrap();
    let clauses = counted(query).into_iter().map(|(token, times)| {
        let term =
            TermQuery::new(Term::from_field_text(text, &token), IndexRecordOption::WithFreqs);
        let clause: Box<dyn Query> = Box::new(BoostQuery::new(Box::new(term), times as f32));
        (Occur::Should, clause)
    });
    let query = BooleanQuery::new(clauses.collect());
    let searcher = index.reader().unwrap().searcher();
    assert_eq!(searcher.segment_readers().len(), 1, "documents keep their numbers in one segment");
    let top = TopDocs::with_limit(documents.len()).order_by_score();
    let mut scores = vec![0.0; documents.len()];
    for (score, at) in searcher.search(&query, &top).unwrap() {
        scores[at.doc_id as usize] = f64::from(score);
    }
    scores
}

/// The same by definition, with lengths as tantivy keeps them.
fn by_definition(documents: &[String], query: &str) -> Vec<f64> {
    let tokens: Vec<Vec<String>> =
        documents.iter().map(|text| Tokenizer::default().tokens(text)).collect();
    let count = |token: &str, of: &[String]| of.iter().filter(|t| *t == token).count() as f64;
    let n = documents.len() as f64;
    let average = tokens.iter().map(Vec::len).sum::<usize>() as f64 / n;
    let score = |of: &Vec<String>| {
        let kept = FieldNormReader::fieldnorm_to_id(of.len() as u32);
        let length = f64::from(FieldNormReader::id_to_fieldnorm(kept));
        let weight = |(token, times): (String, usize)| {
            let df = tokens.iter().filter(|of| of.contains(&token)).count() as f64;
            let (tf, idf) = (count(&token, of), (1.0 + (n - df + 0.5) / (df + 0.5)).ln());
            times as f64 * idf * tf / (tf + K1 * (1.0 - B + B * length / average))
        };
        counted(query).into_iter().map(weight).sum()
    };
    tokens.iter().map(score).collect()
}

fn counted(query: &str) -> Vec<(String, usize)> {
    let mut out: Vec<(String, usize)> = Vec::new();
    for token in Tokenizer::default().tokens(query) {
        match out.iter_mut().find(|(known, _)| *known == token) {
            Some((_, times)) => *times += 1,
            None => out.push((token, 1)),
        }
    }
    out
}

fn by_core(documents: &[String], query: &str) -> Vec<f64> {
    let index = Bm25::new(documents, Tokenizer::default(), Params { k1: K1, b: B });
    let mut scores = Vec::new();
    index.scores(&index.query(query), &mut scores);
    scores
}

/// Made-up descriptions of `lengths` words out of a small vocabulary, some of it Chinese.
fn documents(lengths: impl IntoIterator<Item = usize>) -> Vec<String> {
    let words =
        ["merge", "pdf", "files", "node.js", "c++", "report", "缺陷分析", "测试", "chart", "a"];
    let mut state = 1_u64;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        words[(state >> 33) as usize % words.len()]
    };
    let text = |length: usize| (0..length).map(|_| next()).collect::<Vec<_>>().join(" ");
    lengths.into_iter().map(text).collect()
}

const QUERIES: [&str; 4] =
    ["merge pdf files", "pdf pdf report", "缺陷分析 and 测试 charts", "c++ or node.js or nothing"];

fn assert_close(found: &[f64], expected: &[f64], query: &str) {
    for (at, (found, expected)) in found.iter().zip(expected).enumerate() {
        assert!((found - expected).abs() <= 1e-5, "{query}, {at}: {found} against {expected}");
    }
    assert!(expected.iter().any(|score| *score > 0.1), "{query} finds something");
}

#[test]
fn short_documents_score_as_in_the_core() {
    let documents = documents((0..60).map(|i| 1 + i % 25));
    for query in QUERIES {
        let tantivy: Vec<f64> =
            by_tantivy(&documents, query).into_iter().map(|score| score / (K1 + 1.0)).collect();
        assert_close(&tantivy, &by_core(&documents, query), query);
    }
}

#[test]
fn long_documents_differ_by_their_rounded_lengths_alone() {
    let documents = documents((0..60).map(|i| 1 + i * 5));
    let mut rounding = 0.0_f64;
    for query in QUERIES {
        let tantivy: Vec<f64> =
            by_tantivy(&documents, query).into_iter().map(|score| score / (K1 + 1.0)).collect();
        assert_close(&tantivy, &by_definition(&documents, query), query);
        for (found, exact) in tantivy.iter().zip(by_core(&documents, query)) {
            rounding = rounding.max((found - exact).abs());
        }
    }
    assert!(rounding > 1e-4, "the lengths of this test are rounded: {rounding}");
}
