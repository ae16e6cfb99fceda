//! Fields of generated code's row, from the cells that a model without types takes.

use nearkin::Value;

/// A field of a row.
pub trait Field<'a>: Sized {
    /// The field of a cell; `None` where the type has no such value, which is the point of having types.
    fn of(cell: Value<'a>) -> Option<Self>;
}

impl<'a> Field<'a> for f32 {
    fn of(cell: Value<'a>) -> Option<Self> {
        match cell {
            Value::Number(number) => Some(number),
            _ => None,
        }
    }
}

impl<'a> Field<'a> for &'a str {
    fn of(cell: Value<'a>) -> Option<Self> {
        match cell {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }
}

impl<'a, T: Field<'a>> Field<'a> for Option<T> {
    fn of(cell: Value<'a>) -> Option<Self> {
        match cell {
            Value::Missing => Some(None),
            cell => T::of(cell).map(Some),
        }
    }
}

/// Declares that an enum of generated code is a field, by the name of its levels.
#[allow(unused_macros, reason = "without models there is none")]
macro_rules! level {
    ($level:ty) => {
        impl<'a> crate::field::Field<'a> for $level {
            fn of(cell: nearkin::Value<'a>) -> Option<Self> {
                match cell {
                    nearkin::Value::Text(text) => Self::try_from(text).ok(),
                    _ => None,
                }
            }
        }
    };
}
