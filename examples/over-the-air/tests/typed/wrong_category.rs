//! Torgerson is no island.
use nearkin_over_the_air::penguins::{Classifier, Input, Island, Sex};

fn main() {
    let row = Input {
        island: Island::Torgerson,
        bill_length_mm: Some(39.1),
        bill_depth_mm: Some(18.7),
        flipper_length_mm: None,
        body_mass_g: Some(3750.0),
        sex: Some(Sex::Male),
    };
    let model = Classifier::embedded().expect("it was generated for it");
    assert!(model.classify(&row).is_ok());
}
