//! Lexical neighbourhoods: which skills share words, which words, and what a prompt's words pull.
//!
//! Exact and pure: the same texts give the same figures, whatever was edited before. These figures
//! say where to look; they are never evidence of routing.

pub mod attribution;
mod best;
pub mod bm25;
pub mod cjk;
pub mod community;
pub mod contested;
pub mod fields;
pub mod function_words;
pub mod graph;
pub mod keyword;
pub mod lexicon;
pub mod lowered;
pub mod overlap;
pub mod phrase;
pub mod postings;
pub mod seriation;
pub mod token;
pub mod triggers;
pub mod vocabulary;

#[cfg(test)]
pub(in crate::core) mod testing;

pub use self::{
    attribution::{Answer, Attribution, Lean, Pull},
    best::KEPT,
    bm25::{Bm25, Params},
    community::{Communities, Community},
    contested::{Contested, Mark},
    fields::Fields,
    keyword::KeywordRouter,
    lexicon::{Doc, Lexicon, Options},
    overlap::{Neighbourhood, Pair, Rival, Row},
    token::{Cjk, Tokenizer},
    triggers::{Claim, Part, Shared, Trigger, Triggers},
};
