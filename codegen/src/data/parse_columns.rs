//! One walk over all rows that fills columns, piece by piece on several threads.

use std::borrow::Cow;

use rayon::prelude::*;

use crate::Result;
use crate::data::chunks::Chunk;
use crate::data::dialect::Dialect;
use crate::data::fields::Fields;
use crate::data::header::{Header, Role};
use crate::data::interner::Levels;
use crate::data::missing::Markers;
use crate::data::number::{self, Reading};
use crate::data::records::Records;
use crate::data::{Categories, MISSING, diagnostics};
use crate::progress::Progress;

/// The chunks that each thread reads before what they left is joined.
const CHUNKS_A_THREAD: usize = 4;

/// A file's rows, cut, with all that is needed to read them.
#[derive(Debug, Clone, Copy)]
pub(super) struct Table<'t> {
    pub(super) file: &'t str,
    /// What the chunks are pieces of.
    pub(super) text: &'t str,
    pub(super) chunks: &'t [Chunk],
    pub(super) dialect: Dialect,
    pub(super) markers: &'t Markers,
    pub(super) max_line_bytes: usize,
    /// Who says which columns there are and of what kind, where options do not: `the model`.
    pub(super) named_by: Option<&'static str>,
    /// Told of the rows that are read.
    pub(super) progress: Progress<'t>,
}

/// As what a column is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Wish {
    /// As numbers; a text ends the attempt.
    Numbers,
    /// As numbers; a text is an error, for the user said so.
    OnlyNumbers,
    /// As texts.
    Texts,
    /// As the texts of numbers: what is no finite number is missing.
    TextsOfNumbers,
}

/// A column as it was read.
#[derive(Debug)]
pub(super) enum Filled {
    Numbers(Vec<f64>, Tally),
    Categories(Categories),
}

/// What was met while reading numbers.
#[derive(Debug, Clone, Default)]
pub(super) struct Tally {
    /// The first text that is no number, and its line; later cells were not read.
    pub(super) text: Option<(u64, String)>,
    /// Finite and infinite numbers.
    pub(super) numbers: u64,
    /// Those of them that are infinite in single precision, and the first with its line.
    pub(super) infinite: u64,
    pub(super) first_infinite: Option<(u64, String)>,
    /// Texts that are missing among numbers only, and the first.
    pub(super) doubtful: u64,
    pub(super) first_doubtful: Option<String>,
}

impl Tally {
    fn add(&mut self, later: Self) {
        self.text = self.text.take().or(later.text);
        self.numbers += later.numbers;
        self.infinite += later.infinite;
        self.first_infinite = self.first_infinite.take().or(later.first_infinite);
        self.doubtful += later.doubtful;
        self.first_doubtful = self.first_doubtful.take().or(later.first_doubtful);
    }
}

/// What a walk met besides the columns.
#[derive(Debug, Default)]
pub(super) struct Walk {
    /// Unnamed columns that turned out to hold values.
    pub(super) unnamed: Vec<usize>,
    /// Rows with empty cells beyond the header.
    pub(super) long_rows: u64,
}

/// Reads the columns `wishes` (position and kind, ascending) and checks the shape of all rows.
///
/// # Errors
/// The first row, in file order, with too few or too many cells, or with a text where only numbers may be.
pub(super) fn fill(table: Table<'_>, header: &Header, wishes: &[(usize, Wish)]) -> Result<(Vec<Filled>, Walk)> {
    let rows: usize = table.chunks.iter().map(|chunk| chunk.rows).sum();
    let mut stores: Vec<Store> = wishes.iter().map(|&(_, wish)| Store::new(wish, rows)).collect();
    let mut joined: Vec<Joined<'_>> = stores.iter().map(Joined::new).collect();
    let mut readers = cut(table, &mut stores, wishes).into_iter();
    let slots = slots(header, wishes);
    let mut all = Walk::default();
    let mut done = 0;
    // A few chunks for each thread at a time: what a chunk leaves is joined, in order, before more is read.
    for batch in table.chunks.chunks(rayon::current_num_threads() * CHUNKS_A_THREAD) {
        let work: Vec<_> = batch.iter().zip(readers.by_ref()).collect();
        let walked: Vec<Result<(Vec<Reader<'_, '_>>, Walk)>> =
            work.into_par_iter().map(|(&chunk, readers)| walk(table, header, &slots, chunk, readers)).collect();
        for walked in walked {
            let (parts, walk) = walked?;
            joined.iter_mut().zip(parts).for_each(|(joined, part)| joined.add(part));
            all.long_rows += walk.long_rows;
            all.unnamed.extend(walk.unnamed);
        }
        done += batch.iter().map(|chunk| chunk.rows).sum::<usize>();
        table.progress.report(done as u64, rows as u64);
    }
    drop(readers);
    all.unnamed.sort_unstable();
    all.unnamed.dedup();
    Ok((stores.into_iter().zip(joined).map(|(store, joined)| store.finish(joined)).collect(), all))
}

