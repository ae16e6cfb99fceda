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
pub(crate) use root::{integer_sqrt, sqrt};

#[cfg(test)]
mod tests {
    use super::*;

    fn word(bytes: [i8; 4]) -> u32 {
        u32::from_le_bytes(bytes.map(i8::cast_unsigned))
    }

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
        let stored = word([1, 3, 2, 4]);
        assert_eq!(squared_bytes(0, [pair(10, 20), pair(30, 40)], stored), 2430);
        assert_eq!(squared_bytes(0, [pair(-127, 127), pair(0, 1)], word([-127, 0, 127, 1])), 0);
    }

    #[test]
    fn roots_are_correctly_rounded() {
        for x in [0.0f32, 1.0, 2.0, 1e-38, 3e38, 0.1, f32::MIN_POSITIVE] {
            assert_eq!(sqrt(x).to_bits(), x.sqrt().to_bits());
        }
    }
}
