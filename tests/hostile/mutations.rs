//! Seeded, structured changes behind a checksum that fits: an error, or answers within bounds.
//!
//! `NEARKIN_MUTATIONS` sets how many are tried (20,000 without it).

use nearkin::format::{HEADER_BYTES, Head, RowStorage, SECTIONS, Vote, Weighting};
use nearkin::{Metric, Model};
use nearkin_codegen::model::aligned::Aligned;
use nearkin_codegen::model::{BoundTable, BucketTable, IndexTable, ModelTables, write};
use nearkin_tests::dice::Dice;
use nearkin_tests::dissected::{Dissected, seal};
use nearkin_tests::fleet::fleet;

use crate::question::ask;

/// Words at the ends of something: of integers, of floats, of 16 bits.
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

fn word(dice: &mut Dice, tables: usize) -> u32 {
    match dice.below(4) {
        0 => dice.word(),
        1 => u32::try_from(dice.below(tables as u64 + 3)).expect("small"),
        _ => *dice.pick(&WORDS),
    }
}

fn vote(dice: &mut Dice, rows: u32) -> Vote {
    let neighbors = *dice.pick(&[0, 1, 2, 5, rows, rows.wrapping_add(1), u32::MAX]);
    Vote { neighbors, weighting: *dice.pick(&[Weighting::Uniform, Weighting::Distance]) }
}

/// One change to the message or the tables.
fn change(model: &mut Dissected, dice: &mut Dice) {
    let words = model.tables.len();
    let some = word(dice, words);
    let short = u16::try_from(some & 0xFFFF).expect("16 bits");
    let payload = &mut model.payload;
    match dice.below(24) {
        0 => {
            let vote = vote(dice, payload.rows);
            payload.head = *dice.pick(&[Head::Encode, Head::Classify(vote), Head::Regress(vote), Head::Cluster]);
        }
        1 => {
            payload.metric = *dice.pick(&[
                Metric::Euclidean,
                Metric::Manhattan,
                Metric::Chebyshev,
                Metric::Minkowski(f32::from_bits(some)),
                Metric::Hamming,
                Metric::Cosine,
                Metric::Dot,
            ]);
        }
        2 => {
            let (step, bound) = (f32::from_bits(some), i16::from_ne_bytes(dice.short().to_ne_bytes()));
            payload.storage =
                *dice.pick(&[RowStorage::F32, RowStorage::I16 { step, bound }, RowStorage::I8 { step, bound }]);
        }
        3 => payload.columns = short,
        4 => payload.width = some,
        5 => payload.numbers = short,
        6 => payload.codes = short,
        7 => payload.rows = some,
        8 => payload.classes = short,
        9 => payload.threshold = *dice.pick(&[None, Some(some)]),
        10 | 11 => payload.sections[dice.index(SECTIONS)] = some,
        12 => {
            let (one, other) = (dice.index(SECTIONS), dice.index(SECTIONS));
            payload.sections.swap(one, other);
        }
        13 => payload.sections[dice.index(SECTIONS)] = payload.sections[dice.index(SECTIONS)],
        14 => model.tables.truncate(dice.index(words + 1)),
        15 => model.tables.extend((0..dice.below(8)).map(|_| some)),
        16 if words > 1 => {
            let (one, other) = (dice.index(words), dice.index(words));
            model.tables.swap(one, other);
        }
        17 if words > 0 => {
            let at = dice.index(words);
            model.tables[at] = model.tables[at].wrapping_add(*dice.pick(&[1, u32::MAX, 1 << 16, 1 << 24]));
        }
        18..=20 if words > 0 => {
            let at = dice.index(words);
            model.tables[at] ^= 1 << dice.below(32);
        }
        _ if words > 0 => {
            let at = dice.index(words);
            model.tables[at] = some;
        }
        _ => {}
    }
}

