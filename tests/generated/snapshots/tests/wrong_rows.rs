//! Wrong rows do not compile, for each head, loaded and baked, and the compiler's message points at the cause.
//!
//! The messages are kept beside the cases, as one compiler writes them ([`KEPT_BY`]); `TRYBUILD=overwrite` writes them anew.
//! Another compiler has to refuse the same lines for the same reasons, in its own words.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// The release of the compiler whose messages are kept, without its patch number.
const KEPT_BY: &str = "rustc 1.95.";

/// Set for a run whose messages are written to a copy of the cases: the folder of the copy.
const COPY: &str = "NEARKIN_WRONG_ROWS";

#[test]
fn wrong_rows_do_not_compile() {
    if let Some(copy) = env::var_os(COPY) {
        compile(copy.as_ref());
    } else if compiler().starts_with(KEPT_BY) {
        compile("tests/wrong_rows".as_ref());
    } else {
        are_refused_for_the_same_reasons();
    }
}

fn compile(cases: &Path) {
    let all = trybuild::TestCases::new();
    all.pass(cases.join("right.rs"));
    for head in ["classify", "regress", "assign", "encode"] {
        all.compile_fail(cases.join(format!("{head}_*.rs")));
    }
}

fn compiler() -> String {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let version = Command::new(rustc).arg("--version").output().expect("it has just compiled this");
    String::from_utf8_lossy(&version.stdout).into_owned()
}

/// Has this compiler's messages written to a copy, and compares what does not depend on its words.
fn are_refused_for_the_same_reasons() {
    let copy = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("wrong_rows");
    let _ = fs::remove_dir_all(&copy); // of an earlier run
    fs::create_dir_all(&copy).expect("the tests' folder can be written");
    let files = |folder: &Path| fs::read_dir(folder).expect("it is there").map(|file| file.expect("a file").path());
    let named = |path: &Path| path.file_name().map(|name| copy.join(name)).expect("a file has a name");
    for case in files("tests/wrong_rows".as_ref()) {
        fs::copy(&case, named(&case)).expect("the tests' folder can be written");
    }
    let itself = env::current_exe().expect("it runs");
    let run = Command::new(itself).env(COPY, &copy).env("TRYBUILD", "overwrite").output().expect("it runs");
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    for kept in files("tests/wrong_rows".as_ref()).filter(|path| path.extension().is_some_and(|end| end == "stderr")) {
        let [kept, now] = [&kept, &named(&kept)].map(|path| fs::read_to_string(path).expect("it is there"));
        assert_eq!(reasons(&kept), reasons(&now), "\nkept:\n{kept}\nnow:\n{now}");
    }
}

/// The code and the place (line and column) of each error.
fn reasons(messages: &str) -> Vec<(&str, &str)> {
    let codes = messages.lines().filter_map(|line| line.strip_prefix("error[")?.split(']').next());
    let places = messages.lines().filter_map(|line| line.trim_start().strip_prefix("--> ")?.split_once(".rs:"));
    codes.zip(places.map(|(_, place)| place)).collect()
}
