//! Finds the most similar penguins by each metric; nearer neighbors have a larger weight.

use core::fmt::Write;

use nearkin::{Model, Scratch, Value, include_model};

use crate::Failure;

/// Models of the same 40 rows, stored in f32 or as integers.
static MODELS: [(&str, &[u8]); 7] = [
    ("euclidean i16", include_model!("../../models/likeness-euclidean.nkn")),
    ("manhattan i16", include_model!("../../models/likeness-manhattan.nkn")),
    ("chebyshev i8", include_model!("../../models/likeness-chebyshev.nkn")),
    ("minkowski 3", include_model!("../../models/likeness-minkowski.nkn")),
    ("hamming", include_model!("../../models/likeness-hamming.nkn")),
    ("cosine", include_model!("../../models/likeness-cosine.nkn")),
    ("dot", include_model!("../../models/likeness-dot.nkn")),
];

pub(crate) fn run(out: &mut dyn Write) -> Result<(), Failure> {
    let mut scratch = Scratch::<10, 3>::new(); // for the widest model: cosine and dot compare encoded rows
    for (metric, bytes) in MODELS {
        let model = Model::from_bytes(bytes)?;
        model.check(&scratch)?;
        for (island, numbers, sex) in
            [("Torgersen", [39.4_f32, 18.5, 182.0, 3700.0], "male"), ("Dream", [50.0, 18.5, 197.0, 3800.0], "female")]
        {
            let [length, depth, flipper, mass] = numbers.map(Value::Number);
            let found = model.classify(&[island.into(), length, depth, flipper, mass, sex.into()], &mut scratch)?;
            write!(
                out,
                "likeness, {metric}: {} with probability {:08x}, rows",
                found.name(),
                found.probability(found.class()).to_bits(),
            )?;
            for neighbor in found.neighbors() {
                write!(out, " {} at {:08x}", neighbor.row, model.distance(neighbor).to_bits())?;
            }
            writeln!(out)?;
        }
    }
    Ok(())
}
