//! Rows of a data set as the cells of a model's input.
//!
//! # Examples
//! ```
//! use nearkin_codegen::Fit;
//! use nearkin_codegen::model::aligned::Aligned;
//!
//! let data = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/data/penguins.csv");
//! let blob = Fit::from_csv(data).target("species").drop(["year"]).neighbors(3).fit()?.blob;
//! let aligned = Aligned::new(&blob);
//! let model = aligned.load()?;
//!
//! use nearkin_codegen::model::bind::Binding;
//! use nearkin_codegen::data::{ReadOptions, read_path};
//!
//! let data = read_path(data.as_ref(), &ReadOptions::default())?;
//! let binding = Binding::new(&model, &data)?;
//! let mut cells = Vec::new();
//! binding.row(0, &mut cells);
//! assert_eq!(cells.len(), 6);
//! assert_eq!(cells[1], nearkin::Value::Number(39.1)); // bill_length_mm of the first row
//! # Ok::<(), nearkin_codegen::Error>(())
//! ```

use nearkin::encode::InputKind;
use nearkin::{InputError, Model, Value};

use crate::data::{Cells, Dataset};
use crate::error::Place;
use crate::text::lists::shell_arg;
use crate::{Error, Result};

/// The columns of a data set in a model's order.
#[derive(Debug)]
pub struct Binding<'d> {
    columns: Vec<Bound<'d>>,
}

#[derive(Debug)]
enum Bound<'d> {
    Numbers(&'d [f64]),
    /// The cell of each level, looked up once, and each row's level.
    Levels(Vec<Value<'d>>, &'d [u32]),
    Missing,
}

impl<'d> Binding<'d> {
    /// Finds each of the model's columns by its name.
    ///
    /// # Errors
    /// [`Error::Data`] if a column does not exist, or its kind differs from the model's.
    pub fn new(model: &Model<'_>, data: &'d Dataset) -> Result<Self> {
        let names = model.column_names().expect("checked when the model was loaded");
        let mut columns = Vec::with_capacity(names.len());
        for (index, name) in (0u16..).zip(names.iter()) {
            let column = data.column(name)?;
            let kind = model.column(index).expect("as many columns as names").kind;
            columns.push(match (&column.cells, kind) {
                (Cells::Numbers(numbers), InputKind::Number(_)) => Bound::Numbers(numbers),
                (Cells::Categories(categories), InputKind::Category(category)) => {
                    let cell = |level: &'d String| {
                        let text = Value::Text(level);
                        category.find(text).map_or(text, Value::Code)
                    };
                    Bound::Levels(categories.levels.iter().map(cell).collect(), &categories.codes)
                }
                // A column without any value is read as numbers.
                (Cells::Numbers(numbers), InputKind::Category(_)) if numbers.iter().all(|x| x.is_nan()) => {
                    Bound::Missing
                }
                (_, kind) => {
                    let kind = if matches!(kind, InputKind::Number(_)) { "numeric" } else { "categorical" };
                    let place = Place::file(&data.source.name).column(name);
                    return Err(Error::data(place, format!("the model's column is {kind}")));
                }
            });
        }
        Ok(Self { columns })
    }

    /// Returns the cells of a row, in the model's order.
    pub fn row<'b>(&'b self, row: usize, cells: &mut Vec<Value<'b>>) {
        cells.clear();
        cells.extend(self.columns.iter().map(|column| match column {
            #[expect(clippy::cast_possible_truncation, reason = "the device's precision")]
            Bound::Numbers(numbers) => Value::Number(numbers[row] as f32),
            Bound::Levels(values, codes) => values.get(codes[row] as usize).copied().unwrap_or(Value::Missing),
            Bound::Missing => Value::Missing,
        }));
    }
}

/// Returns the error for a row that a model refuses: file, line, column, and the option that helps.
pub fn refused(model: &Model<'_>, data: &Dataset, row: usize, error: InputError) -> Error {
    let names = model.column_names().expect("checked when the model was loaded");
    let name = |column: u16| names.get(usize::from(column)).unwrap_or("");
    match error {
        InputError::Missing { column } => {
            let name = name(column);
            Error::data(
                data.place(row, name),
                format!(
                    "{}, which the model refuses in this column (fit with --missing {}, level, …)",
                    data.why_missing(row, name),
                    shell_arg(name, "mean")
                ),
            )
        }
        InputError::UnknownCategory { column } => {
            let name = name(column);
            let text = data.column(name).ok().and_then(|column| match &column.cells {
                Cells::Categories(categories) => categories.text(row),
                Cells::Numbers(_) => None,
            });
            Error::data(
                data.place(row, name),
                format!(
                    "{:?} did not occur in training, and the model refuses unknown categories in this column",
                    text.unwrap_or("")
                ),
            )
        }
        other => {
            let place = Place { column: None, ..data.place(row, "") };
            Error::data(place, other.to_string())
        }
    }
}
