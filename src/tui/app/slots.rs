//! The views, each with what the app remembers of it. The one place where views are made.

use super::view::{View, ViewId};
use crate::tui::pane::{
    compare::Compare, confusion::Confusion, intervals::Intervals, listing::ListingView,
    neighborhood::Neighborhood, probes::Probes,
};

/// A view and its focused pane.
pub(super) struct Slot {
    pub(super) view: Box<dyn View>,
    pub(super) focus: usize,
}

impl Slot {
    fn new(view: impl View + 'static) -> Self {
        Self { view: Box::new(view), focus: 0 }
    }

    /// Moves the focus by a number of panes, round and round.
    pub(super) fn step_focus(&mut self, by: isize) {
        let panes = self.view.panes().len().max(1);
        self.focus = (self.focus + panes).saturating_add_signed(by) % panes;
    }

    /// Focuses a pane, or the last one if there are not so many.
    pub(super) fn set_focus(&mut self, pane: usize) {
        self.focus = pane.min(self.view.panes().len().saturating_sub(1));
    }
}

pub(super) struct Slots {
    neighborhood: Slot,
    probes: Slot,
    confusion: Slot,
    intervals: Slot,
    listing: Slot,
    compare: Slot,
}

impl Slots {
    pub(super) fn new() -> Self {
        Self {
            neighborhood: Slot::new(Neighborhood::default()),
            probes: Slot::new(Probes::default()),
            confusion: Slot::new(Confusion::default()),
            intervals: Slot::new(Intervals::new()),
            listing: Slot::new(ListingView::default()),
            compare: Slot::new(Compare::default()),
        }
    }

    pub(super) fn get(&self, id: ViewId) -> &Slot {
        match id {
            ViewId::Neighborhood => &self.neighborhood,
            ViewId::Probes => &self.probes,
            ViewId::Confusion => &self.confusion,
            ViewId::Intervals => &self.intervals,
            ViewId::Listing => &self.listing,
            ViewId::Compare => &self.compare,
        }
    }

    pub(super) fn get_mut(&mut self, id: ViewId) -> &mut Slot {
        match id {
            ViewId::Neighborhood => &mut self.neighborhood,
            ViewId::Probes => &mut self.probes,
            ViewId::Confusion => &mut self.confusion,
            ViewId::Intervals => &mut self.intervals,
            ViewId::Listing => &mut self.listing,
            ViewId::Compare => &mut self.compare,
        }
    }
}
