//! A model as Rust: static tables, and straight calls with constant sizes.

mod columns;
mod encode;
mod fill;
mod head;
mod model;

use std::fmt::Write as _;

use nearkin::Model;
use nearkin::encode::{Category, Number};
use nearkin::format::Head;

use crate::generate::interface::{Field, FieldKind, Interface};
use crate::generate::items::ALLOW;
use crate::generate::{header, literal};

/// Code, and the bytes of its tables.
#[derive(Debug)]
pub(super) struct Baked {
    pub(super) rust: String,
    pub(super) tables: Vec<u8>,
    pub(super) flash: Flash,
}

/// Bytes of flash for what each function of the code reads; a program that does not call one does not have its bytes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Flash {
    /// Rows, and the parameters of the columns as they are stored; nothing for an encoder.
    pub(super) question: usize,
    /// Scalers and outputs.
    pub(super) encode: usize,
}

/// Writes a model as code; `file` is where its tables will be, seen from the code.
pub(super) fn baked(model: &Model<'_>, interface: &Interface<'_>, file: &str) -> Baked {
    let mut writer =
        Writer { questions: String::new(), rust: String::new(), bytes: Vec::new(), records: 0, model, interface };
    let input = if interface.borrows() { "Input<'_>" } else { "Input" };
    let _ = write!(
        writer.rust,
        "/// All tables, little-endian, each at a multiple of 4 bytes.\n#[allow({ALLOW})]\n#[rustfmt::skip]\nconst FILE: &[u8] = include_bytes!({});\n\n",
        literal::text(file)
    );
    if interface.head != Head::Encode {
        writer.model();
        writer.fill(input);
        writer.question(input);
    }
    let question = writer.bytes.len() + writer.records;
    writer.encode(input);
    let flash = Flash { question, encode: writer.bytes.len() + writer.records - question };
    // What is asked comes first, then what answers.
    let rust = writer.questions + &writer.rust;
    Baked { rust: rust.trim_end().to_owned() + "\n", tables: writer.bytes, flash }
}

/// The features of the device library that a baked model needs, checked while it is compiled.
pub(super) fn needs(interface: &Interface<'_>) -> String {
    let mut rust = String::new();
    for algorithm in header::digests(interface) {
        let feature = crate::model::sizes::feature(algorithm);
        let _ = writeln!(
            rust,
            "const _: () = assert!(\n    ::nearkin::baked::has_hash(::nearkin::encode::HashAlgorithm::{algorithm:?}),\n    \
             \"this model needs the feature `{feature}` of nearkin\"\n);\n"
        );
    }
    rust
}

/// What has been written so far.
struct Writer<'w, 'a> {
    /// The functions that a program calls.
    questions: String,
    /// The tables, and what reads them.
    rust: String,
    bytes: Vec<u8>,
    /// Bytes of the numeric columns' parameters, which are in the code itself.
    records: usize,
    model: &'w Model<'a>,
    interface: &'w Interface<'a>,
}

impl<'w, 'a> Writer<'w, 'a> {
    /// Adds a table to the file and declares it.
    fn table(&mut self, name: &str, kind: &str, reader: &str, count: usize, bytes: impl IntoIterator<Item = u8>) {
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

    /// The numeric fields, with their places in a row.
    fn numbers(&self) -> Vec<(u16, &'w Field<'a>, Number)> {
        let interface = self.interface;
        (0u16..)
            .zip(&interface.fields)
            .filter_map(|(index, field)| match field.kind {
                FieldKind::Number(number) => Some((index, field, number)),
                _ => None,
            })
            .collect()
    }

    /// The categorical fields, with their places in a row.
    fn categories(&self) -> Vec<(u16, &'w Field<'a>, Category<'a>)> {
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
