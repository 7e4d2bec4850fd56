//! One event of the file system, in the few words that the watcher needs.
//!
//! Knows the event kinds of `notify`; must not know what is wanted.

use std::path::PathBuf;

use notify::{
    Event, EventKind,
    event::{AccessKind, AccessMode, ModifyKind, RenameMode},
};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Change {
    /// Written, created, moved to here, or its rights or times changed.
    Touched(PathBuf),
    /// Removed or moved away: a watch on it is worth nothing, even if it is there again.
    Left(PathBuf),
    /// The system's queue ran over: anything may have happened.
    Lost,
}

/// What an event says; nothing for those that change nothing, as a file being opened or read.
pub(super) fn changes(event: Event) -> impl Iterator<Item = Change> {
    let make: Option<fn(PathBuf) -> Change> = match event.kind {
        EventKind::Access(AccessKind::Close(AccessMode::Write))
        | EventKind::Create(_)
        | EventKind::Modify(
            ModifyKind::Any
            | ModifyKind::Data(_)
            | ModifyKind::Metadata(_)
            | ModifyKind::Other
            | ModifyKind::Name(RenameMode::To),
        )
        | EventKind::Any
        | EventKind::Other => Some(Change::Touched),
        EventKind::Remove(_)
        | EventKind::Modify(ModifyKind::Name(
            RenameMode::From | RenameMode::Any | RenameMode::Other,
        )) => Some(Change::Left),
        // Both ends were told one by one, just before.
        EventKind::Modify(ModifyKind::Name(RenameMode::Both)) | EventKind::Access(_) => None,
    };
    let lost = event.need_rescan().then_some(Change::Lost);
    lost.into_iter().chain(event.paths.into_iter().filter_map(move |path| make.map(|f| f(path))))
}

#[cfg(test)]
mod tests {
    use notify::event::{CreateKind, Flag, RemoveKind};

    use super::*;

    fn said(kind: EventKind) -> Vec<Change> {
        changes(Event::new(kind).add_path("/s/a".into())).collect()
    }

    #[test]
    fn reading_is_no_change() {
        assert_eq!(said(EventKind::Access(AccessKind::Open(AccessMode::Any))), []);
        assert_eq!(said(EventKind::Access(AccessKind::Close(AccessMode::Read))), []);
    }

    #[test]
    fn writing_and_leaving_are_told_apart() {
        let path = || PathBuf::from("/s/a");
        let closed = EventKind::Access(AccessKind::Close(AccessMode::Write));
        assert_eq!(said(closed), [Change::Touched(path())]);
        assert_eq!(said(EventKind::Create(CreateKind::File)), [Change::Touched(path())]);
        assert_eq!(said(EventKind::Remove(RemoveKind::Folder)), [Change::Left(path())]);
        let from = EventKind::Modify(ModifyKind::Name(RenameMode::From));
        assert_eq!(said(from), [Change::Left(path())]);
    }

    #[test]
    fn an_overflow_is_a_loss() {
        let event = Event::new(EventKind::Other).set_flag(Flag::Rescan);
        assert_eq!(changes(event).collect::<Vec<_>>(), [Change::Lost]);
    }
}
