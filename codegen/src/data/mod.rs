//! Data from files: typed columns, read from CSV.
//!
//! [`read_path`] and [`read_bytes`] give a [`Dataset`]: each column is [numbers](Cells::Numbers) or
//! [categories](Cells::Categories), each row knows its line, and whatever was assumed stands in [`Dataset::notes`].
//! [`infer_task`] and [`check_ids`] hold the rules that need no model; [`holdout`], [`stratified_folds`] and
//! [`group_folds`] divide rows.
//!
//! Faults that are certain are mended with a note (byte-order mark, UTF-16, delimiter, line ends, empty unnamed columns,
//! infinities); those that are not are errors that name the place and the option which decides.

mod bytes;
mod chunks;
mod column;
mod columns;
mod complaint;
mod dataset;
mod decode;
mod dialect;
mod fields;
mod fill;
mod foreign;
mod header;
mod infer;
mod levels;
mod lines;
mod missing;
mod notes;
mod number;
mod options;
mod read;
mod records;
mod sample;
mod short_texts;
mod spelling;
mod split;

pub use column::{Categories, Cells, Column, MISSING};
pub(crate) use complaint::shown;
pub use dataset::{Dataset, Source};
pub use infer::{Task, check_ids, infer_task};
pub use lines::Lines;
pub use missing::{MISSING_AMONG_NUMBERS, MISSING_EVERYWHERE};
pub use options::{Encoding, Kind, Quote, ReadOptions};
pub use read::{read_bytes, read_known, read_path, read_path_telling};
pub use split::{Folds, group_folds, holdout, stratified_folds};
