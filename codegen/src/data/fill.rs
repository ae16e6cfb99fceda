//! One walk over all rows that fills columns, piece by piece on several threads.

use std::borrow::Cow;

use rayon::prelude::*;

use super::chunks::Chunk;
use super::dialect::Dialect;
use super::fields::Fields;
use super::header::{Header, Role};
use super::levels::{self, Levels};
use super::missing::Markers;
use super::number::{self, Reading};
use super::records::Records;
use super::{Categories, MISSING, complaint};
use crate::Result;

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
    /// Infinite or too large ones.
    pub(super) infinite: u64,
    /// Texts that are missing among numbers only, and the first.
    pub(super) doubtful: u64,
    pub(super) first_doubtful: Option<String>,
}

impl Tally {
    fn add(&mut self, later: Self) {
        self.text = self.text.take().or(later.text);
        self.numbers += later.numbers;
        self.infinite += later.infinite;
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
    let pieces = cut(table, &mut stores, wishes);
    let readers: Vec<(Chunk, Vec<Reader<'_, '_>>)> = table.chunks.iter().copied().zip(pieces).collect();
    let slots = slots(header, wishes);
    let walked: Vec<Result<(Vec<Part<'_>>, Walk)>> =
        readers.into_par_iter().map(|(chunk, readers)| walk(table, header, &slots, chunk, readers)).collect();
    let mut parts: Vec<Vec<Part<'_>>> = stores.iter().map(|_| Vec::new()).collect();
    let mut all = Walk::default();
    for walked in walked {
        let (chunk_parts, walk) = walked?;
        parts.iter_mut().zip(chunk_parts).for_each(|(parts, part)| parts.push(part));
        all.long_rows += walk.long_rows;
        all.unnamed.extend(walk.unnamed);
    }
    all.unnamed.sort_unstable();
    all.unnamed.dedup();
    let filled = stores.into_iter().zip(parts).map(|(store, parts)| store.join(table.chunks, parts)).collect();
    Ok((filled, all))
}

/// The cells of a whole column.
enum Store {
    Numbers(Vec<f64>),
    Codes(Vec<u32>),
}

/// What a chunk's reader leaves besides the cells.
enum Part<'t> {
    Numbers(Tally),
    Texts(Vec<Cow<'t, str>>),
}

impl Store {
    fn new(wish: Wish, rows: usize) -> Self {
        match wish {
            Wish::Numbers | Wish::OnlyNumbers => Self::Numbers(vec![0.0; rows]),
            Wish::Texts | Wish::TextsOfNumbers => Self::Codes(vec![0; rows]),
        }
    }

    /// Joins what the chunks found, in their order.
    fn join(self, chunks: &[Chunk], parts: Vec<Part<'_>>) -> Filled {
        match self {
            Self::Numbers(numbers) => {
                let mut tally = Tally::default();
                for part in parts {
                    if let Part::Numbers(part) = part {
                        tally.add(part);
                    }
                }
                Filled::Numbers(numbers, tally)
            }
            Self::Codes(mut codes) => {
                let texts = parts.into_iter().map(|part| match part {
                    Part::Texts(texts) => texts,
                    Part::Numbers(_) => Vec::new(),
                });
                let (levels, maps) = levels::merge(texts.collect());
                let mut rest = codes.as_mut_slice();
                for (chunk, map) in chunks.iter().zip(maps) {
                    let (piece, after) = rest.split_at_mut(chunk.rows);
                    rest = after;
                    for code in piece.iter_mut().filter(|code| **code != MISSING) {
                        *code = map[*code as usize];
                    }
                }
                Filled::Categories(Categories { levels, codes })
            }
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

fn walk<'t>(
    table: Table<'t>,
    header: &Header,
    slots: &[Slot],
    chunk: Chunk,
    mut readers: Vec<Reader<'_, 't>>,
) -> Result<(Vec<Part<'t>>, Walk)> {
    let Table { file, dialect, .. } = table;
    let text = &table.text[chunk.start..chunk.end];
    let mut records = Records::new(file, text, chunk.line, dialect, table.max_line_bytes);
    let (required, mut walk) = (header.required(), Walk::default());
    let mut has_value = vec![false; slots.len()];
    // Here and not when the reader was made: only a few chunks are walked at a time.
    for reader in &mut readers {
        if let Reader::Texts { levels, .. } = reader {
            *levels = Levels::with_markers(table.markers);
        }
    }
    let mut row = 0;
    while let Some(record) = records.next()? {
        let mut found = 0;
        let mut beyond = false;
        for cell in Fields::new(record, dialect) {
            match slots.get(found) {
                Some(&Slot::Read(reader)) => {
                    let read = readers[reader].read(row, cell, record.line, table);
                    read.map_err(|cell| {
                        complaint::not_a_number(file, record.line, &header.names[found], &cell, dialect)
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
            return Err(complaint::ragged(file, record, dialect, header, found));
        }
        walk.long_rows += u64::from(found > slots.len());
        row += 1;
    }
    Ok((readers.into_iter().map(Reader::finish).collect(), walk))
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
                let is_missing = *of_numbers && !matches!(reading(&cell), Reading::Number(_));
                cells[row] = if is_missing { MISSING } else { levels.code(cell) };
            }
        }
        Ok(())
    }

    fn finish(self) -> Part<'t> {
        match self {
            Self::Numbers { tally, .. } => Part::Numbers(tally),
            Self::Texts { levels, .. } => Part::Texts(levels.into_texts()),
        }
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
