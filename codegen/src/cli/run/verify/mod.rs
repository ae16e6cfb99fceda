//! `nearkin verify`: compares device arithmetic with an f64 reference, and writes golden vectors.

mod text;

use std::path::Path;

use nearkin::Model;
use serde::Serialize;

use crate::cli::notes::{self, NotesIn};
use crate::cli::run::json::json;
use crate::cli::run::rows::{self, TargetColumn};
use crate::cli::{Bar, Format, VerifyArgs};
use crate::data::Dataset;
use crate::error::{Error, Place, Result};
use crate::evaluate::verify::{Verification, to_csv, to_rust, vectors, verify};
use crate::model::aligned::Aligned;
use crate::output::{self, Output};
use crate::progress::Progress;
use crate::text::quantity::escape_control;

/// Default number of rows in a Rust module of vectors: they need flash on the board.
const RUST_ROWS: usize = 50;

/// Everything that `verify` prints.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct VerifyReport {
    /// Always `verify`.
    command: &'static str,
    /// The data file.
    data: String,
    /// Whether both limits hold.
    passed: bool,
    /// The limit `--max-changed`.
    max_changed: f64,
    /// The limit `--max-error`.
    max_error: Option<f64>,
    #[serde(flatten)]
    verification: Verification,
    /// The files of `--vectors`.
    vectors: Vec<WrittenVectors>,
    /// Notes on the file.
    notes: Vec<String>,
}

/// A file of golden vectors.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct WrittenVectors {
    /// Its name.
    file: String,
    /// Vectors in it.
    rows: usize,
}

/// Runs `verify`.
///
/// # Errors
/// Whatever is wrong with model, data or files; and [`Error::Data`] when a limit is exceeded, after the report.
pub(super) fn run(args: &VerifyArgs) -> Result<()> {
    check_limits(args)?;
    let outputs = args.vectors.iter().map(|path| create(path, args.force)).collect::<Result<Vec<_>>>()?;
    let aligned = Aligned::read(&args.model)?;
    let name = args.model.display().to_string();
    let model = aligned.load_named(&name)?;
    let data = rows::read(&model, &args.data, &args.csv, TargetColumn::Ignored)?;
    notes::print(&data.notes, NotesIn::report(args.format.format));
    let bar = Bar::start("comparing");
    let verification = verify(&model, &data, args.training.as_deref(), Progress::new(&bar.listener()))
        .map_err(|error| error.in_file(&name))?;
    drop(bar);
    let vectors = write_vectors(args, outputs, &model, &data)?;
    let too_large = |limit: f64| verification.largest_error.as_ref().is_some_and(|largest| largest.error > limit);
    let report = VerifyReport {
        command: "verify",
        data: data.source.name.clone(),
        passed: verification.changed_share() <= args.max_changed && !args.max_error.is_some_and(too_large),
        max_changed: args.max_changed,
        max_error: args.max_error,
        verification,
        vectors,
        notes: data.notes.clone(),
    };
    output::print(&match args.format.format {
        Format::Text => escape_control(&report.to_string()).into_owned(),
        Format::Json => json(&report),
    })?;
    if report.passed { Ok(()) } else { Err(Error::data(Place::file(&report.data), report.failure())) }
}

fn check_limits(args: &VerifyArgs) -> Result<()> {
    if !(0.0..=1.0).contains(&args.max_changed) {
        return Err(Error::usage(format!("--max-changed {}: must be between 0 and 1", args.max_changed)));
    }
    match args.max_error {
        Some(limit) if limit.is_nan() || limit < 0.0 => {
            Err(Error::usage(format!("--max-error {limit}: must be 0 or more")))
        }
        _ => Ok(()),
    }
}

/// Writes the files of `--vectors`.
fn write_vectors(
    args: &VerifyArgs,
    outputs: Vec<Output>,
    model: &Model<'_>,
    data: &Dataset,
) -> Result<Vec<WrittenVectors>> {
    let mut written = Vec::new();
    for (path, mut output) in args.vectors.iter().zip(outputs) {
        let wanted = match args.vector_rows {
            Some(rows) => usize::try_from(rows).unwrap_or(usize::MAX),
            None if is_rust(path) => RUST_ROWS,
            None => data.len(),
        };
        let chosen = spread(data.len(), wanted);
        let vectors = vectors(model, data, &chosen)?;
        let file = args.model.file_name().unwrap_or(args.model.as_os_str()).to_string_lossy();
        let text = if is_rust(path) { to_rust(model, &file, &vectors) } else { to_csv(model, &vectors) };
        output.put(text.as_bytes())?;
        output.commit()?;
        written.push(WrittenVectors { file: path.display().to_string(), rows: chosen.len() });
    }
    Ok(written)
}

impl VerifyReport {
    /// Returns the message about the limit that is exceeded.
    fn failure(&self) -> String {
        let found = &self.verification;
        if found.changed_share() <= self.max_changed {
            let limit = self.max_error.unwrap_or(0.0);
            return format!("the largest encoded error exceeds --max-error {limit}");
        }
        let advice = match found.storage {
            "f32" => String::new(),
            storage => format!(
                "; rounding to {storage} changes which rows are nearest: increase --max-changed if `evaluate` shows the \
                 same quality, otherwise fit with --storage f32"
            ),
        };
        let Verification { changed, rows, .. } = found;
        let limit = self.max_changed;
        format!(
            "{changed} of {rows} predictions differ from the f64 reference, which exceeds --max-changed {limit}{advice}"
        )
    }
}

fn is_rust(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "rs")
}

fn create(path: &Path, force: bool) -> Result<Output> {
    let ours: &[u8] = match path.extension().and_then(|ending| ending.to_str()) {
        Some("rs") => output::RUST,
        Some("csv") => b"line,",
        _ => return Err(unknown_extension(path)),
    };
    Output::create(path, ours, force)
}

/// Returns the error for a file of vectors that is neither `.csv` nor `.rs`.
fn unknown_extension(path: &Path) -> Error {
    Error::usage(format!("--vectors {}: the file extension must be .csv or .rs", path.display()))
}

/// Returns `wanted` of `rows` rows, spread evenly over the file.
fn spread(rows: usize, wanted: usize) -> Vec<usize> {
    let wanted = wanted.min(rows);
    (0..wanted).map(|at| at * rows / wanted).collect()
}

#[cfg(test)]
mod tests {
    use crate::cli::run::verify::spread;

    #[test]
    fn rows_are_spread_over_the_file() {
        assert_eq!(spread(10, 3), [0, 3, 6]);
        assert_eq!(spread(2, 5), [0, 1]);
        assert_eq!(spread(2, 0), [0usize; 0]);
    }
}
