//! `evaluate` says how many answers only a rule for ties decided.
#![cfg(feature = "cli")]

use std::path::Path;
use std::process::Command;

fn nearkin(folder: &Path, arguments: &str) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_nearkin"))
        .current_dir(folder)
        .args(arguments.split(' '))
        .output()
        .expect("the binary runs");
    assert!(output.status.success(), "{arguments}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn ties_of_distance_and_of_votes_are_counted() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).expect("written");
    write("train.csv", "x,y\n0,a\n2,b\n10,a\n13,b\n17,b\n");
    // With k = 2 no third row is as far as the second. 1 has 0 (a) and 2 (b), 12 has 13 (b) and 10 (a): equal votes; 15 has
    // 13 and 17, both b.
    write("asked.csv", "x,y\n1,a\n15,b\n12,b\n");
    nearkin(folder.path(), "fit train.csv --target y --neighbors 2 --scaler none --holdout 0 -o two.nkn");
    let text = nearkin(folder.path(), "evaluate two.nkn asked.csv --format json");
    let report: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(report["ties"], serde_json::json!({"neighbors": 0, "votes": 2}));
    let text = nearkin(folder.path(), "evaluate two.nkn asked.csv");
    assert!(
        text.contains("0 with equally far neighbors at the k-th place (smaller row first), 2 with equal votes"),
        "{text}"
    );

    // With k = 1: 1 is as far from 0 as from 2, 6 from 2 as from 10, 15 from 13 as from 17; 12 is nearest to 13.
    write("middle.csv", "x,y\n1,a\n6,a\n15,b\n12,b\n");
    nearkin(folder.path(), "fit train.csv --target y --neighbors 1 --scaler none --holdout 0 -o one.nkn");
    let text = nearkin(folder.path(), "evaluate one.nkn middle.csv --format json");
    let report: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(report["ties"], serde_json::json!({"neighbors": 3, "votes": 0}));
}
