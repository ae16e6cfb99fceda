//! Tables under construction: words, with equal parameter blocks stored once.

use rustc_hash::FxHashMap;

use crate::{Error, Result};

/// The tables of a blob, growing.
#[derive(Debug, Default)]
pub(super) struct Words {
    words: Vec<u32>,
    blocks: FxHashMap<Vec<u32>, u32>,
}

impl Words {
    /// The next free word.
    pub(super) fn here(&self) -> u32 {
        u32::try_from(self.words.len()).expect("a model is far below 16 GB")
    }

    /// Appends words and gives the place of the first.
    pub(super) fn push(&mut self, words: &[u32]) -> u32 {
        let at = self.here();
        self.words.extend_from_slice(words);
        at
    }

    /// Appends a block, or finds an equal one that is there already.
    pub(super) fn share(&mut self, block: Vec<u32>) -> u32 {
        if let Some(&at) = self.blocks.get(&block) {
            return at;
        }
        let at = self.push(&block);
        self.blocks.insert(block, at);
        at
    }

    /// Appends a list of texts as `core/FORMAT.md` lays it out.
    pub(super) fn texts<'a>(&mut self, texts: impl ExactSizeIterator<Item = &'a str>) -> Result<u32> {
        let mut bytes = Vec::new();
        let mut offsets = vec![0u32];
        for text in texts {
            bytes.extend_from_slice(text.as_bytes());
            let end = u32::try_from(bytes.len()).map_err(|_| Error::usage("more than 4 GB of category names"))?;
            offsets.push(end);
        }
        let count = u32::try_from(offsets.len() - 1).expect("fewer texts than bytes");
        let mut block = if bytes.len() <= usize::from(u16::MAX) {
            let short = offsets.iter().map(|&offset| u16::try_from(offset).expect("below 65,536"));
            let mut block = vec![count];
            block.extend(pack_halves(short));
            block
        } else {
            let mut block = vec![count | 1 << 31];
            block.extend(offsets);
            block
        };
        block.extend(pack_bytes(&bytes));
        Ok(self.share(block))
    }

    pub(super) fn set(&mut self, at: u32, words: &[u32]) {
        self.words[at as usize..at as usize + words.len()].copy_from_slice(words);
    }

    pub(super) fn finish(self) -> Vec<u32> {
        self.words
    }
}

/// Packs 16-bit numbers into words, low half first, zero-padded.
pub(super) fn pack_halves(halves: impl IntoIterator<Item = u16>) -> Vec<u32> {
    let mut words = Vec::new();
    for (index, half) in halves.into_iter().enumerate() {
        if index % 2 == 0 {
            words.push(u32::from(half));
        } else if let Some(last) = words.last_mut() {
            *last |= u32::from(half) << 16;
        }
    }
    words
}

/// Packs numbers below `limit`, each in as many bits as the largest needs, lowest bits first.
pub(super) fn pack_bits(numbers: &[u32], limit: u32) -> Vec<u32> {
    let bits = u32::BITS - limit.saturating_sub(1).leading_zeros();
    let mut words = vec![0; (numbers.len() * bits as usize).div_ceil(32)];
    for (index, &number) in numbers.iter().enumerate() {
        for bit in 0..bits {
            let at = index * bits as usize + bit as usize;
            words[at / 32] |= (number >> bit & 1) << (at % 32);
        }
    }
    words
}

/// Packs signed 16-bit numbers.
pub(super) fn pack_shorts(shorts: &[i16]) -> Vec<u32> {
    pack_halves(shorts.iter().map(|short| short.cast_unsigned()))
}

/// Packs bytes into words, lowest first, zero-padded.
pub(super) fn pack_bytes(bytes: &[u8]) -> Vec<u32> {
    bytes
        .chunks(4)
        .map(|chunk| {
            let mut word = [0; 4];
            word[..chunk.len()].copy_from_slice(chunk);
            u32::from_le_bytes(word)
        })
        .collect()
}

/// The bits of floats.
pub(super) fn bits(floats: &[f32]) -> impl Iterator<Item = u32> + '_ {
    floats.iter().map(|float| float.to_bits())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_follow_each_other_across_words() {
        assert_eq!(pack_bits(&[5, 1, 4], 6), [0b100_001_101]);
        assert_eq!(pack_bits(&[0xFFFFF, 0x12ABC], 1 << 20), [0xABCF_FFFF, 0x12]);
        assert!(pack_bits(&[0], 1).is_empty());
    }
}
