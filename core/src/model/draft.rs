//! Models written word by word, for unit tests.

use std::vec::Vec;

use crate::distance::Metric;
use crate::encode::NO_CODE;
use crate::format::layout::{coded_record, column_record};
use crate::format::{Decoded, Head, Payload, RowStorage, SECTIONS, Section, Vote, Weighting};
use crate::model::{Model, validate};

/// A model whose counts and tables can be changed before it is checked.
#[derive(Clone)]
pub(crate) struct Draft {
    pub(crate) payload: Payload<'static>,
    pub(crate) tables: Vec<u32>,
    columns: Vec<[u32; column_record::WORDS]>,
    coded: Vec<[u32; coded_record::WORDS]>,
}

impl Draft {
    pub(crate) fn new(head: Head, metric: Metric, storage: RowStorage) -> Self {
        let payload = Payload {
            head,
            metric,
            storage,
            columns: 0,
            width: 0,
            numbers: 0,
            codes: 0,
            rows: 0,
            classes: 0,
            threshold: None,
            schema: 0,
            sections: [0; SECTIONS],
            pad: &[],
            tables: &[],
            provenance: &[],
        };
        Self { payload, tables: Vec::new(), columns: Vec::new(), coded: Vec::new() }
    }

    /// Appends words to the tables, and returns the first one's index.
    pub(crate) fn push(&mut self, words: &[u32]) -> u32 {
        let at = self.tables.len() as u32;
        self.tables.extend_from_slice(words);
        at
    }

    /// Appends a section.
    pub(crate) fn put(mut self, section: Section, words: &[u32]) -> Self {
        self.payload.sections[section as usize] = self.push(words) + 1;
        self
    }

    /// Returns the index of the first word of a section.
    pub(crate) fn at(&self, section: Section) -> usize {
        self.payload.section(section).expect("the section was put") as usize
    }

    /// Adds a numeric column with these flags and parameters.
    pub(crate) fn number(mut self, flags: u16, parameters: &[u32]) -> Self {
        let at = self.push(parameters);
        self.columns.push([u32::from(flags) | u32::from(self.payload.numbers) << 16, at]);
        let width = if flags & column_record::INDICATOR == 0 { 1 } else { 2 };
        self.payload.numbers += width;
        self.payload.width += u32::from(width);
        self
    }

    /// Adds a one-hot column that is stored as a code, whose levels differ by twice `weight`.
    ///
    /// An unknown category has the code after that of missing cells; missing cells are refused.
    pub(crate) fn category(mut self, levels: &[&str], weight: u32) -> Self {
        let count = levels.len() as u32;
        let vocabulary = self.push(&texts(levels));
        let codes = u32::from(NO_CODE) | (count + 1) << 16;
        let at = self.push(&[count | count << 16, codes, vocabulary]);
        self.columns.push([1 | u32::from(self.payload.codes) << 16, at]);
        self.coded.push([0, weight, count | (count + 2) << 16]);
        self.payload.codes += 1;
        self.payload.width += count;
        self
    }

    /// Adds the stored rows.
    pub(crate) fn rows(mut self, rows: u32, numbers: &[u32], codes: &[u8]) -> Self {
        self.payload.rows = rows;
        self = self.put(Section::Numbers, numbers);
        if codes.is_empty() { self } else { self.put(Section::Codes, &bytes(codes)) }
    }

    /// Adds the class of each row, and the names of the classes and of the target.
    pub(crate) fn classes(mut self, names: &[&str], targets: &[u8]) -> Self {
        self.payload.classes = names.len() as u16 - 1;
        self.put(Section::Targets, &bytes(targets)).put(Section::Classes, &texts(names))
    }

    /// Adds the records and the names of the columns: "x0", "x1" and so on.
    pub(crate) fn seal(mut self) -> Self {
        let names = ["x0", "x1", "x2", "x3"];
        self.payload.columns = self.columns.len() as u16;
        let records = self.columns.as_flattened().to_vec();
        self = self.put(Section::Columns, &records).put(Section::Names, &texts(&names[..records.len() / 2]));
        let coded = self.coded.as_flattened().to_vec();
        if coded.is_empty() { self } else { self.put(Section::Coded, &coded) }
    }

    pub(crate) fn decoded(&self) -> Decoded<'_> {
        Decoded::from_parts(self.payload, &self.tables)
    }

    /// Returns the model after the checks of loading.
    #[track_caller]
    pub(crate) fn model(&self) -> Model<'_> {
        let decoded = self.decoded();
        validate::validate(&decoded).expect("a sound draft");
        Model::trusted(decoded)
    }
}

/// A classifier of points: columns x, y (stored as 16-bit integers as they are, -1000 to 1000) and a category a or b, whose
/// levels are 24 apart.
///
/// Rows: (0, 0, a), (3, 4, a) of class "no"; (6, 8, b), (100, 0, b) of class "yes".
pub(crate) fn points(k: u32) -> Draft {
    let head = Head::Classify(Vote { neighbors: k, weighting: Weighting::Uniform });
    columns(head)
        .rows(4, &[pair(0, 0), pair(3, 4), pair(6, 8), pair(100, 0)], &[0, 0, 1, 1])
        .classes(&["no", "yes", "answer"], &[0, 0, 1, 1])
        .seal()
}

/// The columns of [`points`].
pub(crate) fn columns(head: Head) -> Draft {
    let unscaled = [0.0f32.to_bits(), 1.0f32.to_bits()];
    Draft::new(head, Metric::Euclidean, RowStorage::I16 { step: 1.0, bound: 1000 })
        .number(0, &unscaled)
        .number(0, &unscaled)
        .category(&["a", "b"], 12)
}

/// Two clusters around (0, 0) and (10, 0) with the radii 2 and 3, and a threshold of 0.5.
pub(crate) fn clusters() -> Draft {
    let unscaled = [0.0f32.to_bits(), 1.0f32.to_bits()];
    let mut draft = Draft::new(Head::Cluster, Metric::Euclidean, RowStorage::I16 { step: 1.0, bound: 1000 })
        .number(0, &unscaled)
        .number(0, &unscaled)
        .rows(2, &[pair(0, 0), pair(10, 0)], &[])
        // The first squared distances above 2.5 and 3.5.
        .put(Section::Radii, &[2.0f32.to_bits(), 3.0f32.to_bits(), 7, 13]);
    draft.payload.threshold = Some(0.5f32.to_bits());
    draft.seal()
}

/// Two 16-bit integers in a word.
pub(crate) fn pair(low: i16, high: i16) -> u32 {
    u32::from(low.cast_unsigned()) | u32::from(high.cast_unsigned()) << 16
}

/// Bytes as words.
pub(crate) fn bytes(bytes: &[u8]) -> Vec<u32> {
    let word = |bytes: &[u8]| bytes.iter().rev().fold(0, |word, &byte| word << 8 | u32::from(byte));
    bytes.chunks(4).map(word).collect()
}

/// A list of texts as words.
pub(crate) fn texts(texts: &[&str]) -> Vec<u32> {
    let mut pool = Vec::new();
    let mut offsets = Vec::from([0, 0]);
    for text in texts {
        pool.extend_from_slice(text.as_bytes());
        offsets.extend((pool.len() as u16).to_le_bytes());
    }
    let mut words = Vec::from([texts.len() as u32]);
    words.extend(bytes(&offsets));
    words.extend(bytes(&pool));
    words
}
