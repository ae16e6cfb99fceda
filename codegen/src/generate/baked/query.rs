//! The function that converts a row to the query that the search compares.

use std::fmt::Write as _;

use nearkin::Model;
use nearkin::baked::IntegerColumn;
use nearkin::encode::{Affine, Category, CodeOutputs, Indicator, Number};
use nearkin::format::RowStorage;

use crate::generate::baked::columns::{affine, cells, encoded_outputs, floats};
use crate::generate::baked::writer::BakedWriter;
use crate::generate::items::{ALLOW, ALLOW_NUMBERS, borrows_row};
use crate::generate::literal;
use crate::generate::rust_interface::Field;

impl BakedWriter<'_, '_> {
    /// Writes the function.
    pub(super) fn query_function(&mut self, input: &str) {
        let body = self.store_numbers() + &self.store_categories();
        let _ = write!(
            self.rust,
            "/// Converts a row to the query that is compared with the stored rows.
{borrows_row}#[allow({ALLOW}, clippy::too_many_lines)]
#[rustfmt::skip]
fn to_query(input: &{input}, query: &mut [u32; QUERY_WORDS], flags: &mut ::nearkin::Flags) -> Result<(), ::nearkin::InputError> {{
{body}    Ok(())
}}

",
            borrows_row = borrows_row(self.interface)
        );
    }

    /// Returns the statements that store the numbers of a row, and declares their parameters.
    fn store_numbers(&mut self) -> String {
        let mut body = String::new();
        let numbers = self.numbers();
        if numbers.is_empty() {
            return body;
        }
        let slot = |model: &Model<'_>, index: u16| model.column(index).map_or(0, |column| column.slot);
        let _ = writeln!(body, "    let cells = {};", cells(&numbers));
        let slots: Vec<u16> = numbers.iter().map(|(index, ..)| slot(self.model, *index)).collect();
        match self.model.payload().storage.integer() {
            Some((_, bound)) => {
                self.integer_columns(&numbers, &slots);
                let bound = literal::integer(bound);
                let _ = writeln!(body, "    ::nearkin::baked::fill_integers(&STORED, cells, {bound}, query, flags)?;");
                let outputs = |indicator: &Indicator| format!("{:?}", indicator.stored);
                if self.indicators(("STORED_INDICATORS", "i16"), &numbers, &slots, outputs) {
                    body.push_str("    ::nearkin::baked::fill_integer_indicators(&STORED_INDICATORS, cells, query);\n");
                }
            }
            None => {
                self.number_columns("STORED", "Storage of numbers.", &numbers, &slots);
                body.push_str("    ::nearkin::baked::fill_numbers(&STORED, cells, query, flags)?;\n");
                let outputs = |indicator: &Indicator| floats(&indicator.outputs);
                if self.indicators(("STORED_INDICATORS", "f32"), &numbers, &slots, outputs) {
                    body.push_str("    ::nearkin::baked::fill_number_indicators(&STORED_INDICATORS, cells, query);\n");
                }
            }
        }
        body
    }

    /// Returns the statements that store the categories of a row, and declares their outputs.
    fn store_categories(&mut self) -> String {
        let mut body = String::new();
        let storage = self.model.payload().storage;
        let words = storage.query_words(usize::from(self.model.payload().numbers));
        for (index, field, category) in self.categories() {
            let Some(column) = self.model.column(index) else { continue };
            let _ = writeln!(body, "    let code = {}?;", self.code(index, field, &category));
            if column.expanded {
                let outputs = stored_outputs(&category, storage);
                let name = format!("STORED_{index}");
                self.outputs(&name, &outputs);
                let _ = writeln!(
                    body,
                    "    ::nearkin::baked::fill_category({name}, {}, code, query, {}, {});",
                    category.shared, column.slot, category.width
                );
            } else {
                let _ = writeln!(body, "    query[{}] = u32::from(code);", words + usize::from(column.slot));
            }
        }
        body
    }

    /// Declares the parameters of numeric columns that are stored as integers.
    fn integer_columns(&mut self, numbers: &[(u16, &Field<'_>, Number)], slots: &[u16]) {
        let count = numbers.len();
        self.records += count * size_of::<IntegerColumn>();
        let _ = write!(
            self.rust,
            "/// Storage of numbers.\n#[allow({ALLOW_NUMBERS})]\n#[rustfmt::skip]\n\
             static STORED: [::nearkin::baked::IntegerColumn; {count}] = [\n"
        );
        for ((index, _, number), slot) in numbers.iter().zip(slots) {
            let quantizer = number.quantizer.unwrap_or(Affine { offset: 0.0, scale: 1.0 });
            let _ = writeln!(
                self.rust,
                "    ::nearkin::baked::IntegerColumn {{ quantizer: {}, imputed: {}, column: {index}, slot: {slot} }},",
                affine(quantizer),
                literal::option(number.imputed.map(literal::float)),
            );
        }
        self.rust.push_str("];\n\n");
    }
}

/// Returns the outputs that the storage needs: integers or `f32`.
fn stored_outputs<'a>(category: &Category<'a>, storage: RowStorage) -> CodeOutputs<'a> {
    match category.outputs {
        _ if storage == RowStorage::F32 => encoded_outputs(category),
        CodeOutputs::Table { stored, .. } => CodeOutputs::Table { rows: &[], stored },
        CodeOutputs::OneHot { slots, stored, .. } => CodeOutputs::OneHot { slots, scaled: None, stored },
    }
}
