//! One snapshot's words: the index, the names, and everything that is read off them.
//!
//! Owns what is computed once a snapshot. Must not know panes; what is costly waits until asked.

mod rough;

use std::{collections::HashMap, panic::resume_unwind, sync::OnceLock};

use serde::{Deserialize, Serialize};

use crate::core::{
    id::SkillId,
    lexical::{
        bm25::{Bm25, Params, Source},
        community::Communities,
        fields::Fields,
        graph::Graph,
        overlap::{Field, Neighbourhood},
        seriation,
        token::Tokenizer,
        triggers::{Claim, Shared, Triggers},
    },
    snapshot::Snapshot,
};

/// How a lexicon is made; part of what makes two figures comparable.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Options {
    pub fields: Fields,
    pub params: Params,
    pub tokenizer: Tokenizer,
    /// Count skills that the model is never offered: as candidates, in df and in the mean length.
    pub include_hidden: bool,
}

/// The words of one skill.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Doc {
    pub id: SkillId,
    pub name: String,
    /// Plugin namespace: names of two plugins are two names.
    pub plugin: Option<String>,
    pub description: String,
    pub when_to_use: Option<String>,
}

impl Doc {
    fn text(&self, fields: Fields) -> String {
        fields.text(&self.name, &self.description, self.when_to_use.as_deref())
    }
}

/// The skills that compete, and their neighbourhood. Positions are those of the given documents.
#[derive(Debug)]
pub struct Lexicon {
    options: Options,
    docs: Vec<Doc>,
    positions: HashMap<SkillId, usize>,
    ties: Vec<u32>,
    kin: Vec<u32>,
    index: Bm25,
    neighbourhood: OnceLock<Neighbourhood>,
    graph: OnceLock<Graph>,
    communities: OnceLock<Communities>,
    order: OnceLock<Vec<usize>>,
    triggers: OnceLock<Triggers>,
    shared: OnceLock<Vec<Shared>>,
    claims: OnceLock<Vec<Claim>>,
    rough: bool,
}

impl Lexicon {
    /// The residents of a snapshot (hidden ones too if the options say so), in catalog order.
    pub fn of(snapshot: &Snapshot, options: Options) -> Self {
        Self::new(docs(snapshot, &options), options)
    }

    /// A lexicon of plain documents; of equal ids the first is found by [`Lexicon::position`].
    pub fn new(docs: Vec<Doc>, options: Options) -> Self {
        let texts = docs.iter().map(|doc| doc.text(options.fields));
        let index = Bm25::new(texts, options.tokenizer, options.params);
        Self::around(docs, options, index)
    }

    /// As [`Lexicon::of`], compared as by [`Lexicon::compare`]; trigger phrases are read while the
    /// words are indexed.
    pub fn compared(snapshot: &Snapshot, options: Options) -> Self {
        let docs = docs(snapshot, &options);
        let (triggers, index, neighbourhood) = std::thread::scope(|scope| {
            let triggers = scope.spawn(|| Triggers::of(&docs, options.tokenizer));
            let texts = docs.iter().map(|doc| doc.text(options.fields));
            let index = Bm25::new(texts, options.tokenizer, options.params);
            let (ties, kin) = (&ranks(&docs), &namesakes(&docs));
            let neighbourhood = Neighbourhood::of(Field { index: &index, ties, kin });
            // A panic there is a panic here: without triggers nothing is compared.
            let triggers = triggers.join().unwrap_or_else(|panic| resume_unwind(panic));
            (triggers, index, neighbourhood)
        });
        let compared = Self {
            triggers: triggers.into(),
            neighbourhood: neighbourhood.into(),
            ..Self::around(docs, options, index)
        };
        compared.compare();
        compared
    }

    /// The lexicon of a later snapshot under the same options: equal to [`Lexicon::of`] in every
    /// figure unless it is rough, and sooner there, as skills that did not change are not read
    /// again. Trigger phrases are brought up to date at once if they were read here.
    pub fn after(&self, snapshot: &Snapshot) -> Self {
        self.after_for(snapshot, &[])
    }

