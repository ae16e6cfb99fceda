//! Detects anomalies of a machine from windows of vibration samples.
#![no_std]

#[allow(missing_docs, reason = "not every item of generated code has docs")]
#[rustfmt::skip]
pub mod model;

use model::Input;
use nearkin_gestures::axis::Axis;

/// The number of samples of a window: 0.2 s at 1,280 Hz.
pub const SAMPLES: usize = 256;

/// The running sums of a window; samples are not stored.
#[derive(Debug, Clone, Default)]
pub struct Window {
    axes: [Axis; 3],
}

impl Window {
    /// Adds a sample: acceleration in g along x, y and z. O(1).
    pub fn add(&mut self, sample: [f32; 3]) {
        for (axis, value) in self.axes.iter_mut().zip(sample) {
            axis.add(value);
        }
    }

    /// Returns the features of the samples so far. Without samples they are NaN, which the model refuses.
    ///
    /// For each axis: standard deviation, range, and mean change between samples. The direction of gravity has no effect.
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
