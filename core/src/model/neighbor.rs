//! What a neighbor of an answer is: its distance, its class or target, and its training row.

use crate::format::{Section, layout};
use crate::math;
use crate::model::Model;
use crate::neighbors::Neighbor;
use crate::view;

impl Model<'_> {
    /// The distance behind a neighbor's rank.
    #[must_use]
    pub fn distance(&self, neighbor: &Neighbor) -> f32 {
        self.distance_by(math::sqrt, neighbor)
    }

    /// The same with a root of the caller's choice.
    pub(crate) fn distance_by(&self, root: impl Fn(f32) -> f32, neighbor: &Neighbor) -> f32 {
        let step = self.payload().storage.integer().map(|(step, _)| step);
        let columns = u32::from(self.payload().numbers).saturating_add(u32::from(self.payload().codes));
        self.payload().metric.distance_by(root, neighbor.rank, step, columns)
    }

    /// The class of a neighbor (0 for models that do not classify).
    #[must_use]
    pub fn class_of(&self, neighbor: &Neighbor) -> u16 {
        let row = neighbor.row as usize;
        let rows = self.payload().rows as usize;
        let classes = self.payload().classes;
        let words = self.section(Section::Targets, layout::class_words(rows, classes)).unwrap_or(&[]);
        match layout::class_bytes(classes.into()) {
            1 => view::bytes(words).get(row).copied().map_or(0, u16::from),
            _ => view::halves(words).get(row).copied().unwrap_or(0),
        }
    }

    /// The training-row number of a neighbor, counted from 0 in the data that was fitted.
    #[must_use]
    pub fn training_row(&self, neighbor: &Neighbor) -> u32 {
        let rows = self.payload().rows as usize;
        let origins = self.section(Section::Origins, rows).unwrap_or(&[]);
        origins.get(neighbor.row as usize).copied().unwrap_or(neighbor.row)
    }

    /// The target of a neighbor (regression).
    pub(crate) fn target(&self, neighbor: &Neighbor) -> f32 {
        let words = self.section(Section::Targets, self.payload().rows as usize).unwrap_or(&[]);
        view::floats(words).get(neighbor.row as usize).copied().unwrap_or(f32::NAN)
    }
}
