//! The tables of a baked model that the search reads, without names, vocabularies and encoders.

use nearkin::Model;
use nearkin::format::layout::coded_record::{self, BY_LEVEL, TABLE};
use nearkin::format::{Head, SECTIONS, Section};

/// The words of the tables, with the start of each section.
#[derive(Debug, Default)]
pub(super) struct SearchTables {
    /// The words.
    pub(super) words: Vec<u32>,
    /// The start of each section plus one, as [`nearkin::format::Payload::sections`].
    pub(super) sections: [u32; SECTIONS],
}

impl SearchTables {
    /// Copies the tables of a loaded model.
    #[must_use]
    pub(super) fn of(model: &Model<'_>) -> Self {
        let payload = model.payload();
        let source: Vec<u32> =
            payload.tables.as_chunks::<4>().0.iter().map(|&bytes| u32::from_le_bytes(bytes)).collect();
        let start = |section| payload.section(section).map(|word| word as usize);
        let mut tables = Self::default();
        if payload.head == Head::Encode {
            return tables;
        }
        // A section ends where the next one starts; the names follow the sections of the rows at the latest.
        let mut starts: Vec<usize> =
            payload.sections.iter().filter_map(|&word| word.checked_sub(1)).map(|at| at as usize).collect();
        starts.push(source.len());
        for section in [
            Section::Numbers,
            Section::Codes,
            Section::Targets,
            Section::RowNumbers,
            Section::Radii,
            Section::Origins,
            Section::Buckets,
            Section::Tree,
        ] {
            if let Some(at) = start(section) {
                let end = starts.iter().copied().filter(|&other| other > at).min().unwrap_or(source.len());
                tables.add(section, &source[at..end]);
            }
        }
        if let Some(at) = start(Section::Coded) {
            let mut records = source[at..at + coded_record::WORDS * usize::from(payload.codes)].to_vec();
            for record in records.as_chunks_mut::<{ coded_record::WORDS }>().0 {
                let [head, first, counts] = *record;
                let codes = (counts >> 16) as usize;
                let integer = payload.storage.integer().is_some();
                let cells = codes * (head >> 16) as usize;
                let words = match head & (TABLE | BY_LEVEL) {
                    0 => continue,
                    TABLE if integer => cells.div_ceil(2),
                    TABLE => cells,
                    _ => codes,
                };
                let from = first as usize;
                record[1] = tables.push(&source[from..from + words]);
            }
            tables.add(Section::Coded, &records);
        }
        tables
    }

    fn push(&mut self, words: &[u32]) -> u32 {
        let at = u32::try_from(self.words.len()).expect("a model is below 4 GB");
        self.words.extend_from_slice(words);
        at
    }

    fn add(&mut self, section: Section, words: &[u32]) {
        self.sections[section as usize] = self.push(words) + 1;
    }
}
