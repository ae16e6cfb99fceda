//! The two kinds of error: bytes that are not a valid model ([`LoadError`]) and invalid calls ([`InputError`]).

use core::fmt;

/// The reason why bytes were refused as a model.
///
/// The first check that fails is reported; `FORMAT.md` defines their order.
///
/// # Examples
/// ```
/// # static MODEL: &[u8] = nearkin::include_model!(concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/models/species.nkn"));
/// use nearkin::{Feature, LoadError, Model, Rule};
///
/// // Copies that keep their address divisible by 4.
/// let with = |at: usize, byte: u8| {
///     let mut copy = nearkin::Aligned([0; 4096]);
///     copy.0[..MODEL.len()].copy_from_slice(MODEL);
///     copy.0[at] = byte;
///     Model::from_bytes(&copy.0[..MODEL.len()]).err()
/// };
/// assert_eq!(with(0, b'?'), Some(LoadError::BadMagic));
/// assert_eq!(with(4, 9), Some(LoadError::UnsupportedVersion { found: 9, supported: 1 }));
/// assert!(matches!(with(40, 0xFF), Some(LoadError::Checksum { .. })));
/// assert_eq!(Model::from_bytes(&MODEL[..10]).err(), Some(LoadError::Truncated { need: 16, have: 10 }));
/// let needs = LoadError::Unsupported { feature: Feature::Md5 };
/// assert!(needs.to_string().contains("\"md5\""));
/// // A forged checksum does not help: the rules are checked after it.
/// assert_eq!(LoadError::Invalid { rule: Rule::Finite, at: 3 }.to_string(), "invalid: a number is not finite (entry 3)");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum LoadError {
    /// The bytes do not start at an address divisible by 4; see [`include_model!`](crate::include_model).
    Misaligned,
    /// Fewer bytes than the header states.
    Truncated {
        /// Number of bytes of the complete model.
        need: u32,
        /// Number of bytes received.
        have: u32,
    },
    /// The first four bytes are not `NKIN`.
    BadMagic,
    /// Another version of the format.
    UnsupportedVersion {
        /// The blob's version.
        found: u16,
        /// The version that this crate reads.
        supported: u16,
    },
    /// The checksum differs: the bytes are damaged.
    Checksum {
        /// The checksum written in the header.
        stored: u32,
        /// The checksum of the bytes.
        computed: u32,
    },
    /// The model needs a feature that this build does not have.
    Unsupported {
        /// The missing feature.
        feature: Feature,
    },
    /// The message in the payload does not decode.
    Malformed,
    /// More bytes than the header states, or than the message has.
    TrailingBytes {
        /// Number of additional bytes.
        count: u32,
    },
    /// A rule about sizes or ranges is violated.
    Invalid {
        /// The rule.
        rule: Rule,
        /// The column, row or entry that violates it.
        at: u32,
    },
    /// A valid model, but with another schema than that of the generated code.
    OtherSchema,
    /// A valid model with the right schema that exceeds the capacity of the generated code.
    Capacity {
        /// Elements that the model needs.
        need: u32,
        /// Elements that are available.
        have: u32,
    },
}

/// A feature that a model needs and a build can lack.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Feature {
    /// A flag in the header that this version does not know.
    Flag(u16),
    /// MD5 hashing: the cargo feature `md5`.
    Md5,
    /// SHA-256 hashing: the cargo feature `sha256`.
    Sha256,
    /// Rows stored as `f32`: the cargo feature `float`.
    Float,
    /// A distance other than euclidean: the cargo feature `metrics`.
    Metrics,
}

/// The rules that [`Model::from_bytes`](crate::Model::from_bytes) checks after the checksum.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Rule {
    /// The tables start on a 4-byte boundary and are whole words.
    TablesAligned,
    /// A section is inside the tables.
    SectionInside,
    /// No two sections share a word.
    SectionOverlap,
    /// Padding, unused bits, and flags and sections that do not apply are zero.
    Reserved,
    /// A column record has a known form, and its parameters are inside the tables.
    ColumnParameters,
    /// The stored slots of a column are inside a row.
    ColumnSlot,
    /// The columns' stored slots add up to a stored row.
    StoredWidth,
    /// The columns' widths add up to the encoded width.
    EncodedWidth,
    /// A vocabulary has at least one level, and its levels are sorted and unique.
    VocabularySorted,
    /// A text is valid UTF-8 and inside its pool.
    Text,
    /// A level's code or output is inside its table.
    LevelCode,
    /// Every number is finite.
    Finite,
    /// A scale, step or exponent is greater than zero.
    Positive,
    /// `1 <= k <= rows`.
    NeighborCount,
    /// There is at least one row, class or cluster, and their counts agree with the tables.
    Count,
    /// A row's code is a level of its column, missing or unknown.
    RowCode,
    /// A row's class exists.
    RowClass,
    /// No distance of integer storage can overflow.
    DistanceBound,
    /// The metric can be used with this storage and head.
    Metric,
    /// Buckets cover the rows in order, or every plane of the tree refers to a number of a row.
    SearchIndex,
}

