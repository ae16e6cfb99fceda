//! Anomalies of a machine from windows of its vibration.
#![no_std]

#[allow(missing_docs)] // the constants of generated code have theirs
#[rustfmt::skip]
pub mod model;

use model::Input;
use nearkin_gestures::axis::Axis;

/// Samples of a window: a fifth of a second at 1,280 Hz.
pub const SAMPLES: usize = 256;

/// The samples of a window, as sums: no sample is kept.
#[derive(Debug, Clone, Default)]
pub struct Window {
    axes: [Axis; 3],
}

impl Window {
    /// Adds a sample: acceleration in g along x, y, z. O(1).
    pub fn add(&mut self, sample: [f32; 3]) {
        for (axis, value) in self.axes.iter_mut().zip(sample) {
            axis.add(value);
        }
    }

    /// Gives the features of the samples so far; without any they are not numbers, which the model refuses.
    ///
    /// Of each axis: how strong it shakes, how far it reaches, how rough it is. Where gravity points does not matter.
    #[must_use]
    pub fn features(&self) -> Input {
        let [x, y, z] = &self.axes;
        Input {
            x_deviation: x.deviation(),
            y_deviation: y.deviation(),
            z_deviation: z.deviation(),
            x_reach: x.max() - x.min(),
            y_reach: y.max() - y.min(),
            z_reach: z.max() - z.min(),
            x_change: x.change(),
            y_change: y.change(),
            z_change: z.change(),
        }
    }
}
