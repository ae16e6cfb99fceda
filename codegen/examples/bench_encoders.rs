//! Times every encoder on seeded text columns and prints JSON lines; `tests/bench/encoders.py` runs it beside the
//! Python libraries on the same data.
//!
//! `cargo run --release --no-default-features --example bench_encoders [ROWS] [CASE]`
//!
//! A case in a process of its own has the peak of its memory alone; without `CASE` all of them run.

use nearkin_codegen::data::Categories;
use nearkin_codegen::encoders::{ColumnInput, EncoderSpec, Encoding, Shape, TargetColumn, bucket, fit};

const SEED: u64 = 20_261_130;
/// Levels of the three columns.
const LEVELS: [u64; 3] = [10, 100, 5000];
const REPEATS: usize = 9;
/// Just under what glibc takes as "large" at most.
const FREED_FIRST: usize = 31 << 20;

/// What is timed, and on how many of the columns: those whose dense output Python can hold.
const CASES: [(&str, usize, bool); 25] = [
    ("ordinal", 3, false),
    ("count", 3, false),
    ("one-hot", 3, false),
    ("one-hot", 2, false),
    ("sum", 2, false),
    ("backward-difference", 2, false),
    ("helmert", 2, false),
    ("polynomial", 2, false),
    ("sum", 3, false),
    ("backward-difference", 3, false),
    ("helmert", 3, false),
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

/// Rows that are encoded before the next ones take their place, as for whoever writes or stores them.
const CHUNK: usize = 4096;

/// As many outputs as levels, thousands: 100,000 rows of them are written by nobody, so that each level's row is, once.
fn is_wide(encoding: &Encoding) -> bool {
    matches!(&encoding.shape, Shape::Table(table) if table.width() > CHUNK)
}

/// Encodes every training row in single precision, a chunk at a time: numbers, or for one-hot and hashing the slot.
///
/// Gives a sum of all that was written, so that the work cannot be left out.
#[allow(clippy::cast_possible_truncation)] // the device's precision
fn encode(encoding: &Encoding, levels: &[String], codes: &[u32], out: &mut Vec<f32>, slots: &mut Vec<u32>) -> f64 {
    let mut at = vec![encoding.unknown_code(); levels.len()];
    for (code, &level) in encoding.levels.iter().enumerate() {
        at[level] = code;
    }
    let mut sum = 0.0;
    match (&encoding.training, &encoding.shape) {
        (Some(training), _) => {
            for chunk in training.chunks(CHUNK) {
                out.clear();
                out.extend(chunk.iter().map(|&value| value as f32));
                sum += f64::from(out[out.len() - 1]);
            }
        }
        (None, Shape::Table(table)) if is_wide(encoding) => {
            let mut row = vec![0.0; table.width()];
            for code in 0..encoding.levels.len() {
                table.write(code, &mut row);
                out.clear();
                out.extend(row.iter().map(|&value| value as f32));
                sum += f64::from(out[out.len() - 1]);
            }
        }
        (None, Shape::Table(table)) => {
            // By level, so that a row is found at once.
            let (rows, width) = (table.numbers(|_, value| value as f32), &table.width());
            let by_level: Vec<f32> = at.iter().flat_map(|&code| &rows[code * width..][..*width]).copied().collect();
            for chunk in codes.chunks(CHUNK) {
                out.clear();
                if *width == 1 {
                    out.extend(chunk.iter().map(|&code| by_level[code as usize]));
                } else {
                    chunk.iter().for_each(|&code| out.extend_from_slice(&by_level[code as usize * width..][..*width]));
                }
                sum += f64::from(out[out.len() - 1]);
            }
        }
        (None, shape) => {
            let slot: Vec<u32> = match shape {
                Shape::Hash { buckets, algorithm, .. } => {
                    levels.iter().map(|level| bucket(level, *buckets, *algorithm)).collect()
                }
                Shape::OneHot { slots, .. } => at.iter().map(|&code| slots[code].unwrap_or(u32::MAX)).collect(),
                Shape::Table(_) => Vec::new(),
            };
            for chunk in codes.chunks(CHUNK) {
                slots.clear();
                slots.extend(chunk.iter().map(|&code| slot[code as usize]));
                sum += f64::from(slots[slots.len() - 1]);
            }
        }
    }
    sum
}

/// Seconds of this thread where the system tells, else of the clock on the wall.
#[allow(clippy::cast_precision_loss)] // nanoseconds of a benchmark
fn seconds() -> f64 {
    #[cfg(unix)]
    {
        let now = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
        now.tv_sec as f64 + now.tv_nsec as f64 / 1e9
    }
    #[cfg(not(unix))]
    {
        static START: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
        START.get_or_init(std::time::Instant::now).elapsed().as_secs_f64()
    }
}

/// The largest resident set of this process in bytes, where the system tells.
fn peak_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix(" kB")?.parse::<u64>().ok().map(|kilobytes| kilobytes * 1024)
}

