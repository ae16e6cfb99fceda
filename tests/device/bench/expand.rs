//! Preprocessing for code without encoders and scalers: one-hot encoding, standardization and, for integers, quantization.

use crate::dataset::{Cell, Dataset, Row};

/// The type of a kernel's numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Element {
    /// `float`.
    Float,
    /// `short`: the largest magnitude is 4096, zero stays zero.
    Short,
    /// `unsigned char`: the minimum of each column is 0; all columns have the same step, so that distances remain comparable.
    UChar,
}

impl Element {
    /// Returns the name that kernels and firmware use.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Element::Float => "float",
            Element::Short => "short",
            Element::UChar => "uchar",
        }
    }
}

/// Encodes each text column as one column of 0 and 1 per level, after the numeric columns, and standardizes all columns by
/// mean and standard deviation of the training rows. Data of integers from 0 to 255 without text (images) is unchanged.
pub(crate) fn expand(dataset: &Dataset) -> Dataset {
    let levels = levels(&dataset.train);
    let wide = |rows: &[Row]| rows.iter().map(|row| one_hot(row, &levels)).collect::<Vec<_>>();
    let (mut train, mut test) = (wide(&dataset.train), wide(&dataset.test));
    let image = levels.iter().all(Vec::is_empty)
        && train.iter().flatten().all(|x| (0.0..=255.0).contains(x) && x.fract().abs() < f64::EPSILON);
    if !image {
        standardize(&mut train, &mut test);
    }
    let rows = |wide: Vec<Vec<f64>>, rows: &[Row]| {
        #[expect(clippy::cast_possible_truncation, reason = "the kernels compute in f32")]
        let cells = |row: Vec<f64>| row.into_iter().map(|x| Cell::Number(x as f32)).collect();
        wide.into_iter().zip(rows).map(|(wide, row)| Row { cells: cells(wide), class: row.class }).collect()
    };
    Dataset {
        name: dataset.name,
        task: dataset.task,
        target: dataset.target,
        classes: dataset.classes.clone(),
        train: rows(train, &dataset.train),
        test: rows(test, &dataset.test),
    }
}

/// Returns the sorted levels of each column; none for numeric columns.
fn levels(rows: &[Row]) -> Vec<Vec<String>> {
    let n_columns = rows.first().map_or(0, |row| row.cells.len());
    (0..n_columns)
        .map(|column| {
            let text = |row: &Row| match &row.cells[column] {
                Cell::Text(text) => Some(text.clone()),
                Cell::Number(_) | Cell::Integer(_) => None,
            };
            let mut levels: Vec<String> = rows.iter().filter_map(text).collect();
            levels.sort_unstable();
            levels.dedup();
            levels
        })
        .collect()
}

fn one_hot(row: &Row, levels: &[Vec<String>]) -> Vec<f64> {
    let mut numbers = Vec::new();
    let mut slots = Vec::new();
    for (cell, levels) in row.cells.iter().zip(levels) {
        match cell {
            Cell::Number(number) => numbers.push(f64::from(*number)),
            Cell::Integer(number) => numbers.push(f64::from(*number)),
            Cell::Text(text) => slots.extend(levels.iter().map(|level| f64::from(u8::from(level == text)))),
        }
    }
    numbers.extend(slots);
    numbers
}

fn standardize(train: &mut [Vec<f64>], test: &mut [Vec<f64>]) {
    let n = train.len() as f64;
    for column in 0..train.first().map_or(0, Vec::len) {
        let mean = train.iter().map(|row| row[column]).sum::<f64>() / n;
        let variance = train.iter().map(|row| (row[column] - mean) * (row[column] - mean)).sum::<f64>() / n;
        let deviation = if variance > 0.0 { variance.sqrt() } else { 1.0 };
        for row in train.iter_mut().chain(test.iter_mut()) {
            row[column] = (row[column] - mean) / deviation;
        }
    }
}

