//! A child process that a test waits for, for a limited time.

use std::io;
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

/// Much longer than any child needs, on a busy machine too.
const LIMIT: Duration = Duration::from_secs(300);

/// Runs a command without input and returns what it printed.
pub(crate) fn output(command: &mut Command) -> io::Result<Output> {
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().map(finish)
}

/// Waits for a child; if it exceeds the limit, ends it and fails the test.
pub(crate) fn finish(child: Child) -> Output {
    let process = child.id();
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || sender.send(child.wait_with_output()));
    match receiver.recv_timeout(LIMIT) {
        Ok(output) => output.expect("a child can be waited for"),
        Err(_) => {
            let killed = Command::new("kill").args(["-KILL", &process.to_string()]).status();
            panic!("process {process} was still running after {} s; ended: {killed:?}", LIMIT.as_secs());
        }
    }
}
