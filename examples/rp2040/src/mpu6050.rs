//! An MPU-6050, as far as it is needed: acceleration and rotation, in the units that the gestures were recorded in.

use embedded_hal_async::i2c::I2c;
use nearkin_gestures::Sample;

const ADDRESS: u8 = 0x68;
const GYRO_CONFIG: u8 = 0x1B;
const ACCEL_CONFIG: u8 = 0x1C;
const ACCEL_XOUT_H: u8 = 0x3B;
const PWR_MGMT_1: u8 = 0x6B;

/// Steps in 1 g at a range of 4 g.
const PER_G: f32 = 8192.0;
/// Steps in 1 degree a second at a range of 2,000.
const PER_DEGREE: f32 = 16.4;

/// The sensor on its bus.
pub struct Mpu6050<B> {
    bus: B,
}

impl<B: I2c> Mpu6050<B> {
    /// Takes the bus; nothing is sent yet.
    pub fn new(bus: B) -> Self {
        Self { bus }
    }

    /// Wakes it up and sets the ranges.
    ///
    /// # Errors
    /// The bus's, as when no sensor answers.
    pub async fn start(&mut self) -> Result<(), B::Error> {
        for setting in [[PWR_MGMT_1, 0], [GYRO_CONFIG, 3 << 3], [ACCEL_CONFIG, 1 << 3]] {
            self.bus.write(ADDRESS, &setting).await?;
        }
        Ok(())
    }

    /// Reads one sample.
    ///
    /// # Errors
    /// The bus's.
    pub async fn sample(&mut self) -> Result<Sample, B::Error> {
        let mut bytes = [0; 14];
        self.bus.write_read(ADDRESS, &[ACCEL_XOUT_H], &mut bytes).await?;
        // Acceleration, temperature, rotation: big-endian.
        let number = |at: usize| f32::from(i16::from_be_bytes([bytes[at], bytes[at + 1]]));
        let (g, degrees) = (|at| number(at) / PER_G, |at| number(at) / PER_DEGREE);
        Ok([g(0), g(2), g(4), degrees(8), degrees(10), degrees(12)])
    }
}
