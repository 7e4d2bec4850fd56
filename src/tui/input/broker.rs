//! The source of events, which can be let go and opened again around a foreign program.

use std::{
    collections::VecDeque,
    fmt,
    future::poll_fn,
    io,
    pin::Pin,
    task::{Context, Poll},
};

use crossterm::event::{Event, EventStream};
use futures_util::{Stream, StreamExt};

use super::{Input, background::Answer, translate};

/// A stream of terminal events.
pub type Events = Pin<Box<dyn Stream<Item = io::Result<Event>> + Send>>;

/// Reads one event source at a time.
///
/// A parked event stream still reads the terminal and would steal the keys of an editor, so it is
/// dropped for the while and a new one is made afterwards.
pub struct InputBroker {
    open: Box<dyn FnMut() -> Events + Send>,
    events: Option<Events>,
    background: Answer,
    /// Read and not yet taken.
    inputs: VecDeque<Input>,
}

impl InputBroker {
    /// Events of the real terminal. Must be called within a tokio runtime.
    pub fn terminal() -> Self {
        Self::new(|| Box::pin(EventStream::new()))
    }

    /// Events from a source of the caller's; `open` is asked again at every resume.
    pub fn new(open: impl FnMut() -> Events + Send + 'static) -> Self {
        let mut broker = Self {
            open: Box::new(open),
            events: None,
            background: Answer::default(),
            inputs: VecDeque::new(),
        };
        broker.resume();
        broker
    }

    /// The next input. Pends for ever while the source is let go. Dropping the future loses
    /// nothing.
    pub async fn next(&mut self) -> Input {
        loop {
            if let Some(input) = self.inputs.pop_front() {
                return input;
            }
            let Some(events) = &mut self.events else { return std::future::pending().await };
            let event = events.next().await;
            self.take(event);
        }
    }

    /// An input that is there already; never waits.
    ///
    /// Asynchronous all the same: crossterm wakes whoever asked first after an event, so that a
    /// look without the task's own waker would put the loop to sleep for good.
    pub async fn ready(&mut self) -> Option<Input> {
        loop {
            if let Some(input) = self.inputs.pop_front() {
                return Some(input);
            }
            let events = self.events.as_mut()?;
            let look = |context: &mut Context<'_>| match events.poll_next_unpin(context) {
                Poll::Ready(event) => Poll::Ready(Some(event)),
                Poll::Pending => Poll::Ready(None),
            };
            let event = poll_fn(look).await?;
            self.take(event);
        }
    }

    /// The terminal was asked for its background; its answer is no key.
    pub fn expect_background(&mut self) {
        self.background.expect();
    }

    /// Lets the terminal go: from here on its bytes are somebody else's.
    pub fn release(&mut self) {
        self.events = None;
    }

    /// Reads again after [`InputBroker::release`].
    pub fn resume(&mut self) {
        self.events = Some((self.open)());
    }

    fn take(&mut self, event: Option<io::Result<Event>>) {
        match event {
            Some(Ok(event)) => {
                if let Some(input) = translate(event) {
                    self.background.take(input, &mut self.inputs);
                }
            }
            Some(Err(_)) | None => {
                // An ended source is ready for ever; it must not be asked again.
                self.events = None;
                self.background.take(Input::Closed, &mut self.inputs);
            }
        }
    }
}

impl fmt::Debug for InputBroker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("InputBroker").field("reading", &self.events.is_some()).finish()
    }
}

#[cfg(test)]
mod tests {
    use std::{
        future::Future,
        pin::pin,
        sync::{
            Arc,
            atomic::{AtomicBool, AtomicUsize, Ordering},
        },
        task::{Context, Poll, Wake, Waker},
    };

    use crossterm::event::Event;
    use futures_util::{FutureExt, StreamExt, stream};

    use super::{Input, InputBroker};

    fn focus(n: usize) -> Vec<std::io::Result<Event>> {
        (0..n).map(|_| Ok(Event::FocusGained)).collect()
    }

    #[test]
    fn a_released_source_is_dropped_and_opened_anew() {
        let opened = Arc::new(AtomicUsize::new(0));
        let count = Arc::clone(&opened);
        let mut broker = InputBroker::new(move || {
            count.fetch_add(1, Ordering::SeqCst);
            stream::iter(focus(1)).chain(stream::pending()).boxed()
        });
        assert_eq!(broker.ready().now_or_never(), Some(Some(Input::Focus(true))));
        assert_eq!(broker.ready().now_or_never(), Some(None));
        broker.release();
        assert_eq!(broker.ready().now_or_never(), Some(None));
        assert!(broker.next().now_or_never().is_none());
        broker.resume();
        assert_eq!(opened.load(Ordering::SeqCst), 2);
        assert_eq!(broker.next().now_or_never(), Some(Input::Focus(true)));
    }

    #[test]
    fn a_look_that_finds_nothing_leaves_the_callers_waker_behind() {
        let (tell, told) = std::sync::mpsc::channel();
        let mut broker = InputBroker::new(move || {
            let tell = tell.clone();
            stream::poll_fn(move |context| {
                tell.send(context.waker().clone()).unwrap();
                Poll::Pending
            })
            .boxed()
        });
        let waker = Arc::new(Woken(AtomicBool::new(false)));
        let theirs = Waker::from(Arc::clone(&waker));
        let mut with_theirs = Context::from_waker(&theirs);
        assert!(pin!(broker.ready()).poll(&mut with_theirs).is_ready());
        told.recv().unwrap().wake();
        assert!(waker.0.load(Ordering::SeqCst));
    }

    struct Woken(AtomicBool);

    impl Wake for Woken {
        fn wake(self: Arc<Self>) {
            self.0.store(true, Ordering::SeqCst);
        }
    }

    #[test]
    fn the_end_of_the_terminal_is_told_once() {
        let mut broker = InputBroker::new(|| stream::iter(focus(1)).boxed());
        assert_eq!(broker.next().now_or_never(), Some(Input::Focus(true)));
        assert_eq!(broker.next().now_or_never(), Some(Input::Closed));
        assert_eq!(broker.next().now_or_never(), None);
    }
}
