//! One pass over all rows that parses columns, chunk by chunk on several threads.

use std::borrow::Cow;

use rayon::prelude::*;

use crate::Result;
use crate::data::chunks::Chunk;
use crate::data::dialect::Dialect;
use crate::data::fields::Fields;
use crate::data::header::{ColumnRole, Header};
use crate::data::interner::Interner;
use crate::data::missing::MissingMarkers;
use crate::data::number::{self, Reading};
use crate::data::records::Records;
use crate::data::{Categories, MISSING_CODE, diagnostics};
use crate::progress::Progress;

/// The chunks per thread after which results are merged.
const CHUNKS_PER_THREAD: usize = 4;

/// The rows of a file in chunks, with everything needed to parse them.
#[derive(Debug, Clone, Copy)]
pub(super) struct CsvRows<'t> {
    pub(super) file: &'t str,
    /// The text that the chunks refer to.
    pub(super) text: &'t str,
    pub(super) chunks: &'t [Chunk],
    pub(super) dialect: Dialect,
    pub(super) markers: &'t MissingMarkers,
    pub(super) max_line_bytes: usize,
    /// The source of the columns and their kinds if these are not given by options: `the model`.
    pub(super) named_by: Option<&'static str>,
    /// Receives the number of rows read.
    pub(super) progress: Progress<'t>,
}

/// How a column is parsed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ReadAs {
    /// As numbers; parsing stops at the first text.
    Numbers,
    /// As numbers, as specified by the user; a text is an error.
    NumbersOnly,
    /// As text.
    Text,
    /// As the text of numbers; everything that is not a finite number is missing.
    NumericText,
}

/// The cells of a parsed column.
#[derive(Debug)]
pub(super) enum ParsedColumn {
    Numbers(Vec<f64>, ParseStats),
    Categories(Categories),
}

/// Counts and first occurrences of special cells in a column of numbers.
#[derive(Debug, Clone, Default)]
pub(super) struct ParseStats {
    /// The first text that is not a number, and its line; later cells were not parsed.
    pub(super) text: Option<(u64, String)>,
    /// The number of finite and infinite numbers.
    pub(super) numbers: u64,
    /// The number of those that are infinite as `f32`, and the first with its line.
    pub(super) infinite: u64,
    pub(super) first_infinite: Option<(u64, String)>,
    /// The number of texts that mean "missing" only among numbers, and the first of them.
    pub(super) doubtful: u64,
    pub(super) first_doubtful: Option<String>,
}

impl ParseStats {
    /// Adds the statistics of the next chunk.
    fn add(&mut self, later: Self) {
        self.text = self.text.take().or(later.text);
        self.numbers += later.numbers;
        self.infinite += later.infinite;
        self.first_infinite = self.first_infinite.take().or(later.first_infinite);
        self.doubtful += later.doubtful;
        self.first_doubtful = self.first_doubtful.take().or(later.first_doubtful);
    }
}

/// The findings of a pass that concern no parsed column.
#[derive(Debug, Default)]
pub(super) struct ScanSummary {
    /// Unnamed columns that contain values.
    pub(super) unnamed: Vec<usize>,
    /// The number of rows with extra empty cells at the end.
    pub(super) long_rows: u64,
}

/// Parses the requested columns (position and type, ascending) and checks the number of cells of all rows.
///
/// # Errors
/// The first row, in file order, with too few or too many cells or with a text in a column of numbers.
pub(super) fn parse(
    table: CsvRows<'_>,
    header: &Header,
    requests: &[(usize, ReadAs)],
) -> Result<(Vec<ParsedColumn>, ScanSummary)> {
    let rows: usize = table.chunks.iter().map(|chunk| chunk.rows).sum();
    let mut buffers: Vec<CellBuffer> = requests.iter().map(|&(_, read_as)| CellBuffer::new(read_as, rows)).collect();
    let mut merged: Vec<Merged<'_>> = buffers.iter().map(Merged::new).collect();
    let mut readers = split_at_chunks(table, &mut buffers, requests).into_iter();
    let actions = actions(header, requests);
    let mut summary = ScanSummary::default();
    let mut done = 0;
    // Only a few chunks per thread at a time, merged in order before the next ones, to limit memory.
    for batch in table.chunks.chunks(rayon::current_num_threads() * CHUNKS_PER_THREAD) {
        let work: Vec<_> = batch.iter().zip(readers.by_ref()).collect();
        let scanned: Vec<Result<(Vec<Reader<'_, '_>>, ScanSummary)>> =
            work.into_par_iter().map(|(&chunk, readers)| scan(table, header, &actions, chunk, readers)).collect();
        for scanned in scanned {
            let (parts, part_summary) = scanned?;
            merged.iter_mut().zip(parts).for_each(|(merged, part)| merged.add(part));
            summary.long_rows += part_summary.long_rows;
            summary.unnamed.extend(part_summary.unnamed);
        }
        done += batch.iter().map(|chunk| chunk.rows).sum::<usize>();
        table.progress.report(done as u64, rows as u64);
    }
    drop(readers);
    summary.unnamed.sort_unstable();
    summary.unnamed.dedup();
    Ok((buffers.into_iter().zip(merged).map(|(buffer, merged)| buffer.finish(merged)).collect(), summary))
}

