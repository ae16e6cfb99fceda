//! Properties of a neighbor: its distance, its class or target, and its training row.

use crate::format::{Section, layout};
use crate::math;
use crate::model::Model;
use crate::neighbors::Neighbor;
use crate::view;

impl Model<'_> {
    /// Returns the distance of a neighbor, computed from its rank.
    ///
    /// # Examples
    /// ```
    /// # static MODEL: &[u8] = nearkin::include_model!(concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/models/species.nkn"));
    /// use nearkin::{Model, Scratch, Value};
    ///
    /// let model = Model::from_bytes(MODEL)?;
    /// let mut scratch = Scratch::<4, 3>::new();
    /// let row = ["Torgersen".into(), 39.4.into(), 18.5.into(), 182.0.into(), Value::Missing, "male".into()];
    /// let found = model.classify(&row, &mut scratch)?;
    /// let [nearest, .., third] = found.neighbors() else { unreachable!() };
    /// assert_eq!((model.class_of(nearest), model.training_row(nearest)), (0, 0));
    /// assert!(model.distance(nearest) <= model.distance(third));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn distance(&self, neighbor: &Neighbor) -> f32 {
        self.distance_by(math::sqrt, neighbor)
    }

    /// Does the same with the given square root.
    pub(crate) fn distance_by(&self, root: impl Fn(f32) -> f32, neighbor: &Neighbor) -> f32 {
        let step = self.payload().storage.integer().map(|(step, _)| step);
        let columns = u32::from(self.payload().numbers).saturating_add(u32::from(self.payload().codes));
        self.payload().metric.distance_by(root, neighbor.rank, step, columns)
    }

    /// Returns the class of a neighbor (0 for models that do not classify).
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

    /// Returns the number of a neighbor's training row, from 0 in the data that was fitted.
    #[must_use]
    pub fn training_row(&self, neighbor: &Neighbor) -> u32 {
        let rows = self.payload().rows as usize;
        let origins = self.section(Section::Origins, rows).unwrap_or(&[]);
        origins.get(neighbor.row as usize).copied().unwrap_or(neighbor.row)
    }

    /// Returns the target of a neighbor (regression).
    pub(crate) fn target(&self, neighbor: &Neighbor) -> f32 {
        let words = self.section(Section::Targets, self.payload().rows as usize).unwrap_or(&[]);
        view::floats(words).get(neighbor.row as usize).copied().unwrap_or(f32::NAN)
    }
}
