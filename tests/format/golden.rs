//! The stored models predict what an independent reader predicts, which was written from `core/FORMAT.md` alone and computes in
//! double precision.

use std::path::Path;

use nearkin::format::Head;
use nearkin::{FORMAT_VERSION, Model, Neighbor, ScratchMut, Value};
use nearkin_codegen::model::aligned::Aligned;
use serde_json::Value as Json;

/// The relative tolerance, for rounding in single precision.
const TOLERANCE: f64 = 2e-5;

fn value(json: &Json) -> Value<'_> {
    match json {
        #[expect(clippy::cast_possible_truncation, reason = "the device has single precision")]
        Json::Number(number) => Value::Number(number.as_f64().expect("a number") as f32),
        Json::String(text) => Value::Text(text),
        _ => Value::Missing,
    }
}

fn is_close(found: f32, expected: &Json) -> bool {
    let expected = expected.as_f64().expect("a number");
    (f64::from(found) - expected).abs() <= TOLERANCE * expected.abs().max(1.0)
}

/// Whether the model's prediction for a row equals the recorded one.
fn agrees(model: &Model<'_>, row: &[Value<'_>], answer: &Json) -> bool {
    let mut query = vec![0; model.query_words()];
    let mut neighbors = vec![Neighbor::default(); model.n_neighbors().max(1) as usize];
    let scratch = ScratchMut { query: &mut query, neighbors: &mut neighbors };
    let is_refused = answer == "refused";
    let found = match model.payload().head {
        Head::Encode => {
            return model.encode(row, &mut vec![0.0; model.payload().width as usize]).is_err() == is_refused;
        }
        Head::Classify(_) => {
            model.classify(row, scratch).map(|found| (found.name() == answer["class"], found.neighbors().to_vec()))
        }
        Head::Regress(_) => model
            .regress(row, scratch)
            .map(|found| (is_close(found.value(), &answer["value"]), found.neighbors().to_vec())),
        Head::Cluster => model
            .assign(row, scratch)
            .map(|found| (is_close(found.score(), &answer["score"]), found.neighbors().to_vec())),
    };
    let Ok((same, neighbors)) = found else { return is_refused };
    let rows = answer["rows"].as_array().map_or(&[][..], Vec::as_slice);
    let distances = answer["distances"].as_array().map_or(&[][..], Vec::as_slice);
    !is_refused
        && same
        && rows.len() == neighbors.len()
        && neighbors.iter().zip(rows.iter().zip(distances)).all(|(neighbor, (row, distance))| {
            row.as_u64() == Some(u64::from(neighbor.row)) && is_close(model.distance(neighbor), distance)
        })
}

#[test]
fn stored_models_predict_what_the_independent_reader_predicts() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("format");
    let answers = std::fs::read(folder.join(format!("answers-{FORMAT_VERSION}.json")))
        .expect("the answers are in the repository");
    let answers: Json = serde_json::from_slice(&answers).expect("JSON");
    let answers = answers.as_object().expect("a list for each model");
    let (mut queried, mut refused) = (0, 0);
    for (name, rows) in answers {
        let aligned =
            Aligned::read(&folder.join("blobs").join(format!("{name}.nkn"))).expect("the model is in the repository");
        let model = aligned.load().unwrap_or_else(|error| panic!("{name}: {error}"));
        for row in rows.as_array().expect("rows") {
            let values: Vec<Value<'_>> = row["cells"].as_array().expect("values").iter().map(value).collect();
            assert!(agrees(&model, &values, &row["answer"]), "{name}: {row}");
            queried += 1;
            refused += usize::from(row["answer"] == "refused");
        }
    }
    assert!(answers.len() >= 30 && queried > 250 && refused > 30, "{queried} rows, {refused} of them refused");
}

#[test]
fn every_stored_model_of_this_version_has_answers() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("format");
    let answers = std::fs::read_to_string(folder.join(format!("answers-{FORMAT_VERSION}.json")))
        .expect("the answers are in the repository");
    for entry in std::fs::read_dir(folder.join("blobs")).expect("the models are in the repository") {
        let path = entry.expect("an entry").path();
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        if name.ends_with(&format!("-{FORMAT_VERSION}")) {
            assert!(
                answers.contains(&format!("\"{name}\": [")),
                "{name} has no recorded answers; run tests/format/make_golden"
            );
        }
    }
}
