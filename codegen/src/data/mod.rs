//! Data from files: typed columns, read from CSV.
//!
//! [`read_path`] and [`read_bytes`] give a [`Dataset`]: each column is [numbers](Cells::Numbers) or
//! [categories](Cells::Categories), each row knows its line, and whatever was assumed stands in [`Dataset::notes`].
//! [`infer_task`] and [`check_ids`] hold the rules that need no model; [`holdout`], [`stratified_folds`] and
//! [`group_folds`] divide rows.
//!
//! Faults that are certain are mended with a note (byte-order mark, UTF-16, delimiter, line ends, empty unnamed columns,
//! infinities); those that are not are errors that name the place and the option which decides.
//!
//! # Examples
//! ```
//! use nearkin_codegen::data::*;
//!
//! let text = "island,mass,species\nDream,3750,Adelie\nBiscoe,,Gentoo\nDream,5000,Gentoo\n";
//! let options = ReadOptions { target: Some("species".into()), ..ReadOptions::default() };
//! options.check()?;
//! let data: Dataset = read_bytes("penguins.csv", text.into(), &options)?;
//! let Source { bytes, .. } = data.source;
//! assert_eq!(bytes, text.len() as u64);
//! assert_eq!((data.len(), data.is_empty(), data.index_of("mass")?), (3, false, 1));
//! let lines: &Lines = &data.lines;
//! assert_eq!((lines.len(), lines.get(2)), (3, Some(4)));
//!
//! let mass: &Column = data.column("mass")?;
//! assert_eq!((mass.kind(), mass.len(), mass.n_missing(), mass.is_missing(1)), (Kind::Numeric, 3, 1, true));
//! let Cells::Categories(island) = &data.column("island")?.cells else { unreachable!() };
//! assert_eq!((island.text(1), island.counts()), (Some("Biscoe"), vec![2, 1])); // in order of appearance
//! assert_eq!(*island, Categories::from_texts([Some("Dream"), Some("Biscoe"), Some("Dream")]));
//! assert_eq!(infer_task(data.column("species")?), Task::Classify);
//! assert!(check_ids(&data, &options)?.is_empty());
//!
//! assert_eq!(data.rows_with("mass")?, [0, 2]);
//! assert_eq!(data.take(&[2]).place(0, "mass").line, Some(4));
//!
//! assert!(read_path("gone.csv".as_ref(), &options).is_err_and(|error| error.exit_code() == 1));
//!
//! let (rest, held_out) = holdout(None, 100, 0.25, 0)?;
//! assert_eq!((rest.len(), held_out.len()), (75, 25));
//! let folds: Folds = stratified_folds(Some(&[0, 0, 1, 1]), 4, 2, 0)?;
//! assert_eq!(folds.split(0).1.len(), 2); // one of each class
//! let by_person = group_folds(&[7, 7, 8, 8, 8], 2, 0)?;
//! assert_eq!(by_person.fold_of[0], by_person.fold_of[1]);
//! assert_eq!((Quote::Char(b'"').byte(), Quote::None.byte()), (Some(34), None));
//!
//! let latin = ReadOptions { encoding: Encoding::Latin1, ..ReadOptions::default() };
//! let data = read_bytes("menu.csv", b"drink\ncaf\xe9\nNA\n".to_vec(), &latin)?;
//! let Cells::Categories(drink) = &data.column("drink")?.cells else { unreachable!() };
//! assert_eq!((drink.text(0), &drink.codes[..]), (Some("café"), &[0, MISSING][..]));
//! assert!(MISSING_EVERYWHERE.contains(&"NA") && MISSING_AMONG_NUMBERS.contains(&"?"));
//! # Ok::<(), nearkin_codegen::Error>(())
//! ```

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
mod split;

pub(crate) use class_order::class_order;
pub use column::{Categories, Cells, Column, MISSING};
pub use dataset::{Dataset, Source};
pub(crate) use diagnostics::shown;
pub use id_columns::{Task, check_ids, infer_task};
pub use lines::Lines;
pub use missing::{MISSING_AMONG_NUMBERS, MISSING_EVERYWHERE};
pub use options::{Encoding, Kind, Quote, ReadOptions};
pub(crate) use read::read_known;
pub use read::{read_bytes, read_path, read_path_telling};
pub use split::{Folds, group_folds, holdout, stratified_folds};
