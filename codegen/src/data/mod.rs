//! Typed columns, read from CSV files.
//!
//! [`read_bytes`] and [`read_path`] return a [`Dataset`]: columns of numbers or categories, the line number of each row,
//! and notes about everything that was assumed. Faults with one clear remedy are corrected with a note (byte-order mark,
//! UTF-16, delimiter, empty unnamed columns, infinities); all others are errors that state the place and the option that
//! helps.
//!
//! The reader is not built on the `csv` crate: it parses chunks of rows on several threads, records the line of each row
//! for later errors, reports text after a closing quote instead of accepting it, and reads files that end lines with a
//! carriage return only. On well-formed tables a differential test proves the same cells as `csv`.
//!
//! ```
//! use nearkin_codegen::data::{Cells, ReadOptions, read_bytes};
//!
//! let text = "island,mass\nDream,3750\nBiscoe,\n";
//! let data = read_bytes("penguins.csv", text.into(), &ReadOptions::default())?;
//! let Cells::Numbers(mass) = &data.column("mass")?.cells else { unreachable!() };
//! assert_eq!((mass[0], mass[1].is_nan(), data.lines.get(1)), (3750.0, true, Some(3)));
//! # Ok::<(), nearkin_codegen::Error>(())
//! ```

mod almost_numbers;
mod bytes;
mod case_folding;
mod chunks;
mod class_order;
mod column;
mod column_builder;
mod dataset;
mod dates;
mod decode;
mod diagnostics;
mod dialect;
mod fields;
mod header;
mod id_columns;
mod interner;
mod lines;
mod missing;
mod not_csv;
mod notes;
mod number;
mod options;
mod parse_columns;
mod preview;
mod read;
mod records;
mod short_string_table;
mod sniff;
mod split;
mod task;

pub(crate) use class_order::class_order;
pub use column::{Categories, Cells, Column};
pub use dataset::{Dataset, Source};
pub use id_columns::check_ids;
pub use lines::Lines;
pub use missing::{MISSING_AMONG_NUMBERS, MISSING_CODE, MISSING_EVERYWHERE};
pub use options::{Encoding, Kind, Quote, ReadOptions};
pub(crate) use read::read_known;
pub use read::{read_bytes, read_path, read_path_with_progress};
pub use split::{Folds, group_folds, holdout, stratified_folds};
pub use task::{Task, infer_task};
