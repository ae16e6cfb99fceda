//! Predicts a penguin's mass: regression in f32 with target encoding and distance weights.

use core::fmt::Write;

use nearkin::{Model, Scratch, Value};

use crate::Failure;

static MODEL: &[u8] = nearkin::include_model!("../../models/mass.nkn");

pub(crate) fn run(out: &mut dyn Write) -> Result<(), Failure> {
    let model = Model::from_bytes(MODEL)?;
    let mut scratch = Scratch::<5, 5>::new();
    model.check(&scratch)?;
    for (island, sex, species, bill_length, flipper_length) in [
        ("Biscoe", "male", "Gentoo", 49.4_f32, 224.0_f32),
        ("Dream", "female", "Chinstrap", 46.3, 193.0),
        ("Torgersen", "female", "Adelie", 38.2, 185.5),
    ] {
        // Values are assigned by name, so that this code does not depend on the order of the columns.
        let mut row = [Value::Missing; 5];
        let names = model.column_names().into_iter().flat_map(|names| names.iter());
        for (value, name) in row.iter_mut().zip(names) {
            *value = match name {
                "island" => island.into(),
                "sex" => sex.into(),
                "species" => species.into(),
                "bill_length_mm" => bill_length.into(),
                "flipper_length_mm" => flipper_length.into(),
                _ => Value::Missing,
            };
        }
        let found = model.regress(&row, &mut scratch)?;
        writeln!(
            out,
            "mass: {species} {:08x} g, nearest at {:08x}",
            found.value().to_bits(),
            found.distance().to_bits()
        )?;
    }
    Ok(())
}
