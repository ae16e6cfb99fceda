//! Rust names for the names in the data: any text becomes an identifier that compiles without warnings.

/// The maximum length of a name; longer names are truncated.
const LONGEST: usize = 40;

/// Words that cannot be identifiers, not even with `r#`.
const NEVER: [&str; 4] = ["self", "Self", "super", "crate"];

/// Words that need `r#`: the keywords of all editions.
#[rustfmt::skip]
const KEYWORDS: [&str; 48] = [
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "do", "dyn", "else", "enum",
    "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let", "loop", "macro", "match", "mod", "move",
    "mut", "override", "priv", "pub", "ref", "return", "static", "struct", "trait", "true", "try", "type", "typeof",
    "unsafe", "unsized", "use", "virtual", "where", "while", "yield",
];

/// Returns distinct names for fields, in `snake_case`.
#[must_use]
pub(super) fn fields<'a>(texts: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    let mut taken = Vec::new();
    for (index, text) in texts.into_iter().enumerate() {
        let name = shortened(words(text).join("_"));
        let name = match name.chars().next() {
            None => format!("column_{index}"),
            Some(first) if first.is_ascii_digit() => format!("n{name}"),
            Some(_) => name,
        };
        let name = unique(name, &taken, "_");
        taken.push(name);
    }
    taken.into_iter().map(escaped).collect()
}

/// Returns distinct names for types or variants, in `PascalCase`, that differ from `taken`.
#[must_use]
pub(super) fn types<'a>(texts: impl IntoIterator<Item = &'a str>, taken: &[&str], otherwise: &str) -> Vec<String> {
    let mut all: Vec<String> = taken.iter().map(|&name| name.to_owned()).collect();
    for (index, text) in texts.into_iter().enumerate() {
        let name = shortened(pascal(&words(text)));
        let name = match name.chars().next() {
            None if text.trim().is_empty() => "Empty".to_owned(),
            None => format!("{otherwise}{index}"),
            Some(first) if first.is_ascii_digit() => format!("N{name}"),
            Some(_) => name,
        };
        // The lint for type names forbids an underscore between a letter and a digit.
        let between = if name.ends_with(|last: char| last.is_ascii_digit()) { "_" } else { "" };
        let name = unique(name, &all, between);
        all.push(name);
    }
    all.drain(..taken.len());
    all.into_iter().map(escaped).collect()
}

/// Splits a text into lower-case ASCII words.
fn words(text: &str) -> Vec<String> {
    let mut spelled = String::new();
    let mut chars = text.chars().peekable();
    let mut last = ' ';
    while let Some(c) = chars.next() {
        let next_is_digit = chars.peek().is_some_and(char::is_ascii_digit);
        match c {
            // A new word starts at an upper-case letter after a lower-case letter or a digit.
            'A'..='Z' if last.is_ascii_lowercase() || last.is_ascii_digit() => spelled.extend([' ', c]),
            c if c.is_ascii_alphanumeric() => spelled.push(c),
            '-' if next_is_digit && !last.is_ascii_alphanumeric() => spelled.push_str(" minus "),
            '<' => spelled.push_str(" less "),
            '>' => spelled.push_str(" greater "),
            '=' => spelled.push_str(" equal "),
            '%' => spelled.push_str(" percent "),
            '&' => spelled.push_str(" and "),
            '+' => spelled.push_str(" plus "),
            '#' => spelled.push_str(" number "),
            '$' => spelled.push_str(" dollar "),
            '*' => spelled.push_str(" star "),
            '!' => spelled.push_str(" not "),
            '?' => spelled.push_str(" question "),
            c if c.is_ascii() => spelled.push(' '),
            c => spelled.push_str(deunicode::deunicode_char(c).unwrap_or(" ")),
        }
        last = c;
    }
    spelled
        .split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_ascii_lowercase)
        .collect()
}

fn pascal(words: &[String]) -> String {
    let mut name = String::new();
    for word in words {
        let digits = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
        if digits(name.chars().last()) && digits(word.chars().next()) {
            name.push('_');
        }
        let (first, rest) = word.split_at(1);
        name.push_str(&first.to_ascii_uppercase());
        name.push_str(rest);
    }
    name
}

fn shortened(mut name: String) -> String {
    name.truncate(LONGEST); // ASCII
    name.truncate(name.trim_end_matches('_').len());
    name
}

fn unique(name: String, taken: &[String], between: &str) -> String {
    if !taken.contains(&name) {
        return name;
    }
    let numbered = |number: usize| format!("{name}{between}{number}");
    (2..).map(numbered).find(|other| !taken.contains(other)).expect("there are more numbers than names")
}

fn escaped(name: String) -> String {
    if NEVER.contains(&name.as_str()) {
        format!("{name}_")
    } else if KEYWORDS.contains(&name.as_str()) {
        format!("r#{name}")
    } else {
        name
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_snake_case_and_keywords_are_escaped() {
        let names = fields(["bill length (mm)", "type", "self", "accX", "2nd", "", "T°C", "温度"]);
        assert_eq!(names, ["bill_length_mm", "r#type", "self_", "acc_x", "n2nd", "column_5", "tdegc", "wen_du"]);
    }

    #[test]
    fn names_that_collide_are_numbered() {
        assert_eq!(fields(["a b", "a-b", "a_b_2", "A.B"]), ["a_b", "a_b_2", "a_b_2_2", "a_b_3"]);
        assert_eq!(
            types(["a", "A", "2", "2.", "Unknown"], &["Unknown"], "Level"),
            ["A", "A2", "N2", "N2_2", "Unknown2"]
        );
    }

    #[test]
    fn levels_keep_their_signs() {
        let names = types(["<50K", ">=50K", "-1", "1", "1.5", "", "|", "self"], &[], "Level");
        assert_eq!(names, ["Less50K", "GreaterEqual50K", "Minus1", "N1", "N1_5", "Empty", "Level6", "Self_"]);
    }
}
