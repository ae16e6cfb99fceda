use nearkin::{InputError, Model, Scratch, Value};

/// The sizes that `fit` printed: words of a stored row, and neighbors.
type Room = Scratch<3, 3>;

/// Returns whether the LED should be on: the room is occupied, and the readings are similar to the training rows.
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
