//! What code without encoders and scalers is given: one-hot, standardized, and where it needs integers, quantised rows.

use crate::dataset::{Cell, Dataset, Row};

/// The type of a kernel's numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Element {
    /// `float`.
    Float,
    /// `short`: 4096 steps up to the largest magnitude, zero kept.
    Short,
    /// `unsigned char`: 255 steps from each column's least value, one step for all columns so that distances stay comparable.
    UChar,
}

impl Element {
    /// The name that kernels and firmware use.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Element::Float => "float",
            Element::Short => "short",
            Element::UChar => "uchar",
        }
    }
}

/// Numbers first, then for each column of text one column a level, 0 or 1; then standardized by the training rows'
/// mean and deviation. Data of whole numbers up to 255 without text (images) stays as it is.
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
        #[allow(clippy::cast_possible_truncation, reason = "rounding to f32 is what the kernels compute with")]
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

/// The sorted levels of each column; none for numbers.
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

#[allow(clippy::cast_precision_loss, reason = "numbers of rows are small")]
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

/// Turns the numbers of an expanded data set into a kernel's elements; whole numbers up to 255 stay as they are.
pub(crate) fn quantise(dataset: &Dataset, element: Element) -> Dataset {
    let number = |cell: &Cell| match cell {
        Cell::Number(number) => f64::from(*number),
        Cell::Integer(number) => f64::from(*number),
        Cell::Text(_) => 0.0, // an expanded data set has none
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
                    #[allow(clippy::cast_possible_truncation, reason = "clamped to 16 bits")]
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
    fn text_becomes_a_standardized_column_for_each_level_behind_the_numbers() {
        let expanded = expand(&dataset(vec![vec![text("b"), Cell::Number(1.5)], vec![text("a"), Cell::Number(2.5)]]));
        // By hand: each column is 0 and 1, or 1.5 and 2.5, so its mean is half-way and its deviation 0.5.
        assert_eq!(expanded.train[0].cells, [Cell::Number(-1.0), Cell::Number(-1.0), Cell::Number(1.0)]);
        assert_eq!(expanded.train[1].cells, [Cell::Number(1.0), Cell::Number(1.0), Cell::Number(-1.0)]);
    }

    #[test]
    fn whole_numbers_up_to_255_stay_as_they_are() {
        let image = dataset(vec![vec![Cell::Number(0.0)], vec![Cell::Number(16.0)]]);
        let expanded = expand(&image);
        assert_eq!(expanded.train[1].cells, [Cell::Number(16.0)]);
        assert_eq!(quantise(&expanded, Element::UChar).train[1].cells, [Cell::Integer(16)]);
    }

    #[test]
    fn quantised_columns_share_one_step() {
        let wide =
            dataset(vec![vec![Cell::Number(-1.0), Cell::Number(0.5)], vec![Cell::Number(4.1), Cell::Number(1.52)]]);
        // The widest range, 5.1, has 255 steps; 1.02 above its own least value is 51 of them.
        assert_eq!(quantise(&wide, Element::UChar).train[1].cells, [Cell::Integer(255), Cell::Integer(51)]);
        // The largest magnitude, 4.1, has 4096 steps.
        assert_eq!(quantise(&wide, Element::Short).train[0].cells, [Cell::Integer(-999), Cell::Integer(500)]);
    }
}
