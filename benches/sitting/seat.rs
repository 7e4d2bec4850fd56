//! A seat before a terminal with a stopwatch: every frame has the time at which it arrived.
//!
//! The terminal answers no question, so a program that asks one and waits is slow here.

use std::{
    io::{Read, Write},
    num::NonZeroU16,
    path::Path,
    sync::{Arc, Condvar, Mutex},
    thread,
    time::{Duration, Instant},
};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

use crate::program;

/// Longer than anything takes that works.
const PATIENCE: Duration = Duration::from_secs(60);

/// Ends every frame: the close of a synchronized update.
const END_OF_FRAME: &[u8] = b"\x1b[?2026l";

/// A frame that is on the screen.
#[derive(Clone, Copy)]
pub struct Frame {
    pub at: Instant,
    /// Bytes that the program has sent up to its end.
    pub sent: usize,
}

/// What the terminal was sent.
struct Seen {
    terminal: vt100::Parser,
    /// The last bytes, in which the end of a frame may have begun.
    tail: Vec<u8>,
    sent: usize,
    frames: Vec<Frame>,
    ended: bool,
}

impl Seen {
    fn take(&mut self, bytes: &[u8], at: Instant) {
        self.terminal.process(bytes);
        self.sent += bytes.len();
        self.tail.extend_from_slice(bytes);
        if self.tail.windows(END_OF_FRAME.len()).any(|window| window == END_OF_FRAME) {
            self.frames.push(Frame { at, sent: self.sent });
            self.tail.clear();
        }
        let spare = self.tail.len().saturating_sub(END_OF_FRAME.len() - 1);
        self.tail.drain(..spare);
    }
}

/// The program on a terminal, and the person before it.
pub struct Seat {
    pub started: Instant,
    input: Box<dyn Write + Send>,
    _master: Box<dyn MasterPty + Send>,
    child: Box<dyn Child + Send + Sync>,
    seen: Arc<(Mutex<Seen>, Condvar)>,
    _home: tempfile::TempDir,
}

impl Seat {
    /// Starts the program in a folder, with an empty home.
    pub fn start((columns, rows): (u16, u16), folder: &Path, arguments: &[&str]) -> Self {
        let home = tempfile::tempdir().expect("a temporary folder");
        let size = PtySize { rows, cols: columns, pixel_width: 0, pixel_height: 0 };
        let pair = native_pty_system().openpty(size).expect("a pseudo terminal");
        let mut command = CommandBuilder::new(program::path());
        command.args(arguments);
        command.env_clear();
        command.cwd(folder);
        command.env("PATH", std::env::var("PATH").unwrap_or_default());
        command.env("HOME", home.path());
        command.env("TERM", "xterm-256color");
        command.env("LANG", "C.UTF-8");
        let side = |cells| NonZeroU16::new(cells).expect("a terminal has cells");
        let seen = Seen {
            terminal: vt100::Parser::new(side(rows), side(columns), 0),
            tail: Vec::new(),
            sent: 0,
            frames: Vec::new(),
            ended: false,
        };
        let seen = Arc::new((Mutex::new(seen), Condvar::new()));
        let mut output = pair.master.try_clone_reader().expect("the terminal can be read");
        let told = Arc::clone(&seen);
        thread::spawn(move || {
            let mut bytes = [0; 65_536];
            while let Ok(length @ 1..) = output.read(&mut bytes) {
                let at = Instant::now();
                told.0.lock().expect("no reader panics").take(&bytes[..length], at);
                told.1.notify_all();
            }
            told.0.lock().expect("no reader panics").ended = true;
            told.1.notify_all();
        });
        let started = Instant::now();
        let child = pair.slave.spawn_command(command).expect("the program starts");
        let input = pair.master.take_writer().expect("the terminal can be written");
        Self { started, input, _master: pair.master, child, seen, _home: home }
    }

    pub fn pid(&self) -> u32 {
        self.child.process_id().expect("it was started")
    }

    /// Sends the bytes of a key and says when.
    pub fn press(&mut self, key: &str) -> Instant {
        let at = Instant::now();
        self.input.write_all(key.as_bytes()).expect("the terminal takes keys");
        self.input.flush().expect("the terminal takes keys");
        at
    }

    /// The frames so far.
    pub fn frames(&self) -> Vec<Frame> {
        self.seen.0.lock().expect("no reader panics").frames.clone()
    }

    /// Bytes so far.
    pub fn sent(&self) -> usize {
        self.seen.0.lock().expect("no reader panics").sent
    }

    /// Waits for a frame after the first `count`; `None` if none comes within `patience`.
    pub fn frame_after(&self, count: usize, patience: Duration) -> Option<Frame> {
        self.wait(patience, |seen| seen.frames.get(count).copied())
    }

    /// Waits until the screen holds the text, and says when its frame arrived.
    #[track_caller]
    pub fn shows(&self, text: &str) -> Instant {
        self.shows_when(text, |screen| screen.contains(text))
    }

    /// Waits until the screen does not hold the text.
    #[track_caller]
    pub fn lost(&self, text: &str) -> Instant {
        self.shows_when(text, |screen| !screen.contains(text))
    }

    #[track_caller]
    fn shows_when(&self, text: &str, good: impl Fn(&str) -> bool) -> Instant {
        let mut known = usize::MAX;
        let at = self.wait(PATIENCE, |seen| {
            // Text is looked for once a frame; a look costs more than most frames.
            let is_new = std::mem::replace(&mut known, seen.frames.len()) != seen.frames.len();
            let frame = seen.frames.last().filter(|_| is_new)?;
            good(&seen.terminal.screen().contents()).then_some(frame.at)
        });
        at.unwrap_or_else(|| panic!("waited in vain for {text:?}:\n{}", self.screen()))
    }

    pub fn screen(&self) -> String {
        self.seen.0.lock().expect("no reader panics").terminal.screen().contents()
    }

    /// Waits until nothing was sent for a time.
    pub fn settle(&self, quiet: Duration) {
        loop {
            let before = self.sent();
            thread::sleep(quiet);
            if self.sent() == before {
                return;
            }
        }
    }

    /// Quits and says how long that took.
    pub fn quit(mut self) -> Duration {
        let asked = self.press("q");
        let status = self.child.wait().expect("it was started");
        assert!(status.success(), "the program ended with {status}");
        asked.elapsed()
    }

    fn wait<T>(&self, patience: Duration, mut found: impl FnMut(&Seen) -> Option<T>) -> Option<T> {
        let deadline = Instant::now() + patience;
        let mut seen = self.seen.0.lock().expect("no reader panics");
        loop {
            if let Some(found) = found(&seen) {
                return Some(found);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() || seen.ended {
                return None;
            }
            seen = self.seen.1.wait_timeout(seen, left).expect("no reader panics").0;
        }
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
