//! A fitted model in typed parts: the source of the blob and of generated code.

use nearkin::Metric;
use nearkin::encode::{HashAlgorithm, Number, Policy};
use nearkin::format::layout::coded_record::code_bytes;
use nearkin::format::{Head, RowStorage, Vote, Weighting};

/// The complete content of a model.
#[derive(Debug, Clone)]
pub struct ModelTables {
    /// The kind of prediction.
    pub head: Head,
    /// The distance of stored rows.
    pub metric: Metric,
    /// The type of stored numbers.
    pub storage: RowStorage,
    /// The input columns, in order.
    pub columns: Vec<ModelColumn>,
    /// Names of the classes, in order.
    pub classes: Vec<String>,
    /// The target's name.
    pub target: Option<String>,
    /// Numbers of a stored row, without padding.
    pub numbers: u16,
    /// The stored code columns, in order.
    pub coded: Vec<CodedColumn>,
    /// Stored rows.
    pub rows: u32,
    /// Their numbers, each row padded to whole words.
    pub row_numbers: Vec<u32>,
    /// Their codes, row by row.
    pub row_codes: Vec<u8>,
    /// A word or a packed class for each row: see [`ModelTables::targets`].
    pub targets: Targets,
    /// Number of each stored row, if rows were reordered.
    pub order: Option<Vec<u32>>,
    /// The index with which a search skips rows, if that is faster.
    pub pruning: Option<IndexTable>,
    /// Training-row number of each row number, if only some were kept.
    pub origins: Option<Vec<u32>>,
    /// A prediction beyond it is novel.
    pub threshold: Option<u32>,
    /// The origin of the model, as JSON; may be empty.
    pub provenance: String,
}

/// The index of a search.
#[derive(Debug, Clone, PartialEq)]
pub enum IndexTable {
    /// Around centers.
    Buckets(BucketTable),
    /// Between planes: of every leaf of sixteen rows but the first, the place of a number in a row, and its value there as
    /// a query has it (an integer, or the bits of a float).
    Tree(Vec<(u16, u32)>),
}

/// Rows in buckets around centers.
#[derive(Debug, Clone, PartialEq)]
pub struct BucketTable {
    /// The index of the first row of each bucket; the first stored rows are the buckets' centers, in the same order.
    pub starts: Vec<u32>,
    /// For every eight rows of a bucket, beside its center, the largest distance to the center.
    pub bounds: BoundTable,
}

/// Distances to centers.
#[derive(Debug, Clone, PartialEq)]
pub enum BoundTable {
    /// Integer storage: rounded down.
    Integer(Vec<u16>),
    /// `f32` storage: rounded up.
    Float(Vec<f32>),
}

/// The target of each row number.
#[derive(Debug, Clone, PartialEq)]
pub enum Targets {
    /// Nothing: an encoder.
    None,
    /// Its class.
    Classes(Vec<u16>),
    /// Its value.
    Values(Vec<f32>),
    /// Its cluster's radius, and with a threshold its cluster's first rank outside.
    Radii(Vec<f32>, Vec<u32>),
}

/// One input column.
#[derive(Debug, Clone)]
pub struct ModelColumn {
    /// Its name.
    pub name: String,
    /// The policy for missing cells.
    pub missing: Policy,
    /// The policy for unknown categories.
    pub unknown: Policy,
    /// Its first stored number, or its place among the codes.
    pub slot: u16,
    /// Its parameters.
    pub kind: ColumnKind,
}

/// A column's parameters.
#[derive(Debug, Clone)]
pub enum ColumnKind {
    /// A number.
    Number(Number),
    /// A category.
    Category(CategoryTable),
}

/// A categorical column.
#[derive(Debug, Clone)]
pub struct CategoryTable {
    /// How a value becomes a code.
    pub lookup: LookupTable,
    /// Levels (buckets of a hash).
    pub levels: u16,
    /// Outputs.
    pub width: u16,
    /// The code of a missing cell; none refuses it.
    pub missing: Option<u16>,
    /// The code of an unknown category; none refuses it.
    pub unknown: Option<u16>,
    /// The outputs of each code.
    pub outputs: OutputTable,
    /// Whether its outputs are added to those of the other shared columns.
    pub shared: bool,
    /// Whether it is stored as numbers.
    pub expanded: bool,
}

/// How a value becomes a code.
#[derive(Debug, Clone, PartialEq)]
pub enum LookupTable {
    /// Byte-sorted texts.
    Texts(Vec<String>),
    /// Sorted integers.
    Integers(Vec<i32>),
    /// A hash.
    Hash(HashAlgorithm),
}

/// The outputs of a column's codes.
#[derive(Debug, Clone, PartialEq)]
pub enum OutputTable {
    /// A one in the code's slot.
    OneHot {
        /// The slot of each code (`levels + 2`), [`nearkin::encode::NO_CODE`] for none; `None` where slot is code.
        slots: Option<Vec<u16>>,
        /// Output of each slot when off and when on; `None` for 0 and 1.
        scaled: Option<(Vec<f32>, Vec<f32>)>,
        /// (off, on) of each slot as stored integers; expanded integer storage only.
        stored: Vec<i16>,
    },
    /// A row of numbers for each code.
    Table {
        /// `[levels + 2][width]`.
        rows: Vec<f32>,
        /// The same as stored integers; integer storage only.
        stored: Vec<i16>,
    },
}

/// The record of a stored code column.
#[derive(Debug, Clone, PartialEq)]
pub struct CodedColumn {
    /// Index of its input column.
    pub column: usize,
    /// Number of codes: `levels + 2`.
    pub codes: u16,
    /// How two codes differ.
    pub gap: CodeDifference,
}

