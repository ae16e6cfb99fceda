//! A model as Rust code: static tables, and direct calls with constant sizes.

mod columns;
mod encode;
mod head;
mod model;
mod query;
mod writer;

use std::fmt::Write as _;

use nearkin::Model;
use nearkin::format::Head;

use crate::generate::baked::writer::BakedWriter;
use crate::generate::header::Flash;
use crate::generate::items::ALLOW;
use crate::generate::rust_interface::RustInterface;
use crate::generate::{header, literal};
use crate::model::sizes;

/// The code, and the bytes of its tables.
#[derive(Debug)]
pub(super) struct BakedCode {
    pub(super) rust: String,
    pub(super) tables: Vec<u8>,
    pub(super) flash: Flash,
}

/// Returns a model as code; `file` is the path of its tables relative to the code.
pub(super) fn baked(model: &Model<'_>, interface: &RustInterface<'_>, file: &str) -> BakedCode {
    let mut writer =
        BakedWriter { functions: String::new(), rust: String::new(), bytes: Vec::new(), records: 0, model, interface };
    let input = if interface.borrows() { "Input<'_>" } else { "Input" };
    let _ = write!(
        writer.rust,
        "/// All tables, little-endian, each at an offset that is a multiple of 4.\n#[allow({ALLOW})]\n#[rustfmt::skip]\nconst FILE: &[u8] = include_bytes!({});\n\n",
        literal::text(file)
    );
    if interface.head != Head::Encode {
        writer.model();
        writer.query_function(input);
        writer.prediction(input);
    }
    let prediction = writer.bytes.len() + writer.records;
    writer.encode(input);
    let flash = Flash { prediction, encode: writer.bytes.len() + writer.records - prediction };
    // The functions come first, then what they use.
    let rust = writer.functions + &writer.rust;
    BakedCode { rust: rust.trim_end().to_owned() + "\n", tables: writer.bytes, flash }
}

/// Returns compile-time checks for the features of the device library that a baked model requires.
pub(super) fn needs(interface: &RustInterface<'_>) -> String {
    let mut rust = String::new();
    for algorithm in header::digests(interface) {
        let feature = sizes::feature(algorithm);
        let _ = writeln!(
            rust,
            "const _: () = assert!(\n    ::nearkin::baked::has_hash(::nearkin::encode::HashAlgorithm::{algorithm:?}),\n    \
             \"this model requires the feature `{feature}` of nearkin\"\n);\n"
        );
    }
    rust
}
