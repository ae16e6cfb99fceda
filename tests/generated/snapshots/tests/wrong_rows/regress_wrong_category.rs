//! Torgerson is not an island.
use nearkin_snapshots::{penguins_target, penguins_target_baked};

fn main() {
    loaded();
    baked();
}

fn loaded() {
    let row = penguins_target::Input {
        species: penguins_target::Species::Adelie,
        island: penguins_target::Island::Torgerson,
        bill_length_mm: 39.1,
        bill_depth_mm: 18.7,
        flipper_length_mm: 181.0,
        sex: penguins_target::Sex::Male,
    };
    let model = penguins_target::Regressor::embedded().expect("it was generated for it");
    assert!(model.regress(&row).is_ok());
}

fn baked() {
    let row = penguins_target_baked::Input {
        species: penguins_target_baked::Species::Adelie,
        island: penguins_target_baked::Island::Torgerson,
        bill_length_mm: 39.1,
        bill_depth_mm: 18.7,
        flipper_length_mm: 181.0,
        sex: penguins_target_baked::Sex::Male,
    };
    assert!(penguins_target_baked::regress(&row).is_ok());
}
