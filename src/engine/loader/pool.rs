//! A few short-lived threads for reading many small files.

use std::{num::NonZero, thread};

/// Fewer items than this are not worth a thread.
const ALONE: usize = 32;

/// `work` of every item, in order.
pub(super) fn map<T: Sync, U: Send>(items: &[T], work: impl Fn(&T) -> U + Sync) -> Vec<U> {
    let threads = thread::available_parallelism().map_or(1, NonZero::get).min(4);
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
}
