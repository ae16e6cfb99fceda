//! Updates that arrive in chunks, complete, damaged or incomplete.

use nearkin::LoadError;
use nearkin::format::{Head, Weighting};
use nearkin_over_the_air::penguins::{Input, Island, Sex, Species};
use nearkin_over_the_air::{UpdateError, Updates};

const RETRAINED: &[u8] = include_bytes!("../models/retrained.nkn");
const OTHER: &[u8] = include_bytes!("../models/other.nkn");

/// The first row of the training data.
const ADELIE: Input = Input {
    island: Island::Torgersen,
    bill_length_mm: Some(39.1),
    bill_depth_mm: Some(18.7),
    flipper_length_mm: Some(181.0),
    body_mass_g: Some(3750.0),
    sex: Some(Sex::Male),
};

fn send(updates: &mut Updates<8192>, model: &[u8]) -> Result<(), UpdateError> {
    updates.begin(model.len())?;
    for chunk in model.chunks(20) {
        updates.chunk(chunk)?;
    }
    updates.finish()
}

/// Returns whether the model in use is the retrained one, which has distance weights; checks one of its predictions.
fn is_retrained(updates: &Updates<8192>) -> bool {
    let classifier = updates.classifier().expect("the model was checked before");
    assert_eq!(classifier.classify(&ADELIE).expect("no value is missing").class(), Species::Adelie);
    matches!(classifier.model().payload().head, Head::Classify(vote) if vote.weighting == Weighting::Distance)
}

#[test]
fn a_retrained_model_replaces_the_old_one() {
    let mut updates = Updates::new();
    assert!(!is_retrained(&updates));
    assert_eq!(send(&mut updates, RETRAINED), Ok(()));
    assert!(is_retrained(&updates));
    assert_eq!(send(&mut updates, RETRAINED), Ok(()), "to the other bank");
    assert!(is_retrained(&updates));
}

#[test]
fn a_damaged_model_is_refused_and_the_old_one_remains() {
    let mut updates = Updates::new();
    assert_eq!(send(&mut updates, RETRAINED), Ok(()));
    for at in [0, 20, RETRAINED.len() / 2, RETRAINED.len() - 1] {
        let mut damaged = RETRAINED.to_vec();
        damaged[at] ^= 0x10;
        assert!(matches!(send(&mut updates, &damaged), Err(UpdateError::Refused(_))), "byte {at}");
        assert!(is_retrained(&updates));
    }
}

#[test]
fn a_model_of_another_schema_is_refused() {
    let mut updates = Updates::new();
    assert_eq!(send(&mut updates, OTHER), Err(UpdateError::Refused(LoadError::OtherSchema)));
    assert!(!is_retrained(&updates));
}

#[test]
fn an_incomplete_or_too_long_model_is_refused() {
    let mut updates = Updates::new();
    assert_eq!(updates.begin(RETRAINED.len()), Ok(()));
    assert_eq!(updates.chunk(&RETRAINED[..100]), Ok(()));
    assert_eq!(updates.finish(), Err(UpdateError::Length { expected: RETRAINED.len(), found: 100 }));
    assert_eq!(updates.begin(50), Ok(()));
    assert_eq!(updates.chunk(&RETRAINED[..60]), Err(UpdateError::Length { expected: 50, found: 60 }));
    assert_eq!(updates.begin(9000), Err(UpdateError::TooLarge { need: 9000, have: 8192 }));
    assert!(!is_retrained(&updates));
}
