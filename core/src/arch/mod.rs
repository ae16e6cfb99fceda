//! The few instructions that safe Rust cannot reach, each behind a safe function with a portable twin.
//!
//! Both give equal bits; which one is built is decided by the target's name (`build.rs`), because
//! `cfg(target_feature = "dsp")` does not exist on a stable compiler. The only `unsafe` of the crate is here.

#[cfg_attr(nearkin_dsp, path = "dsp.rs")]
#[cfg_attr(not(nearkin_dsp), path = "portable.rs")]
mod pairs;
#[cfg_attr(nearkin_vfp, path = "vfp.rs")]
#[cfg_attr(not(nearkin_vfp), path = "soft.rs")]
mod root;

pub(crate) use pairs::{squared_bytes, squared_shorts};
pub(crate) use root::{affine, integer_sqrt, sqrt};

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
    fn roots_are_correctly_rounded() {
        for x in [0.0f32, 1.0, 2.0, 1e-38, 3e38, 0.1, f32::MIN_POSITIVE] {
            assert_eq!(sqrt(x).to_bits(), x.sqrt().to_bits());
        }
    }
}
