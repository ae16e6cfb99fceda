//! A right row compiles.
#[path = "../snapshots/penguins.rs"]
mod penguins;

use penguins::{Classifier, Input, Island, Sex};


fn main() {
    let row = Input {
        island: Island::Torgersen,
        bill_length_mm: Some(39.1),
        bill_depth_mm: Some(18.7),
        flipper_length_mm: None,
        body_mass_g: Some(3750.0),
        sex: Some(Sex::Male),
    };
    let model = Classifier::embedded().expect("the snapshots belong together");
    assert!(model.classify(&row).is_ok());
}
