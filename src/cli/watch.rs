//! The screen: a live session and the person in front of it.

use std::env;

use super::{arguments::Look, exit::Exit};
use crate::{
    engine::session::{Live, Session, Setup, SetupError},
    tui::run::{self, Feed, Options},
};

/// Shows the session until the person quits.
pub(super) fn run(setup: Setup, look: &Look) -> Result<Exit, SetupError> {
    let agents = match setup.script {
        Some(_) => vec!["keyword".to_owned(), "fake".to_owned()],
        None => vec!["keyword".to_owned()],
    };
    let session = Session::start(setup, Live { watch: true, head: true, search: true })?;
    let screen = run::Setup { mouse: !look.no_mouse, agents, ..run::Setup::default() };
    let editor = env::var("VISUAL").or_else(|_| env::var("EDITOR")).unwrap_or_default();
    let options = Options {
        log: None,
        ask_background: look.theme == "auto",
        editor: editor.split_whitespace().map(str::to_owned).collect(),
        inside_tmux: env::var_os("TMUX").is_some(),
    };
    run::restore_before_panics();
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(SetupError::Runtime)?;
    let ended = runtime.block_on(run::run(screen, Feed::of(&session), options));
    session.stop();
    ended.map(|_| Exit::Fine).map_err(SetupError::Runtime)
}
