//! A minimal driver of the MPU-6050: acceleration and rotation in the units of the training data.

use embedded_hal_async::i2c::I2c;
use nearkin_gestures::Sample;

const ADDRESS: u8 = 0x68;
const GYRO_CONFIG: u8 = 0x1B;
const ACCEL_CONFIG: u8 = 0x1C;
const ACCEL_XOUT_H: u8 = 0x3B;
const PWR_MGMT_1: u8 = 0x6B;

/// Steps per g in the range of ±4 g.
const PER_G: f32 = 8192.0;
/// Steps per degree per second in the range of ±2,000.
const PER_DEGREE: f32 = 16.4;

/// The sensor, with the bus that it is connected to.
pub struct Mpu6050<B> {
    bus: B,
}

impl<B: I2c> Mpu6050<B> {
    /// Creates the driver without sending anything.
    pub fn new(bus: B) -> Self {
        Self { bus }
    }

    /// Wakes the sensor and sets its ranges.
    ///
    /// # Errors
    /// If the bus returns an error, for example because the sensor does not respond.
    pub async fn start(&mut self) -> Result<(), B::Error> {
        for setting in [[PWR_MGMT_1, 0], [GYRO_CONFIG, 3 << 3], [ACCEL_CONFIG, 1 << 3]] {
            self.bus.write(ADDRESS, &setting).await?;
        }
        Ok(())
    }

    /// Reads one sample.
    ///
    /// # Errors
    /// If the bus returns an error.
    pub async fn sample(&mut self) -> Result<Sample, B::Error> {
        let mut bytes = [0; 14];
        self.bus.write_read(ADDRESS, &[ACCEL_XOUT_H], &mut bytes).await?;
        // Acceleration, temperature, rotation: big-endian.
        let number = |at: usize| f32::from(i16::from_be_bytes([bytes[at], bytes[at + 1]]));
        let (g, degrees) = (|at| number(at) / PER_G, |at| number(at) / PER_DEGREE);
        Ok([g(0), g(2), g(4), degrees(8), degrees(10), degrees(12)])
    }
}
