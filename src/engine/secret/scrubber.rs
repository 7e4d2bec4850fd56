//! Knows every secret in use and puts a mark where one of them stands.
//!
//! Must not know where text comes from or goes to.

use std::{borrow::Cow, collections::BTreeSet, fmt, ops::Range, sync::Arc};

use aho_corasick::AhoCorasick;

use super::{Flow, MARK, Secret, covered, forms};

/// Replaces secrets in text and bytes. Cheap to clone.
#[derive(Clone, Default)]
pub struct Scrubber {
    known: Option<Arc<Known>>,
}

struct Known {
    secrets: Vec<Secret>,
    forms: Vec<Vec<u8>>,
    finder: AhoCorasick,
}

impl Scrubber {
    /// One that knows these.
    pub fn of<'a>(secrets: impl IntoIterator<Item = &'a Secret>) -> Self {
        let secrets: Vec<_> = secrets.into_iter().cloned().collect();
        let forms: BTreeSet<_> =
            secrets.iter().flat_map(|secret| forms::of(secret.reveal())).collect();
        let forms: Vec<_> = forms.into_iter().collect();
        if forms.is_empty() {
            return Self::default();
        }
        // Fails only beyond 2^31 states; a dozen keys of the longest allowed length are far below.
        match AhoCorasick::new(&forms) {
            Ok(finder) => Self { known: Some(Arc::new(Known { secrets, forms, finder })) },
            Err(_) => Self::of(secrets.split_last().map_or(&[][..], |(_, rest)| rest)),
        }
    }

    /// One that knows the secrets of both.
    pub fn with(&self, other: &Self) -> Self {
        match (&self.known, &other.known) {
            (None, _) => other.clone(),
            (_, None) => self.clone(),
            (Some(ours), Some(theirs)) => Self::of(ours.secrets.iter().chain(&theirs.secrets)),
        }
    }

    /// The text, with a mark for every secret in it.
    pub fn text<'a>(&self, text: &'a str) -> Cow<'a, str> {
        let found = self.found(text.as_bytes());
        if found.is_empty() {
            return Cow::Borrowed(text);
        }
        // Forms are ASCII, so that no character is cut.
        Cow::Owned(String::from_utf8_lossy(&marked(text.as_bytes(), &found)).into_owned())
    }

    /// As [`Scrubber::text`], in place.
    pub fn scrub(&self, text: &mut String) {
        if let Cow::Owned(clean) = self.text(text) {
            *text = clean;
        }
    }

    /// The bytes, with a mark for every secret in them.
    pub fn bytes<'a>(&self, bytes: &'a [u8]) -> Cow<'a, [u8]> {
        let found = self.found(bytes);
        if found.is_empty() { Cow::Borrowed(bytes) } else { Cow::Owned(marked(bytes, &found)) }
    }

    /// One that sees through the edges of chunks. A stream each.
    pub fn flow(&self) -> Flow {
        Flow::new(self.clone())
    }

    /// Where secrets stand.
    pub(super) fn found(&self, bytes: &[u8]) -> Vec<Range<usize>> {
        let Some(known) = &self.known else { return Vec::new() };
        covered::joined(known.finder.find_overlapping_iter(bytes).map(|found| found.range()))
    }

    /// How many bytes at the end may be the beginning of a secret whose rest is still to come.
    pub(super) fn unsure(&self, bytes: &[u8]) -> usize {
        let Some(known) = &self.known else { return 0 };
        let begins = |form: &Vec<u8>| {
            let most = bytes.len().min(form.len() - 1);
            (1..=most).rev().find(|length| bytes.ends_with(&form[..*length]))
        };
        known.forms.iter().filter_map(begins).max().unwrap_or(0)
    }
}

fn marked(bytes: &[u8], found: &[Range<usize>]) -> Vec<u8> {
    let (mut out, mut at) = (Vec::with_capacity(bytes.len()), 0);
    for range in found {
        out.extend_from_slice(&bytes[at..range.start]);
        out.extend_from_slice(MARK.as_bytes());
        at = range.end;
    }
    out.extend_from_slice(&bytes[at..]);
    out
}

impl fmt::Debug for Scrubber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let secrets = self.known.as_ref().map_or(&[][..], |known| &known.secrets);
        f.debug_tuple("Scrubber").field(&secrets).finish()
    }
}
