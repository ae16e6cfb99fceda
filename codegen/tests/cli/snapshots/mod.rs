//! Help, reports and results, compared with committed text files.
//!
//! `NEARKIN_UPDATE_SNAPSHOTS=1 cargo test -p nearkin-codegen --test cli snapshots::` updates the files; review the difference.

use std::path::Path;

use crate::folder::{Folder, text};

/// Compares a text with `tests/cli/snapshots/NAME.txt`.
fn same(name: &str, found: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cli/snapshots").join(format!("{name}.txt"));
    if std::env::var_os("NEARKIN_UPDATE_SNAPSHOTS").is_some() {
        std::fs::create_dir_all(path.parent().expect("the file is in a folder")).expect("a folder can be created");
        std::fs::write(&path, found).expect("the folder is writable");
    }
    let expected = std::fs::read_to_string(&path).expect("the snapshot exists");
    assert_eq!(found, expected, "{}", path.display());
}

#[test]
fn help_of_every_command() {
    let folder = Folder::new();
    same("help", &folder.ok(&["--help"]));
    same("help_fit_all", &folder.ok(&["fit", "--help-all"]));
    assert_eq!(folder.ok(&["fit", "-h"]), folder.ok(&["fit", "--help"]));
    for command in ["fit", "predict", "encode", "evaluate", "inspect", "verify", "generate", "report", "completions"] {
        let help = folder.ok(&[command, "--help"]);
        assert!(help.lines().count() <= 50, "a screen holds no more\n{help}");
        assert!(help.lines().all(|line| line.chars().count() <= 100), "a line of {command} is longer\n{help}");
        same(&format!("help_{command}"), &help);
    }
}

fn penguins() -> Folder {
    let folder = Folder::new();
    folder.copy("examples/data/penguins.csv", "penguins.csv");
    folder.ok(&["fit", "penguins.csv", "--target", "species", "-o", "m.nkn"]);
    folder
}

#[test]
fn results_for_people() {
    let folder = penguins();
    same("fit", &folder.ok(&["fit", "penguins.csv", "--target", "species", "-o", "m.nkn", "--save-recipe", "r.toml"]));
    same("recipe", text(&folder.read("r.toml")));
    same("inspect", &folder.ok(&["inspect", "m.nkn"]));
    same("evaluate", &folder.ok(&["evaluate", "m.nkn", "penguins.csv"]));
    same("verify", &folder.ok(&["verify", "m.nkn", "penguins.csv"]));
    let clusters = ["fit", "penguins.csv", "--target", "species", "--clusters", "3", "-o", "k.nkn"];
    same("fit_clusters", &folder.ok(&clusters));
    same("evaluate_clusters", &folder.ok(&["evaluate", "k.nkn", "penguins.csv"]));
}

#[test]
fn a_saved_recipe_gives_the_same_model() {
    let folder = penguins();
    let first = folder.read("m.nkn");
    folder.ok(&["fit", "penguins.csv", "--target", "species", "-o", "m.nkn", "--save-recipe", "r.toml"]);
    folder.ok(&["fit", "penguins.csv", "--recipe", "r.toml", "-o", "again.nkn"]);
    assert_eq!(folder.read("again.nkn"), first);
}

#[test]
fn what_was_assumed_about_the_file_is_in_text_and_json() {
    let folder = Folder::new();
    folder.write("d.csv", b"\xef\xbb\xbfx;y\n1;a\n2;b\n3;a\n4;b\n1;a\n2;b\n3;a\n4;b\n");
    let fit = ["fit", "d.csv", "--target", "y", "-k", "1", "-o", "m.nkn"];
    let report = folder.ok(&fit);
    let notes: Vec<&str> = report.lines().filter(|line| line.starts_with("note: ")).collect();
    assert!(notes.iter().any(|note| note.contains("';'")), "{report}");
    let json: serde_json::Value =
        serde_json::from_str(&folder.ok(&[&fit[..], &["--format", "json"]].concat())).expect("valid JSON");
    assert_eq!(json["notes"].as_array().expect("a list").len(), notes.len());
    for command in ["predict", "encode", "evaluate", "verify"] {
        let json: serde_json::Value =
            serde_json::from_str(&folder.ok(&[command, "m.nkn", "d.csv", "--format", "json"])).expect("valid JSON");
        assert_eq!(json["notes"].as_array().map(Vec::len), Some(notes.len()), "{command}");
    }
}