/// The same model with its rows in buckets, whose bounds never pass over a row.
fn bucketed(parts: &ModelTables) -> Option<Vec<u8>> {
    let neighbors = matches!(parts.head, Head::Classify(_) | Head::Regress(_));
    if !neighbors || parts.metric != Metric::Euclidean || parts.rows < 30 {
        return None;
    }
    // Four centres, of which one is alone.
    let starts = vec![4, 15, 15, 20];
    let groups = 2 + 1 + (parts.rows as usize - 20).div_ceil(8);
    let bounds = match parts.storage {
        RowStorage::F32 => BoundTable::Float(vec![1e9; groups]),
        RowStorage::I16 { .. } | RowStorage::I8 { .. } => BoundTable::Integer(vec![u16::MAX; groups]),
    };
    let order = Some((0..parts.rows).collect());
    Some(pruned(parts, order, IndexTable::Buckets(BucketTable { starts, bounds })))
}

/// The same model with its rows in a tree.
fn cut(parts: &ModelTables) -> Option<Vec<u8>> {
    let neighbors = matches!(parts.head, Head::Classify(_) | Head::Regress(_));
    if !neighbors || parts.metric != Metric::Euclidean || parts.rows < 30 || parts.numbers == 0 {
        return None;
    }
    let planes = (1..parts.rows.div_ceil(16)).map(|at| (u16::try_from(at).expect("few") % parts.numbers, at)).collect();
    Some(pruned(parts, Some((0..parts.rows).collect()), IndexTable::Tree(planes)))
}

fn pruned(parts: &ModelTables, order: Option<Vec<u32>>, pruning: IndexTable) -> Vec<u8> {
    let parts = ModelTables { order, pruning: Some(pruning), ..parts.clone() };
    let blob = write(&parts).expect("a sound model can be written");
    assert!(Model::from_bytes(Aligned::new(&blob).bytes()).is_ok(), "sound with {:?}", parts.pruning);
    blob
}

/// A blob with some bytes of its message changed.
fn scribbled(blob: &[u8], dice: &mut Dice) -> Vec<u8> {
    let mut message = blob[HEADER_BYTES..].to_vec();
    for _ in 0..=dice.below(3) {
        // The counts at the start, more often than the tables.
        let at = if dice.below(2) == 0 { dice.index(64.min(message.len())) } else { dice.index(message.len()) };
        message[at] = dice.short().to_ne_bytes()[0];
    }
    seal(&message)
}

#[test]
fn forged_models_are_refused_or_answer_within_bounds() {
    let tries: u64 = std::env::var("NEARKIN_MUTATIONS").map_or(20_000, |count| count.parse().expect("a number"));
    let ships = fleet();
    let bucketed = ships.iter().filter_map(|ship| bucketed(&ship.fitted.tables));
    let cut = ships.iter().filter_map(|ship| cut(&ship.fitted.tables));
    let fleet: Vec<(Vec<u8>, Dissected)> = ships
        .iter()
        .map(|ship| ship.fitted.blob.clone())
        .chain(bucketed)
        .chain(cut)
        .map(|blob| (blob.clone(), Dissected::of(&blob)))
        .collect();
    let mut loaded = 0u64;
    for seed in 0..tries {
        let mut dice = Dice::new(seed);
        let (blob, sound) = dice.pick(&fleet);
        let forged = if dice.below(6) == 0 {
            scribbled(blob, &mut dice)
        } else {
            let mut forged = sound.clone();
            for _ in 0..=dice.below(3) {
                change(&mut forged, &mut dice);
            }
            forged.write()
        };
        let aligned = Aligned::new(&forged);
        let Ok(model) = Model::from_bytes(aligned.bytes()) else { continue };
        loaded += 1;
        let asked = std::panic::catch_unwind(move || ask(&model, &mut dice));
        assert!(asked.is_ok(), "seed {seed}: see the panic above");
    }
    println!("{tries} forged models, {loaded} of them loaded and were asked");
    assert!(loaded > tries / 20, "only {loaded} of {tries} loaded: the changes are too coarse to test answers");
}
