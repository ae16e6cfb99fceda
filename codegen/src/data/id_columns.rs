//! What the data say when the user does not: the task, and columns that only number the rows.

use crate::data::dates::is_date_or_time;
use crate::data::diagnostics::{DECIMAL_COMMA_ADVICE, shown};
use crate::data::{Categories, Cells, Column, Dataset, ReadOptions, number};
use crate::error::Place;
use crate::{Error, Result};

/// The most distinct integers that are classes.
const MAX_INTEGER_CLASSES: usize = 20;
/// The rows above which as many levels as rows are an error.
const MAX_ROWS_OF_DISTINCT_LEVELS: usize = 20;
/// The rows below which counting is chance.
const MIN_COUNTING_ROWS: usize = 3;
/// The rows below which other equal steps are chance.
const MIN_STEPPING_ROWS: usize = 10;
/// How far a number may be off its step, of the whole way: decimal fractions are not exact.
const STEP_TOLERANCE: f64 = 1e-9;

/// What is predicted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Task {
    /// A class.
    Classify,
    /// A number.
    Regress,
}

/// Gives the task of a target: texts, or at most 20 distinct integers, are classes; anything else is regressed.
#[must_use]
pub fn infer_task(target: &Column) -> Task {
    match &target.cells {
        Cells::Categories(_) => Task::Classify,
        Cells::Numbers(numbers) if has_few_integers(numbers) => Task::Classify,
        Cells::Numbers(_) => Task::Regress,
    }
}

/// Tells whether all numbers, NaN aside, are integers, and there are 1 to 20 distinct ones.
#[allow(clippy::float_cmp)] // whether a number is an integer is exact
pub(super) fn has_few_integers(numbers: &[f64]) -> bool {
    let mut distinct: Vec<f64> = Vec::with_capacity(MAX_INTEGER_CLASSES);
    for &number in numbers.iter().filter(|number| !number.is_nan()) {
        if number.floor() != number {
            return false;
        }
        if !distinct.contains(&number) {
            if distinct.len() == MAX_INTEGER_CLASSES {
                return false;
            }
            distinct.push(number);
        }
    }
    !distinct.is_empty()
}

/// Looks for features that only number the rows, and for a target whose classes have a row each; group and columns whose
/// kind was told are not looked at.
///
/// Gives a note for each numeric column that counts 0, 1, … or 1, 2, … from the first row to the last (3 rows or more), or
/// goes on by equal steps (10 rows or more), and for each categorical column of which every level is a date or a time.
///
/// # Errors
/// [`Error::Data`] for a categorical column with as many levels as rows, of more than 20 rows: it names the rows and
/// says nothing about others.
pub fn check_ids(data: &Dataset, options: &ReadOptions) -> Result<Vec<String>> {
    let mut notes = Vec::new();
    for column in &data.columns {
        let name = column.name.as_str();
        if options.told(name).is_some() {
            continue;
        }
        let line_of = |codes: &[u32], level: usize| {
            let row = codes.iter().position(|&code| code as usize == level);
            row.and_then(|row| data.lines.get(row))
        };
        if options.target.as_deref() == Some(name) {
            if let Cells::Categories(target) = &column.cells {
                let advice =
                    || almost_numbers(&target.levels, options.decimal_comma, |level| line_of(&target.codes, level));
                notes.extend(classes_of_one_row(name, target).map(|note| note + &advice()));
            }
            continue;
        }
        match &column.cells {
            Cells::Categories(Categories { levels, codes }) => {
                if codes.len() > MAX_ROWS_OF_DISTINCT_LEVELS && levels.len() == codes.len() {
                    let message = format!(
                        "each of the {} rows has a category of its own, as an identifier has; --drop {name:?}, \
                         or --categorical {name:?} to keep it{}",
                        codes.len(),
                        almost_numbers(levels, options.decimal_comma, |level| line_of(codes, level))
                    );
                    return Err(Error::data(Place::file(&data.source.name).column(name), message));
                }
                if !levels.is_empty() && levels.iter().all(|level| is_date_or_time(level)) {
                    notes.push(format!(
                        "column {name:?} has dates or times, taken as categories: that of a new row is a level that was \
                         never seen; --drop {name:?}, or put numbers such as the hour in its place"
                    ));
                }
            }
            Cells::Numbers(numbers) => {
                if let Some(from) = counts_from(numbers) {
                    let to = numbers.len() - 1 + usize::from(from);
                    notes.push(format!(
                        "column {name:?} counts the rows from {from} to {to} (--drop {name:?} if it is a row number)"
                    ));
                } else if let Some((from, to)) = steps_between(numbers) {
                    notes.push(format!(
                        "column {name:?} goes by equal steps from {from} in the first row to {to} in the last (--drop \
                         {name:?} if it is a time or a row number)"
                    ));
                }
            }
        }
    }
    Ok(notes)
}

