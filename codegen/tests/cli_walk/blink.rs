use nearkin::{InputError, Model, Scratch, Value};

/// The capacities that `fit` printed: stored columns and neighbours.
type Room = Scratch<3, 3>;

/// Tells whether the LED is to be lit: somebody is in the room, and the sensors say nothing that was never seen.
pub fn is_lit(
    model: &Model<'_>,
    temperature: f32,
    co2: Option<f32>,
    light: f32,
    door: &str,
) -> Result<bool, InputError> {
    let mut room = Room::new();
    let row = [temperature.into(), Value::from(co2), light.into(), door.into()];
    let found = model.classify(&row, &mut room)?;
    Ok(found.name() == "occupied" && !found.is_novel())
}
