//! Random query rows: near the training data and far from it, with missing values and unknown categories.

use nearkin::Model;
use nearkin::encode::{InputKind, Lookup};
use nearkin_codegen::random::Random;

/// A value of a row.
pub(crate) enum Cell {
    /// The bits of a number.
    Number(u32),
    /// The index of a level, and the number of levels; an index past the last one is an unknown category.
    Level(u16, u16),
    /// A text of a hashed column.
    Text(&'static str),
    /// A missing value, if the column accepts it.
    Missing,
}

/// Returns rows for a model; the seed is the size of the model in bytes.
pub(crate) fn rows(model: &Model<'_>, blob: &[u8]) -> Vec<Vec<Cell>> {
    const ROWS: usize = 60;
    const STREAM: u64 = 7;
    let mut random = Random::new(blob.len() as u64, STREAM);
    (0..ROWS).map(|_| (0..model.payload().columns).map(|index| cell(model, index, &mut random)).collect()).collect()
}

fn cell(model: &Model<'_>, index: u16, random: &mut Random) -> Cell {
    let one_in = |random: &mut Random, n: usize| random.below(n) == 0;
    match model.column(index).expect("an index below the number of columns").kind {
        InputKind::Number(number) => {
            if number.imputed.is_some() && one_in(random, 6) {
                return Cell::Missing;
            }
            let extreme = [f32::NAN, f32::INFINITY, 1e30, -1e30, -0.0];
            if one_in(random, 20) {
                return Cell::Number(extreme[random.below(extreme.len())].to_bits());
            }
            let unit = random.below(6001) as f32 / 1000.0 - 3.0;
            let number = number.scaler.map_or((unit + 3.0) * 2.5, |scaler| scaler.offset + unit / scaler.scale);
            Cell::Number(number.to_bits())
        }
        InputKind::Category(category) if category.missing.is_some() && one_in(random, 6) => Cell::Missing,
        InputKind::Category(category) => match category.lookup {
            Lookup::Hash(_) => {
                let texts = ["Dream", "Biscoe", "male", "", "温度", "2007"];
                Cell::Text(texts[random.below(texts.len())])
            }
            _ => {
                let more = usize::from(category.unknown.is_some());
                let level = random.below(usize::from(category.levels) + more);
                Cell::Level(u16::try_from(level).expect("at most the levels"), category.levels)
            }
        },
    }
}
