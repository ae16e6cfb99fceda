//! A numeric column: imputation, scaling, and rounding to the shared step of integer storage.

use crate::arch;
use crate::error::InputError;
use crate::flags::Flags;
use crate::format::layout::column_record::{IMPUTED, INDICATOR, SCALED};
use crate::value::Value;
use crate::view;

/// `(x - offset) * scale`, the common form of all scalers.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Affine {
    /// Subtracted first.
    pub offset: f32,
    /// The factor of the difference.
    pub scale: f32,
}

impl Affine {
    /// Returns `(x - offset) * scale`.
    ///
    /// ```
    /// let celsius = nearkin::encode::Affine { offset: 32.0, scale: 0.5 };
    /// assert_eq!(celsius.apply(50.0), 9.0);
    /// ```
    #[must_use]
    pub fn apply(self, x: f32) -> f32 {
        (x - self.offset) * self.scale
    }

    /// Reads offset and scale.
    #[inline]
    pub(crate) fn read(words: &[u32]) -> Option<Self> {
        let [offset, scale] = *view::floats(words).first_chunk::<2>()?;
        Some(Self { offset, scale })
    }

    /// Does the same as [`apply`](Self::apply), but clamps a result that overflows and sets the flag for it.
    #[inline]
    pub(crate) fn bounded(self, x: f32, flags: &mut Flags) -> f32 {
        let scaled = self.apply(x);
        if scaled.is_finite() {
            return scaled;
        }
        flags.set(Flags::OUTSIDE);
        scaled.clamp(f32::MIN, f32::MAX)
    }

    /// Returns the nearest integer of `(x - offset) * scale`, half away from zero, no larger than `bound` either way.
    ///
    /// The second result is true if the value was clamped.
    ///
    /// # Examples
    /// ```
    /// let halves = nearkin::encode::Affine { offset: 1.0, scale: 2.0 };
    /// assert_eq!(halves.quantize(1.25, 100), (1, false)); // 0.5, away from zero
    /// assert_eq!(halves.quantize(1000.0, 100), (100, true)); // 1998 is above the bound
    /// ```
    #[must_use]
    #[inline]
    pub fn quantize(self, x: f32, bound: i16) -> (i16, bool) {
        let whole = arch::quantized(x, self.offset, self.scale);
        let limit = i32::from(bound);
        // Not `clamp`, which panics if the bound is negative.
        let clamped = whole.min(limit).max(-limit);
        #[expect(clippy::cast_possible_truncation, reason = "within ±bound")]
        let stored = clamped as i16;
        (stored, clamped != whole)
    }

    /// Returns the same integer if it is within the bound; `None` for all others, for NaN and for infinity.
    #[inline]
    pub(crate) fn quantize_unflagged(self, x: f32, bound: i16) -> Option<i16> {
        let whole = arch::quantized(x, self.offset, self.scale);
        #[expect(clippy::cast_possible_truncation, reason = "within ±bound")]
        (whole.unsigned_abs() <= i32::from(bound).cast_unsigned()).then_some(whole as i16)
    }
}

/// The outputs of a missing-value indicator, scaled like its column.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Indicator {
    /// Output for a value that is present, and for a missing one.
    pub outputs: [f32; 2],
    /// The same in units of the shared step (integer storage).
    pub stored: [i16; 2],
}

/// The parameters of a numeric column.
///
/// # Examples
/// ```
/// use nearkin::encode::{Affine, Indicator, Number};
///
/// let scaler = Some(Affine { offset: 10.0, scale: 0.5 });
/// let mut number = Number { scaler, quantizer: None, imputed: Some(10.0), indicator: None };
/// assert_eq!(number.width(), 1);
/// number.indicator = Some(Indicator { outputs: [0.0, 1.0], stored: [0, 0] });
/// assert_eq!(number.width(), 2);
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Number {
    /// The scaler; `None` does not scale.
    pub scaler: Option<Affine>,
    /// From the raw number to the stored integer (integer storage only).
    pub quantizer: Option<Affine>,
    /// The replacement of a missing value, before scaling; `None` refuses missing values.
    pub imputed: Option<f32>,
    /// A second output that indicates whether the value was missing.
    pub indicator: Option<Indicator>,
}

