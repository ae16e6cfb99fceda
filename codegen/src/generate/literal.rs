//! Rust literals that parse to the same value and compile without warnings.

/// Returns a string literal; characters that an editor may not display are escaped.
#[must_use]
pub(super) fn text(text: &str) -> String {
    let mut literal = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => literal.extend(['\\', c]),
            '\n' => literal.push_str("\\n"),
            '\r' => literal.push_str("\\r"),
            '\t' => literal.push_str("\\t"),
            c if is_plain(c) => literal.push(c),
            c => literal.extend(c.escape_unicode()),
        }
    }
    literal.push('"');
    literal
}

/// Returns a string literal as code in a comment.
#[must_use]
pub(super) fn quoted(name: &str) -> String {
    let literal = text(name);
    let fence = if literal.contains('`') { "``" } else { "`" };
    format!("{fence}{literal}{fence}")
}

/// Returns whether a character is displayed in the same way everywhere and has one normal form.
fn is_plain(c: char) -> bool {
    matches!(c, ' '..='~' | 'À'..='ɏ' | 'Α'..='Ω' | 'α'..='ω' | 'А'..='я' | 'ぁ'..='ゖ' | 'ァ'..='ヺ' | '一'..='鿿' | '가'..='힣')
}

/// Returns a float literal.
#[must_use]
pub(super) fn float(number: f32) -> String {
    let shortest = format!("{number:?}");
    let (mantissa, exponent) = match shortest.split_once('e') {
        Some((mantissa, exponent)) => (mantissa, format!("e{exponent}")),
        None => (shortest.as_str(), String::new()),
    };
    let (sign, digits) = mantissa.strip_prefix('-').map_or(("", mantissa), |digits| ("-", digits));
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let point = if fraction.is_empty() { "" } else { "." };
    format!("{sign}{}{point}{}{exponent}", from_right(whole, 3), from_left(fraction, 3))
}

/// Returns an integer literal with its digits in groups of three.
#[must_use]
pub(super) fn integer(number: impl ToString) -> String {
    let number = number.to_string();
    match number.strip_prefix('-') {
        Some(digits) => format!("-{}", from_right(digits, 3)),
        None => from_right(&number, 3),
    }
}

/// Returns a hash as a hexadecimal literal.
#[must_use]
pub(super) fn hash(number: u64) -> String {
    format!("0x{}", from_right(&format!("{number:016x}"), 4))
}

/// Returns `Some(…)` or `None`.
#[must_use]
pub(super) fn option(literal: Option<String>) -> String {
    literal.map_or_else(|| "None".to_owned(), |literal| format!("Some({literal})"))
}

fn from_right(digits: &str, group: usize) -> String {
    let first = digits.len() % group;
    let (head, rest) = digits.split_at(first);
    let rest = from_left(rest, group);
    if head.is_empty() || rest.is_empty() { format!("{head}{rest}") } else { format!("{head}_{rest}") }
}

fn from_left(digits: &str, group: usize) -> String {
    // Digits are ASCII.
    digits.as_bytes().chunks(group).map(|group| String::from_utf8_lossy(group)).collect::<Vec<_>>().join("_")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_read_back_to_the_same_bits() {
        for number in [0.0, -0.0, 1.0, 1234567.0, 0.12345678, -3.4028235e38, 1e-45, 16_777_216.0, 43.921_93, 1e16] {
            let literal = float(number);
            let back: f32 = literal.replace('_', "").parse().expect("a float");
            assert_eq!(back.to_bits(), number.to_bits(), "{literal}");
        }
        assert_eq!(float(1234567.1), "1_234_567.1");
        assert_eq!(float(0.0012524266), "0.001_252_426_6");
        assert_eq!(float(-3.4028235e38), "-3.402_823_5e38");
        assert_eq!(float(1e16), "1e16");
    }

    #[test]
    fn texts_are_escaped_where_they_would_mislead() {
        assert_eq!(text("a\"b\\\n\u{202e}é温e\u{301}"), "\"a\\\"b\\\\\\n\\u{202e}é温e\\u{301}\"");
        assert_eq!(quoted("`"), "``\"`\"``");
    }

    #[test]
    fn hashes_are_grouped() {
        assert_eq!(hash(0xe260_198a_83a6_1a06), "0xe260_198a_83a6_1a06");
        assert_eq!(integer(-1234567), "-1_234_567");
    }
}
