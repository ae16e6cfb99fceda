//! A temporary folder in which the binary runs.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use crate::child;

/// A temporary folder in which the binary runs.
pub(crate) struct Folder(tempfile::TempDir);

impl Folder {
    /// Creates an empty folder.
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().expect("a temporary folder can be created"))
    }

    /// Writes a file.
    pub(crate) fn write(&self, name: &str, bytes: &[u8]) {
        fs::write(self.0.path().join(name), bytes).expect("the folder is writable");
    }

    /// Copies a file of the project, given by its path from the root.
    pub(crate) fn copy(&self, from: &str, to: &str) {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the crate is in a workspace");
        fs::copy(root.join(from), self.0.path().join(to)).expect("the file exists");
    }

    /// Reads a file.
    pub(crate) fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.0.path().join(name)).expect("the file exists")
    }

    /// Returns the sorted names of the files.
    pub(crate) fn files(&self) -> Vec<String> {
        let entries = fs::read_dir(self.0.path()).expect("the folder exists");
        let mut names: Vec<String> = entries
            .map(|entry| entry.expect("entries are readable").file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }

    /// Returns the path of the folder.
    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    /// Runs the binary here, without a terminal.
    pub(crate) fn run(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_nearkin"));
        child::output(command.args(arguments).current_dir(self.0.path())).expect("the binary can be started")
    }

    /// Runs the binary, asserts success and returns its standard output.
    pub(crate) fn ok(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", text(&output.stderr));
        text(&output.stdout).to_owned()
    }
}

/// Returns bytes as text; output that is not UTF-8 fails the test.
pub(crate) fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("output is UTF-8")
}
