//! A simulated machine: a motor with varying speed and load, and three kinds of defects.

/// The condition of the machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum State {
    /// No defect.
    Healthy,
    /// A broken blade: the vibration at the rotor's frequency is three times as strong.
    Imbalance,
    /// A pitted bearing: a short, ringing impact on each turn of its cage.
    Bearing,
    /// A loose foot: it lifts off and falls back, which clips half of each oscillation.
    Looseness,
}

/// A machine with a seeded generator, which produces the same samples on every computer.
#[derive(Debug)]
pub(crate) struct Machine {
    state: State,
    bits: u64,
}

impl Machine {
    /// Creates a machine.
    pub(crate) fn new(state: State, seed: u64) -> Machine {
        Machine { state, bits: seed }
    }

    /// Returns a window of samples in g; each window has a different speed and load.
    pub(crate) fn window(&mut self, samples: usize) -> Vec<[f32; 3]> {
        let speed = 22.0 + 8.0 * self.unit(); // revolutions per second
        let load = 0.6 + 0.4 * self.unit();
        let start = self.unit();
        (0..samples).map(|n| self.sample(n as f32 / 1280.0, speed, load, start)).collect()
    }

    fn sample(&mut self, seconds: f32, speed: f32, load: f32, start: f32) -> [f32; 3] {
        let turns = seconds * speed + start;
        let wave = |turns: f32| libm::sinf(turns * core::f32::consts::TAU);
        let rotor = if self.state == State::Imbalance { 0.36 } else { 0.12 };
        let mut x = load * (rotor * wave(turns) + 0.05 * wave(2.0 * turns));
        let mut y = load * (rotor * wave(turns + 0.25) + 0.04 * wave(2.0 * turns));
        let mut z = 1.0 + load * 0.05 * wave(7.0 * turns);
        if self.state == State::Bearing {
            let since = (turns * 4.6).fract() / (4.6 * speed); // seconds since the last impact
            let impact = 0.9 * libm::expf(-since * 400.0) * wave(since * 310.0);
            (x, y, z) = (x + 0.6 * impact, y + 0.6 * impact, z + impact);
        }
        if self.state == State::Looseness {
            z += 0.5 * wave(turns).max(0.0) + 0.2 * wave(turns * 0.5).max(0.0);
        }
        [x, y, z].map(|value| value + 0.04 * (self.unit() + self.unit() - 1.0))
    }

    /// Returns a random number from 0 to 1 (SplitMix64).
    fn unit(&mut self) -> f32 {
        self.bits = self.bits.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut bits = self.bits;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((bits ^ (bits >> 31)) >> 40) as f32 / 16_777_216.0
    }
}
