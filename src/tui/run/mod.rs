//! The loop: waits for the person, the session, the system or a deadline, and draws.
//!
//! One wait, no tick: while nothing happens nothing wakes. Must not know what is drawn.

mod save;
mod stage;

use std::{
    fs::File,
    io::{self, Write},
    path::Path,
    sync::Arc,
    time::{Duration, Instant},
};

use tokio::sync::{mpsc, watch};

use self::{save::save, stage::Stage};
use super::{
    app::{App, Effect, Msg},
    frame::FrameRequester,
    input::Input,
    terminal::{self, Modes, Signal, Signals},
};
use crate::{
    core::workbench::{Board, Request},
    engine::session::Session,
};

/// Inputs that are taken in before a frame is drawn, so that a flood cannot put it off for ever.
const BATCH: usize = 512;

/// The two ways between the screen and the session.
#[derive(Debug)]
pub struct Feed {
    pub boards: watch::Receiver<Arc<Board>>,
    pub requests: mpsc::UnboundedSender<Request>,
}

impl Feed {
    /// The ways to a running session.
    pub fn of(session: &Session) -> Self {
        Self { boards: session.boards.clone(), requests: session.requests.clone() }
    }
}

/// What the loop needs to know of the world.
#[derive(Debug, Default)]
pub struct Options {
    /// Where standard error goes while the screen is owned; `None` drops it.
    pub log: Option<File>,
    /// The words of `$VISUAL` or `$EDITOR`; empty if there is none.
    pub editor: Vec<String>,
    /// Ask the terminal whether it is light or dark, after the first frame.
    pub ask_background: bool,
    /// The terminal is tmux, through which a copy must be handed.
    pub inside_tmux: bool,
}

/// Why the loop ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// The person quit.
    Quit,
    /// The system asked, by this signal.
    Signal(i32),
    /// The terminal went away.
    Closed,
    /// Something panicked; the screen has been given back already.
    Panicked,
}

/// Takes the terminal, runs until there is a reason to end, and gives the terminal back.
///
/// Must be called within a tokio runtime.
///
/// # Errors
/// When standard output is no terminal or cannot be written.
pub async fn run(setup: Setup, feed: Feed, options: Options) -> io::Result<Exit> {
    let app = App::new(setup);
    let signals = Signals::listen()?;
    let modes = Modes { mouse: app.wants_mouse(), log: options.log };
    let stage = Stage::terminal(modes, options.editor, options.inside_tmux)?;
    let mut looped = Loop::new(app, feed, signals, stage);
    if let Some(exit) = looped.first_frame().await? {
        return Ok(exit);
    }
    if options.ask_background {
        looped.stage.ask_background()?;
    }
    looped.go().await
}

// What a caller needs to set a screen up, since it knows this module and no other.
pub use super::{
    app::{Setup, ViewId},
    keys::Keymap,
    terminal::restore_before_panics,
    theme::{Depth, Env, Settings, Theme, ThemeName, wants_ascii},
};

struct Loop<W> {
    app: App,
    feed: Feed,
    /// The session may still publish boards.
    fed: bool,
    signals: Signals,
    stage: Stage<W>,
    frames: FrameRequester,
    started: Instant,
}

/// What ended a wait.
enum Woken {
    Signal(Signal),
    Panic,
    Input(Input),
    Board,
    FeedEnded,
    Frame,
}

impl<W: Write> Loop<W> {
    fn new(app: App, feed: Feed, signals: Signals, stage: Stage<W>) -> Self {
        let started = Instant::now();
        Self { app, feed, fed: true, signals, stage, frames: FrameRequester::default(), started }
    }

    /// Draws at once, with the board that is there already.
    async fn first_frame(&mut self) -> io::Result<Option<Exit>> {
        let exit = self.take_board().await?;
        self.draw()?;
        Ok(exit)
    }

    async fn go(mut self) -> io::Result<Exit> {
        loop {
            if let Some(exit) = self.step().await? {
                return Ok(exit);
            }
            self.draw()?;
        }
    }

