//! A progress bar on standard error, for terminals only.

use std::fmt::Write;
use std::io::{IsTerminal, stderr};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use crate::text::quantity::{count, duration, significant};

/// A bar with rate and time left; it draws nothing unless standard error is a terminal, and vanishes when dropped.
#[derive(Debug)]
pub struct Bar(ProgressBar);

/// Draws per second.
const DRAWS: u8 = 10;

/// The activity, its progress, rows (or iterations, or fits) per second, and the time left.
const TEMPLATE: &str = "{msg} [{bar:30}] {percent}%, {rate}/s, {left} left";

impl Bar {
    /// Starts a bar; `what` names the activity.
    #[must_use]
    pub fn start(what: &'static str) -> Self {
        if !stderr().is_terminal() {
            return Self(ProgressBar::hidden());
        }
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(DRAWS));
        // Plain characters: a serial console and a log viewer show them too.
        if let Ok(style) = ProgressStyle::with_template(TEMPLATE) {
            let style = style.with_key("rate", |state: &ProgressState, text: &mut dyn Write| {
                let _ = text.write_str(&rate(state.per_sec()));
            });
            let style = style.with_key("left", |state: &ProgressState, text: &mut dyn Write| {
                let _ = text.write_str(&left(state.eta()));
            });
            bar.set_style(style.progress_chars("=> "));
        }
        bar.set_message(what);
        Self(bar)
    }

    /// Returns the listener for [`Progress::new`](crate::progress::Progress::new); draws are throttled.
    pub fn listener(&self) -> impl Fn(u64, u64) + Sync + 'static {
        let bar = self.0.clone();
        move |done, total| {
            if bar.is_hidden() {
                return;
            }
            if bar.length() != Some(total) {
                bar.set_length(total);
            }
            bar.set_position(done);
        }
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}

/// Formats a rate for people: `4.13`, `318,953`.
#[expect(clippy::cast_possible_truncation, reason = "not negative, and far below 2^64")]
fn rate(each_second: f64) -> String {
    if each_second < 1000.0 { significant(each_second) } else { count(each_second.round() as u64) }
}

/// Formats the time left to the second: it is an estimate.
fn left(time: Duration) -> String {
    match time.as_secs() {
        seconds if seconds < 60 => format!("{seconds} s"),
        seconds => duration(Duration::from_secs(seconds)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::progress::Progress;

    #[test]
    fn the_template_is_valid() {
        assert!(ProgressStyle::with_template(TEMPLATE).is_ok());
    }

    #[test]
    fn rate_and_time_left_have_significant_digits_only() {
        assert_eq!([0.0, 4.1273, 999.4, 318_952.528].map(rate), ["0", "4.13", "999", "318,953"]);
        assert_eq!(
            [0, 59, 125].map(|seconds| left(Duration::from_millis(1000 * seconds + 900))),
            ["0 s", "59 s", "2 min 05 s"]
        );
    }

    #[test]
    fn a_hidden_bar_accepts_any_progress() {
        let bar = Bar(ProgressBar::hidden());
        let listener = bar.listener();
        let progress = Progress::new(&listener);
        progress.report(0, 0);
        progress.report(5, 3);
    }
}
