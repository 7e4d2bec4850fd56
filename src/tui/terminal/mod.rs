//! Owns the terminal's modes: taking the screen, giving it back on every way out, lending it.
//!
//! Must not know what is drawn. Nothing here asks the terminal a question, so that no start waits
//! for an answer that some terminals never give.

mod clipboard;
mod editor;
mod signals;
mod stderr;
mod tty;

use std::{
    fs::File,
    io::{self, Write},
    sync::atomic::{AtomicBool, Ordering},
    time::Duration,
};

use crossterm::{
    cursor::{Hide, Show},
    event::{
        DisableBracketedPaste, DisableFocusChange, DisableMouseCapture, EnableBracketedPaste,
        EnableFocusChange,
    },
    queue,
    style::{Attribute, SetAttribute},
    terminal::{
        self, Clear, ClearType, EndSynchronizedUpdate, EnterAlternateScreen, LeaveAlternateScreen,
    },
};
use tokio::sync::Notify;

pub use self::{
    clipboard::copying,
    editor::editor_command,
    signals::{Signal, Signals},
    tty::{Tty, remind},
};

/// True while this process owns the screen. A process has one terminal, hence a static: the panic
/// hook must be able to give the screen back without a reference to the guard.
static OWNED: AtomicBool = AtomicBool::new(false);

/// Told when a panic has taken the screen away from the loop.
static PANICKED: Notify = Notify::const_new();

/// How long a suspended process waits for its SIGCONT before it takes the screen again. Only an
/// orphaned process group, which the kernel refuses to stop, ever waits that long.
const STOP_GRACE: Duration = Duration::from_millis(200);

/// What to switch on besides the alternate screen and raw mode.
#[derive(Debug, Default)]
pub struct Modes {
    /// Clicks, drags and the wheel come as events; the terminal's own selection needs Shift then.
    pub mouse: bool,
    /// Where standard error goes while the screen is owned, unless the person has redirected it;
    /// `None` drops it.
    pub log: Option<File>,
}

/// The owned screen. Dropping it gives the screen back.
#[derive(Debug)]
pub struct TerminalGuard {
    modes: Modes,
}

impl TerminalGuard {
    /// Takes the screen: raw mode, alternate screen, bracketed paste, focus events, mouse.
    ///
    /// # Errors
    /// When standard output is no terminal, or cannot be written; the modes are restored then.
    pub fn enter(modes: Modes) -> io::Result<Self> {
        // The guard exists before the first call that can fail, so that its drop undoes half a
        // start as well.
        let guard = Self { modes };
        guard.take()?;
        Ok(guard)
    }

    /// Gives the screen back for a while.
    pub fn leave(&self) {
        restore();
    }

    /// Takes the screen again; everything must be painted anew afterwards.
    ///
    /// # Errors
    /// As [`TerminalGuard::enter`].
    pub fn take(&self) -> io::Result<()> {
        OWNED.store(true, Ordering::SeqCst);
        terminal::enable_raw_mode()?;
        stderr::divert(self.modes.log.as_ref())?;
        Tty.write_all(&taking(self.modes.mouse)?)
    }

    /// Takes the mouse, or leaves it to the terminal, from now on.
    ///
    /// # Errors
    /// When standard output cannot be written.
    pub fn capture_mouse(&mut self, on: bool) -> io::Result<()> {
        self.modes.mouse = on;
        let mut bytes = Vec::new();
        if on {
            capture_clicks(&mut bytes)?;
        } else {
            queue!(bytes, DisableMouseCapture)?;
        }
        Tty.write_all(&bytes)
    }

    /// Stops this process and its group as Ctrl-Z does elsewhere, and takes the screen again when
    /// it is continued.
    ///
    /// # Errors
    /// As [`TerminalGuard::enter`].
    pub async fn suspend(&self, signals: &mut Signals) -> io::Result<()> {
        self.leave();
        signals.forget_pending();
        signals::stop_own_group()?;
        // The stop is asynchronous: without this wait the screen could be taken again before the
        // process has stopped. While it is stopped the clock runs on and both are ready at once.
        let _ = tokio::time::timeout(STOP_GRACE, signals.continued()).await;
        self.take()
    }

    /// Lends the terminal to a program, run in the foreground with our standard streams.
    ///
    /// The caller must have let go of its input source before.
    ///
    /// # Errors
    /// When the program cannot be started, or as [`TerminalGuard::enter`].
    pub async fn lend(
        &self,
        argv: &[String],
        signals: &mut Signals,
    ) -> io::Result<std::process::ExitStatus> {
        let (program, arguments) = argv
            .split_first()
            .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "no program to run"))?;
        self.leave();
        let status = tokio::process::Command::new(program).args(arguments).status().await;
        // A Ctrl-C typed into the program reached this process too and was not meant for it.
        signals.forget_pending();
        self.take()?;
        status
    }
}

