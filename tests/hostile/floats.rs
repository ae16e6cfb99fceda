//! NaN or infinity in any word of the tables never reaches an encoded output or a distance.

use nearkin::encode::InputKind;
use nearkin::format::Head;
use nearkin::{Model, Neighbor, Value};
use nearkin_codegen::model::aligned::Aligned;
use nearkin_tests::blob_editor::BlobEditor;
use nearkin_tests::sample_models::fit_all;

/// A row of ordinary numbers and known levels.
fn ordinary_row<'a>(model: &Model<'a>) -> Vec<Value<'a>> {
    let cell = |index| match model.column(index).expect("an index below the number of columns").kind {
        InputKind::Number(_) => Value::Number(21.5),
        InputKind::Category(_) => Value::Code(0),
    };
    (0..model.payload().columns).map(cell).collect()
}

/// Whether the answer to an ordinary row has finite outputs and no NaN.
fn answers_are_numbers(model: &Model<'_>) -> bool {
    let row = ordinary_row(model);
    let mut out = vec![0.0; model.payload().width as usize];
    let mut query = vec![0; model.query_words()];
    if model.encode(&row, &mut out).is_err() || model.to_query(&row, &mut query).is_err() {
        return true; // an error is a valid outcome
    }
    // Distances to rows of huge finite numbers may overflow to infinity, but are never NaN.
    let mut neighbors = [Neighbor::default(); 3];
    let found = model.search(&query, &mut neighbors);
    let distances = found.iter().all(|neighbor| !model.distance(neighbor).is_nan());
    distances
        && out.iter().all(|output| output.is_finite())
        && (model.payload().head != Head::Cluster || !model.score(&query).is_nan())
}

#[test]
fn a_nan_or_infinite_word_is_refused_or_has_no_effect() {
    for sample in fit_all() {
        let valid = BlobEditor::open(&sample.fitted.blob);
        for word in 0..valid.tables.len() {
            for bits in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY].map(f32::to_bits) {
                let mut forged = valid.clone();
                forged.tables[word] = bits;
                let aligned = Aligned::new(&forged.write());
                if let Ok(model) = Model::from_bytes(aligned.bytes()) {
                    assert!(answers_are_numbers(&model), "{}: {bits:08x} in word {word}", sample.name);
                }
            }
        }
    }
}