/// The cells of a whole column.
enum Store {
    Numbers(Vec<f64>),
    Codes(Vec<u32>),
}

/// What the chunks left besides the cells.
enum Joined<'t> {
    Numbers(Tally),
    Codes(Levels<'t>),
}

impl Store {
    fn new(wish: Wish, rows: usize) -> Self {
        match wish {
            Wish::Numbers | Wish::OnlyNumbers => Self::Numbers(vec![0.0; rows]),
            Wish::Texts | Wish::TextsOfNumbers => Self::Codes(vec![0; rows]),
        }
    }

    fn finish(self, joined: Joined<'_>) -> Filled {
        match (self, joined) {
            (Self::Numbers(numbers), Joined::Numbers(tally)) => Filled::Numbers(numbers, tally),
            (Self::Codes(codes), Joined::Codes(levels)) => {
                let levels = levels.into_texts().into_iter().map(Cow::into_owned).collect();
                Filled::Categories(Categories { levels, codes })
            }
            _ => unreachable!("a column's cells and what was joined are of one kind: both follow its wish"),
        }
    }
}

impl<'t> Joined<'t> {
    fn new(store: &Store) -> Self {
        match store {
            Store::Numbers(_) => Self::Numbers(Tally::default()),
            Store::Codes(_) => Self::Codes(Levels::default()),
        }
    }

    /// Joins the next chunk.
    fn add(&mut self, part: Reader<'_, 't>) {
        match (self, part) {
            (Self::Numbers(tally), Reader::Numbers { tally: part, .. }) => tally.add(part),
            (Self::Codes(levels), Reader::Texts { cells, levels: part, .. }) => levels.join(part.into_texts(), cells),
            _ => unreachable!("a column's readers and what was joined are of one kind: both follow its wish"),
        }
    }
}