/// A note on a target that has more classes of one row than others, as a number has that was read as text.
fn classes_of_one_row(name: &str, target: &Categories) -> Option<String> {
    let counts = target.counts();
    let first = counts.iter().position(|&count| count == 1)?;
    let (once, all) =
        (counts.iter().filter(|&&count| count == 1).count(), counts.iter().filter(|&&count| count > 0).count());
    (target.codes.len() > MAX_ROWS_OF_DISTINCT_LEVELS && 2 * once > all).then(|| {
        format!(
            "target {name:?}: {once} of {all} classes have one row only, as {}, so that how well they are told apart cannot be \
             measured (--categorical {name:?} if they are classes)",
            shown(&target.levels[first])
        )
    })
}

/// What to do about texts of which most are numbers, or hold one with the same beside it: `20 %`, `$3.50`, `20,5`; nothing
/// where they do not.
///
/// It names the first level that is not a number, and its line, which `line_of` knows.
fn almost_numbers(levels: &[String], comma: bool, line_of: impl Fn(usize) -> Option<u64>) -> String {
    let is_number = |level: &str| number::parse(level, comma).is_some();
    let told = |level: usize| {
        let line = line_of(level).map_or_else(String::new, |line| format!(" on line {line}"));
        format!("{}{line}", shown(&levels[level]))
    };
    let Some(odd) = levels.iter().position(|level| !is_number(level)) else { return String::new() };
    if 2 * levels.iter().filter(|level| is_number(level)).count() > levels.len() {
        let (value, marker) = (told(odd), shown(&levels[odd]));
        return format!(
            "; most are numbers, and {value} is not: mend it, or --missing-marker {marker} if it means missing"
        );
    }
    let Some((before, after)) = usual_surroundings(levels) else { return String::new() };
    let holds_one = |level: &String| holds_one(level, before, after);
    if !only_signs(before) || 2 * levels.iter().filter(|level| holds_one(level)).count() <= levels.len() {
        return String::new();
    }
    let Some(odd) = levels.iter().position(|level| holds_one(level) && !is_number(level)) else {
        return String::new();
    };
    let value = told(odd);
    if !comma && number::parse(&levels[odd], true).is_some() {
        format!("; {value} is not a number: {DECIMAL_COMMA_ADVICE}")
    } else {
        format!("; {value} is not a number: {}", to_make_a_number(&levels[odd]))
    }
}

/// The levels from which on texts that all hold a number are taken for measured values.
const MIN_MEASURED_LEVELS: usize = 5;

/// Whether all texts hold a number with the same beside it, and there are several: `20 %`, `$3.50`.
pub(super) fn holds_numbers(levels: &[String], comma: bool) -> bool {
    let Some((before, after)) = usual_surroundings(levels) else { return false };
    let all = levels.len() >= MIN_MEASURED_LEVELS
        && levels.iter().all(|level| number::parse(level, comma).is_none() && holds_one(level, before, after));
    all && only_signs(before)
}

