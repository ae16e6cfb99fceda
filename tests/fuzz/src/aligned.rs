//! Bytes on a 4-byte boundary, as a model needs them.

/// A copy of bytes at an aligned place.
pub struct Aligned(Vec<u32>, usize);

impl Aligned {
    /// Copies bytes.
    pub fn new(bytes: &[u8]) -> Self {
        let mut words = vec![0u32; bytes.len().div_ceil(4)];
        for (word, chunk) in words.iter_mut().zip(bytes.chunks(4)) {
            let mut four = [0; 4];
            four[..chunk.len()].copy_from_slice(chunk);
            *word = u32::from_ne_bytes(four);
        }
        Self(words, bytes.len())
    }

    /// The bytes.
    pub fn bytes(&self) -> &[u8] {
        // SAFETY: words are valid bytes, four each, and the length is no more than they have.
        unsafe { std::slice::from_raw_parts(self.0.as_ptr().cast::<u8>(), self.1) }
    }
}
