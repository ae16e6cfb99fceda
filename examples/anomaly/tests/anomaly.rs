//! Windows of a simulated healthy machine raise few alarms, windows of a defective one always raise an alarm.

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

/// Returns how many of 200 windows are novel.
fn alarms(state: State) -> usize {
    let mut machine = Machine::new(state, 2);
    (0..200).filter(|_| model::assign(&features(&mut machine)).expect("the features are not NaN").is_novel()).count()
}

#[test]
fn a_healthy_machine_raises_few_alarms() {
    // 1 % of the training windows are beyond the threshold.
    let alarms = alarms(State::Healthy);
    assert!(alarms <= 8, "{alarms} alarms in 200 windows");
}

#[test]
fn imbalance_a_bearing_fault_and_a_loose_foot_are_detected() {
    for state in [State::Imbalance, State::Bearing, State::Looseness] {
        assert_eq!(alarms(state), 200, "{state:?}");
    }
}

#[test]
fn a_window_without_samples_is_refused() {
    assert!(model::assign(&Window::default().features()).is_err());
}

#[test]
fn features_are_computed_from_the_samples() {
    let mut window = Window::default();
    for x in [1.0, 3.0, 2.0, 6.0] {
        window.add([x, 0.0, -x]);
    }
    let features = window.features();
    // Squared deviations from the mean: 4 + 0 + 1 + 9 = 14; changes: 2 + 1 + 4 = 7.
    assert!((features.x_deviation - 3.5f32.sqrt()).abs() < 1e-6 && (features.z_deviation - 3.5f32.sqrt()).abs() < 1e-6);
    assert!((features.x_reach - 5.0).abs() < 1e-6 && features.y_reach.abs() < 1e-6);
    assert!((features.z_change - 7.0 / 3.0).abs() < 1e-6);
}

/// Compares the training data with the simulation; `NEARKIN_BLESS=1` overwrites it.
#[test]
fn the_training_data_are_windows_of_a_healthy_machine() {
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
        writeln!(csv, "{}", cells.join(",")).expect("writing to a String cannot fail");
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../data/vibration.csv");
    if std::env::var_os("NEARKIN_BLESS").is_some() {
        std::fs::write(&path, &csv).expect("the folder is writable");
    }
    assert!(
        std::fs::read_to_string(&path).unwrap_or_default() == csv,
        "vibration.csv differs from the simulation; if the change is intended, set NEARKIN_BLESS=1"
    );
}
