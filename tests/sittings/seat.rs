//! The driver: a seat before a terminal, and a sitting in it.
//!
//! The terminal answers no question, so a program that asks one and waits hangs here.

use std::{
    io::{Read, Write},
    path::Path,
    sync::{Arc, Condvar, Mutex, MutexGuard},
    thread,
    time::{Duration, Instant},
};

use portable_pty::{
    Child, CommandBuilder, ExitStatus, MasterPty, PtySize, SlavePty, native_pty_system,
};
use rustix::process::{Pid, Signal, kill_process};

/// Longer than anything takes on a machine that is busy with other tests.
const PATIENCE: Duration = Duration::from_secs(20);

/// A terminal that nobody has started anything on yet.
pub struct Seat {
    size: (u16, u16),
    environment: Vec<(String, String)>,
    home: tempfile::TempDir,
}

impl Seat {
    /// A terminal of this many columns and rows, with an empty home and nothing of the caller's
    /// environment but the path.
    pub fn at(columns: u16, rows: u16) -> Self {
        let home = tempfile::tempdir().unwrap();
        let environment = [
            ("PATH", std::env::var("PATH").unwrap_or_default()),
            ("HOME", home.path().display().to_string()),
            ("TERM", "xterm-256color".into()),
            ("LANG", "C.UTF-8".into()),
        ];
        let environment = environment.map(|(name, value)| (name.to_string(), value)).into();
        Self { size: (columns, rows), environment, home }
    }

    pub fn env(mut self, name: &str, value: impl Into<String>) -> Self {
        self.environment.push((name.into(), value.into()));
        self
    }

    /// The home folder, which will be the working directory too.
    pub fn home(&self) -> &Path {
        self.home.path()
    }

    /// Writes a shell script into the home and gives back the path of it.
    pub fn program(&self, name: &str, script: &str) -> String {
        use std::os::unix::fs::PermissionsExt;
        let path = self.home.path().join(name);
        std::fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
        path.display().to_string()
    }

    /// Starts the program with arguments.
    pub fn start(self, arguments: &[&str]) -> Sitting {
        self.run(env!("CARGO_BIN_EXE_skillscope"), arguments)
    }

    /// Starts an interactive shell, whose prompt is `ready$ `.
    pub fn shell(self) -> Sitting {
        let seat = self.env("PS1", "ready$ ");
        let mut sitting = seat.run("bash", &["--norc", "--noprofile", "-i"]);
        sitting.wait_for("ready$");
        sitting
    }

    pub fn run(self, program: &str, arguments: &[&str]) -> Sitting {
        let pair = native_pty_system().openpty(pty_size(self.size)).unwrap();
        let modes_before = modes_of(pair.master.as_ref());
        let mut command = CommandBuilder::new(program);
        command.args(arguments);
        command.env_clear();
        command.cwd(self.home.path());
        for (name, value) in &self.environment {
            command.env(name, value);
        }
        let child = pair.slave.spawn_command(command).unwrap();
        let seen = Arc::new((Mutex::new(Seen::new(self.size)), Condvar::new()));
        let mut output = pair.master.try_clone_reader().unwrap();
        let told = Arc::clone(&seen);
        thread::spawn(move || {
            let mut bytes = [0; 65_536];
            while let Ok(length @ 1..) = output.read(&mut bytes) {
                told.0.lock().unwrap().take(&bytes[..length]);
                told.1.notify_all();
            }
        });
        Sitting {
            input: pair.master.take_writer().unwrap(),
            master: pair.master,
            _slave: pair.slave,
            child,
            seen,
            modes_before,
            home: self.home,
        }
    }
}

/// What the terminal was sent.
struct Seen {
    terminal: vt100::Parser,
    bytes: Vec<u8>,
}

impl Seen {
    fn new((columns, rows): (u16, u16)) -> Self {
        let side = |length| std::num::NonZeroU16::new(length).unwrap();
        Self { terminal: vt100::Parser::new(side(rows), side(columns), 0), bytes: Vec::new() }
    }

    fn take(&mut self, bytes: &[u8]) {
        self.terminal.process(bytes);
        self.bytes.extend(bytes);
    }
}

/// A program on a terminal, and the person before it.
pub struct Sitting {
    input: Box<dyn Write + Send>,
    master: Box<dyn MasterPty + Send>,
    /// Kept open, so that the terminal outlives the program and can be asked for its modes.
    _slave: Box<dyn SlavePty + Send>,
    child: Box<dyn Child + Send + Sync>,
    seen: Arc<(Mutex<Seen>, Condvar)>,
    modes_before: String,
    home: tempfile::TempDir,
}

impl Sitting {
    /// The home folder, which is the working directory too.
    pub fn home(&self) -> &Path {
        self.home.path()
    }

    /// Sends bytes as they are: a line to a shell, an event of the mouse.
    pub fn send(&mut self, bytes: &[u8]) -> &mut Self {
        self.input.write_all(bytes).unwrap();
        self.input.flush().unwrap();
        self
    }

    pub fn signal(&mut self, signal: Signal) -> &mut Self {
        kill_process(self.pid(), signal).unwrap();
        self
    }

    /// Signals the only child of the program, which is a shell.
    pub fn signal_child(&mut self, signal: Signal) -> &mut Self {
        let pid = self.pid().as_raw_nonzero();
        let children = std::fs::read_to_string(format!("/proc/{pid}/task/{pid}/children")).unwrap();
        let child = children.trim().parse().unwrap();
        kill_process(Pid::from_raw(child).unwrap(), signal).unwrap();
        self
    }

