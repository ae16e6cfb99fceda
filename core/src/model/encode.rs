//! Encoded outputs in a heapless vector, which then knows how many there are.

use heapless::VecView;

use crate::error::InputError;
use crate::model::Model;
use crate::model::answer::Marks;
use crate::value::Value;

impl Model<'_> {
    /// Encodes a row as [`encode`](Self::encode) does, and leaves as many outputs in `out` as the model has.
    ///
    /// Any [`heapless::Vec`] is taken, of whatever capacity, by one copy of the code. It is empty after an error.
    ///
    /// # Errors
    /// [`InputError::Capacity`] when `out` cannot hold the encoded width; else as [`classify`](Self::classify).
    ///
    /// # Examples
    /// ```
    /// # static MODEL: &[u8] = nearkin::include_model!(concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/models/species.nkn"));
    /// use nearkin::{Model, Value};
    ///
    /// let model = Model::from_bytes(MODEL)?;
    /// let mut out = heapless::Vec::<f32, 16>::new();
    /// let row = ["Torgersen".into(), 39.4.into(), 18.5.into(), 182.0.into(), Value::Missing, "male".into()];
    /// model.encode_to(&row, &mut out)?;
    /// assert_eq!(out.len(), 10);
    /// assert_eq!(out[..3], [0.0, 0.0, 1.0]); // Biscoe, Dream, Torgersen
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn encode_to(&self, row: &[Value<'_>], out: &mut VecView<f32>) -> Result<Marks, InputError> {
        out.clear();
        let need = self.payload().width;
        let have = u32::try_from(out.capacity()).unwrap_or(u32::MAX);
        out.resize(need as usize, 0.0).map_err(|_| InputError::Capacity { need, have })?;
        let encoded = self.encode(row, out);
        if encoded.is_err() {
            out.clear();
        }
        encoded
    }
}
