//! HTML and SVG in which every text is escaped by its type.
//!
//! [`Markup`] is made by [`markup!`], whose format is a literal and whose values are escaped unless they are markup
//! themselves; a name from a file cannot become a tag, whoever writes the next section. A template crate would do the
//! same by a procedural macro; most of this page is SVG, which is formatted numbers rather than nested elements.

use std::fmt::{self, Display, Formatter, Write as _};
use std::ops::AddAssign;

/// A piece of a page.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Markup(String);

/// Formats markup: `markup!("<td>{}</td>", name)`. Values are positional; a format cannot capture variables.
macro_rules! markup {
    ($format:literal $(, $value:expr)* $(,)?) => {
        // `concat!` makes the compiler refuse `{name}` in the literal, which would not be escaped.
        $crate::cli::report::markup::Markup::from_escaped(format_args!(
            concat!($format) $(, $crate::cli::report::markup::Escaped(&$value))*
        ))
    };
}
pub(super) use markup;

impl Markup {
    /// Wraps a constant that is markup.
    pub(super) fn constant(markup: &'static str) -> Self {
        Self(markup.to_owned())
    }

    /// Collects what [`markup!`] formats; not to be called otherwise.
    pub(super) fn from_escaped(pieces: fmt::Arguments<'_>) -> Self {
        Self(pieces.to_string())
    }

    pub(super) fn into_string(self) -> String {
        self.0
    }
}

impl AddAssign for Markup {
    fn add_assign(&mut self, more: Self) {
        self.0.push_str(&more.0);
    }
}

/// A value that can stand in markup.
pub(super) trait Piece {
    /// Writes the value such that nothing in it is markup, unless it is [`Markup`].
    fn write(&self, f: &mut Formatter<'_>) -> fmt::Result;
}

/// A value as [`markup!`] writes it.
pub(super) struct Escaped<'a, T: ?Sized>(pub(super) &'a T);

impl<T: Piece + ?Sized> Display for Escaped<'_, T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.0.write(f)
    }
}

impl Piece for Markup {
    fn write(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Piece for str {
    /// Escapes quotes too, so that a text can be an attribute; what no page may contain becomes a replacement character.
    fn write(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for character in self.chars() {
            match character {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\'' => f.write_str("&#39;")?,
                '\n' | '\r' | '\t' => f.write_char(' ')?,
                // Control characters, and those that reverse the direction of the text after them.
                c if c.is_control() || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}') => {
                    f.write_char('\u{fffd}')?;
                }
                c => f.write_char(c)?,
            }
        }
        Ok(())
    }
}

impl Piece for String {
    fn write(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.as_str().write(f)
    }
}

impl<T: Piece + ?Sized> Piece for &T {
    fn write(&self, f: &mut Formatter<'_>) -> fmt::Result {
        (**self).write(f)
    }
}

/// Numbers need no escapes, and keep their format (`{:.1}`).
macro_rules! numbers {
    ($($number:ty)*) => {
        $(impl Piece for $number {
            fn write(&self, f: &mut Formatter<'_>) -> fmt::Result {
                Display::fmt(self, f)
            }
        })*
    };
}
numbers!(u16 u32 u64 usize f64);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_name_is_markup() {
        let name = "<a b=\"c\" d='e'>&\u{7}\u{202e}";
        assert_eq!(
            markup!("<p title=\"{}\">{:.1}</p>", name, 0.25).into_string(),
            "<p title=\"&lt;a b=&quot;c&quot; d=&#39;e&#39;&gt;&amp;\u{fffd}\u{fffd}\">0.2</p>"
        );
    }

    #[test]
    fn markup_in_markup_stays_markup() {
        let mut list = markup!("<li>{}</li>", "a & b".to_owned());
        list += Markup::constant("<li>c</li>");
        assert_eq!(markup!("<ul>{}</ul>", list).into_string(), "<ul><li>a &amp; b</li><li>c</li></ul>");
    }
}
