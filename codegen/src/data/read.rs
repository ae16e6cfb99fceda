//! Reading a file into a dataset.

use std::path::Path;

use sha2::{Digest, Sha256};

use crate::data::bytes;
use crate::data::chunks::{self, ChunkIndex};
use crate::data::column_builder::ColumnBuilder;
use crate::data::fields::Fields;
use crate::data::header::Header;
use crate::data::missing::MissingMarkers;
use crate::data::parse_columns::CsvRows;
use crate::data::preview::preview;
use crate::data::records::{self, Records};
use crate::data::sniff::sniff;
use crate::data::{Dataset, ReadOptions, Source, decode, not_csv};
use crate::error::Place;
use crate::progress::Progress;
use crate::{Error, Result};

/// Reads a file; `-` is standard input.
///
/// # Errors
/// [`Error::Usage`] if options contradict each other, [`Error::Io`] if the file cannot be read, [`Error::Data`] with
/// line, column and value if its content is invalid.
pub fn read_path(path: &Path, options: &ReadOptions) -> Result<Dataset> {
    read_path_with_progress(path, options, Progress::NONE)
}

/// Reads a file like [`read_path`] and reports the number of parsed rows to `progress`.
///
/// Usually one pass over the rows is enough; if the kind of a column only becomes clear late, a second pass starts at 0.
///
/// # Errors
/// As [`read_path`].
///
/// ```
/// use nearkin_codegen::data::{ReadOptions, read_path_with_progress};
/// use nearkin_codegen::progress::Progress;
///
/// let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/data/penguins.csv");
/// let data = read_path_with_progress(path.as_ref(), &ReadOptions::default(), Progress::NONE)?;
/// assert_eq!((data.len(), data.columns.len()), (344, 8));
/// # Ok::<(), nearkin_codegen::Error>(())
/// ```
pub fn read_path_with_progress(path: &Path, options: &ReadOptions, progress: Progress<'_>) -> Result<Dataset> {
    options.check()?;
    let bytes = bytes::read(path, options)?;
    read_with_progress(&path.to_string_lossy(), &bytes, options, progress)
}

/// Reads a file if its bytes have the given SHA-256, in lower-case hex; otherwise returns `None`.
///
/// # Errors
/// As [`read_path`].
pub(crate) fn read_known(path: &Path, sha256: &str, options: &ReadOptions) -> Result<Option<Dataset>> {
    options.check()?;
    let bytes = bytes::read(path, options)?;
    if hex(&bytes) != sha256 {
        return Ok(None);
    }
    read_bytes(&path.to_string_lossy(), bytes, options).map(Some)
}

