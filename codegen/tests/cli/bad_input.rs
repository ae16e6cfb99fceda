//! Bad input of every kind: the exact message, the exit code, and no files left behind.

use crate::folder::{Folder, text};

const TABLE: &str = "x,colour,y\n1,red,a\n2,blue,b\n3,red,a\n4,blue,b\n5,red,a\n6,blue,b\n";

/// Fits `csv` with these arguments and asserts exit code, standard error, and that no file but the data exists.
fn refuses(csv: &str, arguments: &[&str], code: i32, stderr: &str) {
    let folder = Folder::new();
    folder.write("d.csv", csv.as_bytes());
    let mut all = vec!["fit", "d.csv", "-o", "m.nkn", "--save-recipe", "r.toml"];
    all.extend(arguments);
    let output = folder.run(&all);
    assert_eq!(text(&output.stderr), stderr, "{arguments:?}");
    assert_eq!(output.status.code(), Some(code), "{arguments:?}");
    assert!(output.stdout.is_empty(), "{arguments:?}");
    assert_eq!(folder.files(), ["d.csv"], "{arguments:?}");
}

#[test]
fn a_missing_file_is_named() {
    let folder = Folder::new();
    let output = folder.run(&["fit", "none.csv", "--target", "y", "-o", "m.nkn"]);
    assert_eq!(text(&output.stderr), "nearkin: none.csv: No such file or directory (os error 2)\n");
    assert_eq!(output.status.code(), Some(1));
    assert!(folder.files().is_empty());
    let output = folder.run(&["predict", "none.nkn", "d.csv"]);
    assert_eq!(text(&output.stderr), "nearkin: none.nkn: No such file or directory (os error 2)\n");
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn an_empty_file_is_refused() {
    refuses("", &["--target", "y"], 1, "nearkin: d.csv: the file is empty\n");
}

#[test]
fn a_target_that_is_not_there_gets_the_nearest_name() {
    refuses(
        TABLE,
        &["--target", "color"],
        1,
        "nearkin: d.csv: no column \"color\", specified by --target (did you mean \"colour\"?)\n",
    );
}

#[test]
fn a_target_with_one_class_is_refused() {
    refuses(
        "x,y\n1,a\n2,a\n3,a\n",
        &["--target", "y"],
        1,
        "nearkin: d.csv: column \"y\": every row has the class \"a\"; a classification needs at least two\n",
    );
}

#[test]
fn a_row_with_too_few_or_too_many_cells_has_its_line() {
    refuses(
        "x,y\n1,a\n2,b,9\n3,a\n",
        &["--target", "y"],
        1,
        "nearkin: d.csv:3: 3 cells, but the header has 2; set --delimiter if ',' is not the delimiter\n",
    );
}

#[test]
fn a_text_in_a_column_set_to_numeric_has_line_column_and_value() {
    refuses(
        "x,y\n1,a\n2,b\nn/k,a\n",
        &["--target", "y", "--numeric", "x"],
        1,
        "nearkin: d.csv:4: column \"x\": \"n/k\" is not a number; use --missing-marker \"n/k\" if it means missing, or --categorical \"x\" if it is a category\n",
    );
}

#[test]
fn more_neighbors_than_rows_names_both() {
    refuses(TABLE, &["--target", "y", "-k", "9"], 1, "nearkin: d.csv: --neighbors 9 exceeds the 6 rows available\n");
}

#[test]
fn an_existing_file_from_another_source_is_refused_before_anything_is_written() {
    let folder = Folder::new();
    folder.write("d.csv", TABLE.as_bytes());
    folder.write("m.nkn", b"a letter");
    let output = folder.run(&["fit", "d.csv", "--target", "y", "-o", "m.nkn", "--save-recipe", "r.toml"]);
    assert_eq!(
        text(&output.stderr),
        "nearkin: m.nkn: already exists and was not written by this command; choose another file, or replace it with --force\n"
    );
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(folder.files(), ["d.csv", "m.nkn"]);
    assert_eq!(folder.read("m.nkn"), b"a letter");
}

#[test]
fn a_blob_that_is_damaged_or_none_is_refused_with_the_reason() {
    let folder = Folder::new();
    folder.write("d.csv", TABLE.as_bytes());
    let fitted = folder.run(&["fit", "d.csv", "--target", "y", "-k", "1", "-o", "m.nkn"]);
    assert_eq!(fitted.status.code(), Some(0), "{}", text(&fitted.stderr));
    let good = folder.read("m.nkn");
    let changed = |at: usize, byte: u8| {
        let mut bytes = good.clone();
        bytes[at] ^= byte;
        bytes
    };
    let length = good.len();
    for (bytes, starts) in [
        (good[..length - 1].to_vec(), "nearkin: b.nkn: truncated"),
        (good[..7].to_vec(), "nearkin: b.nkn: truncated"),
        (changed(length / 2, 1), "nearkin: b.nkn: damaged: the checksum"),
        (changed(4, 6), "nearkin: b.nkn: format version 7, but this build reads version 1"),
        (TABLE.as_bytes().to_vec(), "nearkin: b.nkn: not a nearkin model"),
        (Vec::new(), "nearkin: b.nkn: "),
    ] {
        folder.write("b.nkn", &bytes);
        for command in [&["predict", "b.nkn", "d.csv", "-o", "o.csv"][..], &["inspect", "b.nkn"]] {
            let output = folder.run(command);
            let stderr = text(&output.stderr);
            assert!(stderr.starts_with(starts) && stderr.ends_with('\n'), "{stderr:?} {starts:?}");
            assert_eq!(stderr.lines().count(), 1, "{stderr}");
            assert_eq!(output.status.code(), Some(1));
            assert!(output.stdout.is_empty());
        }
    }
    assert_eq!(folder.files(), ["b.nkn", "d.csv", "m.nkn"]);
}

#[test]
fn a_missing_feature_is_reported_as_a_column_of_the_model() {
    let folder = Folder::new();
    folder.write("d.csv", TABLE.as_bytes());
    assert_eq!(folder.run(&["fit", "d.csv", "--target", "y", "-k", "1", "-o", "m.nkn"]).status.code(), Some(0));
    folder.write("new.csv", b"x,color\n1,red\n");
    let output = folder.run(&["predict", "m.nkn", "new.csv"]);
    assert_eq!(
        text(&output.stderr),
        "nearkin: new.csv: no column \"colour\", specified by the model (did you mean \"color\"?)\n"
    );
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn an_unknown_column_is_reported_with_the_flag_that_names_it() {
    for (flag, value) in
        [("--encode", "zz=ordinal"), ("--scale", "zz=none"), ("--missing", "zz=mean"), ("--unknown", "zz=error")]
    {
        let told = format!(
            "nearkin: d.csv: no column \"zz\", specified by {flag}; the columns are \"x\", \"colour\", \"y\"\n"
        );
        refuses(TABLE, &["--target", "y", flag, value], 1, &told);
        let near = value.replace("zz", "color");
        let told = format!("nearkin: d.csv: no column \"color\", specified by {flag} (did you mean \"colour\"?)\n");
        refuses(TABLE, &["--target", "y", flag, &near], 1, &told);
    }
    for flag in ["--numeric", "--categorical"] {
        let told = format!(
            "nearkin: d.csv: no column \"zz\", specified by {flag}; the columns are \"x\", \"colour\", \"y\"\n"
        );
        refuses(TABLE, &["--target", "y", flag, "zz"], 1, &told);
    }
}

#[test]
fn a_damaged_provenance_hinders_only_what_needs_it() {
    use nearkin_codegen::fit::{Plan, fit, read_options};

    let recipe = nearkin_codegen::recipe::Recipe {
        target: Some("y".into()),
        neighbors: Some(1),
        ..nearkin_codegen::recipe::Recipe::default()
    };
    let data = nearkin_codegen::data::read_bytes("d.csv", TABLE.into(), &read_options(&recipe))
        .expect("the table can be read");
    let mut fitted = fit(&Plan::new(recipe, &data).expect("a plan"), &data, None).expect("fits");
    fitted.tables.provenance = "{\"nearkin\":1}".into();
    let folder = Folder::new();
    folder.write("d.csv", TABLE.as_bytes());
    folder.write("m.nkn", &nearkin_codegen::model::write(&fitted.tables).expect("the model can be written"));
    let output = folder.run(&["inspect", "m.nkn"]);
    let stderr = text(&output.stderr);
    assert!(stderr.starts_with("nearkin: m.nkn: the model's provenance cannot be read: "), "{stderr}");
    assert_eq!(output.status.code(), Some(1));
    let output = folder.run(&["predict", "m.nkn", "d.csv"]);
    let stderr = text(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{stderr}");
    assert!(stderr.contains("provenance cannot be read"), "{stderr}");
    assert_eq!(text(&output.stdout).lines().count(), 7);
    let output = folder.run(&["generate", "m.nkn", "-o", "m.rs"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert!(text(&folder.read("m.rs")).contains("// Provenance unavailable: "));
}
