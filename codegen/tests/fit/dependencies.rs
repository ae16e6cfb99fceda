//! The dependencies of a build script: those of the library without the features of the binary.

use std::process::Command;

/// Packages that only the binary needs; a build script must not compile them.
const OF_THE_BINARY: [&str; 4] = ["clap", "clap_complete", "indicatif", "nix"];

/// Returns the names of the packages that the library is built from.
fn packages(features: &[&str]) -> Vec<String> {
    let output = Command::new(env!("CARGO"))
        .args(["tree", "--offline", "--package", "nearkin-codegen", "--edges", "normal,build", "--prefix", "none"])
        .args(["--format", "{p}"])
        .args(features)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("text");
    let mut names: Vec<String> = text
        .lines()
        .filter_map(|line| line.split(' ').next())
        .filter(|name| !name.is_empty())
        .map(str::to_owned)
        .collect();
    names.sort();
    names.dedup();
    names
}

#[test]
fn a_build_script_gets_no_command_line_no_plots_and_no_progress_bars() {
    let library = packages(&["--no-default-features"]);
    for name in OF_THE_BINARY {
        assert!(!library.iter().any(|package| package == name), "{name} is in {library:?}");
    }
    assert!(library.iter().any(|package| package == "nearkin"), "{library:?}");
    // 79 when this was written, most of them tiny: parts of serde, rayon, pulp and RustCrypto. Think before you add more.
    assert!(library.len() <= 80, "{} packages: {library:?}", library.len());
}

#[test]
fn the_binary_gets_them() {
    let binary = packages(&[]);
    for name in OF_THE_BINARY {
        assert!(binary.iter().any(|package| package == name), "{name} is not in {binary:?}");
    }
}
