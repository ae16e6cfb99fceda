//! Categorical encoders: they turn the levels of a column into numbers.
//!
//! [`fit`] takes one column of levels and returns an [`Encoding`]: the outputs of each level, of a missing cell and of an
//! unknown level, and the training rows if these differ from the table. The device then looks up the outputs.
//! [`METHODS`] lists the encoders; the README of this package explains how to add one.
//!
//! # Examples
//! ```
//! use nearkin_codegen::encoders::{ColumnInput, EncoderSpec, TargetColumn, fit};
//!
//! // Levels a, b, a, a with the targets 1, 0, 1, 0: the prior is 1/2, a is (2 + 1/2) / (3 + 1), b is (0 + 1/2) / (1 + 1).
//! let spec: EncoderSpec = "m-estimate:m=1".parse()?;
//! let levels = ["a".to_owned(), "b".to_owned()];
//! let input = ColumnInput::new(&levels, &[0, 1, 0, 0]).with_target(TargetColumn::Numbers(&[1.0, 0.0, 1.0, 0.0]));
//! let encoding = fit(&spec, &input)?;
//! assert_eq!([0, 1].map(|code| encoding.outputs_of(code)), [Some(vec![0.625]), Some(vec![0.25])]);
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
