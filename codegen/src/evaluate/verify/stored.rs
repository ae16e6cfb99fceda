//! The rows of a model as `f64`, decoded independently of the device library.
//!
//! On purpose, nothing here uses `nearkin::format::layout`: a wrong constant there must not cancel out.

use nearkin::Model;
use nearkin::encode::{Category, CodeOutputs, InputKind, Number};
use nearkin::format::{Head, Payload, RowStorage, Section};

/// The decoded rows: numbers in scaled units, and codes.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct StoredRows {
    /// `[rows][numbers]`.
    pub(super) numbers: Vec<f64>,
    /// `[rows][codes]`.
    pub(super) codes: Vec<u16>,
    /// The number of each row, which decides ties and is the index of its target.
    pub(super) ids: Vec<u32>,
    /// The value of each row number (regression only).
    pub(super) values: Vec<f64>,
}

/// Returns the tables from the start of a section.
fn section<'a>(payload: &Payload<'a>, section: Section) -> &'a [u8] {
    let start = payload.section(section).map_or(usize::MAX, |word| word as usize * 4);
    payload.tables.get(start..).unwrap_or(&[])
}

/// Returns the little-endian word at index `at`.
fn word(bytes: &[u8], at: usize) -> u32 {
    bytes.get(at * 4..at * 4 + 4).map_or(0, |word| u32::from_le_bytes(word.try_into().expect("four bytes")))
}

impl StoredRows {
    /// Decodes the rows of a model.
    pub(super) fn of(model: &Model<'_>) -> Self {
        let payload = model.payload();
        let (rows, numbers) = (payload.rows as usize, usize::from(payload.numbers));
        let raw = section(payload, Section::Numbers);
        let stride = payload.storage.row_words(numbers) * 4;
        let mut decoded = Vec::with_capacity(rows * numbers);
        for row in 0..rows {
            let bytes = raw.get(row * stride..(row + 1) * stride).unwrap_or(&[]);
            let whole = |slot: usize| match payload.storage {
                RowStorage::F32 => 0,
                RowStorage::I16 { .. } => i16::from_le_bytes([bytes[2 * slot], bytes[2 * slot + 1]]),
                // Four unsigned bytes are stored in the order 0, 2, 1, 3.
                RowStorage::I8 { .. } => i16::from(bytes[slot / 4 * 4 + [0, 2, 1, 3][slot % 4]]),
            };
            if payload.storage == RowStorage::F32 {
                decoded.extend((0..numbers).map(|slot| f64::from(f32::from_bits(word(bytes, slot)))));
            } else {
                let integers: Vec<i16> = (0..numbers).map(whole).collect();
                decoded.extend(scaled(model, &integers));
            }
        }
        let wide =
            (0..usize::from(payload.codes)).map(|code| word(section(payload, Section::Coded), 3 * code) & 1 != 0);
        let wide: Vec<bool> = wide.collect();
        let bytes = section(payload, Section::Codes);
        let mut codes = Vec::with_capacity(rows * wide.len());
        let mut at = 0;
        for _ in 0..rows {
            for &wide in &wide {
                let high = if wide { u16::from(bytes[at + 1]) << 8 } else { 0 };
                codes.push(u16::from(bytes[at]) | high);
                at += if wide { 2 } else { 1 };
            }
        }
        let ids = match payload.section(Section::RowNumbers) {
            None => (0..payload.rows).collect(),
            Some(_) => row_numbers(section(payload, Section::RowNumbers), payload.rows),
        };
        let values = match payload.head {
            Head::Regress(_) => {
                let targets = section(payload, Section::Targets);
                (0..rows).map(|row| f64::from(f32::from_bits(word(targets, row)))).collect()
            }
            _ => Vec::new(),
        };
        Self { numbers: decoded, codes, ids, values }
    }
}

/// Decodes row numbers, which are packed from the lowest bit with the bits of the largest.
fn row_numbers(bytes: &[u8], rows: u32) -> Vec<u32> {
    let bits = (u32::BITS - rows.saturating_sub(1).leading_zeros()) as usize;
    let bit = |at: usize| u32::from(bytes.get(at / 8).is_some_and(|byte| byte >> (at % 8) & 1 == 1));
    (0..rows as usize).map(|row| (0..bits).fold(0, |id, at| id | bit(row * bits + at) << at)).collect()
}

