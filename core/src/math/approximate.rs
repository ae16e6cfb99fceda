//! Approximate roots and powers for chips without an FPU, from micromath.
//!
//! | function | relative error | range |
//! | --- | --- | --- |
//! | `sqrt(x)` | 0 to +6.1 % | normal `x`; 0 for smaller ones |
//! | `pow(x, p)` | ±(0.25 % + 0.006 % · p), p ≤ 64 | normal `x`, result 1.2e-38 to 3e38; else 0 or infinity |

use micromath::F32;

/// Below the logarithm of the largest float, 88.72.
const LARGEST: f32 = 88.7;

/// Returns the square root, never below the exact one except for rounding.
#[cfg_attr(nearkin_vfp, allow(dead_code, reason = "the FPU's root is exact and cheaper"))]
pub(crate) fn sqrt(x: f32) -> f32 {
    // micromath's root of 0 is not 0, but a neighbor at distance 0 must decide alone.
    if x < f32::MIN_POSITIVE { 0.0 } else { F32(x).sqrt().0 }
}

/// Returns `x` to the power `p`, for `x` and `p` that are not negative.
pub(crate) fn pow(x: f32, p: f32) -> f32 {
    if x < f32::MIN_POSITIVE {
        return 0.0;
    }
    if !x.is_finite() {
        return x;
    }
    // micromath's logarithm below 1 uses an inverse with an error of one eighth: only pass numbers from 1 to 2.
    let exponent = (x.to_bits() >> 23).cast_signed() - 127;
    let mantissa = f32::from_bits(x.to_bits() & 0x007f_ffff | 0x3f80_0000);
    let log = exponent as f32 * core::f32::consts::LN_2 + F32(mantissa).ln().0;
    let power = p * log;
    // micromath's exponent wraps outside single precision.
    if power > LARGEST {
        f32::INFINITY
    } else if power < -LARGEST {
        0.0
    } else {
        F32(power).exp().0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Normal floats over the whole range, dense in the mantissa.
    fn floats() -> impl Iterator<Item = f32> {
        (1..255u32).flat_map(|exponent| {
            (0..512u32).map(move |step| f32::from_bits(exponent << 23 | step << 14 | step.wrapping_mul(7919) & 0x3fff))
        })
    }

    #[test]
    fn roots_are_within_the_table() {
        let mut most = 0.0f64;
        for x in floats() {
            let off = f64::from(sqrt(x)) / f64::from(x).sqrt() - 1.0;
            assert!((-1e-7..0.061).contains(&off), "{x}: {off}");
            most = most.max(off);
        }
        assert!(most > 0.06, "the table is too wide: {most}");
    }

    #[test]
    fn powers_are_within_the_table() {
        let mut widest = 0.0f64;
        for p in [0.1f32, 0.25, 1.0 / 3.0, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 7.0, 16.0, 64.0] {
            let allowed = 0.0025 + 0.00006 * f64::from(p);
            for x in floats() {
                let exact = f64::from(x).powf(f64::from(p));
                if (1.2e-38..3e38).contains(&exact) {
                    let off = f64::from(pow(x, p)) / exact - 1.0;
                    assert!(off.abs() < allowed, "{x}^{p}: {off}");
                    widest = widest.max(off.abs() / allowed);
                }
            }
        }
        assert!(widest > 0.9, "the table is too wide: {widest}");
    }

    #[test]
    fn zero_stays_zero_and_infinity_infinity() {
        assert_eq!((sqrt(0.0), pow(0.0, 3.0), pow(0.0, 0.1)), (0.0, 0.0, 0.0));
        assert_eq!((pow(f32::INFINITY, 3.0), pow(1e30, 3.0)), (f32::INFINITY, f32::INFINITY));
        assert!(pow(f32::NAN, 3.0).is_nan());
    }
}
