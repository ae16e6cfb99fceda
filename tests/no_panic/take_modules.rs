//! Takes generated modules over into a build: the other half of `tests/src/modules.rs`, for build scripts.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

/// Copies the files of the folder `NEARKIN_MODULES` to `out`; without it there is no model, which is enough for a check.
pub fn take_modules(out: &Path) {
    println!("cargo:rerun-if-env-changed=NEARKIN_MODULES");
    let Some(from) = env::var_os("NEARKIN_MODULES").map(PathBuf::from) else {
        fs::write(out.join("models.rs"), "models!();\n").expect("cargo made the folder for outputs");
        return;
    };
    println!("cargo:rerun-if-changed={}", from.display());
    for entry in fs::read_dir(&from).unwrap_or_else(|error| panic!("{}: {error}", from.display())) {
        let file = entry.expect("an entry of a folder that is there").path();
        let name = file.file_name().expect("an entry has a name");
        fs::copy(&file, out.join(name)).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    }
}
