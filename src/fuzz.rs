//! Inputs for parsers that nobody would write: valid ones, broken in a few places, and noise.
//!
//! For tests alone, each beside the parser that it is about. Must not know any of them.

use std::{
    fmt::Debug,
    time::{Duration, Instant},
};

use proptest::{prelude::*, sample::Index};

/// Inputs a parser and test, unless `PROPTEST_CASES` says another number.
const CASES: u32 = 10_000;

/// No input of a few kilobytes may take so long, even on a machine that is busy with other tests.
const PATIENCE: Duration = Duration::from_secs(10);

/// Pieces that mean something to one format or another, or to a terminal.
const PIECES: [&str; 48] = [
    "---\n",
    "\n",
    "\r\n",
    "\r",
    ": ",
    ":",
    ",",
    "- ",
    "#",
    "\"",
    "'",
    "\\",
    "\\u",
    "\\ud800",
    "[",
    "]",
    "{",
    "}",
    "[[",
    "<",
    ">",
    "<c-",
    "|",
    ">-\n",
    "&a ",
    "*a",
    "<<: ",
    "!!str ",
    "? ",
    "~",
    "null",
    "true",
    "0",
    "-1",
    "1e999",
    "99999999999999999999",
    "=",
    "x",
    "```\n",
    "\t",
    "\0",
    "\u{1b}[2J",
    "\u{feff}",
    "\u{202e}",
    "日本",
    "é",
    "\u{a0}",
    "Ctrl-",
];

pub fn config() -> ProptestConfig {
    let cases = std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok());
    ProptestConfig { cases: cases.unwrap_or(CASES), ..ProptestConfig::default() }
}

/// One place of an input, broken.
#[derive(Clone, Debug)]
enum Break {
    Cut { at: Index, length: usize },
    Piece { at: Index, piece: &'static str },
    Byte { at: Index, byte: u8 },
    Copy { from: Index, length: usize, to: Index },
    End { at: Index },
}

impl Break {
    fn any() -> impl Strategy<Value = Self> {
        let at = any::<Index>;
        prop_oneof![
            (at(), 1..40_usize).prop_map(|(at, length)| Self::Cut { at, length }),
            (at(), prop::sample::select(&PIECES[..]))
                .prop_map(|(at, piece)| Self::Piece { at, piece }),
            (at(), any::<u8>()).prop_map(|(at, byte)| Self::Byte { at, byte }),
            (at(), 1..80_usize, at()).prop_map(|(from, length, to)| Self::Copy {
                from,
                length,
                to
            }),
            at().prop_map(|at| Self::End { at }),
        ]
    }

    fn apply(&self, input: &mut Vec<u8>) {
        let place = |at: &Index| at.index(input.len() + 1);
        match self {
            Self::Cut { at, length } => {
                let at = place(at);
                input.drain(at..(at + length).min(input.len()));
            }
            Self::Piece { at, piece } => {
                let at = place(at);
                input.splice(at..at, piece.bytes());
            }
            Self::Byte { at, byte } => {
                let at = place(at);
                input.splice(at..(at + 1).min(input.len()), [*byte]);
            }
            Self::Copy { from, length, to } => {
                let (from, to) = (place(from), place(to));
                let copied = input[from..(from + length).min(input.len())].to_vec();
                input.splice(to..to, copied);
            }
            Self::End { at } => input.truncate(place(at)),
        }
    }
}

/// Valid inputs with up to eight places broken, and now and then nothing but noise.
pub fn bytes(valid: &'static [&'static str]) -> impl Strategy<Value = Vec<u8>> {
    let broken = (prop::sample::select(valid), prop::collection::vec(Break::any(), 0..8)).prop_map(
        |(valid, breaks)| {
            let mut input = valid.as_bytes().to_vec();
            breaks.iter().for_each(|place| place.apply(&mut input));
            input
        },
    );
    let pieces = prop::collection::vec(prop::sample::select(&PIECES[..]), 0..40);
    prop_oneof![
        6 => broken,
        1 => pieces.prop_map(|pieces| pieces.concat().into_bytes()),
        1 => prop::collection::vec(any::<u8>(), 0..120),
    ]
}

/// As [`bytes`], for parsers that are given what was decoded before.
pub fn text(valid: &'static [&'static str]) -> impl Strategy<Value = String> {
    bytes(valid).prop_map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
}

/// Reads twice: the same comes out, and soon. What is read is given back.
pub fn steady<T: Debug>(read: impl Fn() -> T) -> Result<T, TestCaseError> {
    let start = Instant::now();
    let (once, again) = (read(), read());
    prop_assert!(start.elapsed() < PATIENCE, "it took {:?}", start.elapsed());
    prop_assert_eq!(format!("{:?}", once), format!("{:?}", again));
    Ok(once)
}
