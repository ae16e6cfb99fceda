//! Categorical encoders: how a level becomes numbers.
//!
//! [`fit`] takes one column of levels and gives an [`Encoding`]: the outputs of every level, of a missing cell and of an
//! unknown level, and the training rows where those differ from the table. Using the table is the device's work.
//! [`METHODS`] lists the encoders; "How to add an encoder" is a section of this package's README.
//!
//! # Examples
//! ```
//! use nearkin_codegen::encoders::{
//!     Algorithm, ColumnInput, EncoderSpec, Encoding, METHODS, Shape, TargetColumn, bucket, fit, multiply,
//! };
//!
//! let spec: EncoderSpec = "m-estimate:m=1".parse()?;
//! spec.check()?;
//! assert_eq!((spec.info().name, spec.method.info().supervised, METHODS.len()), ("m-estimate", true, 17));
//!
//! // Levels a, b, a, a of the targets 1, 0, 1, 0: the prior is 1/2, a has (2 + 1/2) / (3 + 1), b (0 + 1/2) / (1 + 1).
//! let levels = ["a".to_owned(), "b".to_owned()];
//! let input = ColumnInput::new(&levels, &[0, 1, 0, 0]).with_target(TargetColumn::Numbers(&[1.0, 0.0, 1.0, 0.0]));
//! let encoding: Encoding = fit(&spec, &input)?;
//! assert_eq!(encoding.outputs_of(0), Some(vec![0.625]));
//! assert_eq!(encoding.outputs_of_text("anything"), None); // hashing only
//! assert_eq!((encoding.width(), encoding.level(&levels, 1)), (1, Some("b")));
//! assert_eq!((encoding.missing_code(), encoding.unknown_code()), (2, 3));
//! assert_eq!(encoding.device_objection(), None);
//! let Shape::Table(table) = &encoding.shape else { unreachable!() };
//! let mut row = [0.0];
//! table.write(1, &mut row);
//! assert_eq!((row, table.width()), ([0.25], 1));
//! assert_eq!(table.numbers(|_, output| output).len(), 4); // two levels, missing, unknown
//!
//! let mut training = [1.0, 2.0];
//! multiply(&mut training, &[3.0, 0.5]);
//! assert_eq!(training, [3.0, 1.0]);
//! assert_eq!(bucket("a", 8, Algorithm::Md5), 1); // the last byte of its digest is 0x61
//! # Ok::<(), nearkin_codegen::Error>(())
//! ```

mod blend;
mod cat_boost;
mod contrast;
mod contrasts;
mod count;
mod cross_fit;
mod digits;
mod encoding;
mod fitting;
mod glmm;
mod hash;
mod hashing;
mod james_stein;
mod key;
mod leave_one_out;
mod level_column;
mod m_estimate;
mod method;
mod noise;
mod one_hot;
mod order;
mod ordinal;
mod policy;
mod polynomial;
mod rare;
mod raw_encoding;
mod spec;
mod syntax;
mod table;
mod target;
mod target_statistics;
mod target_values;
mod woe;

pub use blend::Blend;
pub use cat_boost::CatBoost;
pub use contrasts::Helmert;
pub use count::Count;
pub use digits::BaseN;
pub use encoding::{Encoding, Fallback, Shape};
pub use fitting::fit;
pub use glmm::Glmm;
pub use hash::{Algorithm, Hashing, bucket};
pub use james_stein::{JamesStein, Shrinkage};
pub use key::Key;
pub use leave_one_out::LeaveOneOut;
pub use level_column::{ColumnInput, MISSING_LEVEL, TargetColumn};
pub use m_estimate::MEstimate;
pub use method::{METHODS, Method, MethodInfo};
pub use noise::multiply;
pub use one_hot::{DropSlot, OneHot};
pub use ordinal::Ordinal;
pub use policy::{MissingPolicy, UnknownPolicy};
pub use rare::Rare;
pub use spec::{EncoderSpec, LevelOrder};
pub use table::EncodingTable;
pub use target::TargetEncoder;
pub use woe::Woe;
