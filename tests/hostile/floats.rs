//! No NaN and no infinity in any word of the tables reaches an encoded output or a distance.

use nearkin::encode::InputKind;
use nearkin::format::Head;
use nearkin::{Model, Neighbor, Value};
use nearkin_codegen::model::aligned::Aligned;
use nearkin_tests::dissected::Dissected;
use nearkin_tests::fleet::fleet;

/// An ordinary row: numbers of the table's size, known levels.
fn ordinary<'a>(model: &Model<'a>) -> Vec<Value<'a>> {
    let cell = |index| match model.column(index).expect("below the columns").kind {
        InputKind::Number(_) => Value::Number(21.5),
        InputKind::Category(_) => Value::Code(0),
    };
    (0..model.payload().columns).map(cell).collect()
}

fn answers_are_numbers(model: &Model<'_>) -> bool {
    let row = ordinary(model);
    let mut out = vec![0.0; model.payload().width as usize];
    let mut query = vec![0; model.query_words()];
    if model.encode(&row, &mut out).is_err() || model.to_query(&row, &mut query).is_err() {
        return true; // refused is an answer
    }
    // Distances to rows of huge, but finite numbers may be infinite; they are never NaN.
    let mut neighbors = [Neighbor::default(); 3];
    let found = model.search(&query, &mut neighbors);
    let distances = found.iter().all(|neighbor| !model.distance(neighbor).is_nan());
    distances
        && out.iter().all(|output| output.is_finite())
        && (model.payload().head != Head::Cluster || !model.score(&query).is_nan())
}

#[test]
fn a_word_that_is_no_number_is_refused_or_no_float() {
    for ship in fleet() {
        let sound = Dissected::of(&ship.fitted.blob);
        for word in 0..sound.tables.len() {
            for bits in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY].map(f32::to_bits) {
                let mut forged = sound.clone();
                forged.tables[word] = bits;
                let aligned = Aligned::new(&forged.write());
                if let Ok(model) = Model::from_bytes(aligned.bytes()) {
                    assert!(answers_are_numbers(&model), "{}: {bits:08x} in word {word}", ship.name);
                }
            }
        }
    }
}
