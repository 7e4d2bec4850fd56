//! A few short-lived threads for reading many small files.

use std::{
    mem,
    num::NonZero,
    sync::{Mutex, mpsc},
    thread,
};

/// Fewer items than this are not worth a thread.
const ALONE: usize = 32;

/// `work` of every item, in order.
pub(super) fn map<T: Sync, U: Send>(items: &[T], work: impl Fn(&T) -> U + Sync) -> Vec<U> {
    let threads = threads();
    if items.len() < ALONE || threads == 1 {
        return items.iter().map(work).collect();
    }
    let share = items.len().div_ceil(threads);
    thread::scope(|scope| {
        let work = &work;
        let running: Vec<_> = items
            .chunks(share)
            .map(|chunk| scope.spawn(move || chunk.iter().map(work).collect::<Vec<U>>()))
            .collect();
        running
            .into_iter()
            .flat_map(|thread| match thread.join() {
                Ok(done) => done,
                Err(panic) => std::panic::resume_unwind(panic),
            })
            .collect()
    })
}

/// Items that are handed over at a time: each hand-over wakes a thread.
const BATCH: usize = 32;

/// `work` of every item that `find` passes on, begun while it still looks for more; with what
/// `find` gave, and in no order.
pub(super) fn ahead<T: Send, U: Send, R>(
    find: impl FnOnce(&mut dyn FnMut(T)) -> R,
    work: impl Fn(&T) -> U + Sync,
) -> (R, Vec<(T, U)>) {
    let (send, receive) = mpsc::channel::<Vec<T>>();
    let receive = Mutex::new(receive);
    let next = || receive.lock().ok()?.recv().ok();
    let drain = || {
        let mut done = Vec::new();
        while let Some(batch) = next() {
            done.extend(batch.into_iter().map(|item| {
                let made = work(&item);
                (item, made)
            }));
        }
        done
    };
    thread::scope(|scope| {
        let helpers: Vec<_> = (1..threads()).map(|_| scope.spawn(drain)).collect();
        let mut batch = Vec::new();
        // The receiver outlives this scope, so that nothing is sent in vain.
        let found = find(&mut |item| {
            batch.push(item);
            if batch.len() == BATCH {
                _ = send.send(mem::take(&mut batch));
            }
        });
        _ = send.send(batch);
        drop(send);
        let mut done = drain();
        for helper in helpers {
            match helper.join() {
                Ok(more) => done.extend(more),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        (found, done)
    })
}

fn threads() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get).min(4)
}

#[cfg(test)]
mod tests {
    #[test]
    fn order_is_kept_whatever_the_number() {
        for n in [0, 1, 31, 32, 1_000] {
            let items: Vec<usize> = (0..n).collect();
            assert_eq!(
                super::map(&items, |item| item * 2),
                items.iter().map(|i| i * 2).collect::<Vec<_>>()
            );
        }
    }

    #[test]
    fn what_is_found_is_worked_on_once() {
        for n in [0, 1, 32, 33, 1_000] {
            let (found, mut done) = super::ahead(|meet| (0..n).map(meet).count(), |item| item * 2);
            done.sort_unstable();
            assert_eq!(found, n);
            assert_eq!(done, (0..n).map(|item| (item, item * 2)).collect::<Vec<_>>());
        }
    }
}
