//! The features of one axis, from sums that are kept while samples arrive.

/// One axis of a window.
#[derive(Debug, Clone)]
pub struct Axis {
    count: f32,
    mean: f32,
    /// Sum of squared differences from the mean (Welford), which does not cancel as a sum of squares would.
    squares: f32,
    min: f32,
    max: f32,
    /// Sum of absolute differences between one sample and the next.
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
        let gap = value - self.mean;
        self.mean += gap / self.count;
        self.squares += gap * (value - self.mean);
        self.min = self.min.min(value);
        self.max = self.max.max(value);
        self.last = value;
    }

    /// The mean of the samples; NaN without any.
    #[must_use]
    pub fn mean(&self) -> f32 {
        if self.count > 0.0 { self.mean } else { f32::NAN }
    }

    /// The deviation of the samples as a population; NaN without any.
    #[must_use]
    pub fn deviation(&self) -> f32 {
        libm::sqrtf(self.squares / self.count)
    }

    /// The smallest sample; infinite without any.
    #[must_use]
    pub fn min(&self) -> f32 {
        self.min
    }

    /// The largest sample; infinite without any.
    #[must_use]
    pub fn max(&self) -> f32 {
        self.max
    }

    /// The mean absolute difference between one sample and the next; NaN with fewer than two.
    #[must_use]
    pub fn change(&self) -> f32 {
        self.changes / (self.count - 1.0)
    }
}
