//! The model: its tables and bytes, and the information that both provide.
//!
//! ```
//! use nearkin::Metric;
//! use nearkin::encode::{Affine, Number, Policy};
//! use nearkin_codegen::model::{ColumnKind, ModelColumn, ModelTables, aligned::Aligned, write};
//!
//! // A TMP36: 500 mV at 0 degrees, 10 mV a degree.
//! let scaler = Some(Affine { offset: 500.0, scale: 0.1 });
//! let kind = ColumnKind::Number(Number { scaler, quantizer: None, imputed: None, indicator: None });
//! let name = "millivolts".to_owned();
//! let column = ModelColumn { name, missing: Policy::Error, unknown: Policy::Value, slot: 0, kind };
//! let tables = ModelTables { columns: vec![column], numbers: 1, ..ModelTables::encoder(Metric::Euclidean) };
//!
//! let aligned = Aligned::new(&write(&tables)?);
//! let model = aligned.load()?;
//! let mut celsius = [0.0];
//! model.encode(&[nearkin::Value::Number(750.0)], &mut celsius).expect("it is finite");
//! assert_eq!(celsius, [25.0]);
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
