//! A key that encoders take after `NAME:`, and those that many of them share.

/// A key with what it is for, in a line.
///
/// # Examples
/// ```
/// use nearkin_codegen::encoders::{Key, Method};
///
/// let base: Key = Method::BaseN(Default::default()).info().keys[0];
/// assert_eq!((base.name, base.about), ("base", "of the digits, from 2 to 65536 [2]"));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Key {
    /// Its name, as users type it before `=`.
    pub name: &'static str,
    /// What its value is and does, the default in brackets.
    pub about: &'static str,
}

/// A key of one encoder.
pub(super) const fn own(name: &'static str, about: &'static str) -> Key {
    Key { name, about }
}

pub(super) const ORDER: Key = own("order", "of levels: sorted, appearance, or all of them: low|mid|high [sorted]");
pub(super) const MIN_FREQUENCY: Key =
    own("min_frequency", "levels with fewer rows become one; below 1 a share of the rows");
pub(super) const MAX_CATEGORIES: Key = own("max_categories", "so many levels at most; the rarest become one");
pub(super) const VARIANT: Key = own("variant", "library, or article: as the article of 17 encoders has it [library]");
pub(super) const POSITIVE: Key = own("positive", "the class of the target that counts as 1, the others as 0");
pub(super) const SIGMA: Key = own("sigma", "noise: training rows are multiplied by 1 + sigma z, z normal [0]");
pub(super) const NOISE: Key = own("noise", "the same as sigma");
pub(super) const UNKNOWN: Key = own("unknown", "what a level not seen at fit gets [value]");
pub(super) const MISSING: Key = own("missing", "what a missing cell gets [auto]");