    /// Waits for one thing and takes it in, with all the inputs that are there by then.
    async fn step(&mut self) -> io::Result<Option<Exit>> {
        match self.wait().await {
            Woken::Signal(Signal::End(number)) => return Ok(Some(Exit::Signal(number))),
            Woken::Signal(Signal::Continued) => {
                self.stage.retake()?;
                self.frames.input(Instant::now());
            }
            Woken::Signal(Signal::Resized) => {
                self.stage.resized()?;
                self.frames.input(Instant::now());
            }
            Woken::Panic => return Ok(Some(Exit::Panicked)),
            Woken::Input(input) => return self.inputs(input).await,
            Woken::Board => return self.take_board().await,
            Woken::FeedEnded => self.fed = false,
            // What is due is drawn after each step.
            Woken::Frame => {}
        }
        Ok(None)
    }

    async fn wait(&mut self) -> Woken {
        let due = self.frames.due();
        tokio::select! {
            biased;
            signal = self.signals.next() => Woken::Signal(signal),
            () = terminal::panicked(), if self.stage.owns_terminal() => Woken::Panic,
            input = self.stage.input.next() => Woken::Input(input),
            changed = self.feed.boards.changed(), if self.fed => match changed {
                Ok(()) => Woken::Board,
                Err(_) => Woken::FeedEnded,
            },
            () = until(due) => Woken::Frame,
        }
    }

    async fn inputs(&mut self, first: Input) -> io::Result<Option<Exit>> {
        let mut next = Some(first);
        for _ in 0..BATCH {
            let Some(input) = next else { break };
            match input {
                Input::Closed => return Ok(Some(Exit::Closed)),
                Input::Resize(size) => self.stage.resize(size),
                _ => {}
            }
            let effects = self.app.update(Msg::Input(input), self.at_ms());
            if let Some(exit) = self.carry_out(effects).await? {
                return Ok(Some(exit));
            }
            next = self.stage.input.ready().await;
        }
        self.stage.remind();
        self.stage.fit()?;
        self.frames.input(Instant::now());
        // The frame is due anyway; it may as well show the latest.
        match self.feed.boards.has_changed() {
            Ok(true) => self.take_board().await,
            _ => Ok(None),
        }
    }

    /// Hands the app the latest board.
    async fn take_board(&mut self) -> io::Result<Option<Exit>> {
        let board = Arc::clone(&self.feed.boards.borrow_and_update());
        self.frames.event(Instant::now());
        let effects = self.app.update(Msg::Board(board), self.at_ms());
        self.carry_out(effects).await
    }

    async fn carry_out(&mut self, effects: Vec<Effect>) -> io::Result<Option<Exit>> {
        for effect in effects {
            match effect {
                Effect::Quit => return Ok(Some(Exit::Quit)),
                Effect::Request(request) => {
                    if self.feed.requests.send(request).is_err() {
                        self.app.say("the session has ended", self.at_ms());
                    }
                }
                Effect::Suspend => self.stage.suspend(&mut self.signals).await?,
                Effect::Redraw => self.stage.canvas.forget(),
                Effect::CaptureMouse(on) => self.stage.capture_mouse(on)?,
                Effect::Copy(text) => {
                    self.stage.copy(&text)?;
                    self.app.say("sent to the terminal's clipboard", self.at_ms());
                }
                Effect::Save { name, contents } => {
                    let told = match save(Path::new("."), &name, &contents) {
                        Ok(path) => format!("written to {}", path.display()),
                        Err(error) => format!("cannot write {name}: {error}"),
                    };
                    self.app.say(told, self.at_ms());
                }
                Effect::Edit { path, line } => {
                    let told = self.stage.edit(&path, line, &mut self.signals).await?;
                    if let Some(text) = told {
                        self.app.say(text, self.at_ms());
                    }
                }
            }
        }
        Ok(None)
    }

    fn draw(&mut self) -> io::Result<()> {
        let now = Instant::now();
        if !self.frames.is_due(now) {
            return Ok(());
        }
        let at_ms = self.at_ms();
        self.stage.draw(|buffer| self.app.draw(buffer, at_ms))?;
        self.frames.drawn(now);
        if let Some(at_ms) = self.app.changes_at(at_ms) {
            self.frames.at(self.started + Duration::from_millis(at_ms));
        }
        Ok(())
    }

    /// Milliseconds since the program began.
    fn at_ms(&self) -> u64 {
        self.started.elapsed().as_millis().try_into().unwrap_or(u64::MAX)
    }
}

/// Sleeps until a deadline; for ever without one.
async fn until(deadline: Option<Instant>) {
    match deadline {
        Some(deadline) => tokio::time::sleep_until(deadline.into()).await,
        None => std::future::pending().await,
    }
}

#[cfg(test)]
mod tests;
