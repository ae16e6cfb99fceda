//! `evaluate` reports how many predictions were decided by a tie rule.

use crate::folder::Folder;

#[test]
fn ties_of_distance_and_of_votes_are_counted() {
    let folder = Folder::new();
    let nearkin = |arguments: &str| folder.ok(&arguments.split(' ').collect::<Vec<_>>());
    folder.write("train.csv", b"x,y\n0,a\n2,b\n10,a\n13,b\n17,b\n");
    // With k = 2, no third row is as near as the second. The neighbors of 1 are 0 (a) and 2 (b), those of 12 are 13 (b) and
    // 10 (a): equal votes. Those of 15 are 13 and 17, both b.
    folder.write("asked.csv", b"x,y\n1,a\n15,b\n12,b\n");
    nearkin("fit train.csv --target y --neighbors 2 --scaler none --holdout 0 -o two.nkn");
    let text = nearkin("evaluate two.nkn asked.csv --format json");
    let report: serde_json::Value = serde_json::from_str(&text).expect("valid JSON");
    assert_eq!(report["ties"], serde_json::json!({"neighbors": 0, "votes": 2}));
    let text = nearkin("evaluate two.nkn asked.csv");
    assert!(
        text.contains("decided by a tie: 0 at the k-th neighbor (the smaller row number wins), 2 in the vote"),
        "{text}"
    );

    // With k = 1: 1 is equally far from 0 and 2, 6 from 2 and 10, 15 from 13 and 17; 12 is nearest to 13.
    folder.write("middle.csv", b"x,y\n1,a\n6,a\n15,b\n12,b\n");
    nearkin("fit train.csv --target y --neighbors 1 --scaler none --holdout 0 -o one.nkn");
    let text = nearkin("evaluate one.nkn middle.csv --format json");
    let report: serde_json::Value = serde_json::from_str(&text).expect("valid JSON");
    assert_eq!(report["ties"], serde_json::json!({"neighbors": 3, "votes": 0}));
}
