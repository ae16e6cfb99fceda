//! The tables of every text report: aligned columns under their headings.

use std::fmt;

/// The most terminal cells of a line of counts.
const WIDTH: usize = 100;

/// The most terminal cells of a class name at the start of a line.
const NAME_WIDTH: usize = 32;

/// A table whose first column is aligned to the left and the others, unless set otherwise, to the right.
pub(crate) struct Table {
    /// The headings, if any, and the rows.
    lines: Vec<Vec<String>>,
    /// Columns aligned to the left.
    left: Vec<usize>,
    indent: &'static str,
}

impl Table {
    /// Starts a table with headings.
    pub(crate) fn new(headings: &[&str]) -> Self {
        Self { lines: vec![headings.iter().map(|&h| h.to_owned()).collect()], left: vec![0], indent: "" }
    }

    /// Starts an indented list, whose heading is the line above.
    #[cfg(feature = "cli")]
    pub(crate) fn list() -> Self {
        Self { lines: Vec::new(), left: vec![0], indent: "  " }
    }

    /// Aligns these columns to the left too: texts rather than numbers.
    #[cfg(feature = "cli")]
    pub(crate) fn left(mut self, columns: &[usize]) -> Self {
        self.left.extend_from_slice(columns);
        self
    }

    /// Adds a row; it may have fewer cells than there are headings.
    pub(crate) fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.lines.push(cells.into_iter().collect());
    }

    /// Adds a row that starts with a name, shortened where it is long.
    pub(crate) fn push(&mut self, name: &str, cells: impl IntoIterator<Item = String>) {
        self.row(std::iter::once(shorten(name, NAME_WIDTH)).chain(cells));
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let columns = self.lines.iter().map(Vec::len).max().unwrap_or(0);
        let width = |c: usize| self.lines.iter().filter_map(|line| line.get(c)).map(|s| len(s)).max().unwrap_or(0);
        let widths: Vec<usize> = (0..columns).map(width).collect();
        for line in &self.lines {
            let mut text = self.indent.to_owned();
            for (c, (cell, width)) in line.iter().zip(&widths).enumerate() {
                let gap = if c == 0 { "" } else { "  " };
                let blanks = " ".repeat(width - len(cell));
                let (before, after) = if self.left.contains(&c) { ("", &*blanks) } else { (&*blanks, "") };
                text.extend([gap, before, cell, after]);
            }
            writeln!(f, "{}", text.trim_end())?;
        }
        Ok(())
    }
}

/// Writes the counts of the `lines` and `columns` at these positions, with their names; zeros are dots.
///
/// Columns have their names as headings when these fit on one line, else numbers, which the lines then carry too;
/// columns that do not fit on one line follow in a further band.
pub(crate) fn write_counts(
    f: &mut fmt::Formatter<'_>,
    line_names: &[&str],
    column_names: &[&str],
    counts: &[Vec<u64>],
    lines: &[usize],
    columns: &[usize],
) -> fmt::Result {
    let line_names: Vec<&str> = lines.iter().map(|&line| line_names[line]).collect();
    let column_names: Vec<&str> = columns.iter().map(|&column| column_names[column]).collect();
    let counts: Vec<Vec<u64>> =
        lines.iter().map(|&line| columns.iter().map(|&column| counts[line][column]).collect()).collect();
    let cell = |count: u64| if count == 0 { ".".to_owned() } else { count.to_string() };
    let digits = |c: usize| counts.iter().map(|line| cell(line[c]).len()).max().unwrap_or(1);
    let left = line_names.iter().map(|n| len(n).min(NAME_WIDTH)).max().unwrap_or(0);
    let named = left + (0..column_names.len()).map(|c| 2 + digits(c).max(len(column_names[c]))).sum::<usize>();
    let fits = named <= WIDTH;
    let headings: Vec<String> = column_names
        .iter()
        .enumerate()
        .map(|(c, name)| if fits { (*name).to_owned() } else { c.to_string() })
        .collect();
    let same_names = line_names == column_names;
    // Numbers in the headings need a key: the lines, when they have the same names, otherwise a separate list.
    let lines: Vec<String> = line_names
        .iter()
        .enumerate()
        .map(|(i, name)| if fits || !same_names { (*name).to_owned() } else { format!("{i} {name}") })
        .collect();
    let left = lines.iter().map(|n| len(n).min(NAME_WIDTH)).max().unwrap_or(0);
    let width = |c: usize| 2 + digits(c).max(len(&headings[c]));
    let mut start = 0;
    while start < headings.len() {
        let mut end = start + 1;
        let mut used = left + width(start);
        while end < headings.len() && used + width(end) <= WIDTH {
            used += width(end);
            end += 1;
        }
        let mut table = Table::new(&[""]);
        table.lines[0].extend_from_slice(&headings[start..end]);
        for (name, line) in lines.iter().zip(&counts) {
            table.push(name, line[start..end].iter().map(|&count| cell(count)));
        }
        write!(f, "{}{table}", if start == 0 { "" } else { "\n" })?;
        start = end;
    }
    if !fits && !same_names {
        for (c, name) in column_names.iter().enumerate() {
            writeln!(f, "  column {c}: {name}")?;
        }
    }
    Ok(())
}

