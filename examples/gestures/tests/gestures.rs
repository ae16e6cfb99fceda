//! Features computed by hand, and predictions for the training data.

use nearkin_gestures::Window;
use nearkin_gestures::model::{self, Input};

#[test]
fn features_are_computed_from_the_samples() {
    let mut window = Window::default();
    for x in [1.0, 3.0, 2.0, 6.0] {
        window.add([x, 0.0, 0.0, 0.0, 0.0, -x]);
    }
    let features = window.features();
    // Mean 3; squared deviations: 4 + 0 + 1 + 9 = 14; changes: 2 + 1 + 4 = 7.
    assert!((features.a_x_mean - 3.0).abs() < 1e-6);
    assert!((features.a_x_std - 3.5f32.sqrt()).abs() < 1e-6);
    assert!((features.a_x_mad - 7.0 / 3.0).abs() < 1e-6);
    assert!((features.a_x_min - 1.0).abs() < 1e-6 && (features.a_x_max - 6.0).abs() < 1e-6);
    assert!((features.g_z_mean + 3.0).abs() < 1e-6 && (features.g_z_min + 6.0).abs() < 1e-6);
}

#[test]
fn a_window_without_samples_is_refused() {
    assert!(model::classify(&Window::default().features()).is_err());
}

#[test]
fn most_gestures_of_the_training_data_are_recognized() {
    let data = include_str!("../../data/gestures.csv");
    let (mut right, mut rows) = (0, 0);
    for line in data.lines().skip(1) {
        let mut cells = line.split(',');
        let mut next = || cells.next().expect("31 cells").parse::<f32>().expect("a number");
        #[rustfmt::skip]
        let row = Input {
            a_x_mean: next(), a_y_mean: next(), a_z_mean: next(), g_x_mean: next(), g_y_mean: next(), g_z_mean: next(),
            a_x_std: next(), a_y_std: next(), a_z_std: next(), g_x_std: next(), g_y_std: next(), g_z_std: next(),
            a_x_min: next(), a_y_min: next(), a_z_min: next(), g_x_min: next(), g_y_min: next(), g_z_min: next(),
            a_x_max: next(), a_y_max: next(), a_z_max: next(), g_x_max: next(), g_y_max: next(), g_z_max: next(),
            a_x_mad: next(), a_y_mad: next(), a_z_mad: next(), g_x_mad: next(), g_y_mad: next(), g_z_mad: next(),
        };
        let found = model::classify(&row).expect("no value is missing");
        rows += 1;
        right += usize::from(found.class().name() == cells.next().expect("a label"));
    }
    assert_eq!(rows, 265);
    // scikit-learn's accuracy in 5-fold cross-validation (k = 5) is 93.6 %; these are training rows.
    assert!(right * 100 >= rows * 93, "{right} of {rows} are right");
}
