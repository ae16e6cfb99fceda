//! Torgerson is not an island.
use nearkin_snapshots::{penguins, penguins_baked};

fn main() {
    loaded();
    baked();
}

fn loaded() {
    let row = penguins::Input {
        island: penguins::Island::Torgerson,
        bill_length_mm: Some(39.1),
        bill_depth_mm: Some(18.7),
        flipper_length_mm: None,
        body_mass_g: Some(3750.0),
        sex: Some(penguins::Sex::Male),
    };
    let model = penguins::Classifier::embedded().expect("it was generated for it");
    assert!(model.classify(&row).is_ok());
}

fn baked() {
    let row = penguins_baked::Input {
        island: penguins_baked::Island::Torgerson,
        bill_length_mm: Some(39.1),
        bill_depth_mm: Some(18.7),
        flipper_length_mm: None,
        body_mass_g: Some(3750.0),
        sex: Some(penguins_baked::Sex::Male),
    };
    assert!(penguins_baked::classify(&row).is_ok());
}
