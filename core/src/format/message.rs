//! The postcard message, read field by field: nearly all fields share one reader of integers.
//!
//! [`Payload`] also derives `Deserialize`, but that generates a decoder for every field, which is three times the code. A
//! test compares both.

use serde::Deserialize;

use crate::distance::Metric;
use crate::format::{Head, Payload, RowStorage, SECTIONS, Vote, Weighting};

/// Bytes of the longest varint of 16 bits.
const SHORT_BYTES: usize = 3;

/// Reads the message at the start of `bytes`, and returns it with the remaining bytes; `None` if it does not decode.
pub(super) fn take(bytes: &[u8]) -> Option<(Payload<'_>, &[u8])> {
    let mut rest = Rest { bytes };
    let payload = Payload {
        head: rest.head()?,
        metric: rest.metric()?,
        storage: rest.storage()?,
        columns: rest.short()?,
        width: rest.word()?,
        numbers: rest.short()?,
        codes: rest.short()?,
        rows: rest.word()?,
        classes: rest.short()?,
        threshold: rest.next()?,
        schema: rest.next()?,
        sections: rest.sections()?,
        pad: rest.bytes()?,
        tables: rest.bytes()?,
        provenance: rest.bytes()?,
    };
    Some((payload, rest.bytes))
}

/// The bytes that are not read yet.
struct Rest<'a> {
    bytes: &'a [u8],
}

impl<'a> Rest<'a> {
    #[inline]
    fn next<T: Deserialize<'a>>(&mut self) -> Option<T> {
        let (value, rest) = postcard::take_from_bytes(self.bytes).ok()?;
        self.bytes = rest;
        Some(value)
    }

    /// Reads an unsigned 32-bit integer, or the variant of an enum.
    #[inline(never)]
    fn word(&mut self) -> Option<u32> {
        self.next()
    }

    /// Reads an unsigned 16-bit integer, in at most as many bytes as it can need.
    #[inline(never)]
    fn short(&mut self) -> Option<u16> {
        let before = self.bytes.len();
        let word = self.word()?;
        let read = before.checked_sub(self.bytes.len())?;
        if read <= SHORT_BYTES { u16::try_from(word).ok() } else { None }
    }

    #[inline(never)]
    fn float(&mut self) -> Option<f32> {
        self.next()
    }

    #[inline(never)]
    fn bytes(&mut self) -> Option<&'a [u8]> {
        self.next()
    }

    fn head(&mut self) -> Option<Head> {
        match self.word()? {
            0 => Some(Head::Encode),
            1 => Some(Head::Classify(self.vote()?)),
            2 => Some(Head::Regress(self.vote()?)),
            3 => Some(Head::Cluster),
            _ => None,
        }
    }

    fn vote(&mut self) -> Option<Vote> {
        let neighbors = self.word()?;
        let weighting = match self.word()? {
            0 => Weighting::Uniform,
            1 => Weighting::Distance,
            _ => return None,
        };
        Some(Vote { neighbors, weighting })
    }

    fn metric(&mut self) -> Option<Metric> {
        match self.word()? {
            0 => Some(Metric::Euclidean),
            1 => Some(Metric::Manhattan),
            2 => Some(Metric::Chebyshev),
            3 => Some(Metric::Minkowski(self.float()?)),
            4 => Some(Metric::Hamming),
            5 => Some(Metric::Cosine),
            6 => Some(Metric::Dot),
            _ => None,
        }
    }

    fn storage(&mut self) -> Option<RowStorage> {
        let kind = self.word()?;
        if kind == 0 {
            return Some(RowStorage::F32);
        }
        let (step, zigzag) = (self.float()?, self.short()?);
        let bound = (zigzag >> 1).cast_signed() ^ (zigzag & 1).cast_signed().wrapping_neg();
        match kind {
            1 => Some(RowStorage::I16 { step, bound }),
            2 => Some(RowStorage::I8 { step, bound }),
            _ => None,
        }
    }

    fn sections(&mut self) -> Option<[u32; SECTIONS]> {
        let mut sections = [0; SECTIONS];
        for section in &mut sections {
            *section = self.word()?;
        }
        Some(sections)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::HEADER_BYTES;

    const MODELS: [&[u8]; 5] = [
        crate::include_model!("../../../examples/models/species.nkn"),
        crate::include_model!("../../../examples/models/mass.nkn"),
        crate::include_model!("../../../examples/models/groups.nkn"),
        crate::include_model!("../../../examples/models/likeness-minkowski.nkn"),
        crate::include_model!("../../../examples/models/likeness-euclidean.nkn"),
    ];

    /// The first bytes: everything except the tables, and some of the tables.
    const COUNTS: usize = 80;

    /// The results of both readers, as text, in which NaN equals NaN.
    fn both(bytes: &[u8]) -> [std::string::String; 2] {
        let text = |read: Option<(Payload<'_>, &[u8])>| {
            read.map(|(p, rest)| {
                let counts = (p.head, p.metric, p.storage, p.columns, p.width, p.numbers, p.codes, p.rows, p.classes);
                let bytes = (p.pad, p.tables, p.provenance, rest);
                std::format!("{counts:?} {:?} {:?} {:?} {bytes:?}", p.threshold, p.schema, p.sections)
            })
            .unwrap_or_default()
        };
        [text(take(bytes)), text(postcard::take_from_bytes(bytes).ok())]
    }

    #[test]
    fn it_is_read_as_postcard_derives_it() {
        for model in MODELS {
            let message = &model[HEADER_BYTES..];
            let [ours, derived] = both(message);
            assert!(!ours.is_empty());
            assert_eq!(ours, derived);
        }
    }

    #[test]
    fn what_postcard_refuses_is_refused_and_nothing_else() {
        let (mut refused, mut read) = (0, 0);
        for model in MODELS {
            let start = &model[HEADER_BYTES..];
            for at in 0..COUNTS {
                assert_eq!(
                    take(&start[..at]).is_none(),
                    postcard::take_from_bytes::<Payload<'_>>(&start[..at]).is_err()
                );
                for byte in [0, 1, 2, 3, 4, 7, 0x0F, 0x10, 0x7F, 0x80, 0x81, 0xFF] {
                    // Replaced and inserted bytes: varints of every length.
                    let mut changed = start[..start.len().min(2_000)].to_vec();
                    changed[at] = byte;
                    let mut longer = start.to_vec();
                    longer.insert(at, byte);
                    for bytes in [changed, longer] {
                        let [ours, derived] = both(&bytes);
                        assert_eq!(ours, derived, "byte {at} is {byte}");
                        *(if ours.is_empty() { &mut refused } else { &mut read }) += 1;
                    }
                }
            }
        }
        assert!(refused > 1_000 && read > 1_000, "{refused} and {read}");
    }
}
