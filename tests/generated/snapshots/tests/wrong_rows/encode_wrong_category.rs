//! Torgerson is not an island.
use nearkin_snapshots::{penguins_encoder, penguins_encoder_baked};

fn main() {
    loaded();
    baked();
}

fn loaded() {
    let row = penguins_encoder::Input {
        species: penguins_encoder::Species::Adelie,
        island: penguins_encoder::Island::Torgerson,
        bill_length_mm: 39.1,
        bill_depth_mm: 18.7,
        flipper_length_mm: 181.0,
        body_mass_g: 3750.0,
        sex: penguins_encoder::Sex::Male,
    };
    let model = penguins_encoder::Encoder::embedded().expect("it was generated for it");
    assert!(model.encode(&row).is_ok());
}

fn baked() {
    let row = penguins_encoder_baked::Input {
        species: penguins_encoder_baked::Species::Adelie,
        island: penguins_encoder_baked::Island::Torgerson,
        bill_length_mm: 39.1,
        bill_depth_mm: 18.7,
        flipper_length_mm: 181.0,
        body_mass_g: 3750.0,
        sex: penguins_encoder_baked::Sex::Male,
    };
    assert!(penguins_encoder_baked::encode(&row).is_ok());
}
