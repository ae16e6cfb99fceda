//! The contrast encoders: L levels become L - 1 outputs that compare levels with each other.

use crate::encoders::contrast::Contrast;
use crate::encoders::key;
use crate::encoders::level_column::LevelColumn;
use crate::encoders::method::{Encoder, Method, MethodInfo};
use crate::encoders::polynomial::Polynomials;
use crate::encoders::raw_encoding::RawEncoding;
use crate::encoders::syntax::SpecWriter;
use crate::encoders::table::LevelRows;
use crate::error::Result;

const KEYS: &[key::Key] = &[key::ORDER, key::UNKNOWN, key::MISSING];

pub(super) const SUM: MethodInfo = MethodInfo {
    name: "sum",
    summary: "each level against the mean of all",
    brief: "against the mean of all",
    keys: KEYS,
    supervised: false,
    parse: |_| Ok(Method::Sum),
};

pub(super) const BACKWARD_DIFFERENCE: MethodInfo = MethodInfo {
    name: "backward-difference",
    summary: "each level against the one before it",
    brief: "against the level before",
    keys: KEYS,
    supervised: false,
    parse: |_| Ok(Method::BackwardDifference),
};

pub(super) const HELMERT: MethodInfo = MethodInfo {
    name: "helmert",
    summary: "each level against the mean of the levels before it",
    brief: "against the mean before",
    keys: &[key::VARIANT, key::ORDER, key::UNKNOWN, key::MISSING],
    supervised: false,
    parse: |keys| {
        let divided = keys.is_article()?;
        Ok(Method::Helmert(Helmert { divided }))
    },
};

pub(super) const POLYNOMIAL: MethodInfo = MethodInfo {
    name: "polynomial",
    summary: "trends over equally spaced levels: linear, quadratic, ...",
    brief: "trends over ordered levels",
    keys: KEYS,
    supervised: false,
    parse: |_| Ok(Method::Polynomial),
};

/// The Helmert encoder: each level is compared with the mean of the levels before it.
///
/// An unknown level is all zeros; a single level has no outputs.
///
/// # Examples
/// ```
/// use nearkin_codegen::encoders::{ColumnInput, Helmert, Method, fit};
///
/// let levels = ["a".to_owned(), "b".to_owned(), "c".to_owned()];
/// let input = ColumnInput::new(&levels, &[0, 0, 1, 2]);
/// let encoding = fit(&Method::Helmert(Helmert { divided: false }).into(), &input)?;
/// assert_eq!((encoding.outputs_of(0), encoding.outputs_of(2)), (Some(vec![-1.0, -1.0]), Some(vec![0.0, 2.0])));
/// let encoding = fit(&Method::Helmert(Helmert { divided: true }).into(), &input)?;
/// assert_eq!(encoding.outputs_of(2), Some(vec![0.0, 2.0 / 3.0]));
/// # Ok::<(), nearkin_codegen::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Helmert {
    /// Whether output `j` is divided by `j + 2`, as in the article (`variant=article`).
    pub divided: bool,
}

/// The sum encoder: the last level is -1 in every output.
#[derive(Debug)]
pub(super) struct Sum;

/// The backward-difference encoder: differences between adjacent levels.
#[derive(Debug)]
pub(super) struct BackwardDifference;

/// The polynomial encoder: orthonormal polynomials over the levels.
#[derive(Debug)]
pub(super) struct Polynomial;

/// Encodes the levels of `column` by a contrast of their number.
fn contrasts(column: &LevelColumn, contrast: impl FnOnce(usize) -> Contrast) -> RawEncoding {
    let levels = column.coded_levels();
    // A single level has no contrast, even if an index is reserved for unknown levels.
    let width = if column.names.len() < 2 { 0 } else { levels - 1 };
    let outputs = (0..width).map(|output| output.to_string()).collect();
    RawEncoding::rows(LevelRows::Contrasts(contrast(width + 1)), vec![0.0; width], outputs)
}

impl Encoder for Sum {
    fn info(&self) -> &'static MethodInfo {
        &SUM
    }

    fn write(&self, _: &mut SpecWriter) {}

    fn fit(&self, column: &LevelColumn) -> Result<RawEncoding> {
        Ok(contrasts(column, |_| Contrast::Sum))
    }
}

impl Encoder for BackwardDifference {
    fn info(&self) -> &'static MethodInfo {
        &BACKWARD_DIFFERENCE
    }

    fn write(&self, _: &mut SpecWriter) {}

    fn fit(&self, column: &LevelColumn) -> Result<RawEncoding> {
        Ok(contrasts(column, |_| Contrast::BackwardDifference))
    }
}

impl Encoder for Helmert {
    fn info(&self) -> &'static MethodInfo {
        &HELMERT
    }

    fn write(&self, out: &mut SpecWriter) {
        out.put("variant", "article", !self.divided);
    }

    fn fit(&self, column: &LevelColumn) -> Result<RawEncoding> {
        Ok(contrasts(column, |_| Contrast::Helmert { divided: self.divided }))
    }
}

impl Encoder for Polynomial {
    fn info(&self) -> &'static MethodInfo {
        &POLYNOMIAL
    }

    fn write(&self, _: &mut SpecWriter) {}

    fn fit(&self, column: &LevelColumn) -> Result<RawEncoding> {
        Ok(contrasts(column, |levels| Contrast::Polynomial(Polynomials::new(levels))))
    }
}
