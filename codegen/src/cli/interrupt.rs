//! Ctrl-C, and a request to end: temporary files are removed, the exit code is 130.

use crate::error::{Error, Result};
use crate::output::remove_temporaries;

/// The exit code that shells give a program ended by an interrupt.
const INTERRUPTED: i32 = 130;

/// From here on an interrupt, a hang-up or a request to end removes temporary files before it ends the process.
///
/// # Errors
/// [`Error::Io`] when the system refuses the handler.
pub fn remove_temporaries_on_interrupt() -> Result<()> {
    let handler = || {
        remove_temporaries();
        std::process::exit(INTERRUPTED);
    };
    ctrlc::set_handler(handler).map_err(|error| Error::io("the handler of interrupts", std::io::Error::other(error)))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::output::{MODEL, Output};
    use std::path::Path;
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};
    use std::{env, fs, thread};

    /// Names the output to the copy of this test that is interrupted.
    const OUTPUT: &str = "NEARKIN_TEST_OUTPUT";

    fn count(folder: &Path) -> usize {
        fs::read_dir(folder).expect("the folder exists").count()
    }

    #[test]
    fn an_interrupt_removes_the_temporary_file_and_keeps_the_old_one() {
        if let Some(path) = env::var_os(OUTPUT) {
            remove_temporaries_on_interrupt().expect("a handler");
            let mut output = Output::create(path.as_ref(), MODEL, false).expect("ours");
            output.put(b"NKIN half").expect("written");
            thread::sleep(Duration::from_secs(60));
            panic!("nobody interrupted");
        }
        for signal in ["-INT", "-TERM"] {
            let folder = tempfile::tempdir().expect("a folder");
            let path = folder.path().join("m.nkn");
            fs::write(&path, b"NKIN old").expect("written");
            let mut child = Command::new(env::current_exe().expect("this test"))
                .args(["an_interrupt_removes_the_temporary_file_and_keeps_the_old_one", "--nocapture"])
                .env(OUTPUT, &path)
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .expect("started");
            let start = Instant::now();
            while count(folder.path()) < 2 && start.elapsed() < Duration::from_secs(30) {
                thread::sleep(Duration::from_millis(5));
            }
            assert_eq!(count(folder.path()), 2, "a temporary file beside the old one");
            let killed = Command::new("kill").args([signal, &child.id().to_string()]).status().expect("kill runs");
            assert!(killed.success());
            assert_eq!(child.wait().expect("it ends").code(), Some(INTERRUPTED));
            assert_eq!(count(folder.path()), 1);
            assert_eq!(fs::read(&path).expect("there"), b"NKIN old");
        }
    }
}
