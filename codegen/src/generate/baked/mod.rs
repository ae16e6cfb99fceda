//! A model as Rust: static tables, and straight calls with constant sizes.

mod columns;
mod encode;
mod fill;
mod head;
mod model;
mod writer;

use std::fmt::Write as _;

use nearkin::Model;
use nearkin::format::Head;

use crate::generate::baked::writer::BakedWriter;
use crate::generate::header::Flash;
use crate::generate::items::ALLOW;
use crate::generate::rust_interface::RustInterface;
use crate::generate::{header, literal};

/// Code, and the bytes of its tables.
#[derive(Debug)]
pub(super) struct BakedCode {
    pub(super) rust: String,
    pub(super) tables: Vec<u8>,
    pub(super) flash: Flash,
}

/// Writes a model as code; `file` is where its tables will be, seen from the code.
pub(super) fn baked(model: &Model<'_>, interface: &RustInterface<'_>, file: &str) -> BakedCode {
    let mut writer =
        BakedWriter { questions: String::new(), rust: String::new(), bytes: Vec::new(), records: 0, model, interface };
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
    BakedCode { rust: rust.trim_end().to_owned() + "\n", tables: writer.bytes, flash }
}

/// The features of the device library that a baked model needs, checked while it is compiled.
pub(super) fn needs(interface: &RustInterface<'_>) -> String {
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
