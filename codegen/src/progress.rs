//! Progress of long operations, as library code reports it.
//!
//! # Examples
//! ```
//! use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
//!
//! use nearkin_codegen::progress::{Listener, Progress};
//!
//! let seen = AtomicU64::new(0);
//! let listener: &Listener<'_> = &|done, total| seen.store(100 * done / total, Relaxed);
//! Progress::new(listener).report(3, 4);
//! assert_eq!(seen.load(Relaxed), 75);
//! Progress::NONE.report(1, 1); // nobody listens
//! ```

use std::fmt;

/// Receives the progress of an operation; without a listener, it does nothing.
///
/// Library code takes it by value and calls [`report`](Self::report) after each chunk of work. The listener limits how
/// often it draws, so a call is cheap, but do not call it for every single row.
#[derive(Clone, Copy, Default)]
pub struct Progress<'a>(Option<&'a Listener<'a>>);

/// A function that is called with the completed and the total work.
pub type Listener<'a> = dyn Fn(u64, u64) + Sync + 'a;

impl<'a> Progress<'a> {
    /// No listener.
    pub const NONE: Progress<'static> = Progress(None);

    /// Reports to `listener`, which may be called from several threads at once.
    #[must_use]
    pub fn new(listener: &'a Listener<'a>) -> Self {
        Self(Some(listener))
    }

    /// Reports that `done` of `total` parts are complete.
    pub fn report(self, done: u64, total: u64) {
        if let Some(listener) = self.0 {
            listener(done, total);
        }
    }
}

impl fmt::Debug for Progress<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "Progress(a listener)" } else { "Progress(none)" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;

    #[test]
    fn the_listener_is_called_and_none_is_not_an_error() {
        let told = Mutex::new(Vec::new());
        let listener = |done, total| told.lock().expect("no panic").push((done, total));
        let progress = Progress::new(&listener);
        progress.report(1, 3);
        progress.report(3, 3);
        Progress::NONE.report(1, 1);
        assert_eq!(*told.lock().expect("no panic"), [(1, 3), (3, 3)]);
    }
}
