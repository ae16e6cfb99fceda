//! Results can be sent on with serde: their bytes by postcard, counted by hand.
#![cfg(feature = "serde")]

use nearkin::typed::ClusterScore;
use nearkin::{Flags, Neighbor};

#[test]
fn a_neighbor_is_its_rank_and_its_row() {
    let neighbor = Neighbor { rank: 300, row: 7 };
    let mut buffer = [0; 16];
    let bytes = postcard::to_slice(&neighbor, &mut buffer).expect("it fits");
    assert_eq!(bytes, [0xAC, 0x02, 7], "300 is 0x2C + 2 x 128");
    assert_eq!(postcard::from_bytes::<Neighbor>(bytes), Ok(neighbor));
}

#[test]
fn flags_are_one_byte() {
    let mut buffer = [0; 16];
    assert_eq!(postcard::to_slice(&Flags::default(), &mut buffer).expect("it fits"), [0]);
    let both = postcard::from_bytes::<Flags>(&[1 + 8]).expect("a byte");
    assert!(both.has_missing() && both.is_novel() && !both.has_unknown() && !both.is_outside());
}

#[test]
fn a_cluster_is_its_index_and_its_score() {
    let bytes = [5, 0, 0, 0xC0, 0xBF]; // 5, then -1.5 as a little-endian float
    let cluster = postcard::from_bytes::<ClusterScore>(&bytes).expect("an index and a float");
    let mut buffer = [0; 16];
    assert_eq!(postcard::to_slice(&cluster, &mut buffer).expect("it fits"), bytes);
    assert_eq!(format!("{cluster:?}"), "ClusterScore { index: 5, score: -1.5 }");
}
