//! Categorical encoders: how a level becomes numbers.
//!
//! [`fit`] takes one column of levels and gives an [`Encoding`]: the outputs of every level, of a missing cell and of an
//! unknown level, and the training rows where those differ from the table. Using the table is the device's work.
//! [`METHODS`] lists the encoders; "How to add an encoder" is a section of this package's README.

mod assemble;
mod cat_boost;
mod coding;
mod column;
mod contrasts;
mod count;
mod cross_fit;
mod digits;
mod encoding;
mod glmm;
mod hashing;
mod james_stein;
mod key;
mod leave_one_out;
mod m_estimate;
mod method;
mod noise;
mod one_hot;
mod order;
mod ordinal;
mod policy;
mod polynomial;
mod rare;
mod spec;
mod statistics;
mod syntax;
mod table;
mod target;
mod targets;
mod woe;

pub use assemble::fit;
pub use cat_boost::CatBoost;
pub use column::{ColumnInput, MISSING, TargetColumn};
pub use contrasts::Helmert;
pub use count::Count;
pub use digits::BaseN;
pub use encoding::{Answer, Encoding, Shape};
pub use glmm::Glmm;
pub use hashing::{Algorithm, Hashing, bucket};
pub use james_stein::{JamesStein, Model};
pub use key::Key;
pub use leave_one_out::LeaveOneOut;
pub use m_estimate::MEstimate;
pub use method::{METHODS, Method, MethodInfo};
pub use noise::multiply;
pub use one_hot::{DropSlot, OneHot};
pub use ordinal::Ordinal;
pub use policy::{MissingPolicy, UnknownPolicy};
pub use rare::Rare;
pub use spec::{EncoderSpec, LevelOrder};
pub use table::Table;
pub use target::{Blend, Target};
pub use woe::Woe;
