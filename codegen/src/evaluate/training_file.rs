//! The file that a model was fitted to, read again as its own recipe says.
//!
//! # Examples
//! ```
//! use nearkin_codegen::Fit;
//! use nearkin_codegen::model::aligned::Aligned;
//! use nearkin_codegen::data::{ReadOptions, read_path};
//! use nearkin_codegen::evaluate::training_file::{Absent, Training};
//!
//! let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/data/penguins.csv");
//! let blob = Fit::from_csv(path).target("species").fit()?.blob;
//! let aligned = Aligned::new(&blob);
//! let model = aligned.load()?;
//! let training = Training::read(&model, path.as_ref())?;
//! assert_eq!(training.data.len(), 344);
//!
//! let iris = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/data/real/iris.csv");
//! let other = read_path(iris.as_ref(), &ReadOptions::default())?;
//! assert_eq!(Training::find(&model, &other, None)?.err(), Some(Absent::NoTrainingFile));
//! # Ok::<(), nearkin_codegen::Error>(())
//! ```

use std::path::Path;

use nearkin::Model;
use serde::Serialize;

use crate::data::{Dataset, read_known};
use crate::error::Place;
use crate::fit::{Plan, plan_and_sample, read_options};
use crate::model::provenance::Provenance;
use crate::{Error, Result};

/// The training rows of a model, and how it was fitted to them.
#[derive(Debug)]
pub struct Training {
    /// The plan of the fit.
    pub plan: Plan,
    /// The rows as the fit read them; a sample is drawn.
    pub data: Dataset,
}

/// Why the training file is not at hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Absent {
    /// The model keeps no recipe: it was fitted with `--lean`.
    NoRecipe,
    /// The rows are not those that the model was fitted to, or they came from a pipe, and no training file was named.
    NoTrainingFile,
}

impl Training {
    /// Reads the training file of `model`: the one at `named`, otherwise the file of `data` if it is the training file.
    ///
    /// # Errors
    /// [`Error::Data`] if `named` is not the training file, or the model contains no recipe; also the errors of reading.
    pub fn find(model: &Model<'_>, data: &Dataset, named: Option<&Path>) -> Result<std::result::Result<Self, Absent>> {
        if let Some(path) = named {
            return Self::read(model, path).map(Ok);
        }
        let Some(provenance) = Provenance::of(model)? else { return Ok(Err(Absent::NoRecipe)) };
        let own = Path::new(&data.source.name);
        // A pipe is empty when it is read again.
        if data.source.sha256 != provenance.sha256 || !own.is_file() {
            return Ok(Err(Absent::NoTrainingFile));
        }
        Self::read(model, own).map(Ok)
    }

    /// Reads the training file of `model` at `path`; `-` is standard input.
    ///
    /// # Errors
    /// [`Error::Data`] if it is not the training file, or the model contains no recipe; also the errors of reading.
    pub fn read(model: &Model<'_>, path: &Path) -> Result<Self> {
        let place = || Place::file(path.to_string_lossy());
        let Some(Provenance { recipe, sha256, data, .. }) = Provenance::of(model)? else {
            let lean =
                "the model contains no recipe (it was fitted with --lean), so it cannot be fitted again to this file";
            return Err(Error::data(place(), lean));
        };
        let Some(rows) = read_known(path, &sha256, &read_options(&recipe))? else {
            let is_not = format!("it is not the file that the model was fitted to, {data:?} (its SHA-256 differs)");
            return Err(Error::data(place(), is_not));
        };
        let (plan, data) = plan_and_sample(recipe, rows, &mut Vec::new())?;
        Ok(Self { plan, data })
    }
}
