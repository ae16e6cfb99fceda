//! From fitted parts to a model's bytes.
//!
//! # Examples
//! ```
//! use nearkin::Metric;
//! use nearkin::encode::{Affine, Number, Policy};
//! use nearkin_codegen::model::aligned::Aligned;
//! use nearkin_codegen::model::{
//!     BoundTable, BucketTable, CategoryTable, CodedColumn, ModelColumn, ColumnKind, CodeDifference, LookupTable, ModelTables, OutputTable,
//!     IndexTable, Targets, write,
//! };
//!
//! // A TMP36: 500 mV at 0 degrees, 10 mV a degree.
//! let scaler = Some(Affine { offset: 500.0, scale: 0.1 });
//! let number = Number { scaler, quantizer: None, imputed: None, indicator: None };
//! let kind = ColumnKind::Number(number);
//! let name = "millivolts".to_owned();
//! let column = ModelColumn { name, missing: Policy::Error, unknown: Policy::Value, slot: 0, kind };
//! assert_eq!((column.width(), column.is_expanded(), column.is_shared()), (1, true, false));
//! let parts = ModelTables { columns: vec![column], numbers: 1, ..ModelTables::encoder(Metric::Euclidean) };
//!
//! let blob = write(&parts)?;
//! let aligned = Aligned::new(&blob);
//! let model = aligned.load()?;
//! let mut celsius = [0.0];
//! model.encode(&[nearkin::Value::Number(750.0)], &mut celsius).expect("it is finite");
//! assert_eq!(celsius, [25.0]);
//! assert_eq!((parts.width(), parts.schema_hash()), (1, model.schema_hash()));
//! assert_eq!(parts.without_rows().schema_hash(), parts.schema_hash());
//! assert!(CodedColumn { column: 0, codes: 300, gap: CodeDifference::Table }.is_wide()); // two bytes a row
//!
//! // What a fit makes of a category: levels in the order of their bytes, and a slot for each.
//! use nearkin_codegen::data::{ReadOptions, read_bytes};
//! use nearkin_codegen::fit::{Plan, fit};
//! use nearkin_codegen::recipe::Recipe;
//!
//! let data = read_bytes("pots.csv", b"colour,size\nred,big\nblue,small\nred,small\n".to_vec(), &ReadOptions::default())?;
//! let recipe = Recipe { target: Some("size".into()), neighbors: Some(1), ..Recipe::default() };
//! let parts = fit(&Plan::new(recipe, &data)?, &data, None)?.parts;
//! let ColumnKind::Category(colour) = &parts.columns[0].kind else { unreachable!() };
//! let CategoryTable { lookup, outputs, levels, .. } = colour;
//! assert_eq!((lookup, *levels), (&LookupTable::Texts(vec!["blue".into(), "red".into()]), 2));
//! assert!(matches!(outputs, OutputTable::OneHot { slots: None, .. }) && colour.slot(1) == Some(1));
//! assert_eq!(parts.targets, Targets::Classes(vec![0, 1, 1]));
//!
//! // A bucket of ten rows beside its centre has two bounds, one for every eight; 40 rows in a tree have a plane before each
//! // leaf of sixteen but the first.
//! let bucket = BucketTable { starts: vec![1], bounds: BoundTable::Float(vec![0.5, 1.5]) };
//! for pruning in [IndexTable::Buckets(bucket), IndexTable::Tree(vec![(0, 7), (1, 9)])] {
//!     assert_eq!(ModelTables { pruning: Some(pruning), ..parts.clone() }.schema_hash(), parts.schema_hash());
//! }
//! # Ok::<(), nearkin_codegen::Error>(())
//! ```

pub mod aligned;
pub(crate) mod batch_search;
pub mod bind;
mod blob;
mod encoding;
mod output_names;
pub mod provenance;
pub mod sizes;
mod tables;
mod words;

pub use blob::write;
pub use encoding::encode;
pub use output_names::output_names;
pub use tables::{
    BoundTable, BucketTable, CategoryTable, CodeDifference, CodedColumn, ColumnKind, IndexTable, LookupTable,
    ModelColumn, ModelTables, OutputTable, Targets,
};
