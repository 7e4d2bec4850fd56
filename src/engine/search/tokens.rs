//! The tokens of the lexical core, as tantivy takes them.
//!
//! Must not know fields or queries.

use tantivy::tokenizer::{Token, TokenStream, Tokenizer};

use crate::core::lexical::token::{self, Tokenizer as Core};

/// Under this name the tokenizer is registered.
pub(super) const NAME: &str = "core";

#[derive(Clone, Copy, Default)]
pub(super) struct CoreTokenizer(pub Core);

pub(super) struct CoreStream {
    rest: std::vec::IntoIter<token::Token>,
    now: Token,
}

impl Tokenizer for CoreTokenizer {
    type TokenStream<'a> = CoreStream;

    fn token_stream<'a>(&'a mut self, text: &'a str) -> CoreStream {
        CoreStream { rest: self.0.spans(text).into_iter(), now: Token::default() }
    }
}

impl TokenStream for CoreStream {
    fn advance(&mut self) -> bool {
        let Some(next) = self.rest.next() else { return false };
        self.now.offset_from = next.range.start;
        self.now.offset_to = next.range.end;
        // Starts at the largest number, so that the first token has position 0.
        self.now.position = self.now.position.wrapping_add(1);
        self.now.text = next.text;
        true
    }

    fn token(&self) -> &Token {
        &self.now
    }

    fn token_mut(&mut self) -> &mut Token {
        &mut self.now
    }
}
