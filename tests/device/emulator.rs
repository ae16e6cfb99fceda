//! Runs a firmware in its emulator, with a time limit, and gives what it printed.

use std::io::Read;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// A machine that QEMU emulates.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Emulator {
    /// QEMU's program for the architecture.
    pub(crate) program: &'static str,
    /// The arguments that choose the machine.
    pub(crate) machine: &'static [&'static str],
}

/// What a firmware left behind that ended with success.
#[derive(Debug)]
pub(crate) struct Output {
    /// What it printed over semihosting.
    pub(crate) printed: String,
    /// What QEMU or a plugin wrote beside it.
    #[allow(dead_code, reason = "only the instruction counter writes there")]
    pub(crate) beside: String,
}

impl Emulator {
    /// Runs `firmware`, with `extra` arguments for QEMU, and stops it when it takes longer than `limit`.
    ///
    /// # Errors
    /// If QEMU is missing, or the firmware ends with failure or not in time: what it printed until then.
    pub(crate) fn run(self, firmware: &Path, extra: &[String], limit: Duration) -> Result<Output, String> {
        let mut emulator = Command::new(self.program)
            .args(self.machine)
            .args(["-nographic", "-monitor", "none", "-serial", "none"])
            .args(["-semihosting-config", "enable=on,target=native"])
            .args(extra)
            .arg("-kernel")
            .arg(firmware)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| format!("{}: {error} (tests/toolchain/setup installs it)", self.program))?;
        let printed = collect(emulator.stdout.take().expect("stdout is piped"));
        let beside = collect(emulator.stderr.take().expect("stderr is piped"));

        let start = Instant::now();
        let mut end = None;
        while end.is_none() && start.elapsed() < limit {
            thread::sleep(Duration::from_millis(5));
            end = emulator.try_wait().map_err(|error| format!("{}: {error}", self.program))?;
        }
        if end.is_none() {
            // Either may fail only because it ended just now.
            let _ = emulator.kill();
            let _ = emulator.wait();
        }
        let printed = printed.join().expect("reading a pipe does not panic");
        let beside = beside.join().expect("reading a pipe does not panic");
        let why = match end {
            Some(status) if status.success() => return Ok(Output { printed, beside }),
            Some(status) => format!("ended with {status}"),
            None => format!("did not end within {} s", limit.as_secs()),
        };
        Err(format!("{} {why}\n--- printed\n{printed}\n--- beside it\n{beside}", firmware.display()))
    }
}

/// Reads a pipe to its end in the background, so that neither of two pipes can fill up.
fn collect(mut pipe: impl Read + Send + 'static) -> thread::JoinHandle<String> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        let _ = pipe.read_to_end(&mut bytes); // an error ends the text early, which the reader of the text notices
        String::from_utf8_lossy(&bytes).into_owned()
    })
}
