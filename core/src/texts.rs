//! A list of texts in flash: names of columns and classes, and vocabularies.
//!
//! Layout in words: count (bit 31: wide) · `count + 1` end-to-end offsets (`u16`, or `u32` when wide), padded · bytes, padded.

use core::fmt;

use crate::view;

/// Bit of the first word that is set if offsets are `u32`.
pub(crate) const WIDE: u32 = 1 << 31;

/// A list of texts, borrowed from flash.
///
/// # Examples
/// ```
/// # static MODEL: &[u8] = nearkin::include_model!(concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/models/species.nkn"));
/// use nearkin::{Model, Texts};
///
/// let model = Model::from_bytes(MODEL)?;
/// let names: Texts<'_> = model.column_names().ok_or("names")?;
/// assert_eq!((names.len(), names.is_empty()), (6, false));
/// assert_eq!((names.get(5), names.get(6)), (Some("sex"), None));
/// assert_eq!(names.iter().filter(|name| name.ends_with("_mm")).count(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
pub struct Texts<'a> {
    count: usize,
    wide: bool,
    offsets: &'a [u32],
    bytes: &'a [u8],
}

/// Prints the texts.
impl fmt::Debug for Texts<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl<'a> Texts<'a> {
    /// Reads the list that starts at word `at`; `None` if its parts are not inside the tables.
    pub(crate) fn read(tables: &'a [u32], at: u32) -> Option<Self> {
        let mut rest = tables.get(at as usize..)?;
        let head = *view::take(&mut rest, 1)?.first()?;
        let wide = head & WIDE != 0;
        let count = (head & !WIDE) as usize;
        let entries = count.checked_add(1)?;
        let offsets = view::take(&mut rest, if wide { entries } else { entries.div_ceil(2) })?;
        let mut texts = Self { count, wide, offsets, bytes: &[] };
        let total = texts.offset(count)?;
        texts.bytes = view::bytes(rest).get(..total)?;
        Some(texts)
    }

    /// Returns the number of texts.
    #[must_use]
    pub fn len(&self) -> usize {
        self.count
    }

    /// Returns the words of the whole list.
    pub(crate) fn words(&self) -> usize {
        self.offsets.len().saturating_add(self.bytes.len().div_ceil(4)).saturating_add(1)
    }

    /// Returns whether there are no texts.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Returns the text at `index`, or `None` past the end.
    #[must_use]
    pub fn get(&self, index: usize) -> Option<&'a str> {
        core::str::from_utf8(self.raw(index)?).ok()
    }

    /// Returns all texts in order.
    pub fn iter(&self) -> impl Iterator<Item = &'a str> + use<'a> {
        let texts = *self;
        (0..self.count).map_while(move |index| texts.get(index))
    }

    /// Returns whether every text is inside the pool and valid UTF-8.
    pub(crate) fn are_valid(&self) -> bool {
        (0..self.count).all(|index| self.get(index).is_some())
    }

    /// Returns whether the texts are in strictly rising byte order.
    pub(crate) fn are_sorted(&self) -> bool {
        (1..self.count).all(|index| self.raw(index - 1) < self.raw(index))
    }

    /// Returns the index of `text` in a byte-sorted list.
    pub(crate) fn find(&self, text: &str) -> Option<usize> {
        let wanted = text.as_bytes();
        let (mut low, mut high) = (0, self.count);
        while low < high {
            let middle = low + (high - low) / 2;
            match self.raw(middle)?.cmp(wanted) {
                core::cmp::Ordering::Equal => return Some(middle),
                core::cmp::Ordering::Less => low = middle + 1,
                core::cmp::Ordering::Greater => high = middle,
            }
        }
        None
    }

    fn offset(&self, index: usize) -> Option<usize> {
        if self.wide {
            self.offsets.get(index).map(|&offset| offset as usize)
        } else {
            view::halves(self.offsets).get(index).map(|&offset| usize::from(offset))
        }
    }

    fn raw(&self, index: usize) -> Option<&'a [u8]> {
        self.bytes.get(self.offset(index)?..self.offset(index.checked_add(1)?)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // "ab", "c": offsets 0 2 3 0, bytes "abc".
    const TABLES: [u32; 4] = [2, 2 << 16, 3, 0x0063_6261];

    #[test]
    fn texts_are_read_in_place_and_found() {
        let texts = Texts::read(&TABLES, 0).unwrap();
        assert_eq!(texts.len(), 2);
        assert_eq!(texts.get(0), Some("ab"));
        assert_eq!(texts.get(1), Some("c"));
        assert_eq!(texts.get(2), None);
        assert_eq!(texts.find("c"), Some(1));
        assert_eq!(texts.find("b"), None);
    }

    #[test]
    fn a_pool_past_the_end_is_refused() {
        assert!(Texts::read(&TABLES[..3], 0).is_none());
        assert!(Texts::read(&[u32::MAX], 0).is_none());
        assert!(Texts::read(&TABLES, 9).is_none());
    }
}
