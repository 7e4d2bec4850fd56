//! The text of a journal: a header, then a record a line, in the order in which things happened.
//!
//! A journal may end anywhere, since the process may. Must not know files.

use serde::{Deserialize, Serialize};

use crate::core::run::{Kind, Record};

/// A line is no longer; of a longer one only the event's text is cut, which no figure needs.
const LONGEST: usize = 256 << 10;
/// What is left of a text that made its line too long, in bytes.
const KEPT: usize = 32 << 10;

#[derive(Debug, Serialize, Deserialize)]
struct Header {
    schema: String,
    run: String,
}

const SCHEMA: &str = "skillscope.journal/1";

/// A journal as read.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Journal {
    /// The run that it belongs to; empty if not even the header is whole.
    pub run: String,
    /// Those of known kinds, in their order.
    pub records: Vec<Record>,
    /// Bytes of whole lines; whatever comes after them was never recorded.
    pub whole: usize,
    /// Bytes of a line that was cut off.
    pub torn: usize,
    /// Lines that no process of ours wrote as they are.
    pub damage: Vec<Damage>,
    /// The largest number of a record, of unknown kinds too; 0 without any.
    pub last_seq: u64,
    pub sealed: bool,
}

/// A line that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Damage {
    /// 1-based.
    pub line: usize,
    pub why: String,
}

/// Why a text is no journal.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    #[error("it is no journal of a run: {0}")]
    Header(#[source] serde_json::Error),
    #[error("it is written in `{0}`, and this program reads `{SCHEMA}`")]
    Foreign(String),
}

/// The first line of a run's journal.
pub fn header(run: &str) -> String {
    // Strings and numbers always make JSON.
    let header = Header { schema: SCHEMA.to_owned(), run: run.to_owned() };
    serde_json::to_string(&header).map_or_else(|_| String::new(), |text| text + "\n")
}

impl Record {
    /// The record as a line with its end, never longer than a reader takes.
    pub fn line(&self) -> String {
        let line = self.whole_line();
        if line.len() <= LONGEST {
            return line;
        }
        let mut short = self.clone();
        match &mut short.kind {
            Kind::Event { event } => event.kind.texts_mut().into_iter().for_each(cut),
            Kind::Errored { cause, .. } => cut(cause),
            Kind::Note { text } => cut(text),
            _ => {}
        }
        short.whole_line()
    }

    fn whole_line(&self) -> String {
        // Numbers here are finite and keys are strings, which is all that JSON asks.
        serde_json::to_string(self).map_or_else(|_| String::new(), |text| text + "\n")
    }
}

fn cut(text: &mut String) {
    let left = text.len().saturating_sub(KEPT);
    if left > 0 {
        let ends = (0..=KEPT).rev().find(|&at| text.is_char_boundary(at));
        text.truncate(ends.unwrap_or(0));
        text.push_str(&format!("… ({left} bytes more)"));
    }
}

impl Journal {
    /// Reads a journal as far as it goes. A last line without its end was never recorded; a line
    /// that cannot be read, anywhere, is left out and told.
    ///
    /// # Errors
    /// The first whole line is no header of a journal.
    pub fn read(bytes: &[u8]) -> Result<Self, JournalError> {
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        let mut journal = Self { whole, torn: bytes.len() - whole, ..Self::default() };
        let (text, _) = bytes.split_at(whole);
        let mut lines = text.split_inclusive(|&byte| byte == b'\n');
        let Some(first) = lines.next() else { return Ok(journal) };
        let Header { schema, run } = serde_json::from_slice(first).map_err(JournalError::Header)?;
        if schema != SCHEMA {
            return Err(JournalError::Foreign(schema));
        }
        journal.run = run;
        for (line, number) in lines.zip(2..) {
            match serde_json::from_slice::<Record>(line) {
                Ok(record) => journal.take(record),
                Err(why) => {
                    journal.damage.push(Damage { line: number, why: why.to_string() });
                }
            }
        }
        Ok(journal)
    }

    fn take(&mut self, record: Record) {
        self.last_seq = self.last_seq.max(record.seq);
        match record.kind {
            Kind::Unknown => {}
            Kind::Sealed => self.sealed = true,
            _ => self.records.push(record),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::core::{
        run::testing::{event, record, scored},
        trajectory::{Event, EventKind},
    };

    fn text(records: &[Record]) -> String {
        header("r1") + &records.iter().map(Record::line).collect::<String>()
    }

    #[test]
    fn unknown_kinds_are_skipped_and_damage_is_told_by_its_line() {
        let mut text = text(&[scored(1, 0, 1, &[])]);
        text.push_str("{\"seq\":7,\"kind\":\"mood\",\"generation\":1,\"at_ms\":1}\n\0\0\0\n");
        text.push_str(&scored(8, 1, 1, &[]).line());
        let journal = Journal::read(text.as_bytes()).unwrap();
        assert_eq!(journal.records, [scored(1, 0, 1, &[]), scored(8, 1, 1, &[])]);
        assert_eq!((journal.last_seq, journal.torn, journal.sealed), (8, 0, false));
        assert_eq!(journal.damage.iter().map(|damage| damage.line).collect::<Vec<_>>(), [4]);
    }

    #[test]
    fn a_foreign_text_is_no_journal() {
        assert!(matches!(Journal::read(b"hello\n"), Err(JournalError::Header(_))));
        let later = b"{\"schema\":\"skillscope.journal/2\",\"run\":\"r\"}\n";
        assert!(matches!(Journal::read(later), Err(JournalError::Foreign(_))));
        assert_eq!(Journal::read(b"").unwrap(), Journal::default());
    }

    #[test]
    fn no_line_is_longer_than_a_reader_takes() {
        let long = event(1, 0, 1, &"é".repeat(LONGEST));
        let line = long.line();
        assert!(line.len() <= LONGEST, "{}", line.len());
        let read: Record = serde_json::from_str(&line).unwrap();
        let Kind::Event { event: Event { kind: EventKind::Text { text }, .. } } = read.kind else {
            panic!()
        };
        assert!(text.starts_with("éé") && text.ends_with("bytes more)"), "{}", text.len());
    }

    proptest! {
        /// A journal that is cut anywhere holds exactly the records whose lines are whole.
        #[test]
        fn a_torn_journal_holds_what_was_recorded(
            records in prop::collection::vec(record(5), 0..6), cut in any::<prop::sample::Index>()
        ) {
            let text = text(&records);
            let cut = cut.index(text.len() + 1);
            let journal = Journal::read(&text.as_bytes()[..cut]).unwrap();
            prop_assert_eq!(journal.whole + journal.torn, cut);
            let ends = text.bytes().take(cut).filter(|&byte| byte == b'\n').count();
            let whole = records.iter().take(ends.saturating_sub(1));
            let expected: Vec<&Record> =
                whole.filter(|r| !matches!(r.kind, Kind::Unknown | Kind::Sealed)).collect();
            prop_assert_eq!(journal.records.iter().collect::<Vec<_>>(), expected);
            prop_assert!(journal.damage.is_empty());
        }

        #[test]
        fn no_bytes_break_the_reader(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
            let headed = [header("r").as_bytes(), &bytes].concat();
            prop_assert!(Journal::read(&headed).is_ok());
            let _ = Journal::read(&bytes);
        }
    }
}