/// Returns the SHA-256 of bytes, in lower-case hex.
fn hex(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Reads the content of a file, which messages call `name`.
///
/// A column is numeric if every cell that is not missing parses as a number, otherwise categorical, unless
/// [`ReadOptions::kinds`] contains it. A target with at most 20 distinct integers is categorical too. Cells are trimmed,
/// even within quotes. Besides `bytes`, memory holds eight bytes per number, four per category, and each distinct text
/// twice while chunks are merged.
///
/// # Errors
/// [`Error::Usage`] if options contradict each other, [`Error::Data`] with line, column and value if the content
/// is invalid.
///
/// # Examples
/// ```
/// use nearkin_codegen::data::{Cells, ReadOptions, read_bytes};
///
/// let data = read_bytes("p.csv", b"mass;island\n3,75;Torgersen\nNA;Dream\n".to_vec(), &ReadOptions::default())?;
/// let Cells::Numbers(mass) = &data.column("mass")?.cells else { panic!("every cell is a number or missing") };
/// assert_eq!((mass[0], mass[1].is_nan()), (3.75, true));
/// assert_eq!(data.notes, ["delimiter ';' detected", "numbers use a decimal comma"]);
/// # Ok::<(), nearkin_codegen::Error>(())
/// ```
#[expect(clippy::needless_pass_by_value, reason = "the caller no longer needs the bytes")]
pub fn read_bytes(name: &str, bytes: Vec<u8>, options: &ReadOptions) -> Result<Dataset> {
    options.check()?;
    read_with_progress(name, &bytes, options, Progress::NONE)
}

fn read_with_progress(name: &str, bytes: &[u8], options: &ReadOptions, progress: Progress<'_>) -> Result<Dataset> {
    let (sha256, data) = rayon::join(|| hex(bytes), || read_content(name, bytes, options, progress));
    let mut data = data?;
    data.source = Source { name: name.to_owned(), sha256, bytes: bytes.len() as u64 };
    Ok(data)
}

/// Reads everything except the source.
fn read_content(name: &str, bytes: &[u8], options: &ReadOptions, progress: Progress<'_>) -> Result<Dataset> {
    let error = |message: &str| Err(Error::data(Place::file(name), message));
    not_csv::check_bytes(name, bytes)?;
    let decoded = decode::decode(name, bytes, options.encoding);
    let (text, note) = decoded.map_err(|error| with_column(error, bytes, options))?;
    let mut notes: Vec<String> = note.into_iter().map(str::to_owned).collect();
    not_csv::check_text(name, &text)?;
    let (dialect, skipped, assumptions) = sniff(&text, options);
    let body = &text[skipped..];
    let mut records = Records::new(name, body, 1 + u64::from(skipped > 0), dialect, options.max_line_bytes);
    let Some(first) = records.next()? else {
        return error(if text.trim().is_empty() { "the file is empty" } else { "no data rows" });
    };
    notes.extend(assumptions);
    let header = Header::read(name, first, dialect, options)?;
    notes.extend(header.note());
    if options.no_header {
        records = Records::new(name, body, 1 + u64::from(skipped > 0), dialect, options.max_line_bytes);
    }
    let (begin, line) = records.position();
    let rows = || Records::new(name, &body[begin..], line, dialect, options.max_line_bytes);
    let index = chunks::index(rows(), header.names.len())?;
    if index.lines.is_empty() {
        return error("no data rows");
    }
    notes.extend(on_skipped(&index, header.names.len()));
    let markers = MissingMarkers::new(&options.missing_markers);
    let previews = preview(rows(), dialect, &markers, header.names.len());
    let table = CsvRows {
        file: name,
        text: &body[begin..],
        chunks: &index.chunks,
        dialect,
        markers: &markers,
        max_line_bytes: options.max_line_bytes,
        named_by: options.named_by,
        progress,
    };
    let columns = ColumnBuilder { table, header, previews, options, notes, infinite: Vec::new() };
    let (columns, notes, infinite) = columns.build(index.lines.len())?;
    Ok(Dataset { source: Source::default(), columns, lines: index.lines, notes, infinite })
}

/// Adds the column to an error about the bytes of a cell, if the rest of the file is readable enough to find it.
fn with_column(error: Error, bytes: &[u8], options: &ReadOptions) -> Error {
    let Error::Data { place: Place { file, line: Some(line), .. }, message } = &error else { return error };
    let text = String::from_utf8_lossy(bytes);
    let column = || {
        let (dialect, skipped, _) = sniff(&text, options);
        let body = &text[skipped..];
        let rows = || Records::new(file, body, 1 + u64::from(skipped > 0), dialect, options.max_line_bytes);
        let header = Header::read(file, rows().next().ok()??, dialect, options).ok()?;
        let mut rows = rows();
        // The header is searched too: a damaged name is shown with replacement characters.
        while let Some(record) = rows.next().ok()? {
            if record.line + records::count_line_endings(record.text.as_bytes()) >= *line {
                let is_bad = |cell: std::borrow::Cow<'_, str>| cell.contains(['\0', char::REPLACEMENT_CHARACTER]);
                let field = Fields::new(record, dialect).position(is_bad)?;
                return header.names.get(field).cloned();
            }
        }
        None
    };
    let column = column();
    Error::data(Place { column, ..Place::file(file).line(*line) }, message)
}

fn on_skipped(index: &ChunkIndex, columns: usize) -> Vec<String> {
    let mut notes = Vec::new();
    if index.skipped.delimiters_only > 0 {
        notes.push(format!("{} skipped: only delimiters", lines(index.skipped.delimiters_only)));
    }
    // In a file with one column, an empty line may be meant as a missing cell.
    if index.skipped.blank > 0 && columns == 1 {
        notes.push(format!("{} skipped: empty", lines(index.skipped.blank)));
    }
    notes
}

fn lines(count: u64) -> String {
    if count == 1 { "1 line".to_owned() } else { format!("{count} lines") }
}