/// Reads the cells of one column in one chunk.
enum Reader<'s, 't> {
    Numbers { cells: &'s mut [f64], tally: Tally, only: bool },
    Texts { cells: &'s mut [u32], levels: Levels<'t>, of_numbers: bool },
}

/// Cuts every store at the chunks: for each chunk, one reader a column.
fn cut<'s, 't>(table: Table<'t>, stores: &'s mut [Store], wishes: &[(usize, Wish)]) -> Vec<Vec<Reader<'s, 't>>> {
    let mut pieces: Vec<Vec<Reader<'s, 't>>> = table.chunks.iter().map(|_| Vec::with_capacity(stores.len())).collect();
    for (store, &(_, wish)) in stores.iter_mut().zip(wishes) {
        match store {
            Store::Numbers(numbers) => {
                let mut rest = numbers.as_mut_slice();
                for (piece, chunk) in pieces.iter_mut().zip(table.chunks) {
                    let (cells, after) = rest.split_at_mut(chunk.rows);
                    rest = after;
                    piece.push(Reader::Numbers { cells, tally: Tally::default(), only: wish == Wish::OnlyNumbers });
                }
            }
            Store::Codes(codes) => {
                let mut rest = codes.as_mut_slice();
                for (piece, chunk) in pieces.iter_mut().zip(table.chunks) {
                    let (cells, after) = rest.split_at_mut(chunk.rows);
                    rest = after;
                    let of_numbers = wish == Wish::TextsOfNumbers;
                    piece.push(Reader::Texts { cells, levels: Levels::default(), of_numbers });
                }
            }
        }
    }
    pieces
}

/// What becomes of the cell at a position.
#[derive(Clone, Copy)]
enum Slot {
    Read(usize),
    Pass,
    Watch,
}

fn slots(header: &Header, wishes: &[(usize, Wish)]) -> Vec<Slot> {
    let kind = |&role: &Role| if role == Role::Unnamed { Slot::Watch } else { Slot::Pass };
    let mut slots: Vec<Slot> = header.roles.iter().map(kind).collect();
    for (reader, &(field, _)) in wishes.iter().enumerate() {
        slots[field] = Slot::Read(reader);
    }
    slots
}

/// Reads one chunk.
fn walk<'s, 't>(
    table: Table<'t>,
    header: &Header,
    slots: &[Slot],
    chunk: Chunk,
    mut readers: Vec<Reader<'s, 't>>,
) -> Result<(Vec<Reader<'s, 't>>, Walk)> {
    let Table { file, dialect, named_by, .. } = table;
    let text = &table.text[chunk.start..chunk.end];
    let mut records = Records::new(file, text, chunk.line, dialect, table.max_line_bytes);
    let (required, mut walk) = (header.required(), Walk::default());
    let mut has_value = vec![false; slots.len()];
    let mut row = 0;
    while let Some(record) = records.next()? {
        let mut found = 0;
        let mut beyond = false;
        for cell in Fields::new(record, dialect) {
            match slots.get(found) {
                Some(&Slot::Read(reader)) => {
                    let read = readers[reader].read(row, cell, record.line, table);
                    read.map_err(|cell| {
                        diagnostics::not_a_number(file, record.line, &header.names[found], &cell, dialect, named_by)
                    })?;
                }
                Some(Slot::Pass) => {}
                Some(Slot::Watch) => {
                    if !cell.is_empty() && !std::mem::replace(&mut has_value[found], true) {
                        walk.unnamed.push(found);
                    }
                }
                None => beyond |= !cell.is_empty(),
            }
            found += 1;
        }
        if found < required || beyond {
            return Err(diagnostics::ragged(file, record, dialect, header, found));
        }
        walk.long_rows += u64::from(found > slots.len());
        row += 1;
    }
    Ok((readers, walk))
}

impl<'t> Reader<'_, 't> {
    /// Reads one cell; gives it back if it had to be a number.
    #[inline]
    fn read(
        &mut self,
        row: usize,
        cell: Cow<'t, str>,
        line: u64,
        table: Table<'_>,
    ) -> std::result::Result<(), Cow<'t, str>> {
        let reading = |cell: &str| number::read(cell, table.markers, table.dialect.decimal_comma);
        match self {
            Self::Numbers { tally, .. } if tally.text.is_some() => {}
            Self::Numbers { cells, tally, only } => {
                cells[row] = match reading(&cell) {
                    Reading::Number(number) => {
                        tally.numbers += 1;
                        number
                    }
                    Reading::Missing => f64::NAN,
                    Reading::Infinite => {
                        tally.numbers += 1;
                        tally.infinite += 1;
                        tally.first_infinite.get_or_insert_with(|| (line, cell.into_owned()));
                        f64::NAN
                    }
                    Reading::Doubtful => {
                        tally.doubtful += 1;
                        tally.first_doubtful.get_or_insert_with(|| cell.into_owned());
                        f64::NAN
                    }
                    Reading::Text if *only => return Err(cell),
                    Reading::Text => {
                        tally.text = Some((line, cell.into_owned()));
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
                cells[row] = if is_missing { MISSING } else { levels.code(cell) };
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tallies_keep_the_earliest_text() {
        let text = |line| Tally { text: Some((line, String::new())), numbers: 1, ..Tally::default() };
        let mut tally = text(3);
        tally.add(text(9));
        assert_eq!((tally.text.unwrap().0, tally.numbers), (3, 2));
    }
}