    /// As [`Lexicon::after`]; if it is rough, the skills of `seen` are compared at once as well.
    pub fn after_for(&self, snapshot: &Snapshot, seen: &[SkillId]) -> Self {
        let docs = docs(snapshot, &self.options);
        let kept = |doc: &Doc| self.same(doc);
        let index = self.index.again(docs.iter().map(|doc| match kept(doc) {
            Some(at) => Source::Kept(at),
            None => Source::Text(doc.text(self.options.fields)),
        }));
        let triggers =
            self.triggers.get().map(|triggers| triggers.again(&docs, self.options.tokenizer, kept));
        let mut later = Self {
            triggers: triggers.map(OnceLock::from).unwrap_or_default(),
            ..Self::around(docs, self.options, index)
        };
        if later.is_huge() {
            later.neighbourhood = self.carried_to(&later, seen).into();
            later.rough = self.rough || self.docs != later.docs;
        }
        later
    }

    /// True if both are of the same texts in the same order under the same options.
    pub fn is_of_texts_of(&self, other: &Self) -> bool {
        self.options == other.options && self.docs == other.docs
    }

    /// Where a document stood here that has not changed since.
    fn same(&self, later: &Doc) -> Option<usize> {
        // A position of this lexicon.
        self.position(&later.id).filter(|&at| self.docs[at] == *later)
    }

    /// Compares everybody with everybody: neighbours and trigger phrases, side by side.
    pub fn compare(&self) {
        std::thread::scope(|scope| {
            scope.spawn(|| {
                self.triggers();
                scope.spawn(|| self.shared());
                self.claims();
            });
            self.neighbourhood();
        });
    }

    /// Computes now what would wait for its first reader: for a thread that nobody waits on.
    pub fn warm(&self) {
        self.compare();
        if !self.is_huge() {
            self.order();
        }
    }

    /// True when everything that [`Lexicon::warm`] computes is there, so that no reader waits.
    pub fn is_warm(&self) -> bool {
        let words = self.claims.get().is_some() && self.shared.get().is_some();
        words && (self.order.get().is_some() || self.is_huge())
    }

    /// [`Lexicon::order`], if somebody has found it already.
    pub fn known_order(&self) -> Option<&[usize]> {
        self.order.get().map(Vec::as_slice)
    }

    fn around(docs: Vec<Doc>, options: Options, index: Bm25) -> Self {
        let mut positions = HashMap::with_capacity(docs.len());
        for (at, doc) in docs.iter().enumerate() {
            positions.entry(doc.id.clone()).or_insert(at);
        }
        Self {
            options,
            ties: ranks(&docs),
            kin: namesakes(&docs),
            docs,
            positions,
            index,
            neighbourhood: OnceLock::new(),
            graph: OnceLock::new(),
            communities: OnceLock::new(),
            order: OnceLock::new(),
            triggers: OnceLock::new(),
            shared: OnceLock::new(),
            claims: OnceLock::new(),
            rough: false,
        }
    }

    pub fn options(&self) -> &Options {
        &self.options
    }

    pub fn docs(&self) -> &[Doc] {
        &self.docs
    }

    pub fn len(&self) -> usize {
        self.docs.len()
    }

    pub fn is_empty(&self) -> bool {
        self.docs.is_empty()
    }

    /// Where a skill stands among the documents; `None` for one that does not compete.
    pub fn position(&self, id: &SkillId) -> Option<usize> {
        self.positions.get(id).copied()
    }

    /// Id of the document at a position of this lexicon.
    ///
    /// # Panics
    /// On a position of another lexicon.
    pub fn id(&self, at: usize) -> &SkillId {
        &self.docs[at].id
    }

    /// Name of the document at a position of this lexicon; panics as [`Lexicon::id`].
    pub fn name(&self, at: usize) -> &str {
        &self.docs[at].name
    }

    pub fn index(&self) -> &Bm25 {
        &self.index
    }

