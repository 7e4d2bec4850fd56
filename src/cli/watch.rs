//! The screen: a session, live or recorded, and the person in front of it.

use std::{
    fs::{self, File},
    path::Path,
};

use clap::Args;

use super::{
    Failure,
    environment::Environment,
    exit::Exit,
    keymap::keymap,
    look::{self, Look},
    surroundings::Surroundings,
};
use crate::{
    core::workbench::playback::Pace,
    engine::{
        session::{self, Keep, Live, Session, Setup, SetupError},
        store::{Kept, Store},
    },
    tui::run::{self, Feed, Options, Theme, ViewId},
};

/// What libraries and children say on standard error while the screen is ours.
const LOG: &str = "stderr.log";
/// From this size on the log begins anew.
const LOG_LARGEST: u64 = 1 << 20;

/// A person in front of a screen.
#[derive(Clone, Debug, Default, Args)]
pub struct Sitting {
    #[command(flatten)]
    pub look: Look,
    /// Leave the mouse to the terminal.
    #[arg(long)]
    pub no_mouse: bool,
}

/// Shows a live session until the person quits.
pub(super) fn run(
    mut setup: Setup,
    sitting: &Sitting,
    surroundings: Surroundings,
) -> Result<Exit, Failure> {
    setup.keep = Keep::EachPlan;
    let start = || Session::start(setup, Live { watch: true, head: true, search: true });
    show(start, ViewId::default(), sitting, surroundings)
}

/// Shows a recorded run until the person quits; the runs of `others` can be held against it.
/// With `start` it is played first.
pub(super) fn open(
    kept: &Kept,
    others: Store,
    start: Option<session::Start>,
    sitting: &Sitting,
    surroundings: Surroundings,
) -> Result<Exit, Failure> {
    let run = || Session::of_run(kept, others, start);
    show(run, ViewId::Probes, sitting, surroundings)
}

/// Plays the recordings of a setup, read-only, model response by model response.
pub(super) fn step(
    mut setup: Setup,
    sitting: &Sitting,
    surroundings: Surroundings,
) -> Result<Exit, Failure> {
    setup.stream = false;
    let start = session::Start { pace: Pace::REAL, stepped: true };
    let run = || Session::of_recordings(&setup, "of the demo", start);
    show(run, ViewId::Probes, sitting, surroundings)
}

/// `start` is called once all that was asked of the screen is known to be possible.
fn show(
    start: impl FnOnce() -> Result<Session, SetupError>,
    view: ViewId,
    sitting: &Sitting,
    surroundings: Surroundings,
) -> Result<Exit, Failure> {
    let Surroundings { places, config, mut problems } = surroundings;
    let environment = Environment::of_process();
    let settings = look::on_terminal(&sitting.look, &config, &environment.terminal());
    let (keymap, faults) = keymap(sitting.look.keymap.as_deref(), places.as_ref())?;
    problems.extend(faults);
    let screen = run::Setup {
        theme: Theme::new(settings),
        keymap,
        mouse: !sitting.no_mouse && config.mouse.unwrap_or(true),
        problems,
        view,
    };
    let options = Options {
        log: places.and_then(|places| log(&places.state)),
        ask_background: look::follows_background(&settings),
        editor: environment.editor,
        inside_tmux: environment.inside_tmux,
    };
    let session = start()?;
    run::restore_before_panics();
    let runtime = session::runtime()?;
    let ended = runtime.block_on(run::run(screen, Feed::of(&session), options));
    session.stop();
    Ok(match ended.map_err(Failure::Terminal)? {
        run::Exit::Quit | run::Exit::Closed => Exit::Fine,
        run::Exit::Signal(number) => Exit::Signal(number),
        // The hook has told the person, and where the report is.
        run::Exit::Panicked => Exit::Panicked,
    })
}

/// The log; nowhere if it cannot be written, which must not keep anybody from working.
fn log(folder: &Path) -> Option<File> {
    fs::create_dir_all(folder).ok()?;
    let path = folder.join(LOG);
    let full = fs::metadata(&path).is_ok_and(|about| about.len() >= LOG_LARGEST);
    if full {
        return File::create(path).ok();
    }
    File::options().append(true).create(true).open(path).ok()
}
