//! The index itself: skills in, skills out, a searcher on what is committed.
//!
//! Knows tantivy and files; must not know queries.

use std::{
    collections::BTreeMap,
    fs,
    io::{self, Read},
    path::Path,
};

use tantivy::{
    DocSet, IndexReader, IndexWriter, ReloadPolicy, Searcher, TERMINATED, TantivyDocument,
    TantivyError, Term,
    query::Bm25StatisticsProvider,
    schema::{
        FAST, Field as TantivyField, INDEXED, IndexRecordOption, Schema, TextFieldIndexing,
        TextOptions,
    },
    tokenizer::TextAnalyzer,
};

use super::{Field, SearchDoc, tokens};
use crate::core::id::SkillId;

/// No more of a file than this is indexed.
const MAX_BODY: u64 = 1 << 20;
/// tantivy takes no less.
const WRITER_BYTES: usize = 15_000_000;
pub(super) const KEY: &str = "key";

pub(super) struct Index {
    writer: IndexWriter,
    reader: IndexReader,
    key: TantivyField,
    fields: [TantivyField; 4],
    /// Every indexed skill under the number that stands for it in the index.
    docs: BTreeMap<u64, SearchDoc>,
    keys: BTreeMap<SkillId, u64>,
    next_key: u64,
}

impl Index {
    pub fn new() -> Result<Self, TantivyError> {
        let mut schema = Schema::builder();
        let key = schema.add_u64_field(KEY, FAST | INDEXED);
        let indexing = TextFieldIndexing::default()
            .set_tokenizer(tokens::NAME)
            .set_index_option(IndexRecordOption::WithFreqsAndPositions);
        let text = TextOptions::default().set_indexing_options(indexing);
        let fields = Field::ALL.map(|field| schema.add_text_field(field.name(), text.clone()));
        let index = tantivy::Index::create_in_ram(schema.build());
        let tokenizer = TextAnalyzer::from(tokens::CoreTokenizer::default());
        index.tokenizers().register(tokens::NAME, tokenizer);
        let writer = index.writer_with_num_threads(1, WRITER_BYTES)?;
        let reader = index.reader_builder().reload_policy(ReloadPolicy::Manual).try_into()?;
        let (docs, keys) = (BTreeMap::new(), BTreeMap::new());
        Ok(Self { writer, reader, key, fields, docs, keys, next_key: 0 })
    }

    /// Puts a skill in the place of the one with its id. A file that cannot be read has no body.
    pub fn put(&mut self, doc: SearchDoc) -> Result<(), TantivyError> {
        self.remove(&doc.skill.id);
        let (skill, key) = (&doc.skill, self.next_key);
        let mut out = TantivyDocument::default();
        out.add_u64(self.key, key);
        for (field, target) in Field::ALL.into_iter().zip(self.fields) {
            match field {
                Field::Name => out.add_text(target, &skill.name),
                Field::Description => out.add_text(target, &skill.doc.description),
                Field::WhenToUse => {
                    out.add_text(target, skill.doc.when_to_use.as_deref().unwrap_or_default());
                }
                Field::Body => out.add_text(target, body(&doc).unwrap_or_default()),
            }
        }
        self.writer.add_document(out)?;
        self.keys.insert(skill.id.clone(), key);
        self.docs.insert(key, doc);
        self.next_key += 1;
        Ok(())
    }

    pub fn remove(&mut self, id: &SkillId) {
        if let Some(key) = self.keys.remove(id) {
            self.docs.remove(&key);
            self.writer.delete_term(Term::from_field_u64(self.key, key));
        }
    }

    /// Makes what was put and removed visible to searchers.
    pub fn commit(&mut self) -> Result<(), TantivyError> {
        self.writer.commit()?;
        self.reader.reload()
    }

    pub fn searcher(&self) -> Searcher {
        self.reader.searcher()
    }

    pub fn field(&self, field: Field) -> TantivyField {
        // One field of ours, one of tantivy's, in the same order.
        self.fields[field as usize]
    }

    pub fn doc(&self, key: u64) -> Option<&SearchDoc> {
        self.docs.get(&key)
    }
}

/// The text of one field of a skill, the body read from its file.
pub(super) fn text_of(doc: &SearchDoc, field: Field) -> String {
    match field {
        Field::Name => doc.skill.name.clone(),
        Field::Description => doc.skill.doc.description.clone(),
        Field::WhenToUse => doc.skill.doc.when_to_use.clone().unwrap_or_default(),
        Field::Body => body(doc).unwrap_or_default(),
    }
}

fn body(doc: &SearchDoc) -> io::Result<String> {
    let bytes = read(&doc.file)?;
    let body = bytes.get(doc.skill.doc.body_start..).unwrap_or_default();
    Ok(String::from_utf8_lossy(body).into_owned())
}

/// The file may have turned into anything since it was first read, even a pipe that never ends.
fn read(path: &Path) -> io::Result<Vec<u8>> {
    if !fs::metadata(path)?.is_file() {
        return Err(io::ErrorKind::InvalidInput.into());
    }
    let mut bytes = Vec::new();
    fs::File::open(path)?.take(MAX_BODY).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Counts over the skills that are there now. tantivy's own count deleted ones until a merge, so
/// that an order would depend on the history of edits.
pub(super) struct Alive<'a>(pub &'a Searcher);

impl Bm25StatisticsProvider for Alive<'_> {
    fn total_num_tokens(&self, field: TantivyField) -> tantivy::Result<u64> {
        let mut sum = 0;
        for segment in self.0.segment_readers() {
            let lengths = segment.get_fieldnorms_reader(field)?;
            sum +=
                segment.doc_ids_alive().map(|doc| u64::from(lengths.fieldnorm(doc))).sum::<u64>();
        }
        Ok(sum)
    }

    fn total_num_docs(&self) -> tantivy::Result<u64> {
        Ok(self.0.num_docs())
    }

    fn doc_freq(&self, term: &Term) -> tantivy::Result<u64> {
        let mut sum = 0;
        for segment in self.0.segment_readers() {
            let index = segment.inverted_index(term.field())?;
            let Some(alive) = segment.alive_bitset() else {
                sum += u64::from(index.doc_freq(term)?);
                continue;
            };
            let Some(mut found) = index.read_postings(term, IndexRecordOption::Basic)? else {
                continue;
            };
            while found.doc() != TERMINATED {
                sum += u64::from(alive.is_alive(found.doc()));
                found.advance();
            }
        }
        Ok(sum)
    }
}
