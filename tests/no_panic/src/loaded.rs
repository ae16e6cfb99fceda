//! Everything that a loaded model does, with a panic handler that does not link.
//!
//! Bytes, cells and buffers come from outside, so the compiler knows nothing of them. If any path could panic, the
//! linker would miss `nearkin_can_panic`. The program is linked for each chip and never run.
#![no_std]
#![no_main]
#![allow(unsafe_code)] // the entry takes raw memory, as a start-up routine would hand it over

mod handler;

use nearkin::{Model, Neighbor, Scratch, ScratchMut, Value};

/// What the outside hands over.
#[repr(C)]
pub struct Given<'a> {
    bytes: &'a [u8],
    row: &'a [Value<'a>],
    out: &'a mut [f32],
    query: &'a mut [u32],
    neighbors: &'a mut [Neighbor],
    index: usize,
}

/// The entry; its result depends on every prediction, so that none is optimized away.
#[unsafe(no_mangle)]
pub extern "C" fn _start(given: &mut Given<'_>) -> u32 {
    #[cfg(feature = "control")]
    if given.bytes[given.index] == 1 {
        return 1;
    }
    let Ok(model) = Model::from_bytes(given.bytes) else { return 1 };
    let mut scratch = Scratch::<32, 8>::new();
    if model.check(&scratch).is_err() {
        return 2;
    }
    let row = given.row;
    let mut sum = classify(&model, row, (&mut scratch).into());
    // The caller's own memory, of any size.
    let scratch = ScratchMut { query: &mut *given.query, neighbors: &mut *given.neighbors };
    sum ^= classify(&model, row, scratch);
    let scratch = ScratchMut { query: &mut *given.query, neighbors: &mut *given.neighbors };
    if let Ok(found) = model.regress(row, scratch) {
        sum ^= found.value().to_bits() ^ found.distance().to_bits() ^ u32::from(found.is_novel());
    }
    let scratch = ScratchMut { query: &mut *given.query, neighbors: &mut *given.neighbors };
    if let Ok(found) = model.assign(row, scratch) {
        sum ^= found.cluster() ^ found.score().to_bits() ^ u32::from(found.is_outside());
    }
    if let Ok(flags) = model.encode(row, given.out) {
        sum ^= u32::from(flags.has_missing());
    }
    if model.to_query(row, given.query).is_ok() {
        sum ^= 7;
    }
    for neighbor in model.search(given.query, given.neighbors) {
        sum ^= neighbor.rank ^ model.training_row(neighbor) ^ model.distance(neighbor).to_bits();
        sum ^= u32::from(model.class_of(neighbor));
    }
    sum ^ model.score(given.query).to_bits() ^ facts(&model, given.index)
}

#[inline(never)]
fn classify(model: &Model<'_>, row: &[Value<'_>], scratch: ScratchMut<'_>) -> u32 {
    let Ok(found) = model.classify(row, scratch) else { return 3 };
    let mut sum = u32::from(found.class()) ^ found.votes() ^ found.distance().to_bits();
    sum ^= found.probability(3).to_bits() ^ u32::from(found.has_unknown()) ^ u32::from(found.is_novel());
    sum ^ found.name().bytes().fold(0, |sum, byte| sum ^ u32::from(byte))
}

/// Names, sizes, parameters.
fn facts(model: &Model<'_>, index: usize) -> u32 {
    let mut sum = u32::from(model.schema_hash() == 5) ^ u32::from(model.provenance().is_empty());
    if let Some(names) = model.column_names() {
        sum ^= names.iter().fold(0, |sum, name| sum ^ u32::from(name.is_empty()));
        sum ^= u32::from(names.get(index).is_some());
    }
    if let Some(column) = u16::try_from(index).ok().and_then(|index| model.column(index)) {
        sum ^= u32::from(column.width() == 1);
    }
    sum ^ u32::from(model.target_name().is_some())
}
