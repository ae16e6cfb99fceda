//! A machine that is healthy is left in peace, one that is not is noticed.
#![allow(clippy::cast_precision_loss)] // below 2^24

mod machine;

use std::fmt::Write as _;
use std::path::Path;

use machine::{Machine, State};
use nearkin_anomaly::model::{self, Input};
use nearkin_anomaly::{SAMPLES, Window};

fn features(machine: &mut Machine) -> Input {
    let mut window = Window::default();
    machine.window(SAMPLES).into_iter().for_each(|sample| window.add(sample));
    window.features()
}

/// How many of 200 windows are unlike any that were fitted.
fn alarms(state: State) -> usize {
    let mut machine = Machine::new(state, 2);
    (0..200).filter(|_| model::assign(&features(&mut machine)).expect("features are numbers").is_novel()).count()
}

#[test]
fn a_healthy_machine_is_left_in_peace() {
    // The threshold leaves out a hundredth of the windows that were fitted.
    let alarms = alarms(State::Healthy);
    assert!(alarms <= 8, "{alarms} of 200");
}

#[test]
fn imbalance_a_bearing_and_a_loose_foot_are_noticed() {
    for state in [State::Imbalance, State::Bearing, State::Looseness] {
        assert_eq!(alarms(state), 200, "{state:?}");
    }
}

#[test]
fn no_samples_are_refused() {
    assert!(model::assign(&Window::default().features()).is_err());
}

#[test]
fn features_are_those_of_the_samples() {
    let mut window = Window::default();
    for x in [1.0, 3.0, 2.0, 6.0] {
        window.add([x, 0.0, -x]);
    }
    let features = window.features();
    // Squares about the mean 4 + 0 + 1 + 9 = 14, changes 2 + 1 + 4 = 7.
    assert!((features.x_deviation - 3.5f32.sqrt()).abs() < 1e-6 && (features.z_deviation - 3.5f32.sqrt()).abs() < 1e-6);
    assert!((features.x_reach - 5.0).abs() < 1e-6 && features.y_reach.abs() < 1e-6);
    assert!((features.z_change - 7.0 / 3.0).abs() < 1e-6);
}

/// What the model is fitted from; `NEARKIN_BLESS=1` writes it anew.
#[test]
fn the_data_are_windows_of_a_healthy_machine() {
    let mut machine = Machine::new(State::Healthy, 1);
    let mut csv =
        String::from("x_deviation,y_deviation,z_deviation,x_reach,y_reach,z_reach,x_change,y_change,z_change\n");
    for _ in 0..400 {
        let f = features(&mut machine);
        let numbers = [
            f.x_deviation,
            f.y_deviation,
            f.z_deviation,
            f.x_reach,
            f.y_reach,
            f.z_reach,
            f.x_change,
            f.y_change,
            f.z_change,
        ];
        let cells = numbers.map(|number| format!("{number:.5}"));
        writeln!(csv, "{}", cells.join(",")).expect("a String takes any text");
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../data/vibration.csv");
    if std::env::var_os("NEARKIN_BLESS").is_some() {
        std::fs::write(&path, &csv).expect("the folder can be written");
    }
    assert!(std::fs::read_to_string(&path).unwrap_or_default() == csv, "vibration.csv differs from the machine's");
}