/// The reason why a call was refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum InputError {
    /// The number of cells in the row differs from the number of columns in the model.
    Length {
        /// Columns of the model.
        expected: u16,
        /// Cells of the row.
        found: u16,
    },
    /// The cell is missing (so are NaN and infinity), and its column refuses missing cells.
    Missing {
        /// The column's index.
        column: u16,
    },
    /// The category did not occur in training, and its column refuses unknown categories.
    UnknownCategory {
        /// The column's index.
        column: u16,
    },
    /// A value of the wrong kind, such as a text for a numeric column or a fraction for a categorical one.
    Kind {
        /// The column's index.
        column: u16,
    },
    /// The scratch or output buffer is too small.
    Capacity {
        /// Elements that the model needs.
        need: u32,
        /// Elements that are available.
        have: u32,
    },
    /// The model has a different task; for example, [`classify`](crate::Model::classify) was called for a regression.
    Head,
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Misaligned => f.write_str("the model does not start at an address divisible by 4"),
            Self::Truncated { need, have } => write!(f, "truncated: {have} of {need} bytes"),
            Self::BadMagic => f.write_str("not a nearkin model (it does not start with NKIN)"),
            Self::UnsupportedVersion { found, supported } => {
                write!(f, "format version {found}, but this build reads version {supported}")
            }
            Self::Checksum { stored, computed } => {
                write!(f, "damaged: the checksum is {computed:08x}, but the header states {stored:08x}")
            }
            Self::Unsupported { feature: flags @ Feature::Flag(_) } => {
                write!(f, "needs {flags}, which this version does not support")
            }
            Self::Unsupported { feature } => write!(f, "needs {feature}, which is not enabled"),
            Self::Malformed => f.write_str("malformed: the payload does not decode"),
            Self::TrailingBytes { count } => write!(f, "{count} bytes too many"),
            Self::Invalid { rule, at } => write!(f, "invalid: {rule} (entry {at})"),
            Self::OtherSchema => f.write_str("its columns, levels or classes differ from those of the generated code"),
            Self::Capacity { need, have } => {
                write!(
                    f,
                    "needs room for {need} stored columns or neighbors, but the generated code has room for {have}"
                )
            }
        }
    }
}

impl fmt::Display for Feature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Flag(bits) => write!(f, "the format flags {bits:04x}"),
            Self::Md5 => f.write_str("the cargo feature \"md5\""),
            Self::Sha256 => f.write_str("the cargo feature \"sha256\""),
            Self::Float => f.write_str("the cargo feature \"float\""),
            Self::Metrics => f.write_str("the cargo feature \"metrics\""),
        }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::TablesAligned => "the tables are not aligned or not whole words",
            Self::SectionInside => "a section is outside the tables",
            Self::SectionOverlap => "two sections share a word",
            Self::Reserved => "padding, an unused bit or a section that does not apply is not zero",
            Self::ColumnParameters => "the parameters of a column are unknown or outside the tables",
            Self::ColumnSlot => "the slots of a column are outside a stored row",
            Self::StoredWidth => "the stored slots of the columns do not add up to a stored row",
            Self::EncodedWidth => "the widths of the columns do not add up to the encoded width",
            Self::VocabularySorted => "a vocabulary is empty or not sorted",
            Self::Text => "a text is not valid UTF-8 or outside its pool",
            Self::LevelCode => "the code or output of a level is outside its table",
            Self::Finite => "a number is not finite",
            Self::Positive => "a scale, step or exponent is not greater than zero",
            Self::NeighborCount => "the number of neighbors is not between 1 and the number of rows",
            Self::Count => "a count disagrees with the tables",
            Self::RowCode => "the code of a row is not a level of its column",
            Self::RowClass => "the class of a row does not exist",
            Self::DistanceBound => "an integer distance could overflow",
            Self::Metric => "the metric cannot be used with this storage or head",
            Self::SearchIndex => {
                "the buckets do not cover the rows in order, or a plane of the tree is not in a number of a row"
            }
        })
    }
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Length { expected, found } => {
                write!(f, "the row has {found} cells, but the model has {expected} columns")
            }
            Self::Missing { column } => write!(f, "column {column}: a missing value is refused"),
            Self::UnknownCategory { column } => write!(f, "column {column}: an unknown category is refused"),
            Self::Kind { column } => write!(f, "column {column}: the value has the wrong kind for this column"),
            Self::Capacity { need, have } => write!(
                f,
                "room for {have}, but the model needs {need} (use Scratch::<QUERY_WORDS, K>; an output buffer needs `width` \
                 elements)"
            ),
            Self::Head => f.write_str("the model was fitted for another task"),
        }
    }
}

impl core::error::Error for LoadError {}
impl core::error::Error for InputError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_stay_small() {
        assert!(size_of::<LoadError>() <= 12);
        assert!(size_of::<InputError>() <= 12);
    }

    #[test]
    fn an_unsupported_model_names_the_cargo_feature() {
        let refused = |feature| std::format!("{}", LoadError::Unsupported { feature });
        assert_eq!(refused(Feature::Md5), "needs the cargo feature \"md5\", which is not enabled");
        assert_eq!(refused(Feature::Flag(1)), "needs the format flags 0001, which this version does not support");
    }

    #[test]
    fn an_error_of_capacity_names_what_can_be_too_small() {
        assert_eq!(
            std::format!("{}", InputError::Capacity { need: 4, have: 2 }),
            "room for 2, but the model needs 4 (use Scratch::<QUERY_WORDS, K>; an output buffer needs `width` elements)"
        );
        assert_eq!(
            std::format!("{}", LoadError::Capacity { need: 7, have: 5 }),
            "needs room for 7 stored columns or neighbors, but the generated code has room for 5"
        );
    }
}
