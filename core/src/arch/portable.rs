//! Squared distances of packed integers, in plain Rust.

#[expect(clippy::cast_possible_truncation, reason = "splits a word into halves")]
fn halves(word: u32) -> [i32; 2] {
    [i32::from(word as i16), i32::from((word >> 16) as i16)]
}

fn square(sum: i32, query: i32, stored: i32) -> i32 {
    let difference = query.wrapping_sub(stored);
    sum.wrapping_add(difference.wrapping_mul(difference))
}

/// Adds the squared differences of two pairs of 16-bit integers.
#[inline(always)]
pub(crate) fn squared_shorts(sum: i32, query: u32, stored: u32) -> i32 {
    let ([q0, q1], [s0, s1]) = (halves(query), halves(stored));
    square(square(sum, q0, s0), q1, s1)
}

/// Adds the squared differences of four 16-bit integers and four unsigned bytes, stored in the order 0, 2, 1, 3.
#[inline(always)]
pub(crate) fn squared_bytes(sum: i32, query: [u32; 2], stored: u32) -> i32 {
    let [a, b, c, d] = stored.to_le_bytes().map(i32::from);
    let ([q0, q1], [q2, q3]) = (halves(query[0]), halves(query[1]));
    square(square(square(square(sum, q0, a), q1, c), q2, b), q3, d)
}
