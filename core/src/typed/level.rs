//! Enums of categories and classes.

use core::fmt;

/// An enum whose variants are the levels of a column or the classes of a target, in the model's order.
///
/// Generated code implements it.
///
/// # Examples
/// ```
/// use nearkin::typed::Level;
///
/// #[derive(Debug, Clone, Copy, PartialEq)]
/// enum Sex {
///     Female,
///     Male,
///     Unknown,
/// }
///
/// impl Level for Sex {
///     const ALL: &'static [Self] = &[Self::Female, Self::Male];
///
///     fn index(self) -> u16 {
///         self as u16
///     }
/// }
///
/// assert_eq!((Sex::Male.index(), Sex::Unknown.index()), (1, 2));
/// ```
pub trait Level: Copy + 'static {
    /// The levels in order, without the variant for unknown categories.
    const ALL: &'static [Self];

    /// Returns the position in [`Self::ALL`]; past its end for an unknown category.
    fn index(self) -> u16;
}

/// The error for a text that is not the name of a level.
///
/// # Examples
/// ```
/// use nearkin::typed::UnknownName;
///
/// assert_eq!(UnknownName.to_string(), "the text is not the name of a level");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct UnknownName;

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the text is not the name of a level")
    }
}

impl core::error::Error for UnknownName {}
