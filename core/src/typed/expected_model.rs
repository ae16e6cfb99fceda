//! The model that generated code was written for.

use crate::Model;
use crate::error::{InputError, LoadError};
use crate::format::Head;

/// The requirements of generated code for a model that it loads.
///
/// # Examples
/// ```
/// # static MODEL: &[u8] = nearkin::include_model!(concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/models/species.nkn"));
/// use nearkin::typed::ExpectedModel;
/// use nearkin::{LoadError, Model};
///
/// let model = Model::from_bytes(MODEL)?;
/// let schema = model.schema_hash();
/// let expected = ExpectedModel { schema, columns: 6, classes: 3, query_words: 4, neighbors: 3 };
/// assert_eq!(expected.check(&model), Ok(()));
/// let small = ExpectedModel { neighbors: 2, ..expected };
/// assert_eq!(small.check(&model), Err(LoadError::Capacity { need: 3, have: 2 }));
/// let other = ExpectedModel { schema: schema + 1, ..expected };
/// assert_eq!(other.check(&model), Err(LoadError::OtherSchema));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(hidden)] // for generated code; no stability promise
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct ExpectedModel {
    /// [`Model::schema_hash`].
    pub schema: u64,
    /// Columns of a row.
    pub columns: u16,
    /// Classes of the target.
    pub classes: u16,
    /// Room for the stored form of a query, in words.
    pub query_words: usize,
    /// Room for neighbors.
    pub neighbors: usize,
}

impl ExpectedModel {
    /// Checks that a model has the same columns, levels, classes and head, and that its sizes are within the capacities.
    ///
    /// Tables, `k`, metric and scalers may differ, so a retrained model is accepted.
    ///
    /// # Errors
    /// [`LoadError::OtherSchema`] or [`LoadError::Capacity`].
    pub fn check(&self, model: &Model<'_>) -> Result<(), LoadError> {
        let payload = model.payload();
        // The hash alone could be forged.
        if payload.schema != self.schema || payload.columns != self.columns || payload.classes != self.classes {
            return Err(LoadError::OtherSchema);
        }
        if payload.head == Head::Encode {
            return Ok(()); // needs no scratch
        }
        match model.capacity(self.query_words, self.neighbors) {
            Err(InputError::Capacity { need, have }) => Err(LoadError::Capacity { need, have }),
            _ => Ok(()),
        }
    }
}
