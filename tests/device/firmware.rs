//! Builds a firmware crate of the project for its chip.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;

/// cargo writes every choice of features to the same file: one build at a time, each then copied to a name of its own.
static BUILDING: Mutex<()> = Mutex::new(());

/// Builds the crate in `folder` (seen from the project's root) and gives the path of its ELF file.
///
/// `arguments` go to `cargo build --release`, `environment` to its build scripts.
///
/// # Errors
/// The compiler's message, if it does not build.
pub(crate) fn build(folder: &str, arguments: &[&str], environment: &[(&str, String)]) -> Result<PathBuf, String> {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
    let _one_at_a_time = BUILDING.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
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
    let built = executable(&output.stdout).ok_or_else(|| format!("{folder} built, but no program"))?;
    let own =
        built.with_extension(format!("with{}", arguments.concat()).replace(|c: char| !c.is_ascii_alphanumeric(), "_"));
    std::fs::copy(&built, &own).map_err(|error| format!("{}: {error}", own.display()))?;
    Ok(own)
}

/// Finds the executable in cargo's JSON messages.
fn executable(messages: &[u8]) -> Option<PathBuf> {
    messages
        .split(|&byte| byte == b'\n')
        .filter_map(|line| serde_json::from_slice::<serde_json::Value>(line).ok())
        .find_map(|message| message["executable"].as_str().map(PathBuf::from))
}