/// The cells of a whole column.
enum CellBuffer {
    Numbers(Vec<f64>),
    Codes(Vec<u32>),
}

/// The merged results of the chunks besides the cells.
enum Merged<'t> {
    Numbers(ParseStats),
    Codes(Interner<'t>),
}

impl CellBuffer {
    fn new(read_as: ReadAs, rows: usize) -> Self {
        match read_as {
            ReadAs::Numbers | ReadAs::NumbersOnly => Self::Numbers(vec![0.0; rows]),
            ReadAs::Text | ReadAs::NumericText => Self::Codes(vec![0; rows]),
        }
    }

    fn finish(self, merged: Merged<'_>) -> ParsedColumn {
        match (self, merged) {
            (Self::Numbers(numbers), Merged::Numbers(stats)) => ParsedColumn::Numbers(numbers, stats),
            (Self::Codes(codes), Merged::Codes(levels)) => {
                let levels = levels.into_texts().into_iter().map(Cow::into_owned).collect();
                ParsedColumn::Categories(Categories { levels, codes })
            }
            _ => unreachable!("the buffer and the merged results of a column have the same type"),
        }
    }
}

impl<'t> Merged<'t> {
    fn new(buffer: &CellBuffer) -> Self {
        match buffer {
            CellBuffer::Numbers(_) => Self::Numbers(ParseStats::default()),
            CellBuffer::Codes(_) => Self::Codes(Interner::default()),
        }
    }

    /// Merges the results of the next chunk.
    fn add(&mut self, part: Reader<'_, 't>) {
        match (self, part) {
            (Self::Numbers(stats), Reader::Numbers { stats: part, .. }) => stats.add(part),
            (Self::Codes(levels), Reader::Texts { cells, levels: part, .. }) => levels.merge(part.into_texts(), cells),
            _ => unreachable!("the readers and the merged results of a column have the same type"),
        }
    }
}