/// Whether a text is a number, blanks in it left out, with the given text before and behind.
fn holds_one(text: &str, before: &str, after: &str) -> bool {
    let (start, inner, end) = around(text);
    (start, end) == (before, after) && is_grouped(inner)
}

/// Whether a text is a number once the signs between its thousands are taken out: `1 234,5`, `1'234.5`, `1.234,5`.
fn is_grouped(text: &str) -> bool {
    let mut plain: String =
        text.chars().filter(|&c| !c.is_whitespace() && !matches!(c, '\'' | '\u{2019}' | '_')).collect();
    // Of a dot and a comma the last is decimal.
    if let (Some(dot), Some(comma)) = (plain.rfind('.'), plain.rfind(',')) {
        plain = plain.replace(if dot < comma { '.' } else { ',' }, "");
    }
    [false, true].iter().any(|&comma| number::parse(&plain, comma).is_some())
}

/// What to do about a text that [`holds_one`] number.
pub(super) fn to_make_a_number(text: &str) -> &'static str {
    let (before, _, after) = around(text);
    if before.is_empty() && after.is_empty() {
        "take out what groups the digits, if it is to be a number"
    } else {
        "take away what stands beside the number, such as a unit, if it is to be one"
    }
}

/// Whether a text is nothing but signs that stand before numbers.
fn only_signs(text: &str) -> bool {
    text.chars().all(|c| c.is_whitespace() || "+-<>~$€£¥".contains(c))
}

/// What stands before and behind the digits of more than half of the levels, if that is the same.
fn usual_surroundings(levels: &[String]) -> Option<(&str, &str)> {
    // The vote of Boyer and Moore: where there is a majority, it is what is left.
    let mut left: Option<(&str, &str)> = None;
    let mut lead = 0usize;
    for level in levels {
        let (before, _, after) = around(level);
        if lead == 0 {
            left = Some((before, after));
        }
        lead = if left == Some((before, after)) { lead + 1 } else { lead - 1 };
    }
    left
}

/// What stands before the first digit, from there to the last, and behind.
fn around(text: &str) -> (&str, &str, &str) {
    let is_digit = |c: char| c.is_ascii_digit();
    let start = text.find(is_digit).unwrap_or(text.len());
    let end = text.rfind(is_digit).map_or(start, |last| last + 1);
    (&text[..start], &text[start..end], &text[end..])
}

/// Gives 0 or 1 if the numbers count from there.
#[allow(clippy::float_cmp, clippy::cast_precision_loss)] // counting is exact; no column has 2^53 rows
fn counts_from(numbers: &[f64]) -> Option<u8> {
    if numbers.len() < MIN_COUNTING_ROWS {
        return None;
    }
    [0u8, 1].into_iter().find(|&from| (usize::from(from)..).zip(numbers).all(|(row, &number)| number == row as f64))
}

