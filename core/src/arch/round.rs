//! Rounding without a library call, from the bits of the number.

/// Rounds half away from zero; returns ±2^15 from 2^15 on, and for infinity and NaN.
#[inline]
pub(crate) fn round(x: f32) -> i32 {
    let bits = x.to_bits();
    let exponent = (bits >> 23) & 0xFF;
    let magnitude = if exponent < 142 {
        // Twice the number, rounded down; below one half the whole mantissa is shifted out.
        let doubled = ((bits & 0x007F_FFFF) | 0x0080_0000) >> (149 - exponent).min(31);
        (doubled + 1) >> 1
    } else {
        1 << 15
    };
    let magnitude = magnitude.cast_signed();
    if bits >> 31 == 0 { magnitude } else { -magnitude }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounding_agrees_with_the_standard_library() {
        let mut x = -33_000.0f32;
        while x < 33_000.0 {
            let expected = (x.round() as i32).clamp(-32_768, 32_768);
            assert_eq!(round(x), expected, "{x}");
            x += 0.25;
        }
        for x in [0.49999997f32, 0.5, -0.49999997, -0.5, 1.5, 2.5, 1e-40, 0.0, -0.0] {
            assert_eq!(round(x), x.round() as i32, "{x}");
        }
        assert_eq!([round(f32::INFINITY), round(f32::MIN)], [32_768, -32_768]);
    }
}
