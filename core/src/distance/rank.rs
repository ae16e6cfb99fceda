//! Ranks: unsigned integers in the order of floats. Comparing them needs no FPU.

/// Rank of a distance that is NaN: after every other rank, but before "no limit".
pub(crate) const LAST: u32 = u32::MAX - 1;

/// Maps a float of either sign to a rank of the same order.
pub(crate) fn ordered(x: f32) -> u32 {
    let bits = x.to_bits();
    let rank = if bits >> 31 == 0 { bits | (1 << 31) } else { !bits };
    if x.is_nan() { LAST } else { rank.min(LAST) }
}

/// Returns the float of a rank that [`ordered`] made.
pub(crate) fn unordered(rank: u32) -> f32 {
    f32::from_bits(if rank >> 31 == 1 { rank & !(1 << 31) } else { !rank })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_keep_the_order_of_floats() {
        let sorted = [f32::NEG_INFINITY, -2.0, -0.5, 0.0, 0.5, 2.0, f32::INFINITY];
        assert!(sorted.windows(2).all(|pair| ordered(pair[0]) < ordered(pair[1])));
        assert!(sorted.iter().all(|&x| unordered(ordered(x)).to_bits() == x.to_bits()));
        assert_eq!(ordered(f32::NAN), LAST);
    }
}
