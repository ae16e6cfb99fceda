//! Classifies a penguin with a model stored in flash.

use nearkin::{Model, Scratch, Value, include_model};

static MODEL: &[u8] = include_model!("penguins.nkn"); // aligned, stays in flash

fn main() -> Result<(), Box<dyn core::error::Error>> {
    let model = Model::from_bytes(MODEL)?; // checks the bytes once, copies nothing
    let mut scratch = Scratch::<4, 3>::new(); // 4 words for the row, 3 neighbors: `fit` prints both
    model.check(&scratch)?;
    let row = ["Torgersen".into(), 39.1.into(), 18.7.into(), 181.0.into(), Value::Missing, "male".into()];
    let found = model.classify(&row, &mut scratch)?;
    assert_eq!((found.name(), found.votes()), ("Adelie", 3));
    assert!(found.has_missing() && !found.has_unknown() && found.distance() < 2.0);
    Ok(())
}
