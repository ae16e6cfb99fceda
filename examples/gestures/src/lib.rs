//! Classifies gestures from a window of motion samples.
#![no_std]

pub mod axis;
// Two modules of the same model: `nearkin generate --defmt` derives `defmt::Format` for the types.
#[allow(missing_docs, reason = "not every item of generated code has docs")]
#[rustfmt::skip]
#[cfg_attr(feature = "defmt", path = "model_defmt.rs")]
pub mod model;

use axis::Axis;
use model::Input;

/// A sample: acceleration in g along x, y, z, then rotation in degrees per second about x, y, z.
pub type Sample = [f32; 6];

/// The running sums of a gesture; samples are not stored.
#[derive(Debug, Clone, Default)]
pub struct Window {
    axes: [Axis; 6],
}

impl Window {
    /// Adds a sample. O(1).
    pub fn add(&mut self, sample: Sample) {
        for (axis, value) in self.axes.iter_mut().zip(sample) {
            axis.add(value);
        }
    }

    /// Returns the features of the samples so far. Without samples they are NaN, which the model refuses.
    #[must_use]
    pub fn features(&self) -> Input {
        let [ax, ay, az, gx, gy, gz] = &self.axes;
        Input {
            a_x_mean: ax.mean(),
            a_y_mean: ay.mean(),
            a_z_mean: az.mean(),
            g_x_mean: gx.mean(),
            g_y_mean: gy.mean(),
            g_z_mean: gz.mean(),
            a_x_std: ax.deviation(),
            a_y_std: ay.deviation(),
            a_z_std: az.deviation(),
            g_x_std: gx.deviation(),
            g_y_std: gy.deviation(),
            g_z_std: gz.deviation(),
            a_x_min: ax.min(),
            a_y_min: ay.min(),
            a_z_min: az.min(),
            g_x_min: gx.min(),
            g_y_min: gy.min(),
            g_z_min: gz.min(),
            a_x_max: ax.max(),
            a_y_max: ay.max(),
            a_z_max: az.max(),
            g_x_max: gx.max(),
            g_y_max: gy.max(),
            g_z_max: gz.max(),
            a_x_mad: ax.change(),
            a_y_mad: ay.change(),
            a_z_mad: az.change(),
            g_x_mad: gx.change(),
            g_y_mad: gy.change(),
            g_z_mad: gz.change(),
        }
    }
}
