//! `defmt::Format` for types whose derive would print tables or too little.

use core::cell::Cell;

use defmt::{Format, Formatter, write};

use crate::format::Payload;
use crate::typed::TypedAnswer;
use crate::{
    Aligned, Assignment, Batch, Classification, Flags, Metric, Model, Regression, Scratch, ScratchMut, SearchStats,
    Texts,
};

impl Format for Model<'_> {
    fn format(&self, f: Formatter<'_>) {
        write!(f, "Model({})", self.payload());
    }
}

impl Format for Payload<'_> {
    fn format(&self, f: Formatter<'_>) {
        let (head, rows, schema) = (self.head, self.rows, self.schema);
        write!(f, "{}, {=u32} rows, schema {=u64:016x}", head, rows, schema);
    }
}

/// Prints the names of the flags that are set, like `Debug`.
impl Format for Flags {
    fn format(&self, f: Formatter<'_>) {
        write!(f, "{{");
        if self.has_missing() {
            write!(f, " missing");
        }
        if self.has_unknown() {
            write!(f, " unknown");
        }
        if self.is_outside() {
            write!(f, " outside");
        }
        if self.is_novel() {
            write!(f, " novel");
        }
        write!(f, " }}");
    }
}

impl Format for Batch<'_> {
    fn format(&self, f: Formatter<'_>) {
        write!(f, "Batch({=u32} rows)", self.rows());
    }
}

impl Format for SearchStats {
    fn format(&self, f: Formatter<'_>) {
        let [rows, chunks, codes, groups, candidates] =
            [&self.rows, &self.chunks, &self.codes, &self.groups, &self.candidates].map(Cell::get);
        write!(
            f,
            "{=u64} rows, {=u64} chunks, {=u64} codes, {=u64} groups, {=u64} candidates",
            rows, chunks, codes, groups, candidates
        );
    }
}

impl Format for Metric {
    fn format(&self, f: Formatter<'_>) {
        match *self {
            Self::Euclidean => write!(f, "Euclidean"),
            Self::Manhattan => write!(f, "Manhattan"),
            Self::Chebyshev => write!(f, "Chebyshev"),
            Self::Minkowski(p) => write!(f, "Minkowski({=f32})", p),
            Self::Hamming => write!(f, "Hamming"),
            Self::Cosine => write!(f, "Cosine"),
            Self::Dot => write!(f, "Dot"),
        }
    }
}

impl Format for Texts<'_> {
    fn format(&self, f: Formatter<'_>) {
        write!(f, "Texts({=usize})", self.len());
    }
}

impl Format for Classification<'_, '_> {
    fn format(&self, f: Formatter<'_>) {
        write!(f, "class {=u16} ({=str}), {=u32} votes, {}", self.class(), self.name(), self.votes(), self.flags());
    }
}

impl Format for Regression<'_, '_> {
    fn format(&self, f: Formatter<'_>) {
        write!(f, "value {=f32}, {}", self.value(), self.flags());
    }
}

impl Format for Assignment<'_, '_> {
    fn format(&self, f: Formatter<'_>) {
        write!(f, "cluster {=u32}, score {=f32}, {}", self.cluster(), self.score(), self.flags());
    }
}

impl<A: Format, const K: usize> Format for TypedAnswer<'_, A, K> {
    fn format(&self, f: Formatter<'_>) {
        write!(f, "{}, distance {=f32}, {}", self.answer(), self.distance(), self.flags());
    }
}

impl<const S: usize, const K: usize> Format for Scratch<S, K> {
    fn format(&self, f: Formatter<'_>) {
        write!(f, "Scratch<{=usize}, {=usize}>", S, K);
    }
}

impl Format for ScratchMut<'_> {
    fn format(&self, f: Formatter<'_>) {
        write!(f, "ScratchMut({=usize}, {=usize})", self.query.len(), self.neighbors.len());
    }
}

impl Format for Aligned<[u8]> {
    fn format(&self, f: Formatter<'_>) {
        write!(f, "Aligned({=usize} bytes)", self.0.len());
    }
}