/// Parses the cells of one column in one chunk.
enum Reader<'s, 't> {
    Numbers { cells: &'s mut [f64], stats: ParseStats, only: bool },
    Texts { cells: &'s mut [u32], levels: Interner<'t>, of_numbers: bool },
}

/// Splits every buffer at the chunks and returns one reader per column for each chunk.
fn split_at_chunks<'s, 't>(
    table: CsvRows<'t>,
    buffers: &'s mut [CellBuffer],
    requests: &[(usize, ReadAs)],
) -> Vec<Vec<Reader<'s, 't>>> {
    let mut pieces: Vec<Vec<Reader<'s, 't>>> = table.chunks.iter().map(|_| Vec::with_capacity(buffers.len())).collect();
    for (buffer, &(_, read_as)) in buffers.iter_mut().zip(requests) {
        match buffer {
            CellBuffer::Numbers(numbers) => {
                let mut rest = numbers.as_mut_slice();
                for (piece, chunk) in pieces.iter_mut().zip(table.chunks) {
                    let (cells, after) = rest.split_at_mut(chunk.rows);
                    rest = after;
                    piece.push(Reader::Numbers {
                        cells,
                        stats: ParseStats::default(),
                        only: read_as == ReadAs::NumbersOnly,
                    });
                }
            }
            CellBuffer::Codes(codes) => {
                let mut rest = codes.as_mut_slice();
                for (piece, chunk) in pieces.iter_mut().zip(table.chunks) {
                    let (cells, after) = rest.split_at_mut(chunk.rows);
                    rest = after;
                    let of_numbers = read_as == ReadAs::NumericText;
                    piece.push(Reader::Texts { cells, levels: Interner::default(), of_numbers });
                }
            }
        }
    }
    pieces
}

/// The treatment of the cell at a position of a row.
#[derive(Clone, Copy)]
enum CellAction {
    /// Passed to the reader with this index.
    Parse(usize),
    Skip,
    /// Of an unnamed column: only checked for a value.
    Watch,
}

fn actions(header: &Header, requests: &[(usize, ReadAs)]) -> Vec<CellAction> {
    let kind = |&role: &ColumnRole| if role == ColumnRole::Unnamed { CellAction::Watch } else { CellAction::Skip };
    let mut actions: Vec<CellAction> = header.roles.iter().map(kind).collect();
    for (reader, &(field, _)) in requests.iter().enumerate() {
        actions[field] = CellAction::Parse(reader);
    }
    actions
}

/// Parses one chunk.
fn scan<'s, 't>(
    table: CsvRows<'t>,
    header: &Header,
    actions: &[CellAction],
    chunk: Chunk,
    mut readers: Vec<Reader<'s, 't>>,
) -> Result<(Vec<Reader<'s, 't>>, ScanSummary)> {
    let CsvRows { file, dialect, named_by, .. } = table;
    let text = &table.text[chunk.start..chunk.end];
    let mut records = Records::new(file, text, chunk.line, dialect, table.max_line_bytes);
    let (required, mut summary) = (header.required(), ScanSummary::default());
    let mut has_value = vec![false; actions.len()];
    let mut row = 0;
    while let Some(record) = records.next()? {
        let mut found = 0;
        let mut beyond = false;
        for cell in Fields::new(record, dialect) {
            match actions.get(found) {
                Some(&CellAction::Parse(reader)) => {
                    let read = readers[reader].read(row, cell, record.line, table);
                    read.map_err(|cell| {
                        diagnostics::not_a_number(file, record.line, &header.names[found], &cell, dialect, named_by)
                    })?;
                }
                Some(CellAction::Skip) => {}
                Some(CellAction::Watch) => {
                    if !cell.is_empty() && !std::mem::replace(&mut has_value[found], true) {
                        summary.unnamed.push(found);
                    }
                }
                None => beyond |= !cell.is_empty(),
            }
            found += 1;
        }
        if found < required || beyond {
            return Err(diagnostics::ragged(file, record, dialect, header, found));
        }
        summary.long_rows += u64::from(found > actions.len());
        row += 1;
    }
    Ok((readers, summary))
}

impl<'t> Reader<'_, 't> {
    /// Parses one cell; returns it as an error if it is not a number although the column must be numeric.
    #[inline]
    fn read(
        &mut self,
        row: usize,
        cell: Cow<'t, str>,
        line: u64,
        table: CsvRows<'_>,
    ) -> std::result::Result<(), Cow<'t, str>> {
        let reading = |cell: &str| number::read(cell, table.markers, table.dialect.decimal_comma);
        match self {
            Self::Numbers { stats, .. } if stats.text.is_some() => {}
            Self::Numbers { cells, stats, only } => {
                cells[row] = match reading(&cell) {
                    Reading::Number(number) => {
                        stats.numbers += 1;
                        number
                    }
                    Reading::Missing => f64::NAN,
                    Reading::Infinite => {
                        stats.numbers += 1;
                        stats.infinite += 1;
                        stats.first_infinite.get_or_insert_with(|| (line, cell.into_owned()));
                        f64::NAN
                    }
                    Reading::Doubtful => {
                        stats.doubtful += 1;
                        stats.first_doubtful.get_or_insert_with(|| cell.into_owned());
                        f64::NAN
                    }
                    Reading::Text if *only => return Err(cell),
                    Reading::Text => {
                        stats.text = Some((line, cell.into_owned()));
                        f64::NAN
                    }
                };
            }
            Self::Texts { cells, levels, of_numbers } => {
                let is_missing = if *of_numbers {
                    !matches!(reading(&cell), Reading::Number(_))
                } else {
                    table.markers.has_text(&cell)
                };
                cells[row] = if is_missing { MISSING_CODE } else { levels.intern(cell) };
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn merged_statistics_keep_the_earliest_text() {
        let text = |line| ParseStats { text: Some((line, String::new())), numbers: 1, ..ParseStats::default() };
        let mut stats = text(3);
        stats.add(text(9));
        assert_eq!((stats.text.unwrap().0, stats.numbers), (3, 2));
    }
}
