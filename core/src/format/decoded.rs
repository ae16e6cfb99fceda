//! A blob that has been decoded but not checked.

use crate::error::{LoadError, Rule};
use crate::format::header::Header;
use crate::format::layout::{coded_record, column_record};
use crate::format::message;
use crate::format::payload::{Payload, Section};
use crate::texts::Texts;
use crate::view;

/// A message and its tables. Counts, offsets and values can be anything; every accessor checks its own bounds.
#[derive(Clone, Copy)]
pub(crate) struct Decoded<'a> {
    payload: Payload<'a>,
    tables: &'a [u32],
}

impl<'a> Decoded<'a> {
    /// Reads a blob up to its tables: alignment, header, checksum, message.
    pub(crate) fn from_bytes(bytes: &'a [u8]) -> Result<Self, LoadError> {
        // The cast to words succeeds only for an aligned address.
        let aligned = bytes.get(..bytes.len() & !3).unwrap_or(&[]);
        if view::words(aligned).is_none() {
            return Err(LoadError::Misaligned);
        }
        let bytes = Header::read(bytes)?;
        let (payload, rest) = message::take(bytes).ok_or(LoadError::Malformed)?;
        if !rest.is_empty() {
            return Err(LoadError::TrailingBytes { count: u32::try_from(rest.len()).unwrap_or(u32::MAX) });
        }
        let tables = view::words(payload.tables).ok_or(LoadError::Invalid { rule: Rule::TablesAligned, at: 0 })?;
        Ok(Self { payload, tables })
    }

    /// Combines a message and tables that are part of the program.
    pub(crate) const fn from_parts(payload: Payload<'a>, tables: &'a [u32]) -> Self {
        Self { payload, tables }
    }

    /// Returns the message.
    pub(crate) const fn payload(&self) -> &Payload<'a> {
        &self.payload
    }

    /// Returns the words of all tables.
    pub(crate) const fn tables(&self) -> &'a [u32] {
        self.tables
    }

    /// Returns `words` words of a section; `None` where it is absent or not inside the tables.
    pub(crate) const fn section(&self, section: Section, words: usize) -> Option<&'a [u32]> {
        match self.payload.section(section) {
            Some(at) => view::span(self.tables, at, words),
            None => None,
        }
    }

    /// Returns the records of the input columns.
    pub(crate) fn column_records(&self) -> Option<&'a [[u32; column_record::WORDS]]> {
        let words = usize::from(self.payload.columns) * column_record::WORDS;
        Some(self.section(Section::Columns, words)?.as_chunks().0)
    }

    /// Returns the records of the columns that are stored as codes.
    pub(crate) const fn coded_records(&self) -> Option<&'a [[u32; coded_record::WORDS]]> {
        if self.payload.codes == 0 {
            return Some(&[]);
        }
        match self.section(Section::Coded, self.payload.codes as usize * coded_record::WORDS) {
            Some(words) => Some(words.as_chunks().0),
            None => None,
        }
    }

    /// Returns the names of the columns.
    pub(crate) fn column_names(&self) -> Option<Texts<'a>> {
        Texts::read(self.tables, self.payload.section(Section::Names)?)
    }

    /// Returns the names of the classes, followed by the name of the target.
    pub(crate) fn class_texts(&self) -> Option<Texts<'a>> {
        Texts::read(self.tables, self.payload.section(Section::Classes)?)
    }
}
