//! Runs a firmware in QEMU, with a time limit, and returns its output.

use std::io::Read;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// A machine that QEMU emulates.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Emulator {
    /// The QEMU executable for the architecture.
    pub(crate) program: &'static str,
    /// The arguments that select the machine.
    pub(crate) machine: &'static [&'static str],
}

/// The output of a firmware that ended successfully.
#[derive(Debug)]
pub(crate) struct Output {
    /// The text that it printed over semihosting.
    pub(crate) printed: String,
    /// The standard error of QEMU and its plugins.
    #[allow(dead_code, reason = "only device-bench reads it, for the instruction counter")]
    pub(crate) stderr: String,
}

#[allow(dead_code, reason = "each test program uses some of the machines")]
impl Emulator {
    /// A Cortex-M0 with 256 KB of flash and 16 KB of RAM.
    pub(crate) const MICROBIT: Self = Self { program: "qemu-system-arm", machine: &["-machine", "microbit"] };
    /// A Cortex-M3, which executes code of a Cortex-M0 instruction for instruction, with 4 MB of flash and of RAM.
    pub(crate) const MPS2_AN385: Self = Self { program: "qemu-system-arm", machine: &["-machine", "mps2-an385"] };
    /// A Cortex-M4 with an FPU, and 4 MB of flash and of RAM.
    pub(crate) const MPS2_AN386: Self =
        Self { program: "qemu-system-arm", machine: &["-machine", "mps2-an386", "-cpu", "cortex-m4"] };
    /// A 32-bit RISC-V machine.
    pub(crate) const VIRT: Self =
        Self { program: "qemu-system-riscv32", machine: &["-machine", "virt", "-bios", "none"] };

    /// Runs `firmware`, with `extra` arguments for QEMU, and stops it after `limit`.
    ///
    /// # Errors
    /// If QEMU is missing, or the firmware fails or exceeds the limit; the message contains its output.
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
            .map_err(|error| format!("{}: {error} (run tests/toolchain/setup to install it)", self.program))?;
        let printed = collect(emulator.stdout.take().expect("stdout is piped"));
        let stderr = collect(emulator.stderr.take().expect("stderr is piped"));

        let start = Instant::now();
        let mut end = None;
        while end.is_none() && start.elapsed() < limit {
            thread::sleep(Duration::from_millis(5));
            end = emulator.try_wait().map_err(|error| format!("{}: {error}", self.program))?;
        }
        if end.is_none() {
            // Either call may fail if the process has just ended.
            let _ = emulator.kill();
            let _ = emulator.wait();
        }
        let printed = printed.join().expect("reading a pipe does not panic");
        let stderr = stderr.join().expect("reading a pipe does not panic");
        let reason = match end {
            Some(status) if status.success() => return Ok(Output { printed, stderr }),
            Some(status) => format!("ended with {status}"),
            None => format!("did not end within {} s", limit.as_secs()),
        };
        Err(format!("{} {reason}\n--- printed\n{printed}\n--- standard error\n{stderr}", firmware.display()))
    }
}

/// Reads a pipe to its end in a thread, so that neither of the two pipes can fill up.
fn collect(mut pipe: impl Read + Send + 'static) -> thread::JoinHandle<String> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        let _ = pipe.read_to_end(&mut bytes); // after an error the text is incomplete, which the caller detects
        String::from_utf8_lossy(&bytes).into_owned()
    })
}
