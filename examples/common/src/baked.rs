//! Classifies the penguins of [`crate::species`] with the same model baked: typed rows, static tables, no loader.

use core::fmt::Write;

use self::model::{Input, Island, Sex};
use crate::Failure;
use crate::species::print;

/// The output of `nearkin generate species.nkn -o species.rs --baked`.
mod model {
    include!("../../models/species.rs");
}

/// The rows of [`crate::species`]. A category that no training row has is `Unknown`.
const PENGUINS: [Input; 5] = [
    penguin(Island::Torgersen, 39.4, Some(18.5), 182.0, 3700.0, Some(Sex::Male)),
    penguin(Island::Dream, 50.0, Some(18.5), 197.0, 3800.0, Some(Sex::Female)),
    penguin(Island::Biscoe, 48.7, None, 210.0, 4450.0, None),
    penguin(Island::Unknown, 46.5, Some(13.5), 210.0, 4550.0, Some(Sex::Female)),
    penguin(Island::Biscoe, 5.0, Some(40.0), 90.0, 9000.0, Some(Sex::Male)),
];

const fn penguin(island: Island, length: f32, depth: Option<f32>, flipper: f32, mass: f32, sex: Option<Sex>) -> Input {
    Input {
        island,
        bill_length_mm: Some(length),
        bill_depth_mm: depth,
        flipper_length_mm: Some(flipper),
        body_mass_g: Some(mass),
        sex,
    }
}

pub(crate) fn run(out: &mut dyn Write) -> Result<(), Failure> {
    for penguin in &PENGUINS {
        let found = model::classify(penguin)?;
        let class = found.class();
        print(out, "baked", class.name(), found.votes(), [found.distance(), found.probability(class)], found.flags())?;
    }
    write!(out, "baked: encoded")?;
    for output in model::encode(&PENGUINS[0])? {
        write!(out, " {:08x}", output.to_bits())?;
    }
    writeln!(out)?;
    Ok(())
}
