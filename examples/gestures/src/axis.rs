//! The features of one axis, from running sums.

/// One axis of a window.
#[derive(Debug, Clone)]
pub struct Axis {
    count: f32,
    mean: f32,
    /// The sum of squared deviations from the mean by Welford's method, which avoids the cancellation of a sum of squares.
    squares: f32,
    min: f32,
    max: f32,
    /// The sum of absolute differences between successive samples.
    changes: f32,
    last: f32,
}

impl Default for Axis {
    fn default() -> Self {
        Self {
            count: 0.0,
            mean: 0.0,
            squares: 0.0,
            min: f32::INFINITY,
            max: f32::NEG_INFINITY,
            changes: 0.0,
            last: 0.0,
        }
    }
}

impl Axis {
    /// Adds a sample. O(1).
    pub fn add(&mut self, value: f32) {
        if self.count > 0.0 {
            self.changes += libm::fabsf(value - self.last);
        }
        self.count += 1.0;
        let difference = value - self.mean;
        self.mean += difference / self.count;
        self.squares += difference * (value - self.mean);
        self.min = self.min.min(value);
        self.max = self.max.max(value);
        self.last = value;
    }

    /// Returns the mean of the samples; NaN without samples.
    #[must_use]
    pub fn mean(&self) -> f32 {
        if self.count > 0.0 { self.mean } else { f32::NAN }
    }

    /// Returns the population standard deviation of the samples; NaN without samples.
    #[must_use]
    pub fn deviation(&self) -> f32 {
        libm::sqrtf(self.squares / self.count)
    }

    /// Returns the smallest sample; infinity without samples.
    #[must_use]
    pub fn min(&self) -> f32 {
        self.min
    }

    /// Returns the largest sample; negative infinity without samples.
    #[must_use]
    pub fn max(&self) -> f32 {
        self.max
    }

    /// Returns the mean absolute difference between successive samples, which needs at least two samples.
    #[must_use]
    pub fn change(&self) -> f32 {
        self.changes / (self.count - 1.0)
    }
}
