//! Rows to ask with: around the training data, far from it, missing, unknown.

use nearkin::Model;
use nearkin::encode::{InputKind, Lookup};
use nearkin_codegen::random::Random;

/// A cell of a row.
pub(crate) enum Cell {
    /// A number by its bits.
    Number(u32),
    /// A level; past the last one is unknown.
    Level(u16, u16),
    /// Text to be hashed.
    Text(&'static str),
    /// No value, where the column allows that.
    Missing,
}

/// Rows of a model; what comes out depends on the model's bytes alone.
pub(crate) fn rows(model: &Model<'_>, blob: &[u8]) -> Vec<Vec<Cell>> {
    const ROWS: usize = 60;
    const STREAM: u64 = 7;
    let mut random = Random::new(blob.len() as u64, STREAM);
    (0..ROWS).map(|_| (0..model.payload().columns).map(|index| cell(model, index, &mut random)).collect()).collect()
}

fn cell(model: &Model<'_>, index: u16, random: &mut Random) -> Cell {
    let one_in = |random: &mut Random, n: usize| random.below(n) == 0;
    match model.column(index).expect("a column").kind {
        InputKind::Number(number) => {
            if number.imputed.is_some() && one_in(random, 6) {
                return Cell::Missing;
            }
            let odd = [f32::NAN, f32::INFINITY, 1e30, -1e30, -0.0];
            if one_in(random, 20) {
                return Cell::Number(odd[random.below(odd.len())].to_bits());
            }
            #[allow(clippy::cast_precision_loss)] // below 2^24
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
