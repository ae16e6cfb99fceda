//! Kept models answer as a second reader says, which computes in double precision from `core/FORMAT.md` alone.

use std::path::Path;

use nearkin::format::Head;
use nearkin::{FORMAT_VERSION, Model, Neighbor, ScratchMut, Value};
use nearkin_codegen::model::aligned::Aligned;
use serde_json::Value as Json;

/// Rounding of single precision, relative.
const CLOSE: f64 = 2e-5;

fn cell(json: &Json) -> Value<'_> {
    match json {
        #[allow(clippy::cast_possible_truncation)] // the device's precision
        Json::Number(number) => Value::Number(number.as_f64().expect("a number") as f32),
        Json::String(text) => Value::Text(text),
        _ => Value::Missing,
    }
}

fn is_close(ours: f32, theirs: &Json) -> bool {
    let theirs = theirs.as_f64().expect("a number");
    (f64::from(ours) - theirs).abs() <= CLOSE * theirs.abs().max(1.0)
}

/// Whether the model answers `cells` as the second reader does.
fn agrees(model: &Model<'_>, cells: &[Value<'_>], answer: &Json) -> bool {
    let mut query = vec![0; model.query_words()];
    let mut neighbors = vec![Neighbor::default(); model.n_neighbors().max(1) as usize];
    let scratch = ScratchMut { query: &mut query, neighbors: &mut neighbors };
    let is_refused = answer == "refused";
    let found = match model.payload().head {
        Head::Encode => {
            return model.encode(cells, &mut vec![0.0; model.payload().width as usize]).is_err() == is_refused;
        }
        Head::Classify(_) => {
            model.classify(cells, scratch).map(|found| (found.name() == answer["class"], found.neighbors().to_vec()))
        }
        Head::Regress(_) => model
            .regress(cells, scratch)
            .map(|found| (is_close(found.value(), &answer["value"]), found.neighbors().to_vec())),
        Head::Cluster => model
            .assign(cells, scratch)
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
fn kept_models_answer_as_the_second_reader_says() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("format");
    let answers = std::fs::read(folder.join(format!("answers-{FORMAT_VERSION}.json"))).expect("answers are kept");
    let answers: Json = serde_json::from_slice(&answers).expect("JSON");
    let answers = answers.as_object().expect("a list for each model");
    let (mut asked, mut refused) = (0, 0);
    for (name, rows) in answers {
        let aligned = Aligned::read(&folder.join("blobs").join(format!("{name}.nkn"))).expect("the model is kept");
        let model = aligned.load().unwrap_or_else(|error| panic!("{name}: {error}"));
        for row in rows.as_array().expect("rows") {
            let cells: Vec<Value<'_>> = row["cells"].as_array().expect("cells").iter().map(cell).collect();
            assert!(agrees(&model, &cells, &row["answer"]), "{name}: {row}");
            asked += 1;
            refused += usize::from(row["answer"] == "refused");
        }
    }
    assert!(answers.len() >= 30 && asked > 250 && refused > 30, "{asked} rows asked, {refused} of them refused");
}

/// Every kept model of this version has answers, so that none is kept for nothing.
#[test]
fn every_kept_model_of_this_version_has_answers() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("format");
    let answers = std::fs::read_to_string(folder.join(format!("answers-{FORMAT_VERSION}.json"))).expect("kept");
    for entry in std::fs::read_dir(folder.join("blobs")).expect("models are kept") {
        let path = entry.expect("an entry").path();
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        if name.ends_with(&format!("-{FORMAT_VERSION}")) {
            assert!(answers.contains(&format!("\"{name}\": [")), "{name} has no answers; run tests/format/make_golden");
        }
    }
}
