//! The parameters of the columns: scalers, codes, tables of outputs.

use std::fmt::Write as _;

use nearkin::baked::{IndicatorColumn, NumberColumn};
use nearkin::encode::{Affine, Category, CodeOutputs, Indicator, Number};

use crate::generate::baked::writer::BakedWriter;
use crate::generate::items::ALLOW_NUMBERS;
use crate::generate::literal;
use crate::generate::rust_interface::{Field, FieldKind};

impl BakedWriter<'_, '_> {
    /// Declares the parameters of numeric columns, each with the slot that its number is written to.
    pub(super) fn number_columns(
        &mut self,
        name: &str,
        docs: &str,
        numbers: &[(u16, &Field<'_>, Number)],
        slots: &[u16],
    ) {
        let count = numbers.len();
        // The size is the same on every chip: no field has the width of an address.
        self.records += count * size_of::<NumberColumn>();
        let _ = write!(
            self.rust,
            "/// {docs}\n#[allow({ALLOW_NUMBERS})]\n#[rustfmt::skip]\nstatic {name}: [::nearkin::baked::NumberColumn; {count}] = [\n"
        );
        for ((index, _, number), slot) in numbers.iter().zip(slots) {
            let _ = writeln!(
                self.rust,
                "    ::nearkin::baked::NumberColumn {{ scaler: {}, imputed: {}, column: {index}, slot: {slot} }},",
                literal::option(number.scaler.map(affine)),
                literal::option(number.imputed.map(literal::float)),
            );
        }
        self.rust.push_str("];\n\n");
    }

    /// Declares the indicators of numeric columns, if there are any, and returns whether there are.
    ///
    /// Each indicator is written after the number of its column; `outputs` returns its two values as an array.
    pub(super) fn indicators(
        &mut self,
        (name, kind): (&str, &str),
        numbers: &[(u16, &Field<'_>, Number)],
        slots: &[u16],
        outputs: impl Fn(&Indicator) -> String,
    ) -> bool {
        let lines: Vec<String> = (numbers.iter().zip(slots).enumerate())
            .filter_map(|(cell, ((_, _, number), slot))| {
                let (outputs, slot) = (outputs(number.indicator.as_ref()?), slot.saturating_add(1));
                Some(format!(
                    "    ::nearkin::baked::IndicatorColumn {{ cell: {cell}, slot: {slot}, outputs: {outputs} }},\n"
                ))
            })
            .collect();
        let count = lines.len();
        if count == 0 {
            return false;
        }
        let size = if kind == "f32" { size_of::<IndicatorColumn<f32>>() } else { size_of::<IndicatorColumn<i16>>() };
        self.records += count * size;
        let _ = write!(
            self.rust,
            "/// Outputs that indicate missing values.\n#[allow({ALLOW_NUMBERS})]\n#[rustfmt::skip]\n\
             static {name}: [::nearkin::baked::IndicatorColumn<{kind}>; {count}] = [\n{}];\n\n",
            lines.concat()
        );
        true
    }

    /// Returns the call that computes a column's code.
    pub(super) fn code(&self, index: u16, field: &Field<'_>, category: &Category<'_>) -> String {
        let levels = category.levels;
        let cell = match &field.kind {
            FieldKind::Text(algorithm, _) => {
                let bucket = |text: &str| {
                    format!(
                        "::nearkin::encode::HashAlgorithm::{algorithm:?}.bucket({text}, {levels}).unwrap_or(u16::MAX)"
                    )
                };
                if field.optional {
                    format!("input.{}.map(|text| {})", field.name, bucket("text"))
                } else {
                    format!("Some({})", bucket(&format!("input.{}", field.name)))
                }
            }
            _ if field.optional => format!("input.{}.map(|level| level as u16)", field.name),
            _ => format!("Some(input.{} as u16)", field.name),
        };
        let code = |code: Option<u16>| literal::option(code.map(literal::integer));
        format!(
            "::nearkin::baked::code(::nearkin::baked::CategoryColumn {{ levels: {levels}, missing: {}, unknown: {}, column: {index} }}, {cell}, flags)",
            code(category.missing),
            code(category.unknown),
            levels = literal::integer(levels),
        )
    }

    /// Writes the tables of a column's outputs, and the constant that refers to them.
    pub(super) fn outputs(&mut self, name: &str, outputs: &CodeOutputs<'_>) {
        let words = |numbers: &[f32]| numbers.iter().flat_map(|number| number.to_le_bytes()).collect::<Vec<_>>();
        let shorts = |numbers: &[i16]| numbers.iter().flat_map(|number| number.to_le_bytes()).collect::<Vec<_>>();
        let value = match *outputs {
            CodeOutputs::Table { rows, stored } => {
                let mut reference = |what: &str, kind: &str, reader: &str, count: usize, bytes: Vec<u8>| {
                    if count == 0 {
                        return "&[]".to_owned();
                    }
                    self.table(&format!("{name}_{what}"), kind, reader, count, bytes);
                    format!("&{name}_{what}")
                };
                let rows = reference("ROWS", "f32", "floats", rows.len(), words(rows));
                let stored = reference("INTEGERS", "i16", "shorts", stored.len(), shorts(stored));
                format!("Table {{ rows: {rows}, stored: {stored} }}")
            }
            CodeOutputs::OneHot { slots, scaled, stored } => {
                let slots = literal::option(slots.map(|slots| {
                    let bytes: Vec<u8> = slots.iter().flat_map(|slot| slot.to_le_bytes()).collect();
                    self.table(&format!("{name}_SLOTS"), "u16", "halves", slots.len(), bytes);
                    format!("&{name}_SLOTS")
                }));
                let scaled = literal::option(scaled.map(|(off, on)| {
                    self.table(&format!("{name}_OFF"), "f32", "floats", off.len(), words(off));
                    self.table(&format!("{name}_ON"), "f32", "floats", on.len(), words(on));
                    format!("(&{name}_OFF, &{name}_ON)")
                }));
                let stored = if stored.is_empty() {
                    "&[]".to_owned()
                } else {
                    self.table(&format!("{name}_INTEGERS"), "i16", "shorts", stored.len(), shorts(stored));
                    format!("&{name}_INTEGERS")
                };
                format!("OneHot {{ slots: {slots}, scaled: {scaled}, stored: {stored} }}")
            }
        };
        let _ = writeln!(
            self.rust,
            "#[allow({ALLOW_NUMBERS})]\n#[rustfmt::skip]\nconst {name}: ::nearkin::encode::CodeOutputs<'static> = ::nearkin::encode::CodeOutputs::{value};\n"
        );
    }
}

/// Returns the outputs that encoding needs.
pub(super) fn encoded_outputs<'a>(category: &Category<'a>) -> CodeOutputs<'a> {
    match category.outputs {
        CodeOutputs::Table { rows, .. } => CodeOutputs::Table { rows, stored: &[] },
        CodeOutputs::OneHot { slots, scaled, .. } => CodeOutputs::OneHot { slots, scaled, stored: &[] },
    }
}

/// Returns the numeric cells of a row as an array; a missing cell is NaN.
pub(super) fn cells(numbers: &[(u16, &Field<'_>, Number)]) -> String {
    let cells: Vec<String> = numbers
        .iter()
        .map(|(_, field, _)| {
            let missing = if field.optional { ".unwrap_or(f32::NAN)" } else { "" };
            format!("input.{}{missing}", field.name)
        })
        .collect();
    format!("[{}]", cells.join(", "))
}

/// Returns a scaler as code.
pub(super) fn affine(affine: Affine) -> String {
    format!(
        "::nearkin::encode::Affine {{ offset: {}, scale: {} }}",
        literal::float(affine.offset),
        literal::float(affine.scale)
    )
}

/// Returns numbers as an array.
pub(super) fn floats(numbers: &[f32]) -> String {
    format!("[{}]", numbers.iter().map(|&number| literal::float(number)).collect::<Vec<_>>().join(", "))
}
