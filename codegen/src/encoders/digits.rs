//! The binary and base-n encoders: the digits of the ordinal code.

use crate::encoders::key;
use crate::encoders::level_column::LevelColumn;
use crate::encoders::method::{Encoder, Method, MethodInfo};
use crate::encoders::raw_encoding::RawEncoding;
use crate::encoders::syntax::SpecWriter;
use crate::error::{Error, Result};

pub(super) const BINARY: MethodInfo = MethodInfo {
    name: "binary",
    summary: "the binary digits of the ordinal code",
    brief: "binary digits of the code",
    keys: &[key::ORDER, key::UNKNOWN, key::MISSING],
    supervised: false,
    parse: |_| Ok(Method::Binary),
};

pub(super) const BASE_N: MethodInfo = MethodInfo {
    name: "base-n",
    summary: "the digits of the ordinal code in a base",
    brief: "digits of the code in a base",
    keys: &[key::own("base", "base of the digits, from 2 to 65536 [2]"), key::ORDER, key::UNKNOWN, key::MISSING],
    supervised: false,
    parse: |keys| {
        let base = keys.whole("base", 2..=65_536)?.unwrap_or(2);
        Ok(Method::BaseN(BaseN { base: u32::try_from(base).expect("the range is 2 to 65536") }))
    },
};

/// The binary encoder: codes 1..L in base 2.
#[derive(Debug)]
pub(super) struct Binary;

/// The base-n encoder: codes 1..L in `base`, the most significant digit first; an unknown level is all zeros.
///
/// # Examples
/// ```
/// use nearkin_codegen::encoders::{BaseN, ColumnInput, Method, fit};
///
/// let levels = ["a".to_owned(), "b".to_owned(), "c".to_owned()];
/// let input = ColumnInput::new(&levels, &[0, 0, 1, 2]);
/// let encoding = fit(&Method::BaseN(BaseN { base: 3 }).into(), &input)?;
/// assert_eq!((encoding.outputs_of(0), encoding.outputs_of(2)), (Some(vec![0.0, 1.0]), Some(vec![1.0, 0.0])));
/// # Ok::<(), nearkin_codegen::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BaseN {
    /// The base, at least 2.
    pub base: u32,
}

impl Default for BaseN {
    fn default() -> Self {
        Self { base: 2 }
    }
}

impl Encoder for Binary {
    fn info(&self) -> &'static MethodInfo {
        &BINARY
    }

    fn write(&self, _: &mut SpecWriter) {}

    fn fit(&self, column: &LevelColumn) -> Result<RawEncoding> {
        digits(column, 2)
    }
}

impl Encoder for BaseN {
    fn info(&self) -> &'static MethodInfo {
        &BASE_N
    }

    fn write(&self, out: &mut SpecWriter) {
        out.put("base", self.base, self.base == 2);
    }

    fn fit(&self, column: &LevelColumn) -> Result<RawEncoding> {
        // A spec that was not parsed can have a base without digits.
        if self.base < 2 {
            return Err(Error::usage(format!(
                "encoder \"base-n\": base={} is invalid: it must be at least 2",
                self.base
            )));
        }
        digits(column, self.base as usize)
    }
}

/// Encodes with the smallest width that holds the codes 1..=L and the zero word; integer arithmetic only.
fn digits(column: &LevelColumn, base: usize) -> Result<RawEncoding> {
    let largest = column.coded_levels();
    // powers[w] = base^w; the last entry is the smallest power above the largest code.
    let mut powers = vec![1_usize];
    while *powers.last().expect("it starts with one") <= largest {
        powers.push(powers.last().expect("it starts with one").saturating_mul(base));
    }
    let width = powers.len() - 1;
    RawEncoding::numbered(column, width, |level, digit| {
        let digit = (level + 1) / powers[width - 1 - digit] % base;
        f64::from(u32::try_from(digit).expect("a digit is below the base, which has 32 bits"))
    })
}
