//! From fitted parts to a model's bytes.

mod blob;
mod parts;
mod words;

pub use blob::write;
pub use parts::{
    BoundsPart, BucketsPart, CategoryPart, CodedPart, Column, ColumnKind, Gap, LookupPart, ModelParts, OutputsPart,
    Targets,
};
