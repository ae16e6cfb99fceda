//! The plain choices of a recipe: model, task, votes and storage, by name.

use std::fmt;
use std::str::FromStr;

use crate::data::Task;
use crate::recipe::choice::Choice;

/// What is fitted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ModelKind {
    /// k nearest neighbours: classify or regress.
    Knn,
    /// k-means: the nearest centroid and its distance.
    KMeans,
    /// The encoded and scaled columns, without a head.
    Encode,
}

/// What a neighbour's vote counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Weights {
    /// Every neighbour counts 1.
    Uniform,
    /// A neighbour counts 1/distance; neighbours at distance 0 vote alone.
    Distance,
}

/// How the numbers of stored rows and centroids are kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Storage {
    /// Single precision: 4 bytes.
    F32,
    /// 2-byte integers of one shared step.
    I16,
    /// 1-byte integers of one shared step.
    I8,
    /// The smallest that keeps the held-out predictions.
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
