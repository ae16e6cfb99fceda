//! Assigns penguins to clusters of k-means and marks anomalies, which are too far outside every cluster.

use core::fmt::Write;

use nearkin::{Model, Scratch, Value};

use crate::Failure;

static MODEL: &[u8] = nearkin::include_model!("../../models/groups.nkn");

pub(crate) fn run(out: &mut dyn Write) -> Result<(), Failure> {
    let model = Model::from_bytes(MODEL)?;
    let mut scratch = Scratch::<4, 1>::new();
    model.check(&scratch)?;
    for row in [[39.1_f32, 18.7, 181.0, 3750.0], [50.0, 15.2, 218.0, 5700.0], [5.0, 40.0, 90.0, 9000.0]] {
        let found = model.assign(&row.map(Value::Number), &mut scratch)?;
        writeln!(
            out,
            "groups: {} at {:08x}, score {:08x}{}",
            found.cluster(),
            found.distance().to_bits(),
            found.score().to_bits(),
            if found.is_novel() { ", novel" } else { "" },
        )?;
    }
    Ok(())
}