/// Returns stored integers in scaled units, `[numbers]`.
pub(super) fn scaled(model: &Model<'_>, integers: &[i16]) -> Vec<f64> {
    let step = model.payload().storage.integer().map_or(1.0, |(step, _)| f64::from(step));
    let mut values: Vec<f64> = integers.iter().map(|&integer| f64::from(integer) * step).collect();
    for index in 0..model.payload().columns {
        let Some(column) = model.column(index) else { continue };
        let slot = usize::from(column.slot);
        let mut add_zero = |slot: usize, zero: f64| {
            if let Some(value) = values.get_mut(slot) {
                *value += zero;
            }
        };
        match &column.kind {
            InputKind::Number(number) => {
                if let Some(indicator) = number.indicator {
                    let pairs = indicator.outputs.into_iter().zip(indicator.stored);
                    add_zero(slot + 1, zero(pairs, step));
                }
                if let Some(value) = values.get_mut(slot) {
                    *value = unquantized(number, f64::from(integers[slot]));
                }
            }
            // Shared outputs have no separate zero, and codes are not numbers.
            InputKind::Category(category) if column.expanded && !category.shared => {
                for output in 0..usize::from(category.width) {
                    add_zero(slot + output, zero(outputs(category, output).into_iter(), step));
                }
            }
            InputKind::Category(_) => {}
        }
    }
    values
}

/// Returns the values of an output for each level with their stored integers.
fn outputs(category: &Category<'_>, output: usize) -> Vec<(f32, i16)> {
    let (levels, width) = (usize::from(category.levels), usize::from(category.width));
    match category.outputs {
        CodeOutputs::Table { rows, stored } => {
            let of_output = |at: usize| at * width + output;
            (0..levels).filter_map(|code| Some((*rows.get(of_output(code))?, *stored.get(of_output(code))?))).collect()
        }
        CodeOutputs::OneHot { scaled, stored, .. } => {
            let (off, on) = scaled.map_or((0.0, 1.0), |(off, on)| (off[output], on[output]));
            [off, on].into_iter().zip(stored.iter().skip(2 * output).copied()).collect()
        }
    }
}

/// Returns the value of a stored 0, which the format does not contain: the one with the smallest maximum error.
fn zero(pairs: impl Iterator<Item = (f32, i16)>, step: f64) -> f64 {
    let rests = pairs.map(|(output, stored)| f64::from(output) - f64::from(stored) * step);
    let (low, high) =
        rests.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), rest| (low.min(rest), high.max(rest)));
    if low <= high { low + (high - low) / 2.0 } else { 0.0 }
}

/// Returns the scaled number of a stored integer: converted to the raw unit, then scaled.
fn unquantized(number: &Number, integer: f64) -> f64 {
    let Some(quantizer) = number.quantizer else { return integer };
    let raw = integer / f64::from(quantizer.scale) + f64::from(quantizer.offset);
    number.scaler.map_or(raw, |scaler| (raw - f64::from(scaler.offset)) * f64::from(scaler.scale))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_zero_is_the_middle_of_the_possible_range() {
        // 10.1 = 1 * 0.5 + 9.6 and 12.0 = 5 * 0.5 + 9.5.
        let found = zero([(10.1f32, 1i16), (12.0, 5)].into_iter(), 0.5);
        assert!((found - 9.55).abs() < 1e-6, "{found}");
        assert!(zero(std::iter::empty(), 0.5).abs() < f64::EPSILON);
    }

    #[test]
    fn row_numbers_are_read_bit_by_bit() {
        // 5, 1, 4, 0, 2, 3 below 6: three bits each, from the lowest.
        let bits: u32 = 5 | 1 << 3 | 4 << 6 | 2 << 12 | 3 << 15;
        assert_eq!(row_numbers(&bits.to_le_bytes(), 6), [5, 1, 4, 0, 2, 3]);
    }
}
