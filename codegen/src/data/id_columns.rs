//! Columns that only identify the rows: identifiers, row numbers, times.

use crate::data::almost_numbers::almost_numbers;
use crate::data::dates::is_date_or_time;
use crate::data::{Categories, Cells, Dataset, ReadOptions};
use crate::error::Place;
use crate::text::quoted::quoted;
use crate::{Error, Result};

/// The largest number of rows that may all have different categories.
const MAX_ROWS_OF_DISTINCT_LEVELS: usize = 20;
/// The fewest rows for which a count is not considered a coincidence.
const MIN_COUNTING_ROWS: usize = 3;
/// The fewest rows for which other equal steps are not considered a coincidence.
const MIN_STEPPING_ROWS: usize = 10;
/// The tolerance of a step relative to the whole range: decimal fractions are not exact.
const STEP_TOLERANCE: f64 = 1e-9;

/// Checks the features for columns that only identify rows, and the target for classes with one row each.
///
/// The group column and columns whose kind was specified are skipped. Returns a note for each numeric column that counts
/// 0, 1, … or 1, 2, … from the first row to the last (3 rows or more) or changes in equal steps (10 rows or more), and for
/// each categorical column whose levels are all dates or times.
///
/// # Errors
/// [`Error::Data`] for a categorical column in which all of more than 20 rows have different levels: it identifies rows and
/// cannot help to predict others.
pub fn check_ids(data: &Dataset, options: &ReadOptions) -> Result<Vec<String>> {
    let mut notes = Vec::new();
    for column in data.columns.iter().filter(|column| options.given_kind(&column.name).is_none()) {
        let name = column.name.as_str();
        let is_target = options.target.as_deref() == Some(name);
        match &column.cells {
            Cells::Categories(target) if is_target => {
                let advice = || almost_numbers(&target.levels, options.decimal_comma, line_of(data, &target.codes));
                notes.extend(classes_of_one_row(name, target).map(|note| note + &advice()));
            }
            Cells::Numbers(_) if is_target => {}
            Cells::Categories(Categories { levels, codes }) => {
                if codes.len() > MAX_ROWS_OF_DISTINCT_LEVELS && levels.len() == codes.len() {
                    let message = format!(
                        "all {} values are different, like an identifier; use --drop {name:?}, or --categorical {name:?} \
                         to keep it{}",
                        codes.len(),
                        almost_numbers(levels, options.decimal_comma, line_of(data, codes))
                    );
                    return Err(Error::data(Place::file(&data.source.name).column(name), message));
                }
                if !levels.is_empty() && levels.iter().all(|level| is_date_or_time(level)) {
                    notes.push(format!(
                        "column {name:?} contains dates or times, read as categories; the date or time of a new row will \
                         be an unknown category; use --drop {name:?}, or replace it with numbers such as the hour"
                    ));
                }
            }
            Cells::Numbers(numbers) => notes.extend(on_row_numbers(name, numbers)),
        }
    }
    Ok(notes)
}

/// Returns a function that returns the line of the first row of a level.
fn line_of(data: &Dataset, codes: &[u32]) -> impl Fn(usize) -> Option<u64> {
    move |level| {
        let row = codes.iter().position(|&code| code as usize == level);
        row.and_then(|row| data.lines.get(row))
    }
}

/// Returns a note about a column that counts the rows or changes in equal steps.
fn on_row_numbers(name: &str, numbers: &[f64]) -> Option<String> {
    if let Some(from) = counts_from(numbers) {
        let to = numbers.len() - 1 + usize::from(from);
        return Some(format!(
            "column {name:?} counts the rows from {from} to {to}; consider --drop {name:?} if it is a row number"
        ));
    }
    let (from, to) = steps_between(numbers)?;
    Some(format!(
        "column {name:?} changes in equal steps from {from} in the first row to {to} in the last; consider --drop \
         {name:?} if it is a time or a row number"
    ))
}

