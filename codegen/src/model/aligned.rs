//! A model's bytes on a 4-byte boundary, as loading needs them.
//!
//! # Examples
//! ```
//! use nearkin_codegen::model::aligned::Aligned;
//!
//! let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/models/species.nkn");
//! let aligned = Aligned::read(file.as_ref())?;
//! assert_eq!(aligned.load_named("species.nkn")?.payload().rows, 344);
//! assert_eq!(&aligned.bytes()[..4], b"NKIN");
//!
//! let damaged = Aligned::new(&aligned.bytes()[..100]).load().map(|_| ()).unwrap_err();
//! assert_eq!(damaged.exit_code(), 1);
//! # Ok::<(), nearkin_codegen::Error>(())
//! ```

use std::path::Path;

use nearkin::Model;

use crate::error::Place;
use crate::{Error, Result};

/// Bytes on a 4-byte boundary, as a model needs them.
#[derive(Debug, Clone)]
pub struct Aligned(Vec<u32>, usize);

impl Aligned {
    /// Copies bytes to an aligned place.
    #[must_use]
    pub fn new(bytes: &[u8]) -> Self {
        let mut words = vec![0u32; bytes.len().div_ceil(4)];
        bytemuck::cast_slice_mut::<u32, u8>(&mut words)[..bytes.len()].copy_from_slice(bytes);
        Self(words, bytes.len())
    }

    /// The bytes.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &bytemuck::cast_slice::<u32, u8>(&self.0)[..self.1]
    }

    /// Reads a model's file.
    ///
    /// # Errors
    /// [`Error::Io`] when it cannot be read.
    pub fn read(path: &Path) -> Result<Self> {
        let bytes = if path == Path::new("-") {
            let mut bytes = Vec::new();
            std::io::Read::read_to_end(&mut std::io::stdin(), &mut bytes).map(|_| bytes)
        } else {
            std::fs::read(path)
        };
        bytes.map(|bytes| Self::new(&bytes)).map_err(|source| Error::io(path, source))
    }

    /// Loads them as a model; `name` is the file's, for the error.
    ///
    /// # Errors
    /// [`Error::Data`] with the reason.
    pub fn load_named(&self, name: &str) -> Result<Model<'_>> {
        Model::from_bytes(self.bytes()).map_err(|error| Error::data(Place::file(name), error.to_string()))
    }

    /// Loads them as a model.
    ///
    /// # Errors
    /// [`Error::Data`] with the reason.
    pub fn load(&self) -> Result<Model<'_>> {
        Model::from_bytes(self.bytes()).map_err(|error| Error::data(Place::default(), error.to_string()))
    }
}
