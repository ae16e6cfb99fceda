//! The formula of a contrast: the outputs of one level among a number of levels.

use crate::encoders::polynomial::Polynomials;

/// The contrasts of a number of levels as a formula, since thousands of levels would need millions of numbers.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Contrast {
    /// 1 in the level's own output; the last level is -1 in every output.
    Sum,
    /// Output `j` steps up after level `j`.
    BackwardDifference,
    /// Output `j` compares level `j + 1` with the levels before it.
    Helmert {
        /// Output `j` is divided by `j + 2`.
        divided: bool,
    },
    /// Output `j` is the polynomial of degree `j + 1`.
    Polynomial(Polynomials),
}

impl Contrast {
    /// Writes the outputs of `level`; there is one more level than outputs, or a single level without outputs.
    pub(super) fn write(&self, level: usize, out: &mut [f64]) {
        let width = out.len();
        let mut write = |value: &dyn Fn(usize) -> f64| {
            for (j, out) in out.iter_mut().enumerate() {
                *out = value(j);
            }
        };
        match self {
            Self::Sum if level == width => write(&|_| -1.0),
            Self::Sum => write(&|j| f64::from(u8::from(level == j))),
            Self::BackwardDifference => {
                let levels = (width + 1) as f64;
                write(&|j| {
                    let above = (j + 1) as f64;
                    (if level > j { above } else { above - levels }) / levels
                });
            }
            Self::Helmert { divided } => write(&|j| {
                let value = match level {
                    _ if level <= j => -1.0,
                    _ if level == j + 1 => (j + 1) as f64,
                    _ => 0.0,
                };
                if *divided { value / (j + 2) as f64 } else { value }
            }),
            Self::Polynomial(polynomials) => polynomials.write(level, out),
        }
    }
}
