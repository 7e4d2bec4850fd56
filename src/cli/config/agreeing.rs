//! What a person has agreed to: to add to it, to take from it, and to see it.
//!
//! Must not know what the settings mean.

use std::{env, path::PathBuf};

use crate::{
    cli::{Failure, consent, exit::Exit, output, surroundings::Surroundings, values},
    core::visible::line,
    engine::{
        config::{Config, KEYS, PROJECT_FILE, Scope, Source, project, text_of},
        consent::{Book, ConsentError, Entry, Kind},
    },
};

impl From<ConsentError> for Failure {
    fn from(error: ConsentError) -> Self {
        Self::Usage(error.to_string())
    }
}

/// Shows what the project's file says of agents, and remembers that the person agrees to this text.
pub(super) fn agree(here: &Surroundings, yes: bool) -> Result<Exit, Failure> {
    let book = book(here)?;
    let cwd = env::current_dir().map_err(Failure::Here)?;
    let file = project(&cwd).join(PROJECT_FILE);
    let shown = line(&file.to_string_lossy()).into_owned();
    let unreadable = |error| Failure::Usage(format!("{shown} cannot be read: {error}"));
    let Some(text) = text_of(&file).map_err(unreadable)? else {
        return Err(Failure::Usage(format!("there is no {shown}: nothing is to be agreed to")));
    };
    let mut said = Config::default();
    said.read_onto(&text, &shown, Source::Agreed, &values::names());
    let asked = KEYS.iter().filter(|key| key.scope == Scope::Agreed);
    let asked: Vec<String> = asked
        .filter_map(|key| Some(format!("  {} = {}", key.name, key.of(&said)?)))
        .map(|told| line(&told).into_owned())
        .collect();
    if asked.is_empty() {
        return output::print(&format!("{shown} says nothing that has to be agreed to\n"));
    }
    let entry = Entry::of_project(&file, &text);
    if book.holds(&entry) {
        return output::print(&format!("{shown} was agreed to as it is\n"));
    }
    let told = format!("{shown} says of agents:\n{}", asked.join("\n"));
    if !(yes || consent::given(&told)?) {
        return Err(Failure::Usage("nothing was agreed to".to_owned()));
    }
    book.remember(entry)?;
    output::print(&format!("{told}\nThis counts from now on, until the file changes.\n"))
}

/// Forgets what was agreed to at a path and below it, or everything.
pub(super) fn forget(
    here: &Surroundings,
    path: Option<PathBuf>,
    all: bool,
) -> Result<Exit, Failure> {
    let book = book(here)?;
    let cwd = env::current_dir().map_err(Failure::Here)?;
    let place = path.map_or_else(|| project(&cwd).to_owned(), |path| cwd.join(path));
    let forgotten = book.forget(|entry| all || entry.lies_in(&place))?;
    let where_ = match all {
        true => String::new(),
        false => format!(" of {}", line(&place.to_string_lossy())),
    };
    output::print(&match forgotten {
        0 => format!("nothing{where_} had been agreed to\n"),
        1 => format!("1 agreement{where_} is forgotten\n"),
        n => format!("{n} agreements{where_} are forgotten\n"),
    })
}

/// What was agreed to, a line each, with the file that says so.
pub(super) fn lines(here: &Surroundings) -> (Vec<String>, String) {
    let Some(book) = here.places.as_ref().map(Book::of) else { return Default::default() };
    let from = book.path().display().to_string();
    let lines = match book.entries() {
        Ok(entries) => {
            let agreed = entries.iter().filter(|entry| !matches!(entry.kind, Kind::Wiring { .. }));
            agreed.map(|entry| format!("# agreed: {entry}")).collect()
        }
        Err(error) => vec![format!("# agreed: nothing; {error}")],
    };
    (lines, from)
}

fn book(here: &Surroundings) -> Result<Book, Failure> {
    let none = || {
        Failure::Usage(
            "there is no home folder, so that nothing can be remembered: set HOME".into(),
        )
    };
    here.places.as_ref().map(Book::of).ok_or_else(none)
}
