//! Where a model comes from: the resolved recipe, the data's hash, how good it was; kept in the model as JSON.
//!
//! # Examples
//! ```
//! use nearkin_codegen::Fit;
//! use nearkin_codegen::model::aligned::Aligned;
//!
//! let data = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/data/penguins.csv");
//! let blob = Fit::from_csv(data).target("species").drop(["year"]).neighbors(3).fit()?.blob;
//! let aligned = Aligned::new(&blob);
//! let model = aligned.load()?;
//!
//! use nearkin_codegen::model::provenance::Provenance;
//!
//! let origin = Provenance::of(&model)?.expect("it is not lean");
//! assert_eq!((origin.data.as_str(), origin.rows, origin.sha256.len()), ("penguins.csv", 344, 64));
//! assert_eq!(origin.recipe.neighbors, Some(3));
//! assert_eq!(origin.to_json().as_bytes(), model.provenance());
//! # Ok::<(), nearkin_codegen::Error>(())
//! ```

use nearkin::Model;
use serde::{Deserialize, Serialize};

use crate::data::Source;
use crate::error::Place;
use crate::recipe::Recipe;
use crate::{Error, Result};

/// The origin of a model. It holds no path and no time, so that equal inputs give equal bytes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Provenance {
    /// Version of the tool that wrote the model.
    pub nearkin: String,
    /// The data file's name, without its folder.
    pub data: String,
    /// SHA-256 of the data file.
    pub sha256: String,
    /// Rows that were fitted.
    pub rows: u64,
    /// Accuracy or R2 on rows that were not fitted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub measured: Option<f64>,
    /// Every option of the fit, inferred ones too.
    pub recipe: Recipe,
}

impl Provenance {
    /// The origin of a model fitted from `source`.
    #[must_use]
    pub fn new(source: &Source, rows: usize, measured: Option<f64>, recipe: Recipe) -> Self {
        let name = std::path::Path::new(&source.name).file_name();
        Self {
            nearkin: env!("CARGO_PKG_VERSION").to_owned(),
            data: name.map_or_else(|| source.name.clone(), |name| name.to_string_lossy().into_owned()),
            sha256: source.sha256.clone(),
            rows: rows as u64,
            measured,
            recipe,
        }
    }

    /// Reads a model's origin; `None` for a lean model.
    ///
    /// # Errors
    /// [`Error::Data`], without the file's name, when the text is damaged or of another version.
    pub fn of(model: &Model<'_>) -> Result<Option<Self>> {
        if model.provenance().is_empty() {
            return Ok(None);
        }
        serde_json::from_slice(model.provenance())
            .map(Some)
            .map_err(|error| Error::data(Place::default(), format!("the model's provenance cannot be read: {error}")))
    }

    /// The compact JSON that a model keeps.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("text keys and finite numbers always print")
    }
}
