//! Results of hundreds of classes and thousands of columns: text is shortened and states so, JSON is complete.

use std::fmt::Write as _;

use crate::folder::{Folder, text};
use serde_json::Value;

/// The greatest number of lines in a shortened text.
const MOST: usize = 150;

fn json(folder: &Folder, arguments: &[&str]) -> Value {
    serde_json::from_str(&folder.ok(&[arguments, &["--format", "json"]].concat())).expect("valid JSON")
}

fn len(value: &Value) -> usize {
    value.as_array().map_or(0, Vec::len)
}

#[test]
fn three_hundred_classes() {
    let folder = Folder::new();
    let mut csv = String::from("x,y,class\n");
    for row in 0..1200 {
        // Every seventh row is at the position of another class.
        let class = if row % 7 == 0 { (row + 1) % 300 } else { row % 300 };
        writeln!(csv, "{}.5,{},class {class:03}", row % 300, row / 300).expect("writing to a String succeeds");
    }
    folder.write("d.csv", csv.as_bytes());
    let fit = folder.ok(&["fit", "d.csv", "--target", "class", "-k", "1", "-o", "m.nkn"]);
    let evaluate = folder.ok(&["evaluate", "m.nkn", "d.csv"]);
    for report in [&fit, &evaluate] {
        assert!(report.lines().count() <= MOST, "{} lines\n{report}", report.lines().count());
        assert_eq!(report.matches("… and 280 more classes with fewer errors; --format json lists all\n").count(), 2);
        assert!(report.lines().all(|line| line.chars().count() <= 200), "{report}");
    }
    let inspect = folder.ok(&["inspect", "m.nkn"]);
    assert!(inspect.contains("class 011, … and 288 more\n"), "{inspect}");
    let found = json(&folder, &["evaluate", "m.nkn", "d.csv"]);
    assert_eq!(len(&found["classification"]["classes"]), 300);
    assert_eq!(len(&found["classification"]["confusion"]["counts"]), 300);
    assert_eq!(len(&json(&folder, &["inspect", "m.nkn"])["classes"]), 300);

    let flags = ["--target", "class", "--clusters", "100", "--n-init", "1", "--max-iter", "2", "-o", "k.nkn"];
    folder.ok(&[&["fit", "d.csv"], &flags[..]].concat());
    let clusters = folder.ok(&["evaluate", "k.nkn", "d.csv"]);
    assert!(clusters.lines().count() <= MOST, "{clusters}");
    assert!(clusters.contains(" … and 36 more, ranging from "), "{clusters}");
    assert!(clusters.contains("… and 80 more clusters with fewer rows; --format json lists all\n"), "{clusters}");
    assert!(clusters.contains("… and 280 more classes with fewer rows; --format json lists all\n"), "{clusters}");
}

#[test]
fn two_thousand_columns() {
    let folder = Folder::new();
    let mut csv = String::new();
    // Sixty columns that end with a sentinel, forty constants and forty categories; the others are plain numbers.
    for row in 0..31_u32 {
        for column in 0..2000_u32 {
            let number = (row * row * row + column * row) % 101;
            let comma = if column == 0 { "" } else { "," };
            match (row, column % 100) {
                (0, _) => write!(csv, "{comma}c{column}"),
                (30, 1..=3) => write!(csv, "{comma}-9999"),
                (_, 4 | 5) => write!(csv, "{comma}7"),
                (_, 6 | 7) => write!(csv, "{comma}level {}", row % 3),
                _ => write!(csv, "{comma}{number}"),
            }
            .expect("writing to a String succeeds");
        }
        csv.push_str(if row == 0 { ",y\n" } else { [",a\n", ",b\n"][row as usize % 2] });
    }
    folder.write("d.csv", csv.as_bytes());
    let fit = folder.ok(&["fit", "d.csv", "--target", "y", "-o", "m.nkn"]);
    assert!(fit.contains("\n… and 1980 more columns, which need less flash; --format json lists all\n"), "{fit}");
    assert!(fit.contains("note: … and 40 more such lines; --format json lists all\n"), "{fit}");
    assert!(fit.contains("warning: … and 20 more such lines; --format json lists all\n"), "{fit}");
    assert_eq!(fit.matches("category, one-hot").count(), 20, "those with the most flash\n{fit}");
    let inspect = folder.ok(&["inspect", "m.nkn"]);
    assert_eq!(inspect.matches("… and 1980 more columns, with smaller tables; --format json lists all\n").count(), 2);
    assert_eq!(inspect.matches("level 0, level 1, level 2\n").count(), 20, "{inspect}");
    // An unknown column name is not followed by the list of all columns.
    let wrong = folder.run(&["fit", "d.csv", "--target", "nothing of the kind", "-o", "n.nkn"]);
    let told = text(&wrong.stderr).to_owned();
    let notes = text(&folder.run(&["predict", "m.nkn", "d.csv"]).stderr).to_owned();
    for report in [&fit, &inspect, &told, &notes] {
        assert!(report.lines().count() <= MOST, "{} lines\n{report}", report.lines().count());
        assert!(report.lines().all(|line| line.chars().count() <= 300), "{report}");
    }
    let found = json(&folder, &["inspect", "m.nkn"]);
    assert_eq!(len(&found["columns"]), 2000);
    let found = json(&folder, &["fit", "d.csv", "--target", "y", "-o", "m.nkn"]);
    assert_eq!((len(&found["columns"]), len(&found["notes"]), len(&found["warnings"])), (2000, 60, 40));
}

#[test]
fn a_hundred_changed_predictions() {
    let folder = Folder::new();
    let mut csv = String::from("x,y\n");
    // Numbers that become equal in i8, with alternating classes.
    (0..300).for_each(|row| writeln!(csv, "{}.25,{}", row, ["a", "b"][row % 2]).expect("writing to a String succeeds"));
    csv.push_str("100000,a\n");
    folder.write("d.csv", csv.as_bytes());
    folder.ok(&["fit", "d.csv", "--target", "y", "-k", "1", "--storage", "i8", "--holdout", "0", "-o", "m.nkn"]);
    let verify = folder.run(&["verify", "m.nkn", "d.csv", "--max-changed", "1"]);
    let report = text(&verify.stdout);
    let json: Value = serde_json::from_slice(&folder.run(&["verify", "m.nkn", "d.csv", "--format", "json"]).stdout)
        .expect("valid JSON");
    let changed = len(&json["changes"]);
    assert!(changed > 100, "{json}");
    let rest = format!("  … and {} more changed rows, closer to a tie; --format json lists all\n", changed - 20);
    assert!(report.contains(&rest), "{report}");
    assert_eq!(report.matches("  line ").count(), 20, "{report}");
}