/// Converts the numbers of an expanded data set to a kernel's type; integers from 0 to 255 are unchanged.
pub(crate) fn quantize(dataset: &Dataset, element: Element) -> Dataset {
    let number = |cell: &Cell| match cell {
        Cell::Number(number) => f64::from(*number),
        Cell::Integer(number) => f64::from(*number),
        Cell::Text(_) => 0.0, // an expanded data set has no texts
    };
    let columns = |f: fn(f64, f64) -> f64, start: f64| {
        let mut found = vec![start; dataset.train.first().map_or(0, |row| row.cells.len())];
        for row in &dataset.train {
            for (found, cell) in found.iter_mut().zip(&row.cells) {
                *found = f(*found, number(cell));
            }
        }
        found
    };
    let (low, high) = (columns(f64::min, f64::INFINITY), columns(f64::max, f64::NEG_INFINITY));
    let whole =
        |row: &Row| row.cells.iter().all(|cell| number(cell).fract().abs() < f64::EPSILON && number(cell) >= 0.0);
    let magnitude = low.iter().chain(&high).fold(0.0_f64, |largest, x| largest.max(x.abs()));
    let range = low.iter().zip(&high).fold(0.0_f64, |largest, (low, high)| largest.max(high - low));
    let (offset, scale, limits) = match element {
        Element::Float => {
            return Dataset {
                classes: dataset.classes.clone(),
                train: dataset.train.clone(),
                test: dataset.test.clone(),
                ..*dataset
            };
        }
        _ if dataset.train.iter().all(whole) => (vec![0.0; low.len()], 1.0, (0.0, 255.0)),
        Element::Short => (vec![0.0; low.len()], 4096.0 / magnitude, (-32768.0, 32767.0)),
        Element::UChar => (low, 255.0 / range, (0.0, 255.0)),
    };
    let rows = |rows: &[Row]| {
        rows.iter()
            .map(|row| {
                let cells = row.cells.iter().zip(&offset).map(|(cell, offset)| {
                    let steps = ((number(cell) - offset) * scale).round().clamp(limits.0, limits.1);
                    #[expect(clippy::cast_possible_truncation, reason = "clamped to 16 bits")]
                    Cell::Integer(steps as i32)
                });
                Row { cells: cells.collect(), class: row.class }
            })
            .collect()
    };
    Dataset { classes: dataset.classes.clone(), train: rows(&dataset.train), test: rows(&dataset.test), ..*dataset }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dataset::Task;

    fn dataset(train: Vec<Vec<Cell>>) -> Dataset {
        let rows: Vec<Row> = train.into_iter().map(|cells| Row { cells, class: 0 }).collect();
        Dataset {
            name: "none",
            target: "none",
            task: Task::Classify,
            classes: vec!["a".to_owned()],
            train: rows.clone(),
            test: rows,
        }
    }

    fn text(text: &str) -> Cell {
        Cell::Text(text.to_owned())
    }

    #[test]
    fn each_level_becomes_a_standardized_column_after_the_numbers() {
        let expanded = expand(&dataset(vec![vec![text("b"), Cell::Number(1.5)], vec![text("a"), Cell::Number(2.5)]]));
        // The values of each column differ by 1, so its standard deviation is 0.5 and the results are -1 and 1.
        assert_eq!(expanded.train[0].cells, [Cell::Number(-1.0), Cell::Number(-1.0), Cell::Number(1.0)]);
        assert_eq!(expanded.train[1].cells, [Cell::Number(1.0), Cell::Number(1.0), Cell::Number(-1.0)]);
    }

    #[test]
    fn integers_up_to_255_are_unchanged() {
        let image = dataset(vec![vec![Cell::Number(0.0)], vec![Cell::Number(16.0)]]);
        let expanded = expand(&image);
        assert_eq!(expanded.train[1].cells, [Cell::Number(16.0)]);
        assert_eq!(quantize(&expanded, Element::UChar).train[1].cells, [Cell::Integer(16)]);
    }

    #[test]
    fn quantized_columns_have_the_same_step() {
        let wide =
            dataset(vec![vec![Cell::Number(-1.0), Cell::Number(0.5)], vec![Cell::Number(4.1), Cell::Number(1.52)]]);
        // The largest range, 5.1, has 255 steps, so 1.02 above the minimum is 51 steps.
        assert_eq!(quantize(&wide, Element::UChar).train[1].cells, [Cell::Integer(255), Cell::Integer(51)]);
        // The largest magnitude, 4.1, has 4096 steps.
        assert_eq!(quantize(&wide, Element::Short).train[0].cells, [Cell::Integer(-999), Cell::Integer(500)]);
    }
}
