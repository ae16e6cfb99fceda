//! Times every encoder on seeded text columns and prints JSON lines; `tests/bench/encoders.py` runs it beside the
//! Python libraries on the same data.
//!
//! `cargo run --release --no-default-features --example bench_encoders [ROWS] [ENCODER]`

use std::time::Instant;

use nearkin_codegen::fit::encoders::{ColumnInput, EncoderSpec, Encoding, Shape, TargetColumn, fit};
use rustc_hash::FxHashMap;

const SEED: u64 = 20_261_130;
/// Levels of the three columns.
const LEVELS: [u64; 3] = [10, 100, 5000];
const REPEATS: usize = 9;

/// What is timed, and on how many of the columns: those whose dense output Python can hold.
const CASES: [(&str, usize, bool); 22] = [
    ("ordinal", 3, false),
    ("count", 3, false),
    ("one-hot", 3, false),
    ("one-hot", 2, false),
    ("sum", 2, false),
    ("backward-difference", 2, false),
    ("helmert", 2, false),
    ("polynomial", 2, false),
    ("polynomial", 3, false),
    ("binary", 3, false),
    ("base-n:base=3", 3, false),
    ("hashing:shared=true", 3, false),
    ("target", 3, false),
    ("target:smooth=auto", 3, false),
    ("m-estimate", 3, false),
    ("james-stein", 3, false),
    ("glmm", 2, false),
    ("glmm", 3, false),
    ("glmm", 3, true),
    ("woe", 3, true),
    ("leave-one-out", 3, false),
    ("cat-boost", 3, false),
];

/// SplitMix64 at a position of its stream: a number in 0..1 with 53 bits.
#[allow(clippy::cast_precision_loss)] // 53 bits fit
fn unit(stream: u64, at: u64) -> f64 {
    let mut z = (SEED ^ (stream << 40)).wrapping_add((at + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15));
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    ((z ^ (z >> 31)) >> 11) as f64 / 9_007_199_254_740_992.0
}

struct Data {
    texts: Vec<Vec<String>>,
    numbers: Vec<f64>,
    bits: Vec<f64>,
}

#[allow(clippy::cast_precision_loss, clippy::cast_possible_truncation, clippy::cast_sign_loss)] // levels are small
fn data(rows: u64) -> Data {
    let level = |column: usize, row: u64| {
        let u = unit(column as u64, row);
        (u * u * LEVELS[column] as f64) as u64 // early levels are more frequent
    };
    let texts = (0..3).map(|column| (0..rows).map(|row| format!("level {}", level(column, row))).collect()).collect();
    let effect = |row: u64| (level(1, row) * 31 % 100 + level(2, row) * 7919 % 100) as f64;
    let numbers = (0..rows).map(|row| effect(row) / 10.0 + 5.0 * unit(7, row)).collect();
    let bits = (0..rows).map(|row| f64::from(u8::from(unit(8, row) * 200.0 < effect(row)))).collect();
    Data { texts, numbers, bits }
}

/// Text rows as levels and codes: part of the work, as Python does it too.
fn dictionary(texts: &[String]) -> (Vec<String>, Vec<u32>) {
    let mut known: FxHashMap<&str, u32> = FxHashMap::default();
    let mut levels = Vec::new();
    let codes = texts
        .iter()
        .map(|text| {
            *known.entry(text).or_insert_with(|| {
                levels.push(text.clone());
                u32::try_from(levels.len() - 1).expect("there are fewer levels than that")
            })
        })
        .collect();
    (levels, codes)
}

/// The mean of the first output over the rows, by the table: compared with Python's.
#[allow(clippy::cast_precision_loss)] // a row count
fn mean_of_rows(encoding: &Encoding, codes: &[u32]) -> f64 {
    let Shape::Table { width, rows } = &encoding.shape else { return f64::NAN };
    if *width == 0 {
        return f64::NAN;
    }
    let mut at = vec![0; encoding.levels.len()];
    for (code, &level) in encoding.levels.iter().enumerate() {
        at[level] = code;
    }
    codes.iter().map(|&code| rows[at[code as usize] * width]).sum::<f64>() / codes.len() as f64
}

fn main() {
    let rows = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(100_000);
    let only = std::env::args().nth(2);
    let data = data(rows);
    for (text, columns, bits) in CASES.iter().filter(|case| only.as_ref().is_none_or(|only| case.0 == only)).copied() {
        let spec: EncoderSpec = text.parse().expect("the list is right");
        let target = TargetColumn::Numbers(if bits { &data.bits } else { &data.numbers });
        let (mut with_text, mut from_codes) = (Vec::new(), Vec::new());
        let mut means = Vec::new();
        for _ in 0..REPEATS {
            let (mut all, mut fits) = (0.0, 0.0);
            means.clear();
            for texts in &data.texts[..columns] {
                let start = Instant::now();
                let (levels, codes) = dictionary(texts);
                let middle = Instant::now();
                let input = ColumnInput::new(&levels, &codes).with_target(target);
                let encoding = fit(&spec, &input).expect("the data can be encoded");
                all += start.elapsed().as_secs_f64();
                fits += middle.elapsed().as_secs_f64();
                means.push(mean_of_rows(&encoding, &codes));
            }
            with_text.push(all);
            from_codes.push(fits);
        }
        // The fastest run: others on the machine only ever add.
        let fastest = |times: &[f64]| times.iter().copied().fold(f64::INFINITY, f64::min);
        let shown: Vec<String> =
            means.iter().map(|mean| if mean.is_nan() { "null".into() } else { format!("{mean:?}") }).collect();
        println!(
            "{{\"encoder\":{text:?},\"columns\":{columns},\"binary_target\":{bits},\"seconds\":{:?},\"seconds_from_codes\":{:?},\"means\":[{}]}}",
            fastest(&with_text),
            fastest(&from_codes),
            shown.join(",")
        );
    }
}