impl Drop for TerminalGuard {
    fn drop(&mut self) {
        restore();
    }
}

/// Gives the screen back if this process owns it. Safe to call twice, from any thread, and from
/// within a panic hook; errors are swallowed, since there is nobody left to tell.
pub fn restore() {
    if !OWNED.swap(false, Ordering::SeqCst) {
        return;
    }
    if let Ok(bytes) = leaving() {
        let _ = Tty.write_all(&bytes);
    }
    let _ = terminal::disable_raw_mode();
    stderr::give_back();
}

/// True while the screen is ours to draw on.
pub fn is_owned() -> bool {
    OWNED.load(Ordering::SeqCst)
}

/// Puts a panic hook in front of the present one: it gives the screen back, tells the loop to end,
/// and lets the present hook print to the real standard error.
pub fn restore_before_panics() {
    let print = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        let owned = is_owned();
        restore();
        print(panic);
        if owned {
            PANICKED.notify_one();
        }
    }));
}

/// Resolves when a panic somewhere in the process has given the screen back.
pub async fn panicked() {
    PANICKED.notified().await;
}

/// The bytes that take the screen.
fn taking(mouse: bool) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    queue!(bytes, EnterAlternateScreen, EnableBracketedPaste, EnableFocusChange)?;
    if mouse {
        capture_clicks(&mut bytes)?;
    }
    // Some terminals enter the alternate screen with old text on it.
    queue!(bytes, Hide, SetAttribute(Attribute::Reset), Clear(ClearType::All))?;
    Ok(bytes)
}

/// The bytes that give it back, whatever was half done: a frame may have been cut by a panic.
fn leaving() -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    queue!(
        bytes,
        EndSynchronizedUpdate,
        SetAttribute(Attribute::Reset),
        DisableMouseCapture,
        DisableFocusChange,
        DisableBracketedPaste,
        Show,
        LeaveAlternateScreen
    )?;
    Ok(bytes)
}

/// Clicks, drags and the wheel in SGR form. crossterm's own command also asks for every movement
/// of the pointer, and each would wake the loop.
#[cfg(unix)]
fn capture_clicks(bytes: &mut Vec<u8>) -> io::Result<()> {
    bytes.write_all(b"\x1b[?1000h\x1b[?1002h\x1b[?1006h")
}

#[cfg(not(unix))]
fn capture_clicks(bytes: &mut Vec<u8>) -> io::Result<()> {
    queue!(bytes, crossterm::event::EnableMouseCapture)
}

#[cfg(test)]
mod tests {
    use ratatui::layout::Size;

    use crate::tui::frame::emulator::emulator;

    fn screen_after(bytes: &[u8]) -> vt100::Parser {
        let mut parser = emulator(Size::new(20, 4));
        parser.process(b"shell prompt");
        parser.process(bytes);
        parser
    }

    #[test]
    fn taking_and_leaving_are_inverse() {
        let mut bytes = super::taking(true).unwrap();
        let taken = screen_after(&bytes);
        assert!(taken.screen().alternate_screen());
        assert!(taken.screen().hide_cursor());
        assert!(taken.screen().bracketed_paste());
        assert_eq!(taken.screen().mouse_protocol_mode(), vt100::MouseProtocolMode::ButtonMotion);
        assert_eq!(taken.screen().contents(), "");

        bytes.extend(super::leaving().unwrap());
        let left = screen_after(&bytes);
        assert!(!left.screen().alternate_screen());
        assert!(!left.screen().hide_cursor());
        assert!(!left.screen().bracketed_paste());
        assert_eq!(left.screen().mouse_protocol_mode(), vt100::MouseProtocolMode::None);
        assert_eq!(left.screen().contents(), "shell prompt");
    }

    #[test]
    fn nothing_is_asked_of_the_terminal() {
        let bytes = String::from_utf8(super::taking(true).unwrap()).unwrap();
        for question in ["\x1b[c", "\x1b[6n", "\x1b[?u", "\x1b]11;?", "\x1b[?996n", "$p"] {
            assert!(!bytes.contains(question), "{question:?} waits for an answer");
        }
    }

    #[test]
    fn without_a_mouse_no_mouse_mode_is_set() {
        let taken = screen_after(&super::taking(false).unwrap());
        assert_eq!(taken.screen().mouse_protocol_mode(), vt100::MouseProtocolMode::None);
    }

    #[test]
    fn giving_back_what_is_not_owned_does_nothing() {
        super::restore();
        super::restore();
        assert!(!super::is_owned());
    }
}
