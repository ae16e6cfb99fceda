//! Builds a firmware crate of the project for its chip.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Builds the crate in `folder` (seen from the project's root) and gives the path of its ELF file.
///
/// `arguments` go to `cargo build --release`, `environment` to its build scripts.
///
/// # Errors
/// The compiler's message, if it does not build.
pub(crate) fn build(folder: &str, arguments: &[&str], environment: &[(&str, String)]) -> Result<PathBuf, String> {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
    let output = Command::new(tests.join("toolchain/cargo"))
        .args(["build", "--release", "--message-format=json-render-diagnostics"])
        .args(arguments)
        .envs(environment.iter().cloned())
        .current_dir(tests.join("..").join(folder))
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("tests/toolchain/cargo in {folder}: {error}"))?;
    if !output.status.success() {
        let message = String::from_utf8_lossy(&output.stderr);
        return Err(format!("{folder} does not build (tests/toolchain/setup installs what it needs):\n{message}"));
    }
    executable(&output.stdout).ok_or_else(|| format!("{folder} built, but no program"))
}

/// Finds the executable in cargo's JSON messages.
fn executable(messages: &[u8]) -> Option<PathBuf> {
    messages
        .split(|&byte| byte == b'\n')
        .filter_map(|line| serde_json::from_slice::<serde_json::Value>(line).ok())
        .find_map(|message| message["executable"].as_str().map(PathBuf::from))
}
