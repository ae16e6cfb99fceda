//! `sepal_length_cm` was never missing when the model was fitted.
use nearkin_snapshots::{clusters, clusters_baked};

fn main() {
    loaded();
    baked();
}

fn loaded() {
    let row = clusters::Input {
        sepal_length_cm: None,
        sepal_width_cm: 3.5,
        petal_length_cm: 1.4,
        petal_width_cm: 0.2,
    };
    let model = clusters::Clusterer::embedded().expect("it was generated for it");
    assert!(model.assign(&row).is_ok());
}

fn baked() {
    let row = clusters_baked::Input {
        sepal_length_cm: None,
        sepal_width_cm: 3.5,
        petal_length_cm: 1.4,
        petal_width_cm: 0.2,
    };
    assert!(clusters_baked::assign(&row).is_ok());
}