/// Returns a note about a target most of whose classes have only one row, as if numbers had been read as text.
fn classes_of_one_row(name: &str, target: &Categories) -> Option<String> {
    let counts = target.counts();
    let first = counts.iter().position(|&count| count == 1)?;
    let once = counts.iter().filter(|&&count| count == 1).count();
    let all = counts.iter().filter(|&&count| count > 0).count();
    (target.codes.len() > MAX_ROWS_OF_DISTINCT_LEVELS && 2 * once > all).then(|| {
        format!(
            "target {name:?}: {once} of {all} classes have only one row, such as {}, so the accuracy cannot be measured (use \
             --categorical {name:?} if they are really classes)",
            quoted(&target.levels[first])
        )
    })
}

/// Returns 0 or 1 if the numbers count from there.
#[expect(clippy::float_cmp, reason = "row numbers are exact")]
fn counts_from(numbers: &[f64]) -> Option<u8> {
    if numbers.len() < MIN_COUNTING_ROWS {
        return None;
    }
    [0u8, 1].into_iter().find(|&from| (usize::from(from)..).zip(numbers).all(|(row, &number)| number == row as f64))
}

/// Returns the first and the last number if the numbers change in equal steps.
fn steps_between(numbers: &[f64]) -> Option<(f64, f64)> {
    let (&[from, .., to], true) = (numbers, numbers.len() >= MIN_STEPPING_ROWS) else { return None };
    let (range, last) = (to - from, (numbers.len() - 1) as f64);
    let is_on_step = |(row, number): (usize, &f64)| {
        (number - (from + range * (row as f64 / last))).abs() <= STEP_TOLERANCE * range.abs() // false for NaN
    };
    (range != 0.0 && numbers.iter().enumerate().all(is_on_step)).then_some((from, to))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::{Kind, read_bytes};

    #[test]
    fn a_target_whose_classes_have_one_row_each_is_noted() {
        let target = |cell: &dyn Fn(u32) -> String| {
            let text = (0..24).fold("x,y\n".to_owned(), |text, row| text + &format!("{}.5,{}\n", row % 3, cell(row)));
            let options = ReadOptions { target: Some("y".into()), ..ReadOptions::default() };
            let data = read_bytes("f", text.into_bytes(), &options).unwrap();
            check_ids(&data, &options).unwrap().join("")
        };
        let note = |first: &str| {
            format!(
                "target \"y\": 24 of 24 classes have only one row, such as \"{first}\", so the accuracy cannot be measured (use \
                 --categorical \"y\" if they are really classes)"
            )
        };
        assert_eq!(target(&|row| format!("dev{row}")), note("dev0"));
        let unit = "; \"0 kg\" on line 2 is not a number: remove the text around the number, such as a unit, if it is meant \
                    to be a number";
        assert_eq!(target(&|row| format!("{row} kg")), note("0 kg") + unit);
        let odd = "; most values are numbers, but \"ERR\" on line 7 is not: correct it, or use --missing-marker \"ERR\" if it means missing";
        assert_eq!(target(&|row| if row == 5 { "ERR".into() } else { row.to_string() }), note("0") + odd);
        assert_eq!(target(&|row| format!("dev{}", row / 2)), "");
    }

    #[test]
    fn the_cell_that_is_not_a_number_is_shown_with_its_line() {
        let refuse = |cell: &dyn Fn(u32) -> String, odd: &str| {
            let text = (0..21).fold("v,w\n".to_owned(), |text, row| text + &format!("{},a\n", cell(row)));
            let text = text.replacen(&format!("{},a\n", cell(7)), &format!("{odd},a\n"), 1);
            check_ids(&data(&text), &ReadOptions::default()).unwrap_err().to_string()
        };
        for odd in ["1.5 C", "none at all", "?!"] {
            let hint = format!(
                "; most values are numbers, but \"{odd}\" on line 9 is not: correct it, or use --missing-marker"
            );
            let error = refuse(&|row| format!("{row}.25"), odd);
            assert!(error.contains(&hint), "decimals: {error}");
            let error = refuse(&|row| row.to_string(), odd);
            assert!(error.contains(&hint), "integers: {error}");
        }
        // The unit of most cells counts, not the first cell.
        let error = refuse(&|row| if row == 0 { "none".into() } else { format!("{row} %") }, "7.5");
        assert!(error.contains("; \"1 %\" on line 3 is not a number: remove the text around the number"), "{error}");
    }

    fn data(text: &str) -> Dataset {
        read_bytes("f", text.as_bytes().to_vec(), &ReadOptions::default()).unwrap()
    }

    #[test]
    fn identifiers_are_rejected_above_twenty_rows_unless_their_kind_is_given() {
        let rows = |n: usize| (0..n).fold("id,v\n".to_owned(), |text, row| format!("{text}u{row},{}\n", row % 2));
        assert!(check_ids(&data(&rows(20)), &ReadOptions::default()).unwrap().is_empty());
        let error = check_ids(&data(&rows(21)), &ReadOptions::default()).unwrap_err().to_string();
        assert!(error.starts_with("f: column \"id\": all 21 values are different, like an identifier"), "{error}");
        assert!(error.contains("--drop \"id\""), "{error}");
        let given = ReadOptions { kinds: [("id".into(), Kind::Categorical)].into(), ..ReadOptions::default() };
        assert!(check_ids(&data(&rows(21)), &given).is_ok());
        let target = ReadOptions { target: Some("id".into()), ..ReadOptions::default() };
        assert!(check_ids(&data(&rows(21)), &target).is_ok());
    }

    #[test]
    fn a_column_that_counts_is_noted() {
        let notes = check_ids(&data("a,b,c\n0,1,1\n1,2,2\n2,3,4\n"), &ReadOptions::default()).unwrap();
        assert_eq!(
            notes,
            [
                "column \"a\" counts the rows from 0 to 2; consider --drop \"a\" if it is a row number",
                "column \"b\" counts the rows from 1 to 3; consider --drop \"b\" if it is a row number"
            ]
        );
    }

    #[test]
    fn repeated_dates_are_noted_unless_their_kind_is_given() {
        let text = "day,at,room,v\n2024-05-01,12:30,a,1\n2024-05-01,12:45,b,2\n2024-05-02,12:30,12:30,5\n";
        let note = |name: &str| {
            format!(
                "column \"{name}\" contains dates or times, read as categories; the date or time of a new row will be an \
                 unknown category; use --drop \"{name}\", or replace it with numbers such as the hour"
            )
        };
        assert_eq!(check_ids(&data(text), &ReadOptions::default()).unwrap(), [note("day"), note("at")]);
        let kinds = ["day", "at"].map(|name| (name.to_owned(), Kind::Categorical)).into();
        let given = ReadOptions { kinds, ..ReadOptions::default() };
        assert_eq!(check_ids(&data(text), &given).unwrap(), Vec::<String>::new());
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
                "column \"t\" changes in equal steps from 1700000000 in the first row to 1700000540 in the last; consider --drop \
              \"t\" if it is a time or a row number"
            ]
        );
        assert_eq!(notes(&rows(9, 60.0)), Vec::<String>::new());
        assert_eq!(notes(&rows(10, 0.0)), Vec::<String>::new(), "a constant column has no steps");
        assert_eq!(notes(&rows(10, 60.0).replace("1700000180", "1700000181")), Vec::<String>::new());
        // 0.1 is not exact.
        let tenths =
            (0..11).fold("t,v\n".to_owned(), |text, row| text + &format!("{}.{},{}\n", row / 10, row % 10, row % 2));
        assert!(notes(&tenths)[0].contains("equal steps from 0 in the first row to 1 in the last"));
    }
}