impl Number {
    /// Parameters: scaler offset, scale · quantizer offset, scale · imputed value · indicator off, on, both stored.
    #[inline]
    pub(crate) fn read(rest: &mut &[u32], flags: u16, integer: bool) -> Option<Self> {
        let pair = |rest: &mut &[u32]| Affine::read(view::take(rest, 2)?);
        let scaler = if flags & SCALED != 0 { Some(pair(rest)?) } else { None };
        let quantizer = if integer { Some(pair(rest)?) } else { None };
        let imputed = if flags & IMPUTED != 0 { Some(*view::floats(view::take(rest, 1)?).first()?) } else { None };
        let indicator = if flags & INDICATOR != 0 {
            let outputs = *view::floats(view::take(rest, 2)?).first_chunk::<2>()?;
            let stored = if integer { *view::shorts(view::take(rest, 1)?).first_chunk::<2>()? } else { [0, 0] };
            Some(Indicator { outputs, stored })
        } else {
            None
        };
        Some(Self { scaler, quantizer, imputed, indicator })
    }

    /// Returns the number of outputs.
    #[must_use]
    pub fn width(&self) -> usize {
        if self.indicator.is_some() { 2 } else { 1 }
    }

    /// Reads a cell: the number, and whether it was missing.
    #[inline]
    pub(crate) fn cell(&self, value: Value<'_>, column: u16, flags: &mut Flags) -> Result<(f32, bool), InputError> {
        let number = match value {
            Value::Number(number) => number,
            Value::Int(integer) => integer as f32,
            Value::Missing => f32::NAN,
            Value::Text(_) | Value::Code(_) => return Err(InputError::Kind { column }),
        };
        if number.is_finite() {
            return Ok((number, false));
        }
        flags.set(Flags::MISSING);
        self.imputed.map(|imputed| (imputed, true)).ok_or(InputError::Missing { column })
    }

    /// Scales a number; clamps a result that overflows and sets the flag for it.
    #[inline]
    pub(crate) fn scaled(&self, number: f32, flags: &mut Flags) -> f32 {
        self.scaler.map_or(number, |scaler| scaler.bounded(number, flags))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STEP: Affine = Affine { offset: 1.0, scale: 2.0 };

    #[test]
    fn halves_round_away_from_zero() {
        assert_eq!(STEP.quantize(1.25, 100), (1, false)); // 0.5
        assert_eq!(STEP.quantize(0.75, 100), (-1, false)); // -0.5
        assert_eq!(STEP.quantize(1.2, 100), (0, false)); // 0.4
    }

    #[test]
    fn numbers_past_the_bound_are_clamped_and_said() {
        assert_eq!(STEP.quantize(1000.0, 100), (100, true));
        assert_eq!(STEP.quantize(f32::MIN, 100), (-100, true));
    }

    #[test]
    fn a_scaled_overflow_stays_finite_and_is_marked() {
        let number = Number {
            scaler: Some(Affine { offset: 0.0, scale: 1e30 }),
            quantizer: None,
            imputed: None,
            indicator: None,
        };
        let mut flags = Flags::default();
        assert_eq!(number.scaled(-1e20, &mut flags), f32::MIN);
        assert!(flags.has(Flags::OUTSIDE));
    }

    #[test]
    fn nan_and_infinity_are_missing() {
        let mut number = Number { scaler: None, quantizer: None, imputed: None, indicator: None };
        let mut flags = Flags::default();
        let cell = number.cell(Value::Number(f32::INFINITY), 3, &mut flags);
        assert_eq!(cell, Err(InputError::Missing { column: 3 }));
        number.imputed = Some(7.0);
        assert_eq!(number.cell(Value::Number(f32::NAN), 3, &mut flags), Ok((7.0, true)));
        assert!(flags.has(Flags::MISSING));
    }
}
