//! `core/FORMAT.md` shows a small model byte by byte; the writer writes exactly these bytes.

use nearkin::encode::{Affine, Number, Policy};
use nearkin::format::{Head, Vote, Weighting};
use nearkin::{FORMAT_VERSION, Metric, Model, Scratch, Value};
use nearkin_codegen::model::aligned::Aligned;
use nearkin_codegen::model::{
    CategoryTable, CodeDifference, CodedColumn, ColumnKind, LookupTable, ModelColumn, ModelTables, OutputTable,
    Targets, write,
};

const FORMAT: &str = include_str!("../../core/FORMAT.md");

/// Returns the bytes of the dump: the pairs of hexadecimal digits between the offset and the description.
pub(crate) fn dump() -> Vec<u8> {
    let (_, rest) = FORMAT.split_once("```hex\n").expect("FORMAT.md has a dump");
    let (dump, _) = rest.split_once("```").expect("the dump ends");
    let mut bytes = Vec::new();
    for line in dump.lines() {
        let (offset, rest) = line.split_at(4);
        assert_eq!(usize::from_str_radix(offset, 16), Ok(bytes.len()), "the offset of {line:?}");
        let pairs = rest.trim_start().split("  ").next().unwrap_or_default();
        bytes.extend(pairs.split(' ').map(|pair| u8::from_str_radix(pair, 16).expect("pairs of hexadecimal digits")));
    }
    bytes
}

/// The same model as input of the writer.
fn parts() -> ModelTables {
    let number = Number {
        scaler: Some(Affine { offset: 40.0, scale: 0.5 }),
        quantizer: None,
        imputed: Some(40.0),
        indicator: None,
    };
    let category = CategoryTable {
        lookup: LookupTable::Texts(vec!["B".into(), "D".into()]),
        levels: 2,
        width: 2,
        missing: None,
        unknown: Some(3),
        outputs: OutputTable::OneHot { slots: None, scaled: None, stored: Vec::new() },
        shared: false,
        expanded: false,
    };
    let column =
        |name: &str, missing, unknown, kind| ModelColumn { name: name.into(), missing, unknown, slot: 0, kind };
    ModelTables {
        head: Head::Classify(Vote { neighbors: 1, weighting: Weighting::Uniform }),
        columns: vec![
            column("mm", Policy::Mean, Policy::Error, ColumnKind::Number(number)),
            column("isle", Policy::Error, Policy::Value, ColumnKind::Category(category)),
        ],
        classes: vec!["a".into(), "b".into()],
        target: Some("kind".into()),
        numbers: 1,
        coded: vec![CodedColumn {
            column: 1,
            codes: 4,
            gap: CodeDifference::Uniform { weight: 1.0f32.to_bits(), counted: 2 },
        }],
        rows: 3,
        row_numbers: [-1.0f32, 0.5, 1.0].map(f32::to_bits).to_vec(),
        row_codes: vec![0, 1, 1],
        targets: Targets::Classes(vec![0, 1, 1]),
        ..ModelTables::encoder(Metric::Euclidean)
    }
}

#[test]
fn the_writer_writes_the_bytes_of_the_document() {
    let (dump, written) = (dump(), write(&parts()).expect("the small model can be written"));
    if let Some(at) = (0..dump.len().max(written.len())).find(|&at| dump.get(at) != written.get(at)) {
        panic!("byte {at:#06x}: FORMAT.md has {:02x?}, the writer writes {:02x?}", dump.get(at), written.get(at));
    }
}

#[test]
fn the_document_describes_the_current_version() {
    let title = FORMAT.lines().next().unwrap_or_default();
    assert!(title.ends_with(&format!("version {FORMAT_VERSION}")), "{title}");
    assert_eq!(dump()[4..6], FORMAT_VERSION.to_le_bytes());
}

#[test]
fn the_small_model_predicts_what_its_distances_imply() {
    let aligned = Aligned::new(&dump());
    let model = Model::from_bytes(aligned.bytes()).expect("the small model is valid");
    let mut scratch = Scratch::<2, 1>::new();
    // (41 - 40) * 0.5 = 0.5 is the number of row 1, which also has "D": the distance is 0.
    let found = model.classify(&[41.0.into(), "D".into()], &mut scratch).expect("the row has the right kinds");
    assert_eq!((found.class(), found.name(), found.distance().to_bits()), (1, "b", 0.0f32.to_bits()));
    // (38 - 40) * 0.5 = -1.0 is the number of row 0. An unknown level has no slot and differs from "B" by 1: the distance is 1.
    let found = model.classify(&[38.0.into(), "X".into()], &mut scratch).expect("an unknown level is accepted");
    assert_eq!((found.name(), found.distance().to_bits()), ("a", 1.0f32.to_bits()));
    assert!(found.has_unknown());
    let refused = model.classify(&[38.0.into(), Value::Missing], &mut scratch).err();
    assert_eq!(refused, Some(nearkin::InputError::Missing { column: 1 }));
}

#[test]
fn every_rule_is_in_the_document() {
    // The names of the rules, from the definition of the enum.
    let source = include_str!("../../core/src/error.rs");
    let (_, rest) = source.split_once("pub enum Rule {").expect("the enum of rules");
    let (body, _) = rest.split_once("\n}").expect("the enum ends");
    let names = body.lines().map(str::trim).filter(|line| line.ends_with(',') && !line.starts_with("///"));
    for name in names.map(|name| name.trim_end_matches(',')) {
        assert!(
            FORMAT.contains(&format!("`{name}`")) || FORMAT.contains(&format!("{{ {name} }}")),
            "{name} is not in FORMAT.md"
        );
    }
}
