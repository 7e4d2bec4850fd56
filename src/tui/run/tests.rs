//! The loop with a fake person, a fake session and an emulated terminal.

use std::{
    io::{self, Write},
    sync::{Arc, Mutex},
    time::Duration,
};

use crossterm::event::Event;
use futures_util::{StreamExt, stream};
use ratatui::layout::Size;
use tokio::{
    sync::{mpsc, watch},
    task::JoinHandle,
};

use super::{Exit, Feed, Loop, Stage};
use crate::{
    core::workbench::Board,
    tui::{
        app::{App, Setup},
        frame::emulator::emulator,
        input::InputBroker,
        keys::script,
        terminal::Signals,
    },
};

const SIZE: Size = Size { width: 120, height: 30 };

/// Everything that was written, one entry a write.
#[derive(Clone, Default)]
struct Written(Arc<Mutex<Vec<Vec<u8>>>>);

impl Write for Written {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().push(bytes.to_vec());
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

struct Sitting {
    person: mpsc::UnboundedSender<Event>,
    session: watch::Sender<Arc<Board>>,
    written: Written,
    ended: JoinHandle<io::Result<Exit>>,
}

impl Sitting {
    fn start() -> Self {
        let (person, typed) = mpsc::unbounded_channel();
        let (session, boards) = watch::channel(Arc::default());
        let (requests, _) = mpsc::unbounded_channel();
        let mut typed = Some(typed);
        let input = InputBroker::new(move || {
            let typed = typed.take().expect("opened once");
            stream::unfold(typed, |mut typed| async move { Some((Ok(typed.recv().await?), typed)) })
                .boxed()
        });
        let written = Written::default();
        let stage = Stage::detached(input, SIZE, written.clone());
        let app = App::new(Setup::default());
        let signals = Signals::listen().unwrap();
        let mut looped = Loop::new(app, Feed { boards, requests }, signals, stage);
        let ended = tokio::task::spawn_local(async move {
            match looped.first_frame().await? {
                Some(exit) => Ok(exit),
                None => looped.go().await,
            }
        });
        Self { person, session, written, ended }
    }

    fn press(&self, keys: &str) {
        for key in script(keys).unwrap() {
            self.person.send(Event::Key(key)).unwrap();
        }
    }

    fn publish(&self, revision: u64) {
        // The sentence is in the headline of every view.
        let halted = Some(format!("board {revision}."));
        self.session.send(Arc::new(Board { revision, halted, ..Board::default() })).unwrap();
    }

    fn frames(&self) -> usize {
        self.written.0.lock().unwrap().len()
    }

    fn screen(&self) -> String {
        let mut terminal = emulator(SIZE);
        for bytes in &*self.written.0.lock().unwrap() {
            terminal.process(bytes);
        }
        terminal.screen().contents()
    }

    async fn wait_for(&self, text: &str) {
        for _ in 0..1_000 {
            if self.screen().contains(text) {
                return;
            }
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
        panic!("no {text:?} on the screen:\n{}", self.screen());
    }

    async fn exit(self) -> Exit {
        let ended = tokio::time::timeout(Duration::from_secs(5), self.ended).await;
        ended.expect("the loop ends").unwrap().unwrap()
    }
}

/// Runs a test on one thread, as the program runs its loop.
fn sit(test: impl AsyncFnOnce(Sitting)) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let local = tokio::task::LocalSet::new();
    runtime.block_on(local.run_until(async { test(Sitting::start()).await }));
}

#[test]
fn the_first_frame_waits_for_nothing() {
    sit(async |sitting| {
        sitting.wait_for("Skills").await;
        assert_eq!(sitting.frames(), 1);
        sitting.press("q");
        assert_eq!(sitting.exit().await, Exit::Quit);
    });
}

#[test]
fn a_burst_of_keys_is_one_frame() {
    sit(async |sitting| {
        sitting.wait_for("Skills").await;
        sitting.press("2 3 4 3 2 3");
        sitting.wait_for("Steals").await;
        assert_eq!(sitting.frames(), 2);
    });
}

#[test]
fn a_stream_of_boards_is_few_frames_and_the_last_one_is_shown() {
    sit(async |sitting| {
        sitting.wait_for("reading skills").await;
        let start = std::time::Instant::now();
        for revision in 1..=400 {
            sitting.publish(revision);
            tokio::time::sleep(Duration::from_micros(500)).await;
        }
        sitting.wait_for("board 400.").await;
        let most = 3 + start.elapsed().as_millis() as usize / 33;
        assert!(sitting.frames() <= most, "{} frames, {most} allowed", sitting.frames());
        assert!(sitting.frames() >= 3);
    });
}

#[test]
fn a_key_is_drawn_with_the_newest_board() {
    sit(async |sitting| {
        sitting.wait_for("reading skills").await;
        sitting.publish(1);
        sitting.wait_for("board 1.").await;
        sitting.publish(2);
        sitting.press("2");
        sitting.wait_for("Trajectory").await;
        assert!(sitting.screen().contains("board 2."));
    });
}

#[test]
fn an_unchanged_picture_writes_nothing_and_a_toast_fades_by_itself() {
    sit(async |sitting| {
        sitting.wait_for("Skills").await;
        sitting.press("<esc> <esc>");
        tokio::time::sleep(Duration::from_millis(50)).await;
        assert_eq!(sitting.frames(), 1);
        sitting.press("p");
        sitting.wait_for("nothing is running").await;
    });
}

#[test]
fn a_resize_repaints_at_the_new_size() {
    sit(async |sitting| {
        sitting.wait_for("Detail").await;
        sitting.person.send(Event::Resize(80, 24)).unwrap();
        sitting.wait_for("Skills  Picture  Detail").await;
    });
}

#[test]
fn the_end_of_the_terminal_ends_the_loop() {
    sit(async |mut sitting| {
        sitting.wait_for("Skills").await;
        sitting.person = mpsc::unbounded_channel().0;
        assert_eq!(sitting.exit().await, Exit::Closed);
    });
}

#[test]
fn the_loop_outlives_its_session() {
    sit(async |mut sitting| {
        sitting.publish(5);
        sitting.wait_for("board 5.").await;
        sitting.session = watch::channel(Arc::default()).0;
        sitting.press("3");
        sitting.wait_for("Steals").await;
    });
}