/// The mean of the first output over the rows, by the table: compared with Python's.
#[allow(clippy::cast_precision_loss)] // a row count
fn mean_of_rows(encoding: &Encoding, codes: &[u32]) -> f64 {
    let Shape::Table(table) = &encoding.shape else { return f64::NAN };
    let mut row = vec![0.0; table.width()];
    let mut first = |code: usize| {
        table.write(code, &mut row);
        row.first().copied().unwrap_or(f64::NAN)
    };
    let by_code: Vec<f64> = (0..encoding.levels.len()).map(&mut first).collect();
    let mut at = vec![0; encoding.levels.len()];
    for (code, &level) in encoding.levels.iter().enumerate() {
        at[level] = code;
    }
    codes.iter().map(|&code| by_code[at[code as usize]]).sum::<f64>() / codes.len() as f64
}

fn main() {
    let rows = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(100_000);
    let only: Option<usize> = std::env::args().nth(2).and_then(|text| text.parse().ok());
    let data = data(rows);
    // A large block that was freed makes the C library keep what is freed later. Else it hands memory back to the system and
    // asks for it again, or does not, by chance, and new pages are as dear as the work. The Python side does the same.
    drop(std::hint::black_box(Vec::<u8>::with_capacity(FREED_FIRST)));
    let cases = CASES.iter().enumerate().filter(|&(at, _)| only.is_none_or(|only| at == only));
    for (_, &(text, columns, bits)) in cases {
        let spec: EncoderSpec = text.parse().expect("the list is right");
        let target = TargetColumn::Numbers(if bits { &data.bits } else { &data.numbers });
        let (mut all, mut fits) = (f64::INFINITY, f64::INFINITY);
        let (mut means, mut each_level) = (Vec::new(), false);
        let (mut out, mut slots, mut sum) = (Vec::new(), Vec::new(), 0.0);
        for _ in 0..REPEATS {
            let (mut whole, mut fitting) = (0.0, 0.0);
            means.clear();
            for texts in &data.texts[..columns] {
                let start = seconds();
                let Categories { levels, codes } = Categories::from_texts(texts.iter().map(|text| Some(text.as_str())));
                let input = ColumnInput::new(&levels, &codes).with_target(target);
                let encoding = fit(&spec, &input).expect("the data can be encoded");
                let fitted = seconds();
                sum += encode(&encoding, &levels, &codes, &mut out, &mut slots);
                whole += seconds() - start;
                fitting += fitted - start;
                each_level |= is_wide(&encoding);
                means.push(mean_of_rows(&encoding, &codes));
            }
            // The fastest run: others on the machine only ever add.
            all = all.min(whole);
            fits = fits.min(fitting);
        }
        assert!(sum.is_finite(), "every value that was written is a number");
        let shown: Vec<String> =
            means.iter().map(|mean| if mean.is_nan() { "null".into() } else { format!("{mean:?}") }).collect();
        println!(
            "{{\"encoder\":{text:?},\"columns\":{columns},\"binary_target\":{bits},\"each_level\":{each_level},\"seconds\":{all:?},\"seconds_of_fit\":{fits:?},\"peak_bytes\":{},\"means\":[{}]}}",
            peak_bytes().map_or("null".into(), |bytes| bytes.to_string()),
            shown.join(",")
        );
    }
}