/// A share as a percentage with one decimal, six characters and the sign.
pub(crate) fn percent(share: f64) -> String {
    format!("{:>5.1} %", 100.0 * share)
}

/// Returns the terminal cells that a text takes: East Asian wide characters and emoji take two, combining marks none.
///
/// The tables are part of the library, which does not depend on a crate for this.
fn len(text: &str) -> usize {
    text.chars().map(cells).sum()
}

fn cells(c: char) -> usize {
    match c {
        '\u{300}'..='\u{36f}' | '\u{200b}'..='\u{200f}' | '\u{fe00}'..='\u{fe0f}' => 0,
        '\u{1100}'..='\u{115f}'
        | '\u{2e80}'..='\u{a4cf}'
        | '\u{ac00}'..='\u{d7a3}'
        | '\u{f900}'..='\u{faff}'
        | '\u{fe30}'..='\u{fe6f}'
        | '\u{ff00}'..='\u{ff60}'
        | '\u{ffe0}'..='\u{ffe6}'
        | '\u{1f300}'..='\u{1faff}'
        | '\u{20000}'..='\u{3fffd}' => 2,
        _ => 1,
    }
}

fn shorten(text: &str, width: usize) -> String {
    if len(text) <= width {
        return text.to_owned();
    }
    let mut used = 1;
    let fits = |c: &char| {
        used += cells(*c);
        used <= width
    };
    text.chars().take_while(fits).chain(['…']).collect()
}

#[cfg(all(test, feature = "cli"))] // the lists and left columns of the command line too
mod tests {
    use super::*;

    struct Counts(Vec<&'static str>, Vec<&'static str>, Vec<Vec<u64>>);

    impl fmt::Display for Counts {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            let all = |n: usize| (0..n).collect::<Vec<_>>();
            write_counts(f, &self.0, &self.1, &self.2, &all(self.0.len()), &all(self.1.len()))
        }
    }

    #[test]
    fn texts_are_aligned_left_and_numbers_right() {
        let mut table = Table::new(&["column", "kind", "rows"]).left(&[1]);
        table.row(["a".to_owned(), "number".to_owned(), "7".to_owned()]);
        table.row(["温度".to_owned(), "one-hot".to_owned(), "12".to_owned()]);
        let lines = ["column  kind     rows", "a       number      7", "温度    one-hot    12", ""];
        assert_eq!(table.to_string(), lines.join("\n"));
        let mut list = Table::list();
        list.row(["rows".to_owned(), "9.3 KB".to_owned()]);
        list.row(["n".to_owned(), "66 B".to_owned()]);
        assert_eq!(list.to_string(), "  rows  9.3 KB\n  n       66 B\n");
    }

    #[test]
    fn long_names_become_numbers_and_are_explained() {
        let long = "a name of fifty characters, a name of fifty charac";
        let text = Counts(vec!["p"], vec![long, long], vec![vec![3, 0]]).to_string();
        assert_eq!(text, format!("   0  1\np  3  .\n  column 0: {long}\n  column 1: {long}\n"));
        let text = Counts(vec![long; 2], vec![long; 2], vec![vec![3, 0], vec![0, 14]]).to_string();
        let short = "a name of fifty characters, a…";
        assert_eq!(text, format!("{:32}  0   1\n0 {short}  3   .\n1 {short}  .  14\n", ""));
    }

    #[test]
    fn wide_tables_fold_into_bands() {
        let names: Vec<&'static str> = vec!["abcdefgh"; 12];
        let text = Counts(vec!["x"], names, vec![vec![100_000_000; 12]]).to_string();
        let bands: Vec<usize> =
            text.split("\n\n").map(|b| b.lines().next().unwrap().split_whitespace().count()).collect();
        assert_eq!(bands, [9, 3]);
    }

    #[test]
    fn a_long_name_is_cut_with_a_mark() {
        assert_eq!(shorten("abcdef", 4), "abc…");
        assert_eq!(shorten("abcd", 4), "abcd");
        assert_eq!(shorten("温度計測", 6), "温度…");
    }
}
