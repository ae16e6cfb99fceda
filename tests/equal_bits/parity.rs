//! Random recipes: the host's answers, a loaded model's answers to the raw cells, and distances of the expanded rows.

use nearkin::format::Head;
use nearkin::{Model, Neighbor, ScratchMut, Value};
use nearkin_codegen::aligned::Aligned;
use nearkin_codegen::data::Dataset;
use nearkin_codegen::fit::{Plan, fit, training_encoding};
use nearkin_codegen::predict::{Answer, Prediction, Wants, predict};
use nearkin_codegen::progress::Progress;
use nearkin_tests::fleet::plan;

use crate::draw::{Draw, draw};

/// How many recipes are drawn; not all of them go together.
const DRAWS: u64 = 160;

/// The cells of a drawn row as firmware has them: numbers, texts.
fn cells(row: &[String]) -> [Value<'_>; 4] {
    let number = |text: &str| match text.parse::<f64>() {
        #[allow(clippy::cast_possible_truncation)] // the device's precision
        Ok(number) => Value::Number(number as f32),
        Err(_) => Value::Missing,
    };
    [number(&row[0]), number(&row[1]), Value::Text(&row[2]), Value::Text(&row[3])]
}

/// The loaded model's answer to raw cells.
fn loaded(model: &Model<'_>, row: &[String]) -> (Answer, f32, Vec<Neighbor>) {
    let mut query = vec![0; model.query_words()];
    let mut neighbors = vec![Neighbor::default(); model.n_neighbors() as usize];
    let scratch = ScratchMut { query: &mut query, neighbors: &mut neighbors };
    let cells = cells(row);
    match model.payload().head {
        Head::Classify(_) => {
            let found = model.classify(&cells, scratch).expect("a row that was fitted");
            (Answer::Class(found.class()), found.distance(), found.neighbors().to_vec())
        }
        Head::Regress(_) => {
            let found = model.regress(&cells, scratch).expect("a row that was fitted");
            (Answer::Value(found.value()), found.distance(), found.neighbors().to_vec())
        }
        _ => {
            let found = model.assign(&cells, scratch).expect("a row that was fitted");
            let answer = Answer::Cluster { cluster: found.cluster(), score: found.score() };
            (answer, found.distance(), found.neighbors().to_vec())
        }
    }
}

/// The answer's bits: NaN equals itself.
fn bits(answer: Answer, distance: f32) -> [u32; 3] {
    match answer {
        Answer::Class(class) => [u32::from(class), 0, distance.to_bits()],
        Answer::Value(value) => [value.to_bits(), 0, distance.to_bits()],
        Answer::Cluster { cluster, score } => [cluster, score.to_bits(), distance.to_bits()],
    }
}

/// The distance of two expanded rows, in double precision.
fn expanded(metric: &str, a: &[f32], b: &[f32]) -> f64 {
    let gaps = || a.iter().zip(b).map(|(&a, &b)| (f64::from(a) - f64::from(b)).abs());
    match metric {
        "euclidean" => libm::sqrt(gaps().map(|gap| gap * gap).sum()),
        "manhattan" => gaps().sum(),
        "chebyshev" => gaps().fold(0.0, f64::max),
        _ => libm::cbrt(gaps().map(|gap| gap * gap * gap).sum()),
    }
}

/// Every neighbor is as far as its expanded row is, and no row that was left out is nearer than the last.
fn check_against_expanded(draw: &Draw, plan: &Plan, data: &Dataset, model: &Model<'_>) {
    let (_, training) = training_encoding(plan, data).expect("it was fitted");
    for row in draw.rows.iter().take(12) {
        let mut query = vec![0.0; model.payload().width as usize];
        model.encode(&cells(row), &mut query).expect("a row that was fitted");
        let (_, _, neighbors) = loaded(model, row);
        let mut distances: Vec<f64> = training.iter().map(|other| expanded(draw.metric, &query, other)).collect();
        let mut farthest = 0.0f64;
        for neighbor in &neighbors {
            let (ours, theirs) = (f64::from(model.distance(neighbor)), distances[neighbor.row as usize]);
            assert!((ours - theirs).abs() <= 1e-5 * theirs.max(1.0), "{}\n{ours} and expanded {theirs}", draw.recipe);
            farthest = farthest.max(theirs);
        }
        distances.sort_unstable_by(f64::total_cmp);
        let kth = distances[neighbors.len() - 1];
        assert!(farthest <= kth + 1e-5 * kth.max(1.0), "{}\na nearer row was passed over", draw.recipe);
    }
}

#[test]
fn host_and_loaded_model_answer_with_equal_bits() {
    let (mut fitted, mut compared) = (0, 0);
    for seed in 0..DRAWS {
        let draw = draw(seed);
        let Ok((plan, data)) = plan(&draw.recipe, &draw.csv) else { continue };
        let Ok(model) = fit(&plan, &data, None) else { continue };
        fitted += 1;
        let aligned = Aligned::new(&model.blob);
        let model = aligned.load().expect("fitting has loaded it too");
        let wants = Wants { probabilities: true, nearest: 2 };
        let predictions = predict(&model, &data, wants, Progress::NONE).expect("rows that were fitted");
        for (Prediction { answer, distance, .. }, row) in predictions.iter().zip(&draw.rows) {
            let (again, far, _) = loaded(&model, row);
            assert_eq!(bits(*answer, *distance), bits(again, far), "seed {seed}\n{}", draw.recipe);
        }
        let summed = ["euclidean", "manhattan", "chebyshev", "minkowski:3"].contains(&draw.metric);
        if draw.storage == "f32" && summed && model.payload().head != Head::Cluster {
            check_against_expanded(&draw, &plan, &data, &model);
            compared += 1;
        }
    }
    println!("{fitted} of {DRAWS} recipes fitted, {compared} compared with expanded rows");
    assert!(fitted > DRAWS / 2 && compared > 20, "{fitted} fitted, {compared} compared: the draws are too wild");
}

#[test]
fn every_encoder_is_drawn() {
    let drawn: std::collections::BTreeSet<&str> = (0..DRAWS).map(|seed| draw(seed).encoder).collect();
    assert_eq!(drawn.len(), 17, "{drawn:?}");
}
