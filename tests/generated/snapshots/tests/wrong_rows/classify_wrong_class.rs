//! No row of the training data is an emperor.
use nearkin_snapshots::{penguins, penguins_baked};

fn main() {
    loaded();
    baked();
}

fn loaded() {
    let row = penguins::Input {
        island: penguins::Island::Torgersen,
        bill_length_mm: Some(39.1),
        bill_depth_mm: Some(18.7),
        flipper_length_mm: None,
        body_mass_g: Some(3750.0),
        sex: Some(penguins::Sex::Male),
    };
    let model = penguins::Classifier::embedded().expect("it was generated for it");
    let found = model.classify(&row).expect("no cell is refused");
    assert!(found.class() != penguins::Species::Emperor);
}

fn baked() {
    let row = penguins_baked::Input {
        island: penguins_baked::Island::Torgersen,
        bill_length_mm: Some(39.1),
        bill_depth_mm: Some(18.7),
        flipper_length_mm: None,
        body_mass_g: Some(3750.0),
        sex: Some(penguins_baked::Sex::Male),
    };
    let found = penguins_baked::classify(&row).expect("no cell is refused");
    assert!(found.class() != penguins_baked::Species::Emperor);
}