    /// Waits until the screen holds the text.
    #[track_caller]
    pub fn wait_for(&mut self, text: &str) -> &mut Self {
        self.wait_until(&format!("{text:?} to appear"), |screen| screen.contents().contains(text))
    }

    /// Waits until a row holds these words one after the other, however far apart they stand.
    #[track_caller]
    pub fn wait_for_row(&mut self, words: &str) -> &mut Self {
        let holds = |row: &str| {
            let row = row.split_whitespace().collect::<Vec<_>>().join(" ");
            row.contains(words)
        };
        self.wait_until(&format!("a row with {words:?}"), |screen| {
            screen.contents().lines().any(holds)
        })
    }

    /// Waits until the screen does not hold the text.
    #[track_caller]
    pub fn wait_gone(&mut self, text: &str) -> &mut Self {
        self.wait_until(&format!("{text:?} to go"), |screen| !screen.contents().contains(text))
    }

    #[track_caller]
    pub fn wait_until(&mut self, what: &str, is_so: impl Fn(&vt100::Screen) -> bool) -> &mut Self {
        let (seen, told) = &*self.seen;
        let deadline = Instant::now() + PATIENCE;
        let mut now = seen.lock().unwrap();
        while !is_so(now.terminal.screen()) {
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                let screen = now.terminal.screen().contents();
                drop(now);
                panic!("waited in vain for {what}; the screen shows:\n{screen}");
            }
            now = told.wait_timeout(now, left).unwrap().0;
        }
        drop(now);
        self
    }

    /// Waits until the kernel's modes of the terminal are these.
    #[track_caller]
    pub fn wait_for_modes(&self, modes: &str) {
        let deadline = Instant::now() + PATIENCE;
        while self.modes() != modes {
            assert!(Instant::now() < deadline, "{}\n is not \n{modes}", self.modes());
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// The text on the screen.
    pub fn screen(&self) -> String {
        self.seen().terminal.screen().contents()
    }

    /// A cell of the screen; columns and rows from 0.
    pub fn cell(&self, column: u16, row: u16) -> vt100::Cell {
        self.seen().terminal.screen().cell(row, column).unwrap().clone()
    }

    /// Makes the window another size.
    pub fn resize(&mut self, columns: u16, rows: u16) -> &mut Self {
        {
            let mut seen = self.seen();
            let side = |length| std::num::NonZeroU16::new(length).unwrap();
            seen.terminal.screen_mut().set_size(side(rows), side(columns));
        }
        self.master.resize(pty_size((columns, rows))).unwrap();
        self
    }

    /// Everything that was sent to the terminal since the start.
    pub fn bytes(&self) -> Vec<u8> {
        self.seen().bytes.clone()
    }

    /// Waits for a time in which nothing is sent, and gives back how much was sent in all.
    pub fn settle(&self, quiet: Duration) -> usize {
        loop {
            let before = self.seen().bytes.len();
            thread::sleep(quiet);
            if self.seen().bytes.len() == before {
                return before;
            }
        }
    }

    /// Ticks of processor time that the program has taken so far.
    pub fn ticks(&self) -> u64 {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.pid().as_raw_nonzero()));
        let stat = stat.unwrap();
        // After the name, which may hold blanks, come the state and then the numbers.
        let (_, numbers) = stat.rsplit_once(')').unwrap();
        numbers.split_whitespace().skip(11).take(2).map(|n| n.parse::<u64>().unwrap()).sum()
    }

    /// Waits for the end of the program.
    #[track_caller]
    pub fn exit(&mut self) -> ExitStatus {
        let deadline = Instant::now() + PATIENCE;
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                // The last bytes may still be on their way through the reader.
                self.settle(Duration::from_millis(30));
                return status;
            }
            assert!(Instant::now() < deadline, "the program does not end:\n{}", self.screen());
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// The terminal is as the program found it: its modes, its main screen, its cursor.
    #[track_caller]
    pub fn assert_left_clean(&self) {
        assert_eq!(self.modes(), self.modes_before, "terminal modes");
        let seen = self.seen();
        let screen = seen.terminal.screen();
        assert!(!screen.alternate_screen(), "the alternate screen was left");
        assert!(!screen.hide_cursor(), "the cursor is visible");
        assert!(!screen.bracketed_paste(), "bracketed paste is off");
        assert_eq!(screen.mouse_protocol_mode(), vt100::MouseProtocolMode::None);
    }

    /// The modes of the terminal as the kernel has them.
    pub fn modes(&self) -> String {
        modes_of(self.master.as_ref())
    }

    fn pid(&self) -> Pid {
        let pid = self.child.process_id().unwrap();
        Pid::from_raw(pid.try_into().unwrap()).unwrap()
    }

    fn seen(&self) -> MutexGuard<'_, Seen> {
        self.seen.0.lock().unwrap()
    }
}

impl Drop for Sitting {
    fn drop(&mut self) {
        // A test that failed must not leave its program behind.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn modes_of(master: &dyn MasterPty) -> String {
    format!("{:?}", master.get_termios().expect("a Unix terminal has modes"))
}

fn pty_size((cols, rows): (u16, u16)) -> PtySize {
    PtySize { rows, cols, pixel_width: 0, pixel_height: 0 }
}
