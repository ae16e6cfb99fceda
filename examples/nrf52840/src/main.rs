//! Samples an analog accelerometer, checks whether each window resembles that of a healthy machine, and logs the result.
#![no_std]
#![no_main]

use defmt::{error, info, warn};
use defmt_rtt as _;
use embassy_executor::Spawner;
use embassy_nrf::bind_interrupts;
use embassy_nrf::saadc::{ChannelConfig, Config, InterruptHandler, Saadc};
use embassy_time::{Duration, Ticker};
use nearkin_anomaly::{SAMPLES, Window, model};
use panic_probe as _;

bind_interrupts!(struct Interrupts {
    SAADC => InterruptHandler;
});

/// Samples per second, as in the training data.
const RATE: u64 = 1280;
/// Steps per g: the output of an ADXL335 changes by 300 mV, and the converter has 4,096 steps for 3,600 mV.
const PER_G: f32 = 300.0 * 4096.0 / 3600.0;
/// Steps at 0 g: half of the supply voltage of 3 V.
const ZERO: f32 = 1500.0 * 4096.0 / 3600.0;

#[embassy_executor::main]
async fn main(_spawner: Spawner) {
    let chip = embassy_nrf::init(Default::default());
    let axes = [
        ChannelConfig::single_ended(chip.P0_02),
        ChannelConfig::single_ended(chip.P0_03),
        ChannelConfig::single_ended(chip.P0_04),
    ];
    let mut converter = Saadc::new(chip.SAADC, Interrupts, Config::default(), axes);
    converter.calibrate().await;
    let mut ticker = Ticker::every(Duration::from_hz(RATE));
    loop {
        let mut window = Window::default();
        for _ in 0..SAMPLES {
            ticker.next().await;
            let mut steps: [i16; 3] = [0; 3];
            converter.sample(&mut steps).await;
            window.add(steps.map(|steps| (f32::from(steps) - ZERO) / PER_G));
        }
        match model::assign(&window.features()) {
            Ok(found) if found.is_novel() => warn!("anomaly: score {=f32}", found.score()),
            Ok(found) => info!("healthy: cluster {=u32}, score {=f32}", found.cluster(), found.score()),
            Err(error) => error!("window refused: {}", error),
        }
    }
}
