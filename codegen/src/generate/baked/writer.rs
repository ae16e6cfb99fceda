//! The writer of a baked module's code and tables.

use std::fmt::Write as _;

use nearkin::Model;
use nearkin::encode::{Category, Number};

use crate::generate::items::ALLOW;
use crate::generate::literal;
use crate::generate::rust_interface::{Field, FieldKind, RustInterface};

/// The code and the tables written so far.
pub(super) struct BakedWriter<'w, 'a> {
    /// The functions that a program calls.
    pub(super) functions: String,
    /// The declarations of the tables, and the code that reads them.
    pub(super) rust: String,
    /// The bytes of the tables.
    pub(super) bytes: Vec<u8>,
    /// The bytes of the numeric columns' parameters, which are part of the code.
    pub(super) records: usize,
    pub(super) model: &'w Model<'a>,
    pub(super) interface: &'w RustInterface<'a>,
}

impl<'w, 'a> BakedWriter<'w, 'a> {
    /// Adds a table to the file and declares it.
    pub(super) fn table(
        &mut self,
        name: &str,
        kind: &str,
        reader: &str,
        count: usize,
        bytes: impl IntoIterator<Item = u8>,
    ) {
        let at = self.bytes.len().next_multiple_of(4);
        self.bytes.resize(at, 0);
        self.bytes.extend(bytes);
        let (count, at) = (literal::integer(count), literal::integer(at));
        let _ = writeln!(
            self.rust,
            "#[allow({ALLOW})]\n#[rustfmt::skip]\n\
             static {name}: [{kind}; {count}] = ::nearkin::baked::{reader}(FILE, {at});\n"
        );
    }

    /// Returns the numeric fields with their column indices.
    pub(super) fn numbers(&self) -> Vec<(u16, &'w Field<'a>, Number)> {
        let interface = self.interface;
        (0u16..)
            .zip(&interface.fields)
            .filter_map(|(index, field)| match field.kind {
                FieldKind::Number(number) => Some((index, field, number)),
                _ => None,
            })
            .collect()
    }

    /// Returns the categorical fields with their column indices.
    pub(super) fn categories(&self) -> Vec<(u16, &'w Field<'a>, Category<'a>)> {
        let interface = self.interface;
        (0u16..)
            .zip(&interface.fields)
            .filter_map(|(index, field)| match field.kind {
                FieldKind::Level(_, category) | FieldKind::Text(_, category) => Some((index, field, category)),
                FieldKind::Number(_) => None,
            })
            .collect()
    }
}
