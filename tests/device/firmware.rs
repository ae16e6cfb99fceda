//! Builds one of the firmware crates for its chip.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;

/// Allows one build at a time: cargo writes builds with different features to the same file, which is then copied.
static BUILDING: Mutex<()> = Mutex::new(());

/// Builds the crate in `folder`, relative to the repository's root, and returns the path of its ELF file.
///
/// `arguments` are passed to `cargo build --release`, `environment` to its build scripts.
///
/// # Errors
/// If the crate does not build; the message contains the compiler's output.
pub(crate) fn build(folder: &str, arguments: &[&str], environment: &[(&str, String)]) -> Result<PathBuf, String> {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
    let _guard = BUILDING.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
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
        return Err(format!(
            "{folder} does not build (run tests/toolchain/setup to install the toolchain):\n{message}"
        ));
    }
    let built = executable(&output.stdout).ok_or_else(|| format!("{folder} was built, but contains no executable"))?;
    let copy =
        built.with_extension(format!("with{}", arguments.concat()).replace(|c: char| !c.is_ascii_alphanumeric(), "_"));
    std::fs::copy(&built, &copy).map_err(|error| format!("{}: {error}", copy.display()))?;
    Ok(copy)
}

/// Returns the path of the executable from cargo's JSON messages.
fn executable(messages: &[u8]) -> Option<PathBuf> {
    messages
        .split(|&byte| byte == b'\n')
        .filter_map(|line| serde_json::from_slice::<serde_json::Value>(line).ok())
        .find_map(|message| message["executable"].as_str().map(PathBuf::from))
}
