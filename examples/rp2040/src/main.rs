//! Samples a motion sensor, classifies the gesture of each window, and logs the result.
#![no_std]
#![no_main]

mod mpu6050;

use defmt::{info, warn};
use defmt_rtt as _;
use embassy_executor::Spawner;
use embassy_rp::bind_interrupts;
use embassy_rp::i2c::{Config, I2c, InterruptHandler};
use embassy_rp::peripherals::I2C0;
use embassy_time::{Duration, Ticker};
use nearkin_gestures::{Window, model};
use panic_probe as _;

use mpu6050::Mpu6050;

bind_interrupts!(struct Interrupts {
    I2C0_IRQ => InterruptHandler<I2C0>;
});

/// Samples per second.
const RATE: u64 = 100;
/// Samples per window.
const SAMPLES: usize = 100;

#[embassy_executor::main]
async fn main(_spawner: Spawner) {
    let chip = embassy_rp::init(Default::default());
    // Data on pin 4, clock on pin 5.
    let bus = I2c::new_async(chip.I2C0, chip.PIN_5, chip.PIN_4, Interrupts, Config::default());
    let mut sensor = Mpu6050::new(bus);
    while let Err(error) = sensor.start().await {
        warn!("the sensor does not respond: {}", error);
        embassy_time::Timer::after_secs(1).await;
    }
    let mut ticker = Ticker::every(Duration::from_hz(RATE));
    loop {
        let mut window = Window::default();
        for _ in 0..SAMPLES {
            ticker.next().await;
            match sensor.sample().await {
                Ok(sample) => window.add(sample),
                Err(error) => warn!("a sample was lost: {}", error),
            }
        }
        match model::classify(&window.features()) {
            Ok(found) => info!("{}", found),
            // If all samples were lost, the features are NaN.
            Err(error) => warn!("window refused: {}", error),
        }
    }
}
