//! From fitted parts to a model's bytes.
//!
//! # Examples
//! ```
//! use nearkin::Metric;
//! use nearkin::encode::{Affine, Number, Policy};
//! use nearkin_codegen::aligned::Aligned;
//! use nearkin_codegen::emit::{CodedPart, Column, ColumnKind, Gap, ModelParts, write};
//!
//! // A TMP36: 500 mV at 0 degrees, 10 mV a degree.
//! let scaler = Some(Affine { offset: 500.0, scale: 0.1 });
//! let number = Number { scaler, quantiser: None, imputed: None, indicator: None };
//! let kind = ColumnKind::Number(number);
//! let name = "millivolts".to_owned();
//! let column = Column { name, missing: Policy::Error, unknown: Policy::Value, slot: 0, kind };
//! assert_eq!((column.width(), column.is_expanded(), column.is_shared()), (1, true, false));
//! let parts = ModelParts { columns: vec![column], numbers: 1, ..ModelParts::encoder(Metric::Euclidean) };
//!
//! let blob = write(&parts)?;
//! let aligned = Aligned::new(&blob);
//! let model = aligned.load()?;
//! let mut celsius = [0.0];
//! model.encode(&[nearkin::Value::Number(750.0)], &mut celsius).expect("it is finite");
//! assert_eq!(celsius, [25.0]);
//! assert_eq!((parts.width(), parts.schema_hash()), (1, model.schema_hash()));
//! assert_eq!(parts.without_rows().schema_hash(), parts.schema_hash());
//! assert!(CodedPart { column: 0, codes: 300, gap: Gap::Table }.is_wide()); // two bytes a row
//! # Ok::<(), nearkin_codegen::Error>(())
//! ```

mod blob;
mod parts;
mod words;

pub use blob::write;
pub use parts::{
    BoundsPart, BucketsPart, CategoryPart, CodedPart, Column, ColumnKind, Gap, LookupPart, ModelParts, OutputsPart,
    PruningPart, Targets,
};
