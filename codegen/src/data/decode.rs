//! Decoding of bytes to text: byte-order marks, UTF-8, UTF-16 and Latin-1.

use std::borrow::Cow;

use encoding_rs::{UTF_16BE, UTF_16LE, WINDOWS_1252};

use crate::data::Encoding;
use crate::data::records::count_line_endings;
use crate::error::Place;
use crate::{Error, Result};

/// Returns the file's text without its byte-order mark, and a note if an encoding other than UTF-8 was detected.
///
/// UTF-8 is borrowed; other encodings are decoded into a copy.
pub(super) fn decode<'b>(
    name: &str,
    bytes: &'b [u8],
    encoding: Encoding,
) -> Result<(Cow<'b, str>, Option<&'static str>)> {
    let (text, note) = match encoding {
        Encoding::Auto if bytes.starts_with(b"\xFF\xFE") || bytes.starts_with(b"\xFE\xFF") => {
            (utf16(name, bytes)?, Some("read as UTF-16, according to the byte-order mark"))
        }
        Encoding::Auto | Encoding::Utf8 => (utf8(name, bytes)?, None),
        Encoding::Utf16 => (utf16(name, bytes)?, None),
        Encoding::Latin1 => (WINDOWS_1252.decode_without_bom_handling(bytes).0, None),
    };
    if let Some(offset) = memchr::memchr(0, text.as_bytes()) {
        let advice = if offset < 2 || is_wide(bytes) {
            "use --encoding utf16 if the file is UTF-16"
        } else {
            "the file is damaged or not text"
        };
        return Err(at(name, text.as_bytes(), offset, format!("NUL byte at offset {offset}; {advice}")));
    }
    Ok((text, note))
}

/// Returns whether the first character may have two bytes, one of which is zero.
fn is_wide(bytes: &[u8]) -> bool {
    bytes.first() == Some(&0) || bytes.get(1) == Some(&0)
}

fn utf8<'b>(name: &str, bytes: &'b [u8]) -> Result<Cow<'b, str>> {
    let mark = if bytes.starts_with(b"\xEF\xBB\xBF") { 3 } else { 0 };
    std::str::from_utf8(&bytes[mark..]).map(Cow::Borrowed).map_err(|fault| {
        let offset = mark + fault.valid_up_to();
        let advice = if is_wide(bytes) {
            "use --encoding utf16 if the file is UTF-16"
        } else {
            "use --encoding latin1 for Western European text"
        };
        let message = format!("byte 0x{:02X} at offset {offset} is not valid UTF-8; {advice}", bytes[offset]);
        at(name, bytes, offset, message)
    })
}

fn utf16<'b>(name: &str, bytes: &'b [u8]) -> Result<Cow<'b, str>> {
    let (encoding, body) = match bytes {
        [0xFF, 0xFE, body @ ..] => (UTF_16LE, body),
        [0xFE, 0xFF, body @ ..] => (UTF_16BE, body),
        // Without a mark, the zero byte of an ASCII character shows the byte order.
        [0, ..] => (UTF_16BE, bytes),
        _ => (UTF_16LE, bytes),
    };
    encoding.decode_without_bom_handling_and_without_replacement(body).ok_or_else(|| {
        Error::data(
            Place::file(name),
            "the file is not well-formed UTF-16; use --encoding utf8 or --encoding latin1 if it has another encoding",
        )
    })
}

fn at(name: &str, bytes: &[u8], offset: usize, message: String) -> Error {
    Error::data(Place::file(name).line(1 + count_line_endings(&bytes[..offset])), message)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(bytes: &[u8], encoding: Encoding) -> String {
        decode("f", bytes, encoding).unwrap().0.into_owned()
    }

    #[test]
    fn byte_order_marks_are_removed() {
        assert_eq!(text(b"\xEF\xBB\xBFa", Encoding::Auto), "a");
        assert_eq!(text(b"\xFF\xFEa\0\xE9\0", Encoding::Auto), "a\u{e9}");
        assert_eq!(text(b"\xFE\xFF\0a\0\xE9", Encoding::Auto), "a\u{e9}");
    }

    #[test]
    fn a_given_encoding_is_used() {
        assert_eq!(text(b"caf\xE9 \x80", Encoding::Latin1), "caf\u{e9} \u{20ac}");
        assert_eq!(text(b"a\0b\0", Encoding::Utf16), "ab");
        assert_eq!(text(b"\0a\0b", Encoding::Utf16), "ab");
    }

    #[test]
    fn bad_utf8_names_byte_line_and_offset() {
        let error = decode("f", b"a\r\nb\n\xF3", Encoding::Auto).unwrap_err().to_string();
        assert!(error.starts_with("f:3: byte 0xF3 at offset 5 is not valid UTF-8; use --encoding latin1"), "{error}");
        assert!(decode("f", b"\xFF\xFEa", Encoding::Auto).is_err());
        let wide = decode("f", b"\0a\0\n\0\xF6", Encoding::Auto).unwrap_err().to_string();
        assert_eq!(wide, "f:2: byte 0xF6 at offset 5 is not valid UTF-8; use --encoding utf16 if the file is UTF-16");
    }

    #[test]
    fn nul_bytes_are_rejected_with_the_likely_reason() {
        let error = |bytes: &[u8]| decode("f", bytes, Encoding::Auto).unwrap_err().to_string();
        assert!(error(b"a\0,\0").contains("--encoding utf16"));
        assert!(error(b"a,b\n1,\0").starts_with("f:2: NUL byte at offset 6; the file is damaged"));
    }
}
