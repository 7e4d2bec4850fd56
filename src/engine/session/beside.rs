//! Kept runs of a project, to stand side by side: which there are, and those that were chosen.
//!
//! Must not know what is shown of them.

use crate::{
    core::workbench::{
        Board,
        side_by_side::{Ground, RunOffer, Side, SideBySide, unlike},
    },
    engine::store::{Entry, Store},
};

/// Runs that are listed, the newest first: each is read for it.
const RUNS: usize = 50;

/// Runs that can stand side by side: all of each is in memory at once.
const MOST: usize = 12;

/// The recorded run that is looked at; its file may lie anywhere.
#[derive(Clone, Copy, Debug)]
pub(super) struct This<'a> {
    pub id: &'a str,
    pub board: &'a Board,
}

/// The kept runs, the newest first; the one that is looked at before them.
pub(super) fn offers(store: Option<&Store>, this: Option<This<'_>>) -> Vec<RunOffer> {
    let offer = |entry: Entry| match entry.about() {
        Ok(about) => {
            let queries = if about.queries == 1 { "query" } else { "queries" };
            let text = format!("{}, {} {queries}, {}", about.who(), about.queries, about.state());
            RunOffer { id: entry.id, about: text, ground: Ok(about.ground) }
        }
        Err(why) => {
            RunOffer { id: entry.id, about: String::new(), ground: Err(format!("broken: {why}")) }
        }
    };
    let entries = store.map(Store::list).unwrap_or_default().into_iter();
    let is_this = |entry: &Entry| this.is_some_and(|this| this.id == entry.id);
    let others = entries.filter(|entry| !is_this(entry)).take(RUNS).map(offer);
    let own = this.map(|This { id, board }| RunOffer {
        id: id.to_owned(),
        about: format!("{} ({}), this run", board.agent.name, board.agent.evidence),
        ground: Ok(Ground::of_board(board)),
    });
    own.into_iter().chain(others).collect()
}

/// The runs of these ids side by side, or in words why they cannot be.
pub(super) fn read(
    store: Option<&Store>,
    ids: &[String],
    this: Option<This<'_>>,
) -> Result<SideBySide, String> {
    if ids.len() > MOST {
        return Err(format!("{} runs were chosen: {MOST} at most stand side by side", ids.len()));
    }
    let board = |id: &String| match (this.filter(|this| this.id == id), store) {
        (Some(this), _) => Ok(this.board.clone()),
        (None, Some(store)) => Ok(store.read(id).map_err(|error| error.to_string())?.board()),
        (None, None) => Err(format!("the run {id} is not kept here")),
    };
    let boards = ids.iter().map(board).collect::<Result<Vec<_>, String>>()?;
    let sides: Vec<Side<'_>> =
        ids.iter().zip(&boards).map(|(name, board)| Side { name, board }).collect();
    match (unlike(&sides), sides.len()) {
        (_, 0 | 1) => Err("two runs at least stand side by side".to_owned()),
        (Some((side, why)), _) => Err(format!("{} has {why} than {}", side.name, sides[0].name)),
        (None, _) => Ok(SideBySide::of(&sides)),
    }
}
