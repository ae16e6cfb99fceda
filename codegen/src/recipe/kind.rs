//! The named options of a recipe: model, task, weights and storage.

use std::fmt;
use std::str::FromStr;

use crate::data::Task;
use crate::recipe::choice::Choice;

/// The type of model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ModelKind {
    /// k nearest neighbors: classification or regression.
    Knn,
    /// k-means: assignment to the nearest centroid.
    KMeans,
    /// The encoded and scaled columns, without a head.
    Encode,
}

/// The weight of a neighbor's vote.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Weights {
    /// 1 for every neighbor.
    Uniform,
    /// 1/distance; if there are neighbors at distance 0, only they vote.
    Distance,
}

/// The storage type of rows and centroids.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Storage {
    /// `f32`: 4 bytes.
    F32,
    /// 2-byte integers with a shared step.
    I16,
    /// 1-byte integers with a shared step.
    I8,
    /// The smallest type that keeps the held-out predictions.
    Auto,
}

impl Choice for ModelKind {
    const WHAT: &'static str = "model";
    const NAMES: &'static [(&'static str, Self)] =
        &[("knn", Self::Knn), ("kmeans", Self::KMeans), ("encode", Self::Encode)];
}

impl Choice for Task {
    const WHAT: &'static str = "task";
    const NAMES: &'static [(&'static str, Self)] = &[("classify", Self::Classify), ("regress", Self::Regress)];
}

impl Choice for Weights {
    const WHAT: &'static str = "weights";
    const NAMES: &'static [(&'static str, Self)] = &[("uniform", Self::Uniform), ("distance", Self::Distance)];
}

impl Choice for Storage {
    const WHAT: &'static str = "storage";
    const NAMES: &'static [(&'static str, Self)] =
        &[("f32", Self::F32), ("i16", Self::I16), ("i8", Self::I8), ("auto", Self::Auto)];
}

impl FromStr for ModelKind {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        Self::choose(text)
    }
}

impl FromStr for Task {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        Self::choose(text)
    }
}

impl FromStr for Weights {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        Self::choose(text)
    }
}

impl FromStr for Storage {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        Self::choose(text)
    }
}

impl fmt::Display for ModelKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl fmt::Display for Task {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl fmt::Display for Weights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl fmt::Display for Storage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
