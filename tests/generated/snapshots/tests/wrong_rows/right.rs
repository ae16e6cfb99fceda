//! Right rows compile, and are answered.
use nearkin_snapshots::*;

fn main() {
    classify_loaded();
    classify_baked();
    regress_loaded();
    regress_baked();
    assign_loaded();
    assign_baked();
    encode_loaded();
    encode_baked();
}

fn classify_loaded() {
    let row = penguins::Input {
        island: penguins::Island::Torgersen,
        bill_length_mm: Some(39.1),
        bill_depth_mm: Some(18.7),
        flipper_length_mm: None,
        body_mass_g: Some(3750.0),
        sex: Some(penguins::Sex::Male),
    };
    let model = penguins::Classifier::embedded().expect("it was generated for it");
    assert!(model.classify(&row).is_ok());
}

fn classify_baked() {
    let row = penguins_baked::Input {
        island: penguins_baked::Island::Torgersen,
        bill_length_mm: Some(39.1),
        bill_depth_mm: Some(18.7),
        flipper_length_mm: None,
        body_mass_g: Some(3750.0),
        sex: Some(penguins_baked::Sex::Male),
    };
    assert!(penguins_baked::classify(&row).is_ok());
}

fn regress_loaded() {
    let row = penguins_target::Input {
        species: penguins_target::Species::Adelie,
        island: penguins_target::Island::Torgersen,
        bill_length_mm: 39.1,
        bill_depth_mm: 18.7,
        flipper_length_mm: 181.0,
        sex: penguins_target::Sex::Male,
    };
    let model = penguins_target::Regressor::embedded().expect("it was generated for it");
    assert!(model.regress(&row).is_ok());
}

fn regress_baked() {
    let row = penguins_target_baked::Input {
        species: penguins_target_baked::Species::Adelie,
        island: penguins_target_baked::Island::Torgersen,
        bill_length_mm: 39.1,
        bill_depth_mm: 18.7,
        flipper_length_mm: 181.0,
        sex: penguins_target_baked::Sex::Male,
    };
    assert!(penguins_target_baked::regress(&row).is_ok());
}

fn assign_loaded() {
    let row = clusters::Input {
        sepal_length_cm: 5.1,
        sepal_width_cm: 3.5,
        petal_length_cm: 1.4,
        petal_width_cm: 0.2,
    };
    let model = clusters::Clusterer::embedded().expect("it was generated for it");
    assert!(model.assign(&row).is_ok());
}

fn assign_baked() {
    let row = clusters_baked::Input {
        sepal_length_cm: 5.1,
        sepal_width_cm: 3.5,
        petal_length_cm: 1.4,
        petal_width_cm: 0.2,
    };
    assert!(clusters_baked::assign(&row).is_ok());
}

fn encode_loaded() {
    let row = penguins_encoder::Input {
        species: penguins_encoder::Species::Adelie,
        island: penguins_encoder::Island::Torgersen,
        bill_length_mm: 39.1,
        bill_depth_mm: 18.7,
        flipper_length_mm: 181.0,
        body_mass_g: 3750.0,
        sex: penguins_encoder::Sex::Male,
    };
    let model = penguins_encoder::Encoder::embedded().expect("it was generated for it");
    assert!(model.encode(&row).is_ok());
}

fn encode_baked() {
    let row = penguins_encoder_baked::Input {
        species: penguins_encoder_baked::Species::Adelie,
        island: penguins_encoder_baked::Island::Torgersen,
        bill_length_mm: 39.1,
        bill_depth_mm: 18.7,
        flipper_length_mm: 181.0,
        body_mass_g: 3750.0,
        sex: penguins_encoder_baked::Sex::Male,
    };
    assert!(penguins_encoder_baked::encode(&row).is_ok());
}
