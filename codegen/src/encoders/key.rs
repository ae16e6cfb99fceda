//! The keys of encoder specs: `key` in `NAME:key=value`, and the keys that several encoders share.

/// A key of an encoder with a one-line description.
///
/// # Examples
/// ```
/// use nearkin_codegen::encoders::{Key, Method};
///
/// let base: Key = Method::BaseN(Default::default()).info().keys[0];
/// assert_eq!((base.name, base.about), ("base", "base of the digits, from 2 to 65536 [2]"));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Key {
    /// The name, as typed before `=`.
    pub name: &'static str,
    /// What the value means, with the default in brackets.
    pub about: &'static str,
}

/// Defines a key.
pub(super) const fn own(name: &'static str, about: &'static str) -> Key {
    Key { name, about }
}

pub(super) const ORDER: Key = own("order", "sorted, appearance, or a full list of levels: low|mid|high [sorted]");
pub(super) const MIN_FREQUENCY: Key =
    own("min_frequency", "levels with fewer rows are grouped; below 1: a share of the rows");
pub(super) const MAX_CATEGORIES: Key = own("max_categories", "maximum number of levels; the rarest are grouped");
pub(super) const VARIANT: Key = own("variant", "library, or article: as in the article on 17 encoders [library]");
pub(super) const POSITIVE: Key = own("positive", "the target class that counts as 1; the others count as 0");
pub(super) const SIGMA: Key = own("sigma", "noise: training rows are multiplied by 1 + sigma z, z standard normal [0]");
pub(super) const NOISE: Key = own("noise", "alias of sigma");
pub(super) const UNKNOWN: Key = own("unknown", "how to encode a level not seen in training [value]");
pub(super) const MISSING: Key = own("missing", "how to encode a missing value [auto]");
