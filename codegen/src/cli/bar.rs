//! A progress bar on standard error, for terminals only.

use std::io::{IsTerminal, Write, stderr};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A bar with rate and time left; it draws nothing unless standard error is a terminal, and vanishes when dropped.
#[derive(Debug)]
pub struct Bar(ProgressBar);

/// How often the bar is drawn, each second.
const DRAWS: u8 = 10;

impl Bar {
    /// Starts a bar that says `what` is being done.
    #[must_use]
    pub fn start(what: &'static str) -> Self {
        if !stderr().is_terminal() {
            return Self(ProgressBar::hidden());
        }
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(DRAWS));
        // Plain characters: a serial console and a log viewer show them too.
        if let Ok(style) = ProgressStyle::with_template("{msg} [{bar:30}] {percent}%, {per_sec}, {eta} left") {
            bar.set_style(style.progress_chars("=> "));
        }
        bar.set_message(what);
        Self(bar)
    }

    /// Gives what [`Progress::new`](crate::progress::Progress::new) takes; draws are throttled.
    pub fn listener(&self) -> impl Fn(u64, u64) + Sync + '_ {
        move |done, total| {
            if self.0.is_hidden() {
                return;
            }
            if self.0.length() != Some(total) {
                self.0.set_length(total);
            }
            self.0.set_position(done);
        }
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}

/// Writes a remark on standard error, on a terminal only.
pub fn note(text: &str) {
    let mut stderr = stderr();
    if stderr.is_terminal() {
        // A terminal that closed needs no remark.
        let _ = writeln!(stderr, "nearkin: {text}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::progress::Progress;

    #[test]
    fn the_template_is_right() {
        assert!(ProgressStyle::with_template("{msg} [{bar:30}] {percent}%, {per_sec}, {eta} left").is_ok());
    }

    #[test]
    fn a_hidden_bar_can_be_told_anything() {
        let bar = Bar(ProgressBar::hidden());
        let listener = bar.listener();
        let progress = Progress::new(&listener);
        progress.report(0, 0);
        progress.report(5, 3);
    }
}
