//! The instruction counter: a plugin that is compiled for the installed version of QEMU.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Compiles `count.c` into `folder` for the version of `emulator`, and returns the path of the plugin.
///
/// # Errors
/// If the emulator or the C compiler (`cc`, or the value of `CC`) is missing or fails.
pub(crate) fn compile(emulator: &str, folder: &Path) -> Result<PathBuf, String> {
    let version = Command::new(emulator)
        .arg("--version")
        .output()
        .map_err(|error| format!("{emulator}: {error} (run tests/toolchain/setup to install it)"))?;
    let version = String::from_utf8_lossy(&version.stdout).into_owned();
    let api = match major(&version) {
        Some(..9) => 1,
        Some(_) => 2,
        None => return Err(format!("{emulator} --version: the output contains no version: \"{version}\"")),
    };
    let compiler = std::env::var("CC").unwrap_or_else(|_| "cc".to_owned());
    let plugin = folder.join("count.so");
    let output = Command::new(&compiler)
        .args(["-O2", "-Wall", "-Wextra", "-shared", "-fPIC"])
        .arg(format!("-DPLUGIN_VERSION={api}"))
        .arg("-o")
        .arg(&plugin)
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("device/bench/count.c"))
        .output()
        .map_err(|error| format!("{compiler}: {error} (install a C compiler)"))?;
    if output.status.success() { Ok(plugin) } else { Err(String::from_utf8_lossy(&output.stderr).into_owned()) }
}

/// Returns the first number after "version ".
fn major(version: &str) -> Option<u32> {
    let (_, rest) = version.split_once("version ")?;
    rest.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::major;

    #[test]
    fn the_major_version_is_found_in_the_output_of_qemu() {
        assert_eq!(major("QEMU emulator version 7.2.22 (Debian 1:7.2+dfsg-7)"), Some(7));
        assert_eq!(major("QEMU emulator version 10.0.2"), Some(10));
        assert_eq!(major("no such program"), None);
    }
}
