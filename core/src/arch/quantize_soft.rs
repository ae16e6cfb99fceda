//! Scaling to an integer without an FPU: float rounding in integer arithmetic, cheaper than library calls.
//!
//! The difference and the product are rounded as by IEEE 754: to 24 bits, half to even. The intermediate result is not
//! packed into a float, and because the result is a small integer, no product is subnormal.

use crate::arch::round::round;

/// Bits of a float without its sign.
const MAGNITUDE: u32 = 0x7FFF_FFFF;
/// The result for everything from 2^15 on.
const LARGE: i32 = 1 << 15;

/// Returns `(x - offset) * scale`, rounded half away from zero; from 2^15 on, and for infinity and NaN, ±2^15.
///
/// `offset` is finite, `scale` is finite and positive.
#[inline]
pub(crate) fn quantized(x: f32, offset: f32, scale: f32) -> i32 {
    // A number that is not scaled needs no arithmetic.
    if offset.to_bits() == 0 && scale.to_bits() == 1.0f32.to_bits() { round(x) } else { scaled(x, offset, scale) }
}

#[inline(never)]
fn scaled(x: f32, offset: f32, scale: f32) -> i32 {
    let (mut larger, mut smaller) = (x.to_bits(), offset.to_bits() ^ !MAGNITUDE);
    if larger & MAGNITUDE < smaller & MAGNITUDE {
        (larger, smaller) = (smaller, larger);
    }
    let signed = |magnitude: i32| if larger & !MAGNITUDE == 0 { magnitude } else { -magnitude };
    if larger & MAGNITUDE >= f32::INFINITY.to_bits() {
        return signed(LARGE);
    }

    let Some((difference, exponent)) = difference(larger, smaller) else { return 0 };
    if exponent > 254 {
        return signed(LARGE);
    }
    let (product, exponent) = product(difference, exponent, scale.to_bits());
    // The result is `product * 2^(exponent - 276)`: both exponents were 150 too large, and 24 bits were cut off.
    if exponent >= 268 {
        return signed(LARGE);
    }
    // Twice the number, rounded down.
    let doubled = product >> (275 - exponent).min(31).cast_unsigned();
    signed(((doubled + 1) >> 1).cast_signed())
}

/// Returns mantissa and exponent of `larger + smaller`, whose magnitudes are in this order; `None` for zero.
#[inline]
fn difference(larger: u32, smaller: u32) -> Option<(u32, i32)> {
    let (mut exponent, mantissa) = parts(larger);
    let (small_exponent, small_mantissa) = parts(smaller);
    // Three more bits are enough to round the difference; the last one is set if any bit was lost.
    let (mut difference, small_mantissa) = (mantissa << 3, small_mantissa << 3);
    let shift = (exponent - small_exponent).min(31).cast_unsigned();
    let shifted = small_mantissa >> shift;
    let lost = u32::from(shifted << shift != small_mantissa);
    if (larger ^ smaller) & !MAGNITUDE == 0 {
        difference += shifted | lost;
    } else {
        difference -= shifted | lost;
    }
    if difference == 0 {
        return None;
    }
    while difference >> 26 == 0 {
        difference <<= 1;
        exponent -= 1;
    }
    if difference >> 27 != 0 {
        difference = difference >> 1 | difference & 1;
        exponent += 1;
    }
    let difference = half_to_even(difference >> 3, difference & 7, 4);
    Some(if difference >> 24 != 0 { (difference >> 1, exponent + 1) } else { (difference, exponent) })
}

/// Returns mantissa and exponent of the product of a difference and a positive scale.
///
/// Two 24-bit numbers are multiplied by their halves, because small chips only multiply 32 bits to 32.
#[inline]
fn product(difference: u32, exponent: i32, scale: u32) -> (u32, i32) {
    let (scale_exponent, mut scale) = parts(scale);
    let mut exponent = exponent + scale_exponent;
    while scale >> 23 == 0 {
        scale <<= 1;
        exponent -= 1;
    }
    let ([difference_high, difference_low], [scale_high, scale_low]) = (halves(difference), halves(scale));
    let middle = difference_high * scale_low + difference_low * scale_high;
    let low = difference_low * scale_low + ((middle & 0xFFF) << 12);
    let mut high = difference_high * scale_high + (middle >> 12) + (low >> 24);
    let mut low = low & 0x00FF_FFFF;
    if high >> 23 == 0 {
        low <<= 1;
        high = high << 1 | low >> 24;
        low &= 0x00FF_FFFF;
        exponent -= 1;
    }
    (half_to_even(high, low, 1 << 23), exponent)
}

/// Returns exponent and mantissa, `mantissa * 2^(exponent - 150)`.
#[inline]
fn parts(bits: u32) -> (i32, u32) {
    let exponent = (bits >> 23 & 0xFF).cast_signed();
    let mantissa = bits & 0x007F_FFFF;
    if exponent == 0 { (1, mantissa) } else { (exponent, mantissa | 0x0080_0000) }
}

/// Rounds up if the rest is more than one half, or exactly one half and the number is odd.
#[inline]
fn half_to_even(number: u32, rest: u32, half: u32) -> u32 {
    number + u32::from(rest + (number & 1) > half)
}

#[inline]
fn halves(x: u32) -> [u32; 2] {
    [x >> 12, x & 0xFFF]
}
