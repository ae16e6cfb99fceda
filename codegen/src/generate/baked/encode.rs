//! The function that returns the encoded outputs of a row.

use std::fmt::Write as _;

use nearkin::encode::Indicator;

use crate::generate::baked::columns::{cells, encoded_outputs, floats};
use crate::generate::baked::writer::BakedWriter;
use crate::generate::items::{ALLOW, borrows_row, refusals};
use crate::generate::rust_interface::FieldKind;

impl BakedWriter<'_, '_> {
    /// Writes the function.
    pub(super) fn encode(&mut self, input: &str) {
        let starts = self.encoded_starts();
        let mut body = String::new();
        let numbers = self.numbers();
        if !numbers.is_empty() {
            let slots: Vec<u16> = numbers
                .iter()
                .map(|(index, ..)| u16::try_from(starts[usize::from(*index)]).unwrap_or(u16::MAX))
                .collect();
            self.number_columns("ENCODED", "Encoding of numbers.", &numbers, &slots);
            let _ = writeln!(body, "    let cells = {};", cells(&numbers));
            body.push_str("    ::nearkin::baked::encode_numbers(&ENCODED, cells, &mut out, &mut flags)?;\n");
            let outputs = |indicator: &Indicator| floats(&indicator.outputs);
            if self.indicators(("ENCODED_INDICATORS", "f32"), &numbers, &slots, outputs) {
                body.push_str("    ::nearkin::baked::encode_indicators(&ENCODED_INDICATORS, cells, &mut out);\n");
            }
        }
        for (index, field, category) in self.categories() {
            let code = self.code(index, field, &category).replace(", flags)", ", &mut flags)");
            let _ = writeln!(body, "    let code = {code}?;");
            let name = format!("ENCODED_{index}");
            self.outputs(&name, &encoded_outputs(&category));
            let start = starts[usize::from(index)];
            let _ = writeln!(
                body,
                "    ::nearkin::baked::encode_category({name}, {}, code, &mut out[{}..{}]);",
                category.shared,
                start,
                start + usize::from(category.width)
            );
        }
        let _ = write!(
            self.functions,
            "/// Returns the encoded outputs of a row.
///
/// # Errors
/// {refusals}
{borrows_row}#[allow({ALLOW}, clippy::too_many_lines)]
#[rustfmt::skip]
pub fn encode(input: &{input}) -> Result<[f32; WIDTH], ::nearkin::InputError> {{
    let mut out = [0.0; WIDTH];
    let mut flags = ::nearkin::Flags::default();
{body}    Ok(out)
}}

",
            refusals = refusals(self.interface),
            borrows_row = borrows_row(self.interface),
        );
    }

    /// Returns the index of the first output of each column; shared outputs come first.
    fn encoded_starts(&self) -> Vec<usize> {
        let shared = (self.interface.fields.iter())
            .find_map(|field| match &field.kind {
                FieldKind::Level(_, category) | FieldKind::Text(_, category) if category.shared => {
                    Some(usize::from(category.width))
                }
                _ => None,
            })
            .unwrap_or(0);
        let mut next = shared;
        let mut starts = Vec::new();
        for field in &self.interface.fields {
            let width = match &field.kind {
                FieldKind::Number(number) => number.width(),
                FieldKind::Level(_, category) | FieldKind::Text(_, category) if category.shared => {
                    starts.push(0);
                    continue;
                }
                FieldKind::Level(_, category) | FieldKind::Text(_, category) => usize::from(category.width),
            };
            starts.push(next);
            next += width;
        }
        starts
    }
}
