//! `nearkin verify`: device arithmetic against the f64 reference, and golden vectors.

use std::fmt::Write as _;
use std::path::Path;

use serde::Serialize;

use crate::cli::notes::{self, Carried};
use crate::cli::run::json::json;
use crate::cli::run::rows::{self, TargetColumn};
use crate::cli::{Bar, Format, VerifyArgs};
use crate::error::{Error, Place, Result};
use crate::evaluate::training_file::Absent;
use crate::evaluate::verify::{Verification, to_csv, to_rust, vectors, verify};
use crate::model::aligned::Aligned;
use crate::output::{self, Output};
use crate::progress::Progress;
use crate::text::lists;
use crate::text::quantity::{counted, escape_control, significant};

/// Rows of a Rust module of vectors where none are told: they take flash on the board.
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
    if !(0.0..=1.0).contains(&args.max_changed) {
        return Err(Error::usage(format!("--max-changed {}: a share lies between 0 and 1", args.max_changed)));
    }
    if let Some(limit) = args.max_error
        && (limit.is_nan() || limit < 0.0)
    {
        return Err(Error::usage(format!("--max-error {limit}: a limit is 0 or more")));
    }
    let outputs = args.vectors.iter().map(|path| create(path, args.force)).collect::<Result<Vec<_>>>()?;
    let aligned = Aligned::read(&args.model)?;
    let name = args.model.display().to_string();
    let model = aligned.load_named(&name)?;
    let data = rows::read(&model, &args.data, &args.csv, TargetColumn::Ignored)?;
    notes::tell(&data.notes, Carried::by(args.format.format));
    let bar = Bar::start("comparing");
    let verification = verify(&model, &data, args.training.as_deref(), Progress::new(&bar.listener()))
        .map_err(|error| error.in_file(&name))?;
    drop(bar);
    let mut written = Vec::new();
    for (path, output) in args.vectors.iter().zip(outputs) {
        let wanted = match args.vector_rows {
            Some(rows) => usize::try_from(rows).unwrap_or(usize::MAX),
            None if is_rust(path) => RUST_ROWS,
            None => data.len(),
        };
        let chosen = spread(data.len(), wanted);
        let vectors = vectors(&model, &data, &chosen)?;
        let file = Path::new(&name).file_name().map_or(name.clone(), |name| name.to_string_lossy().into_owned());
        let text = if is_rust(path) { to_rust(&model, &file, &vectors) } else { to_csv(&model, &vectors) };
        let mut output = output;
        output.put(text.as_bytes())?;
        output.commit()?;
        written.push(WrittenVectors { file: path.display().to_string(), rows: chosen.len() });
    }
    let too_large = |limit: f64| verification.largest_error.as_ref().is_some_and(|largest| largest.error > limit);
    let passed = verification.changed_share() <= args.max_changed && !args.max_error.is_some_and(too_large);
    let report = VerifyReport {
        command: "verify",
        data: data.source.name.clone(),
        passed,
        max_changed: args.max_changed,
        max_error: args.max_error,
        verification,
        vectors: written,
        notes: data.notes.clone(),
    };
    output::print(&match args.format.format {
        Format::Text => escape_control(&text(&report)).into_owned(),
        Format::Json => json(&report),
    })?;
    if passed {
        return Ok(());
    }
    let found = &report.verification;
    let message = if found.changed_share() > args.max_changed {
        let integers = if found.storage == "f32" {
            String::new()
        } else {
            format!(
                "; {} moves rows a little, so that others are nearest: allow more if `evaluate` finds the answers as good, \
                 else fit with --storage f32",
                found.storage
            )
        };
        format!(
            "{} of {} answers differ from the f64 reference, more than --max-changed {} allows{integers}",
            found.changed, found.rows, args.max_changed
        )
    } else {
        format!("the largest encoded error is more than --max-error {} allows", args.max_error.unwrap_or(0.0))
    };
    Err(Error::data(Place::file(&report.data), message))
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

/// `wanted` of `rows` rows, spread evenly over the file.
fn spread(rows: usize, wanted: usize) -> Vec<usize> {
    let wanted = wanted.min(rows);
    (0..wanted).map(|at| at * rows / wanted).collect()
}

fn text(report: &VerifyReport) -> String {
    let found = &report.verification;
    let mut text = String::new();
    let basis = match found.basis_reason {
        None => "reference: f64 throughout, fitted again to the training file by the model's recipe",
        Some(Absent::NoRecipe) => {
            "reference: f64 from the model's own rounded parameters and rows; it keeps no recipe (--lean) to be fitted again"
        }
        Some(Absent::NoTrainingFile) => {
            "reference: f64 from the model's own rounded parameters and rows; --training FILE.csv has it fitted again"
        }
    };
    let _ = writeln!(text, "{} of {}, {} storage", counted(found.rows, "row", "rows"), report.data, found.storage);
    let _ = writeln!(text, "{basis}");
    if let Some(largest) = &found.largest_error {
        let _ = writeln!(
            text,
            "largest encoded error  {}  (scaled units; line {}, column {:?})",
            significant(largest.error),
            largest.line,
            largest.column
        );
    }
    if found.outside > 0 {
        let _ =
            writeln!(text, "{} beyond the storage's bound, not counted there", counted(found.outside, "row", "rows"));
    }
    if let Some(error) = found.largest_value_error {
        let _ = writeln!(text, "largest value error    {}", significant(error));
    }
    let _ = writeln!(
        text,
        "changed answers        {} of {} ({:.2} %; limit {} %)",
        found.changed,
        found.rows,
        found.changed_share() * 100.0,
        report.max_changed * 100.0
    );
    if found.ties > 0 {
        let _ = writeln!(
            text,
            "{} more where the rows that decide are as far as each other, so that either answer is right",
            counted(found.ties, "row", "rows")
        );
    }
    // Of many those that were farthest from a tie: margins are not negative, so their bits are in their order.
    let margins = found.changes.iter().map(|change| change.margin.map_or(0, f64::to_bits));
    for change in lists::top_n(lists::MAX_LINES, margins).into_iter().map(|at| &found.changes[at]) {
        let _ = write!(text, "  line {}: device {}, reference {}", change.line, change.device, change.reference);
        for standing in &change.nearest {
            let distance = standing.distance.map_or("none".to_owned(), significant);
            let _ =
                write!(text, "; {} {} votes, nearest row at {distance}", standing.class, significant(standing.votes));
        }
        match change.margin {
            Some(margin) => {
                let _ = writeln!(text, "; margin {}", significant(margin));
            }
            None => text.push('\n'),
        }
    }
    if let Some(rest) = lists::and_more(found.changes.len(), "changed rows, nearer to a tie") {
        let _ = writeln!(text, "  {rest}");
    }
    for written in &report.vectors {
        let _ = writeln!(text, "{}: {}", written.file, counted(written.rows as u64, "vector", "vectors"));
    }
    text.push_str(&notes::lines("note", &report.notes));
    text.push_str(if report.passed { "passed\n" } else { "FAILED\n" });
    text
}

/// Returns the error for a file of vectors that is neither `.csv` nor `.rs`.
fn unknown_extension(path: &Path) -> Error {
    Error::usage(format!("--vectors {}: the file extension must be .csv or .rs", path.display()))
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