/// How two different codes differ.
#[derive(Debug, Clone, PartialEq)]
pub enum CodeDifference {
    /// By one weight for each: codes below `counted` weigh `weight` (bits of the search's number), others nothing.
    Uniform {
        /// The weight.
        weight: u32,
        /// How many codes have it.
        counted: u16,
    },
    /// By a weight of each code.
    Weights(Vec<u32>),
    /// By the outputs of its column's table.
    Table,
}

impl CodedColumn {
    /// Whether a stored code takes two bytes.
    #[must_use]
    pub fn is_wide(&self) -> bool {
        code_bytes(self.codes.into()) > 1
    }
}

impl CategoryTable {
    /// The slot of a code in a one-hot column.
    #[must_use]
    pub fn slot(&self, code: u16) -> Option<u16> {
        let slot = match &self.outputs {
            OutputTable::OneHot { slots: Some(slots), .. } => {
                slots.get(usize::from(code)).copied().unwrap_or(nearkin::encode::NO_CODE)
            }
            OutputTable::OneHot { slots: None, .. } => code,
            OutputTable::Table { .. } => return None,
        };
        (slot < self.width).then_some(slot)
    }
}

impl ModelColumn {
    /// Number of encoded outputs.
    #[must_use]
    pub fn width(&self) -> usize {
        match &self.kind {
            ColumnKind::Number(number) => number.width(),
            ColumnKind::Category(category) => usize::from(category.width),
        }
    }

    /// Whether it is stored as numbers.
    #[must_use]
    pub fn is_expanded(&self) -> bool {
        match &self.kind {
            ColumnKind::Number(_) => true,
            ColumnKind::Category(category) => category.expanded,
        }
    }

    /// Whether it shares its outputs with other hashed columns.
    #[must_use]
    pub fn is_shared(&self) -> bool {
        matches!(&self.kind, ColumnKind::Category(category) if category.shared)
    }
}

impl ModelTables {
    /// An encoder without columns, to be filled.
    #[must_use]
    pub fn encoder(metric: Metric) -> Self {
        Self {
            head: Head::Encode,
            metric,
            storage: RowStorage::F32,
            columns: Vec::new(),
            classes: Vec::new(),
            target: None,
            numbers: 0,
            coded: Vec::new(),
            rows: 0,
            row_numbers: Vec::new(),
            row_codes: Vec::new(),
            targets: Targets::None,
            order: None,
            pruning: None,
            origins: None,
            threshold: None,
            provenance: String::new(),
        }
    }

    /// The same without rows, targets and provenance: what encodes a row.
    #[must_use]
    pub fn without_rows(&self) -> Self {
        Self {
            columns: self.columns.clone(),
            coded: self.coded.clone(),
            numbers: self.numbers,
            storage: self.storage,
            ..Self::encoder(self.metric)
        }
    }

    /// Returns the same with only the rows `kept`, in their order, as a regression of one neighbor.
    #[must_use]
    pub(crate) fn only_rows(&self, kept: &[usize]) -> Self {
        let words = self.storage.row_words(usize::from(self.numbers));
        let bytes: usize = self.coded.iter().map(|coded| if coded.is_wide() { 2 } else { 1 }).sum();
        Self {
            head: Head::Regress(Vote { neighbors: 1, weighting: Weighting::Uniform }),
            rows: u32::try_from(kept.len()).expect("no more than all rows, whose number fits"),
            row_numbers: kept.iter().flat_map(|&row| &self.row_numbers[row * words..][..words]).copied().collect(),
            row_codes: kept.iter().flat_map(|&row| &self.row_codes[row * bytes..][..bytes]).copied().collect(),
            targets: Targets::Values(vec![0.0; kept.len()]),
            ..self.without_rows()
        }
    }

    /// Number of encoded outputs of a row.
    #[must_use]
    pub fn width(&self) -> usize {
        let own: usize = self.columns.iter().filter(|column| !column.is_shared()).map(ModelColumn::width).sum();
        own + self.columns.iter().find(|column| column.is_shared()).map_or(0, ModelColumn::width)
    }

    /// Hash of the interface that generated code is made for (FNV-1a, 64 bits): names, order, kinds, levels, what is
    /// missing or unknown in each column, the kind of head, and the classes. Tables, `k`, metric and scalers do not count.
    #[must_use]
    pub fn schema_hash(&self) -> u64 {
        let mut hash = Fnv::new();
        hash.byte(match self.head {
            Head::Encode => 0,
            Head::Classify(_) => 1,
            Head::Regress(_) => 2,
            Head::Cluster => 3,
        });
        for column in &self.columns {
            hash.text(&column.name);
            match &column.kind {
                ColumnKind::Number(number) => {
                    hash.byte(0);
                    hash.byte(u8::from(number.imputed.is_some()));
                }
                ColumnKind::Category(category) => {
                    match &category.lookup {
                        LookupTable::Texts(levels) => {
                            hash.byte(1);
                            levels.iter().for_each(|level| hash.text(level));
                        }
                        LookupTable::Integers(levels) => {
                            hash.byte(2);
                            levels.iter().for_each(|level| hash.text(&level.to_string()));
                        }
                        LookupTable::Hash(_) => hash.byte(3),
                    }
                    hash.byte(u8::from(category.missing.is_some()));
                    hash.byte(u8::from(category.unknown.is_some()));
                }
            }
        }
        self.classes.iter().for_each(|class| hash.text(class));
        hash.0
    }
}

struct Fnv(u64);

impl Fnv {
    fn new() -> Self {
        Self(0xCBF2_9CE4_8422_2325)
    }

    fn byte(&mut self, byte: u8) {
        self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
    }

    /// A text and its end, so that "ab", "c" differs from "a", "bc".
    fn text(&mut self, text: &str) {
        text.bytes().for_each(|byte| self.byte(byte));
        self.byte(0xFF);
    }
}
