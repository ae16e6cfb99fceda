//! The cells of a raw row.

/// One cell of a raw row.
///
/// ```
/// use nearkin::Value;
/// assert_eq!(Value::from("Dream"), Value::Text("Dream"));
/// assert_eq!(Value::from(39.1), Value::Number(39.1));
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Value<'a> {
    /// A number; NaN and infinity count as missing.
    Number(f32),
    /// An integer: a category coded as an integer, or a number.
    Int(i32),
    /// A category by its text, compared byte by byte.
    Text(&'a str),
    /// A category by its code: the level's index in the column's sorted vocabulary.
    Code(u16),
    /// No value.
    Missing,
}

impl From<f32> for Value<'_> {
    fn from(number: f32) -> Self {
        Self::Number(number)
    }
}

impl From<i32> for Value<'_> {
    fn from(integer: i32) -> Self {
        Self::Int(integer)
    }
}

impl<'a> From<&'a str> for Value<'a> {
    fn from(text: &'a str) -> Self {
        Self::Text(text)
    }
}

impl<'a, T: Into<Value<'a>>> From<Option<T>> for Value<'a> {
    fn from(cell: Option<T>) -> Self {
        cell.map_or(Self::Missing, Into::into)
    }
}
