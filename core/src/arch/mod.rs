//! The few instructions that safe Rust cannot express, each in a safe function with a portable equivalent.
//!
//! Both return equal bits. The target's name decides which one is built (`build.rs`), because
//! `cfg(target_feature = "dsp")` does not exist on a stable compiler. This folder has the only `unsafe` code of the crate.

#[cfg_attr(nearkin_dsp, path = "dsp.rs")]
#[cfg_attr(not(nearkin_dsp), path = "portable.rs")]
mod pairs;
#[cfg_attr(nearkin_vfp, path = "vfp.rs")]
#[cfg_attr(not(nearkin_vfp), path = "soft.rs")]
mod root;

#[cfg_attr(nearkin_soft, path = "quantize_soft.rs")]
#[cfg_attr(not(nearkin_soft), path = "quantize_float.rs")]
mod quantize;
#[cfg_attr(nearkin_no_division, path = "quotient_soft.rs")]
#[cfg_attr(not(nearkin_no_division), path = "quotient.rs")]
mod quotient;
mod round;
/// The version for chips without an FPU, to compare it on this machine.
#[cfg(test)]
#[path = "quantize_soft.rs"]
mod soft;
/// The version for chips without a division instruction.
#[cfg(test)]
#[path = "quotient_soft.rs"]
mod undivided;

pub(crate) use pairs::{squared_bytes, squared_shorts};
pub(crate) use quantize::quantized;
pub(crate) use quotient::exact_quotient;
pub(crate) use root::{integer_sqrt, sqrt};

#[cfg(test)]
mod tests {
    use super::*;

    fn pair(low: i16, high: i16) -> u32 {
        u32::from(low.cast_unsigned()) | u32::from(high.cast_unsigned()) << 16
    }

    #[test]
    fn shorts_are_compared_pairwise() {
        // (3 - 1)^2 + (-5 - 2)^2 = 53
        assert_eq!(squared_shorts(10, pair(3, -5), pair(1, 2)), 63);
        let largest = pair(i16::MAX, i16::MIN + 1);
        assert_eq!(squared_shorts(0, largest, largest), 0);
    }

    #[test]
    fn bytes_lie_in_the_order_0_2_1_3() {
        // Columns 1, 2, 3, 4 against 10, 20, 30, 40: 81 + 324 + 729 + 1296.
        let stored = u32::from_le_bytes([1, 3, 2, 4]);
        assert_eq!(squared_bytes(0, [pair(10, 20), pair(30, 40)], stored), 2430);
    }

    #[test]
    fn packed_gaps_are_exact_at_their_extremes() {
        let square = |q: i16, s: u8| (i32::from(q) - i32::from(s)).pow(2);
        for q in [-32_000, -300, -1, 0, 1, 127, 128, 255, 256, 32_000i16] {
            for s in [0, 1, 127, 128, 255u8] {
                for (other_q, other_s) in [(0, 0), (-1, 255), (300, 0)] {
                    let sum = squared_bytes(
                        0,
                        [pair(q, other_q), pair(other_q, q)],
                        u32::from_le_bytes([s, other_s, other_s, s]),
                    );
                    assert_eq!(sum, square(q, s) + 2 * square(other_q, other_s) + square(q, s), "{q} {s}");
                }
            }
        }
    }

    #[test]
    fn scaling_in_integers_gives_the_bits_of_floats() {
        let agree = |x: u32, offset: u32, scale: u32| {
            let [x, offset, scale] = [x, offset, scale].map(f32::from_bits);
            let expected = round::round((x - offset) * scale);
            assert_eq!(soft::quantized(x, offset, scale), expected, "({x:e} - {offset:e}) * {scale:e}");
        };
        let mut state = 1u64;
        let mut random = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 32) as u32
        };
        // Arbitrary bits, then numbers close together, whose difference cancels, and products near one half.
        for _ in 0..300_000 {
            let (x, offset, scale) = (random(), random(), random() & 0x7FFF_FFFF);
            let finite = |bits: u32| if bits >> 23 & 0xFF == 0xFF { bits ^ 0x0100_0000 } else { bits };
            let (x, offset, scale) = (finite(x), finite(offset), finite(scale).max(1));
            agree(x, offset, scale);
            agree(x ^ random() & 0x807F_FFFF, x, scale);
            agree(x, finite(x ^ random() & 0x0380_0FFF), scale);
            let near = |bits: u32, exponent: u32| bits & 0x807F_FFFF | (exponent << 23);
            let [x, offset] = [near(x, 127 + random() % 10), near(offset, 127 + random() % 10)];
            agree(x, offset, near(scale, 120 + random() % 12));
            agree(x & 0xFFFF_F000, offset & 0xFFFF_F000, near(scale & 0xFFF0_0000, 120 + random() % 12));
        }
        let edges = [0, 1, 0x007F_FFFF, 0x0080_0000, 0x3F00_0000, 0x3F7F_FFFF, 0x3F80_0000, 0x7F7F_FFFF];
        for (x, offset) in edges.iter().flat_map(|&x| edges.iter().map(move |&offset| (x, offset))) {
            for scale in edges.iter().copied().filter(|&scale| scale > 0) {
                for signs in 0..4u32 {
                    agree(x | signs << 31, offset | (signs >> 1) << 31, scale);
                }
            }
        }
    }

    #[test]
    fn multiples_are_divided_without_a_division() {
        for factor in (1..300).chain([4_096, 65_537, 1_000_000, 4_294_967_291]) {
            for quotient in [0, 1, 2, 31, 255, 1_000, 65_535].into_iter().filter(|q| q * factor <= u32::MAX as usize) {
                assert_eq!(undivided::exact_quotient(quotient * factor, factor), quotient, "{factor}");
                assert_eq!(exact_quotient(quotient * factor, factor), quotient);
            }
        }
        assert_eq!(exact_quotient(7, 0), 0);
        let _ = undivided::exact_quotient(7, 0); // rows without words do not occur, but must not panic
    }

    #[test]
    fn what_is_no_number_is_too_large_to_be_stored() {
        for x in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
            assert_eq!(soft::quantized(x, 3.0, 0.5).abs(), 1 << 15);
            assert_eq!(quantized(x, 3.0, 0.5).abs(), 1 << 15);
        }
    }

    #[test]
    fn roots_are_correctly_rounded() {
        for x in [0.0f32, 1.0, 2.0, 1e-38, 3e38, 0.1, f32::MIN_POSITIVE] {
            assert_eq!(sqrt(x).to_bits(), x.sqrt().to_bits());
        }
    }
}
