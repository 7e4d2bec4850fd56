//! The rivals that a page speaks of by number, so that a number means one skill throughout.

use ratatui::text::Span;

use super::Subject;
use crate::{
    core::lexical::{Mark, Row},
    tui::{
        theme::{Role, Theme},
        widget::text::plain,
    },
};

/// What a word must add to a rival's ratio to be told.
const TELLING: f64 = 0.01;

/// The strongest rivals of a skill, and the words of its description that each competes for most.
#[derive(Debug, Default)]
pub struct Rivals {
    /// Positions, strongest first; at most as many as there are slots.
    places: Vec<usize>,
    names: Vec<String>,
    ratios: Vec<f64>,
    pub marks: Vec<Mark>,
    pub row: Option<Row>,
}

impl Rivals {
    pub fn of(subject: &Subject<'_>) -> Self {
        let Some(at) = subject.at else { return Self::default() };
        let lexicon = &subject.board.now.lexicon;
        let row = lexicon.neighbourhood().rows.get(at).cloned();
        let strongest = row.iter().flat_map(|row| &row.rivals).take(Role::RIVALS);
        let (places, ratios): (Vec<_>, Vec<_>) =
            strongest.map(|rival| (rival.index, rival.ratio)).unzip();
        let names = places
            .iter()
            .map(|&place| subject.names.called(lexicon.id(place)).to_owned())
            .collect();
        let mut marks = lexicon.marks(at, &places);
        marks.retain(|mark| mark.ratio >= TELLING);
        Self { marks, places, names, ratios, row }
    }

    /// The slot of a rival by its position.
    pub fn slot(&self, place: usize) -> Option<usize> {
        self.places.iter().position(|&known| known == place)
    }

    /// Slots whose rival competes most for some word, with how many words.
    pub fn legend(&self) -> Vec<(usize, usize)> {
        let words = |slot: &usize| {
            let place = self.places.get(*slot);
            self.marks.iter().filter(|mark| Some(&mark.rival) == place).count()
        };
        let slots = (0..self.places.len()).map(|slot| (slot, words(&slot)));
        slots.filter(|(_, words)| *words > 0).collect()
    }

    /// `¹doc-fill`, in the colour of its slot.
    pub fn name(&self, theme: &Theme, slot: usize) -> Span<'static> {
        let name = self.names.get(slot).map_or("", String::as_str);
        let text = format!("{}{}", theme.symbols().rival(slot), plain(name));
        Span::styled(text, theme.style(Role::rival(slot)))
    }

    pub fn ratio(&self, slot: usize) -> Option<f64> {
        self.ratios.get(slot).copied()
    }
}