    /// Index and tie order, for single rows and pairs.
    pub fn field(&self) -> Field<'_> {
        Field { index: &self.index, ties: &self.ties, kin: &self.kin }
    }

    /// Everyone's rivals; computed at the first call.
    pub fn neighbourhood(&self) -> &Neighbourhood {
        self.neighbourhood.get_or_init(|| Neighbourhood::of(self.field()))
    }

    /// Who competes with whom, as a graph; built at the first call.
    pub fn graph(&self) -> &Graph {
        self.graph.get_or_init(|| Graph::of(self.field(), self.neighbourhood()))
    }

    /// Groups of skills at a resolution of 1; found at the first call.
    pub fn communities(&self) -> &Communities {
        self.communities.get_or_init(|| Communities::of(self.graph(), &self.ties, 1.0))
    }

    /// Positions in an order where neighbours are alike; see [`seriation::order`].
    pub fn order(&self) -> &[usize] {
        self.order.get_or_init(|| seriation::order(self.graph(), self.communities(), &self.ties))
    }

    /// Everyone's trigger phrases; read at the first call.
    pub fn triggers(&self) -> &Triggers {
        self.triggers.get_or_init(|| Triggers::of(&self.docs, self.options.tokenizer))
    }

    /// Phrases that several skills hold, more than the copies of one; see [`Triggers::shared`].
    pub fn shared(&self) -> &[Shared] {
        self.shared.get_or_init(|| {
            let mut shared = self.triggers().shared();
            shared.retain(|Shared { skills, .. }| {
                let first = skills.first();
                first.is_some_and(|&a| skills.iter().any(|&b| self.field().competes(a, b)))
            });
            shared
        })
    }

    /// Who claims whose triggers, copies of one skill apart; see [`Triggers::claims`].
    pub fn claims(&self) -> &[Claim] {
        self.claims.get_or_init(|| {
            let mut claims = self.triggers().claims();
            claims.retain(|claim| self.field().competes(claim.by, claim.of));
            claims
        })
    }

    /// [`Lexicon::claims`], if somebody has found them already.
    pub fn known_claims(&self) -> Option<&[Claim]> {
        self.claims.get().map(Vec::as_slice)
    }

    /// Positions by directed overlap, highest first, then name, then id; undefined ones last.
    pub fn by_overlap(&self) -> Vec<usize> {
        let rows = &self.neighbourhood().rows;
        let mut order: Vec<(usize, f64)> =
            rows.iter().map(|row| row.ratio().unwrap_or(-1.0)).enumerate().collect();
        order.sort_by(|&a, &b| self.field().order(a, b));
        order.into_iter().map(|(at, _)| at).collect()
    }

    /// All documents for a prompt, highest score first, then name, then id; 0 where nothing is
    /// shared.
    pub fn ranking(&self, prompt: &str) -> Vec<(usize, f64)> {
        let mut ranking: Vec<(usize, f64)> =
            self.index.answers(prompt).into_iter().enumerate().collect();
        ranking.sort_by(|&a, &b| self.field().order(a, b));
        ranking
    }

    /// The first `most` of the ranking, as far as they share a word with the prompt.
    pub(super) fn found(&self, prompt: &str, most: usize) -> impl Iterator<Item = (usize, f64)> {
        self.ranking(prompt).into_iter().take(most).take_while(|(_, score)| *score > 0.0)
    }

    /// As [`Lexicon::found`], by id.
    pub fn nearest(&self, prompt: &str, most: usize) -> impl Iterator<Item = &SkillId> {
        self.found(prompt, most).map(|(at, _)| self.id(at))
    }
}

impl Default for Lexicon {
    fn default() -> Self {
        Self::new(Vec::new(), Options::default())
    }
}

fn docs(snapshot: &Snapshot, options: &Options) -> Vec<Doc> {
    snapshot
        .all()
        .filter(|resident| options.include_hidden || !resident.skill.hidden())
        .map(|resident| Doc {
            id: resident.id().clone(),
            name: resident.name().to_owned(),
            plugin: resident.skill.plugin.clone(),
            description: resident.description.to_owned(),
            when_to_use: resident.when_to_use().map(str::to_owned),
        })
        .collect()
}

/// For each document its place by name, then id, then position.
fn ranks(docs: &[Doc]) -> Vec<u32> {
    let mut order: Vec<usize> = (0..docs.len()).collect();
    order.sort_by(|&a, &b| {
        let key = |at: usize| (&docs[at].name, &docs[at].id, at);
        key(a).cmp(&key(b))
    });
    let mut ranks = vec![0; docs.len()];
    for (rank, at) in order.into_iter().enumerate() {
        ranks[at] = rank as u32;
    }
    ranks
}

/// For each document the first position of its name and plugin: documents of one number are one
/// skill in several texts, as [`Skill::is_namesake`](crate::core::skill::Skill::is_namesake) says.
fn namesakes(docs: &[Doc]) -> Vec<u32> {
    let mut first = HashMap::with_capacity(docs.len());
    let named = docs.iter().map(|doc| (&doc.plugin, &doc.name));
    (0..).zip(named).map(|(at, name)| *first.entry(name).or_insert(at)).collect()
}

#[cfg(test)]
mod tests;
