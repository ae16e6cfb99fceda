//! The tables of a baked model: what a search reads, without names, vocabularies and encoders.

use nearkin::Model;
use nearkin::format::{Head, SECTIONS, Section};

/// Flags of a coded column's record, as `core/FORMAT.md` gives them.
const TABLE: u32 = 2;
const BY_LEVEL: u32 = 4;

/// Words, and where in them each section starts (plus one).
#[derive(Debug, Default)]
pub(super) struct Tables {
    /// The words.
    pub(super) words: Vec<u32>,
    /// As [`nearkin::format::Payload::sections`].
    pub(super) sections: [u32; SECTIONS],
}

impl Tables {
    /// Copies from a loaded model.
    #[must_use]
    pub(super) fn of(model: &Model<'_>) -> Self {
        let payload = model.payload();
        let source: Vec<u32> =
            payload.tables.as_chunks::<4>().0.iter().map(|&bytes| u32::from_le_bytes(bytes)).collect();
        let rows = payload.rows as usize;
        let start = |section| payload.section(section).map(|word| word as usize);
        let mut tables = Self::default();
        if payload.head == Head::Encode {
            return tables;
        }
        let class_words = if payload.classes <= 256 { rows.div_ceil(4) } else { rows.div_ceil(2) };
        let targets = if matches!(payload.head, Head::Classify(_)) { class_words } else { rows };
        let bits = usize::try_from(u32::BITS - payload.rows.saturating_sub(1).leading_zeros()).expect("at most 32");
        let packed = |count: usize| (count * bits).div_ceil(32);
        for (section, words) in [
            (Section::Numbers, rows * payload.storage.row_words(usize::from(payload.numbers))),
            (Section::Codes, (rows * model.code_bytes()).div_ceil(4)),
            (Section::Targets, targets),
            (Section::RowNumbers, packed(rows)),
            (Section::Radii, rows),
            (Section::Origins, rows),
        ] {
            if let Some(at) = start(section) {
                tables.add(section, &source[at..at + words]);
            }
        }
        if let Some(at) = start(Section::Buckets) {
            let count = source[at] as usize;
            let starts = &source[at + 1..at + 1 + packed(count)];
            let groups = groups(starts, count, bits, rows);
            let bounds = if payload.storage.integer().is_some() { groups.div_ceil(2) } else { groups };
            tables.add(Section::Buckets, &source[at..at + 1 + starts.len() + bounds]);
        }
        if let Some(at) = start(Section::Coded) {
            let mut records = source[at..at + 3 * usize::from(payload.codes)].to_vec();
            for record in records.as_chunks_mut::<3>().0 {
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

/// Groups of eight rows, counted bucket by bucket.
fn groups(starts: &[u32], count: usize, bits: usize, rows: usize) -> usize {
    let start = |bucket: usize| {
        (0..bits).fold(0usize, |number, bit| {
            let at = bucket * bits + bit;
            number | ((starts[at / 32] >> (at % 32)) as usize & 1) << bit
        })
    };
    (0..count)
        .map(|bucket| {
            let end = if bucket + 1 < count { start(bucket + 1) } else { rows };
            (end - start(bucket)).div_ceil(8)
        })
        .sum()
}
