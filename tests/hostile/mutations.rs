//! Seeded structured changes behind a matching checksum: loading fails or every answer is within bounds.
//!
//! `NEARKIN_MUTATIONS` sets the number of changed models (default 20,000).

use nearkin::format::{HEADER_BYTES, Head, Payload, RowStorage, SECTIONS, Vote, Weighting};
use nearkin::{Metric, Model};
use nearkin_codegen::model::aligned::Aligned;
use nearkin_codegen::model::{BoundTable, BucketTable, IndexTable, ModelTables, write};
use nearkin_tests::blob_editor::{BlobEditor, seal};
use nearkin_tests::rng::Rng;
use nearkin_tests::sample_models::fit_all;

use crate::queries::run_all;

/// Words at the limits of integers, floats, bytes and 16-bit halves.
const WORDS: [u32; 22] = [
    0,
    1,
    2,
    3,
    7,
    0x7F,
    0x80,
    0xFF,
    0x100,
    0x7FFF,
    0x8000,
    0xFFFF,
    0x1_0000,
    0x00FF_FFFF,
    0x7FFF_FFFF,
    0x8000_0000,
    u32::MAX,
    0x3F80_0000,
    0x7F7F_FFFF,
    0x7F80_0000,
    0x7FC0_0000,
    0xFF80_0000,
];

fn random_word(rng: &mut Rng, tables: usize) -> u32 {
    match rng.below(4) {
        0 => rng.next_u32(),
        1 => u32::try_from(rng.below(tables as u64 + 3)).expect("small"),
        _ => *rng.choose(&WORDS),
    }
}

fn random_vote(rng: &mut Rng, rows: u32) -> Vote {
    let neighbors = *rng.choose(&[0, 1, 2, 5, rows, rows.wrapping_add(1), u32::MAX]);
    Vote { neighbors, weighting: *rng.choose(&[Weighting::Uniform, Weighting::Distance]) }
}

/// Makes one change to the message or the tables.
fn change(model: &mut BlobEditor, rng: &mut Rng) {
    let word = random_word(rng, model.tables.len());
    match rng.below(24) {
        kind @ 0..14 => change_message(&mut model.payload, kind, word, rng),
        kind => change_tables(&mut model.tables, kind, word, rng),
    }
}

fn change_message(payload: &mut Payload<'_>, kind: u64, word: u32, rng: &mut Rng) {
    let short = u16::try_from(word & 0xFFFF).expect("16 bits");
    match kind {
        0 => {
            let vote = random_vote(rng, payload.rows);
            payload.head = *rng.choose(&[Head::Encode, Head::Classify(vote), Head::Regress(vote), Head::Cluster]);
        }
        1 => {
            payload.metric = *rng.choose(&[
                Metric::Euclidean,
                Metric::Manhattan,
                Metric::Chebyshev,
                Metric::Minkowski(f32::from_bits(word)),
                Metric::Hamming,
                Metric::Cosine,
                Metric::Dot,
            ]);
        }
        2 => {
            let (step, bound) = (f32::from_bits(word), i16::from_ne_bytes(rng.next_u16().to_ne_bytes()));
            payload.storage =
                *rng.choose(&[RowStorage::F32, RowStorage::I16 { step, bound }, RowStorage::I8 { step, bound }]);
        }
        3 => payload.columns = short,
        4 => payload.width = word,
        5 => payload.numbers = short,
        6 => payload.codes = short,
        7 => payload.rows = word,
        8 => payload.classes = short,
        9 => payload.threshold = *rng.choose(&[None, Some(word)]),
        10 | 11 => payload.sections[rng.index(SECTIONS)] = word,
        12 => {
            let (one, other) = (rng.index(SECTIONS), rng.index(SECTIONS));
            payload.sections.swap(one, other);
        }
        _ => payload.sections[rng.index(SECTIONS)] = payload.sections[rng.index(SECTIONS)],
    }
}

fn change_tables(tables: &mut Vec<u32>, kind: u64, word: u32, rng: &mut Rng) {
    let len = tables.len();
    match kind {
        14 => tables.truncate(rng.index(len + 1)),
        15 => tables.extend((0..rng.below(8)).map(|_| word)),
        16 if len > 1 => {
            let (one, other) = (rng.index(len), rng.index(len));
            tables.swap(one, other);
        }
        17 if len > 0 => {
            let at = rng.index(len);
            tables[at] = tables[at].wrapping_add(*rng.choose(&[1, u32::MAX, 1 << 16, 1 << 24]));
        }
        18..=20 if len > 0 => {
            let at = rng.index(len);
            tables[at] ^= 1 << rng.below(32);
        }
        _ if len > 0 => {
            let at = rng.index(len);
            tables[at] = word;
        }
        _ => {}
    }
}

