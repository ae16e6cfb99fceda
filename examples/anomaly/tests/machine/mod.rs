//! A machine that is played: a motor at changing speed and load, and what can become of it.

/// What is wrong with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum State {
    /// Nothing.
    Healthy,
    /// A blade broke off: one turn in the rotor's plane, three times as strong.
    Imbalance,
    /// A bearing is pitted: a short ringing knock at each turn of its cage.
    Bearing,
    /// A foot came loose: it lifts and falls back, so that half of each swing is cut off.
    Looseness,
}

/// A machine with a state and a seed; the same on every computer.
#[derive(Debug)]
pub(crate) struct Machine {
    state: State,
    bits: u64,
}

impl Machine {
    /// Starts it.
    pub(crate) fn new(state: State, seed: u64) -> Machine {
        Machine { state, bits: seed }
    }

    /// A window of samples in g, at another speed and load than the one before.
    pub(crate) fn window(&mut self, samples: usize) -> Vec<[f32; 3]> {
        let speed = 22.0 + 8.0 * self.share(); // turns a second
        let load = 0.6 + 0.4 * self.share();
        let start = self.share();
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
            let since = (turns * 4.6).fract() / (4.6 * speed); // seconds since the last knock
            let knock = 0.9 * libm::expf(-since * 400.0) * wave(since * 310.0);
            (x, y, z) = (x + 0.6 * knock, y + 0.6 * knock, z + knock);
        }
        if self.state == State::Looseness {
            z += 0.5 * wave(turns).max(0.0) + 0.2 * wave(turns * 0.5).max(0.0);
        }
        [x, y, z].map(|value| value + 0.04 * (self.share() + self.share() - 1.0))
    }

    /// A share from 0 to 1 (SplitMix64).
    fn share(&mut self) -> f32 {
        self.bits = self.bits.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut bits = self.bits;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((bits ^ (bits >> 31)) >> 40) as f32 / 16_777_216.0
    }
}
