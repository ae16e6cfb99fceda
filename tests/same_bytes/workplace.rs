//! A folder with the table of the sample models, in which the tool runs.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use nearkin_tests::sample_models::{RECIPES, csv};

use crate::recipes::MORE;

/// The table's file.
pub(crate) const TABLE: &str = "sample.csv";

/// A temporary folder that holds the table.
pub(crate) struct Workplace(tempfile::TempDir);

impl Workplace {
    pub(crate) fn new() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        std::fs::write(folder.path().join(TABLE), csv(36)).expect("it is writable");
        Self(folder)
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub(crate) fn run(&self, arguments: &[&str]) -> Output {
        let mut tool = Command::new(env!("CARGO_BIN_EXE_nearkin-under-test"));
        tool.args(arguments).current_dir(self.0.path()).stdin(Stdio::null()).output().expect("the tool runs")
    }

    /// Runs a command that must succeed, and returns its standard output.
    pub(crate) fn ok(&self, arguments: &[&str]) -> Vec<u8> {
        let output = self.run(arguments);
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        output.stdout
    }

    /// The model that `nearkin fit` writes for a recipe on the table, as `model.nkn`.
    pub(crate) fn fit(&self, recipe: &str) -> Vec<u8> {
        std::fs::write(self.path("recipe.toml"), recipe).expect("the folder is writable");
        self.ok(&["fit", TABLE, "--recipe", "recipe.toml", "--force", "-o", "model.nkn"]);
        std::fs::read(self.path("model.nkn")).expect("fit wrote it")
    }
}

/// A path of the project, from its root.
pub(crate) fn project(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path)
}

/// The recipes of the sample models, and more.
pub(crate) fn recipes() -> impl Iterator<Item = (&'static str, &'static str)> {
    RECIPES.iter().chain(MORE).copied()
}