/// Gives the first and the last number if all lie at equal steps between them.
#[allow(clippy::cast_precision_loss)] // no column has 2^53 rows
fn steps_between(numbers: &[f64]) -> Option<(f64, f64)> {
    let (&[from, .., to], true) = (numbers, numbers.len() >= MIN_STEPPING_ROWS) else { return None };
    let (way, last) = (to - from, (numbers.len() - 1) as f64);
    let is_on_step = |(row, number): (usize, &f64)| {
        (number - (from + way * (row as f64 / last))).abs() <= STEP_TOLERANCE * way.abs() // never for NaN
    };
    (way != 0.0 && numbers.iter().enumerate().all(is_on_step)).then_some((from, to))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::{Kind, read_bytes};

    fn numbers(numbers: Vec<f64>) -> Column {
        Column { name: "y".into(), cells: Cells::Numbers(numbers) }
    }

    #[test]
    fn a_number_with_a_unit_or_a_comma_is_no_identifier() {
        let advice = |levels: &[&str]| {
            almost_numbers(&levels.iter().map(|&level| level.to_owned()).collect::<Vec<_>>(), false, |_| None)
        };
        assert!(
            advice(&["20 %", "21.5 %"])
                .starts_with("; \"20 %\" is not a number: take away what stands beside the number")
        );
        assert!(advice(&["$3.50", "$4"]).contains("beside the number"));
        assert!(advice(&["1\u{202f}020.5", "7\u{a0}000"]).contains("what groups the digits"));
        assert!(advice(&["20,5", "21.5"]).contains("--decimal-comma"));
        for identifiers in [["2026-03-01", "2026-03-02"], ["a", "b"], ["12:30", "12:31"], ["l0", "l1"], ["12a", "13b"]]
        {
            assert_eq!(advice(&identifiers), "", "{identifiers:?}");
        }
    }

    #[test]
    fn a_target_whose_classes_have_one_row_each_is_told() {
        let target = |cell: &dyn Fn(u32) -> String| {
            let text = (0..24).fold("x,y\n".to_owned(), |text, row| text + &format!("{}.5,{}\n", row % 3, cell(row)));
            let options = ReadOptions { target: Some("y".into()), ..ReadOptions::default() };
            let data = read_bytes("f", text.into_bytes(), &options).unwrap();
            check_ids(&data, &options).unwrap().join("")
        };
        let told = |first: &str| {
            format!(
                "target \"y\": 24 of 24 classes have one row only, as \"{first}\", so that how well they are told apart cannot \
                 be measured (--categorical \"y\" if they are classes)"
            )
        };
        assert_eq!(target(&|row| format!("dev{row}")), told("dev0"));
        let unit = "; \"0 kg\" on line 2 is not a number: take away what stands beside the number, such as a unit, if it is to \
                    be one";
        assert_eq!(target(&|row| format!("{row} kg")), told("0 kg") + unit);
        let odd = "; most are numbers, and \"ERR\" on line 7 is not: mend it, or --missing-marker \"ERR\" if it means missing";
        assert_eq!(target(&|row| if row == 5 { "ERR".into() } else { row.to_string() }), told("0") + odd);
        assert_eq!(target(&|row| format!("dev{}", row / 2)), "");
    }

    #[test]
    fn the_cell_that_is_no_number_is_shown_with_its_line() {
        let refused = |cell: &dyn Fn(u32) -> String, odd: &str| {
            let text = (0..21).fold("v,w\n".to_owned(), |text, row| text + &format!("{},a\n", cell(row)));
            let text = text.replacen(&format!("{},a\n", cell(7)), &format!("{odd},a\n"), 1);
            check_ids(&data(&text), &ReadOptions::default()).unwrap_err().to_string()
        };
        for odd in ["1.5 C", "none at all", "?!"] {
            let hint = format!("; most are numbers, and \"{odd}\" on line 9 is not: mend it, or --missing-marker");
            let error = refused(&|row| format!("{row}.25"), odd);
            assert!(error.contains(&hint), "decimals: {error}");
            let error = refused(&|row| row.to_string(), odd);
            assert!(error.contains(&hint), "integers: {error}");
        }
        // The unit is what most cells have; what stands in the first cell does not matter.
        let error = refused(&|row| if row == 0 { "none".into() } else { format!("{row} %") }, "7.5");
        assert!(
            error.contains("; \"1 %\" on line 3 is not a number: take away what stands beside the number"),
            "{error}"
        );
    }

    fn data(text: &str) -> Dataset {
        read_bytes("f", text.as_bytes().to_vec(), &ReadOptions::default()).unwrap()
    }

    #[test]
    fn twenty_integers_are_classes_and_twenty_one_are_not() {
        let count = |n: u32| numbers((0..n).map(f64::from).chain([f64::NAN]).collect());
        assert_eq!((infer_task(&count(20)), infer_task(&count(21))), (Task::Classify, Task::Regress));
        assert_eq!(infer_task(&numbers(vec![1.0, 2.5])), Task::Regress);
        assert_eq!(infer_task(&numbers(vec![f64::NAN])), Task::Regress);
        assert_eq!(
            infer_task(&Column { name: "y".into(), cells: Cells::Categories(Categories::default()) }),
            Task::Classify
        );
    }

    #[test]
    fn identifiers_are_refused_above_twenty_rows_unless_told() {
        let rows = |n: usize| (0..n).fold("id,v\n".to_owned(), |text, row| format!("{text}u{row},{}\n", row % 2));
        assert!(check_ids(&data(&rows(20)), &ReadOptions::default()).unwrap().is_empty());
        let error = check_ids(&data(&rows(21)), &ReadOptions::default()).unwrap_err().to_string();
        assert!(error.starts_with("f: column \"id\": each of the 21 rows has a category of its own"), "{error}");
        assert!(error.contains("--drop \"id\""), "{error}");
        let told = ReadOptions { kinds: [("id".into(), Kind::Categorical)].into(), ..ReadOptions::default() };
        assert!(check_ids(&data(&rows(21)), &told).is_ok());
        let target = ReadOptions { target: Some("id".into()), ..ReadOptions::default() };
        assert!(check_ids(&data(&rows(21)), &target).is_ok());
    }

    #[test]
    fn a_column_that_counts_is_noted() {
        let notes = check_ids(&data("a,b,c\n0,1,1\n1,2,2\n2,3,4\n"), &ReadOptions::default()).unwrap();
        assert_eq!(
            notes,
            [
                "column \"a\" counts the rows from 0 to 2 (--drop \"a\" if it is a row number)",
                "column \"b\" counts the rows from 1 to 3 (--drop \"b\" if it is a row number)"
            ]
        );
    }

    #[test]
    fn dates_that_recur_are_noted_unless_told() {
        let text = "day,at,room,v\n2024-05-01,12:30,a,1\n2024-05-01,12:45,b,2\n2024-05-02,12:30,12:30,5\n";
        let note = |name: &str| {
            format!(
                "column \"{name}\" has dates or times, taken as categories: that of a new row is a level that was never \
                 seen; --drop \"{name}\", or put numbers such as the hour in its place"
            )
        };
        assert_eq!(check_ids(&data(text), &ReadOptions::default()).unwrap(), [note("day"), note("at")]);
        let kinds = ["day", "at"].map(|name| (name.to_owned(), Kind::Categorical)).into();
        let told = ReadOptions { kinds, ..ReadOptions::default() };
        assert_eq!(check_ids(&data(text), &told).unwrap(), Vec::<String>::new());
    }

    #[test]
    fn a_column_of_equal_steps_is_noted_from_ten_rows_on() {
        let rows = |n: usize, step: f64| {
            (0..n).fold("t,v\n".to_owned(), |text, row| {
                let t = (1_700_000_000.0 + step * row as f64).to_string();
                text + &format!("{t},{}\n", [3, 1, 2][row % 3])
            })
        };
        let notes = |text: &str| check_ids(&data(text), &ReadOptions::default()).unwrap();
        assert_eq!(
            notes(&rows(10, 60.0)),
            [
                "column \"t\" goes by equal steps from 1700000000 in the first row to 1700000540 in the last (--drop \"t\" if \
              it is a time or a row number)"
            ]
        );
        assert_eq!(notes(&rows(9, 60.0)), Vec::<String>::new());
        assert_eq!(notes(&rows(10, 0.0)), Vec::<String>::new(), "a constant has no step");
        assert_eq!(notes(&rows(10, 60.0).replace("1700000180", "1700000181")), Vec::<String>::new());
        // 0.1 is not exact.
        let tenths =
            (0..11).fold("t,v\n".to_owned(), |text, row| text + &format!("{}.{},{}\n", row / 10, row % 10, row % 2));
        assert!(notes(&tenths)[0].contains("equal steps from 0 in the first row to 1 in the last"));
    }
}