/// Returns the same model with its rows in buckets whose bounds never exclude a row.
fn with_buckets(tables: &ModelTables) -> Option<Vec<u8>> {
    let neighbors = matches!(tables.head, Head::Classify(_) | Head::Regress(_));
    if !neighbors || tables.metric != Metric::Euclidean || tables.rows < 30 {
        return None;
    }
    // Four centers, one of them without further rows.
    let starts = vec![4, 15, 15, 20];
    let groups = 2 + 1 + (tables.rows as usize - 20).div_ceil(8);
    let bounds = match tables.storage {
        RowStorage::F32 => BoundTable::Float(vec![1e9; groups]),
        RowStorage::I16 { .. } | RowStorage::I8 { .. } => BoundTable::Integer(vec![u16::MAX; groups]),
    };
    let order = Some((0..tables.rows).collect());
    Some(with_search_index(tables, order, IndexTable::Buckets(BucketTable { starts, bounds })))
}

/// Returns the same model with its rows in a kd-tree.
fn with_tree(tables: &ModelTables) -> Option<Vec<u8>> {
    let neighbors = matches!(tables.head, Head::Classify(_) | Head::Regress(_));
    if !neighbors || tables.metric != Metric::Euclidean || tables.rows < 30 || tables.numbers == 0 {
        return None;
    }
    let planes =
        (1..tables.rows.div_ceil(16)).map(|at| (u16::try_from(at).expect("few") % tables.numbers, at)).collect();
    Some(with_search_index(tables, Some((0..tables.rows).collect()), IndexTable::Tree(planes)))
}

fn with_search_index(tables: &ModelTables, order: Option<Vec<u32>>, pruning: IndexTable) -> Vec<u8> {
    let tables = ModelTables { order, pruning: Some(pruning), ..tables.clone() };
    let blob = write(&tables).expect("a valid model can be written");
    assert!(Model::from_bytes(Aligned::new(&blob).bytes()).is_ok(), "valid with {:?}", tables.pruning);
    blob
}

/// Returns the blob with some bytes of its message overwritten.
fn overwritten(blob: &[u8], rng: &mut Rng) -> Vec<u8> {
    let mut message = blob[HEADER_BYTES..].to_vec();
    for _ in 0..=rng.below(3) {
        // The counts at the start more often than the tables.
        let at = if rng.below(2) == 0 { rng.index(64.min(message.len())) } else { rng.index(message.len()) };
        message[at] = rng.next_u16().to_ne_bytes()[0];
    }
    seal(&message)
}

#[test]
fn forged_models_are_refused_or_answer_within_bounds() {
    let tries: u64 = std::env::var("NEARKIN_MUTATIONS").map_or(20_000, |count| count.parse().expect("a number"));
    let samples = fit_all();
    let bucketed = samples.iter().filter_map(|sample| with_buckets(&sample.fitted.tables));
    let trees = samples.iter().filter_map(|sample| with_tree(&sample.fitted.tables));
    let valid: Vec<(Vec<u8>, BlobEditor)> = samples
        .iter()
        .map(|sample| sample.fitted.blob.clone())
        .chain(bucketed)
        .chain(trees)
        .map(|blob| (blob.clone(), BlobEditor::open(&blob)))
        .collect();
    let mut loaded = 0u64;
    for seed in 0..tries {
        let mut rng = Rng::new(seed);
        let (blob, editor) = rng.choose(&valid);
        let forged = if rng.below(6) == 0 {
            overwritten(blob, &mut rng)
        } else {
            let mut forged = editor.clone();
            for _ in 0..=rng.below(3) {
                change(&mut forged, &mut rng);
            }
            forged.write()
        };
        let aligned = Aligned::new(&forged);
        let Ok(model) = Model::from_bytes(aligned.bytes()) else { continue };
        loaded += 1;
        let result = std::panic::catch_unwind(move || run_all(&model, &mut rng));
        assert!(result.is_ok(), "seed {seed}: see the panic above");
    }
    println!("{tries} forged models, of which {loaded} loaded and were queried");
    assert!(loaded > tries / 20, "only {loaded} of {tries} loaded: the changes are too coarse to test answers");
}
