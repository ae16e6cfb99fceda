//! A row without its `petal_width_cm`.
use nearkin_snapshots::{clusters, clusters_baked};

fn main() {
    loaded();
    baked();
}

fn loaded() {
    let row = clusters::Input {
        sepal_length_cm: 5.1,
        sepal_width_cm: 3.5,
        petal_length_cm: 1.4,
    };
    let model = clusters::Clusterer::embedded().expect("it was generated for it");
    assert!(model.assign(&row).is_ok());
}

fn baked() {
    let row = clusters_baked::Input {
        sepal_length_cm: 5.1,
        sepal_width_cm: 3.5,
        petal_length_cm: 1.4,
    };
    assert!(clusters_baked::assign(&row).is_ok());
}
