//! Signals that end the process: temporary files are removed, and the exit code is that of the signal.

use std::process::exit;

use crate::error::{Error, Result};
use crate::output::remove_temporaries;

/// Makes SIGINT, SIGTERM and SIGHUP remove temporary files before they end the process.
///
/// The exit code is the one that shells report for a program that a signal ended, 128 plus the signal's number: 130 for
/// SIGINT, 143 for SIGTERM and 129 for SIGHUP. A signal that was ignored when the process started, as under `nohup`, stays
/// ignored. Must be called before any thread starts, because threads inherit the mask of blocked signals.
///
/// # Errors
/// [`Error::Io`] when the system refuses.
#[cfg(unix)]
pub fn remove_temporaries_on_interrupt() -> Result<()> {
    use nix::sys::signal::{SigSet, Signal};

    let mut signals = SigSet::empty();
    let ignored = ignored();
    for signal in [Signal::SIGINT, Signal::SIGTERM, Signal::SIGHUP] {
        if ignored >> (signal as i32 - 1) & 1 == 0 {
            signals.add(signal);
        }
    }
    let refused = |error: std::io::Error| Error::io("signals", error);
    signals.thread_block().map_err(|code| refused(code.into()))?;
    // A waiting thread instead of a handler: it can call any function, and it gets the number of the signal.
    let wait = move || {
        if let Ok(signal) = signals.wait() {
            remove_temporaries();
            exit(128 + signal as i32);
        }
    };
    std::thread::Builder::new().name("signals".into()).spawn(wait).map(drop).map_err(refused)
}

/// Returns the signals that were ignored when the process started, one bit each from SIGHUP = 1; none if unknown.
#[cfg(unix)]
fn ignored() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let bits = status.lines().find_map(|line| line.strip_prefix("SigIgn:")).unwrap_or_default();
    u64::from_str_radix(bits.trim(), 16).unwrap_or(0)
}

/// Makes ctrl-C remove temporary files before it ends the process with exit code 130.
///
/// # Errors
/// [`Error::Io`] when the system refuses the handler.
#[cfg(not(unix))]
pub fn remove_temporaries_on_interrupt() -> Result<()> {
    let handler = || {
        remove_temporaries();
        exit(130);
    };
    ctrlc::set_handler(handler).map_err(|error| Error::io("ctrl-C", std::io::Error::other(error)))
}
