//! Random models: the host's predictions equal those of a loaded model bit by bit, and distances agree with encoded rows.

use nearkin::format::Head;
use nearkin::{Model, Neighbor, ScratchMut, Value};
use nearkin_codegen::data::{Dataset, Kind};
use nearkin_codegen::evaluate::predict::{Answer, Prediction, Wants, predict};
use nearkin_codegen::fit::{Plan, training_encoding};
use nearkin_codegen::model::aligned::Aligned;
use nearkin_codegen::model::encode;
use nearkin_codegen::progress::Progress;
use nearkin_tests::sample_models::fit_recipe;

use crate::bits::{Words, untyped};
use crate::random_cases::{RandomCase, encoders, random_case};

/// The number of random recipes, including those whose options cannot be combined.
pub(crate) const CASES: u64 = 320;

/// Returns a query row as firmware passes it to a model.
pub(crate) fn values<'c>(case: &RandomCase, query: &'c [String]) -> Vec<Value<'c>> {
    let value = |(text, (_, kind)): (&'c String, &(&str, Kind))| match (text.parse::<f64>(), kind) {
        _ if text.is_empty() => Value::Missing,
        #[expect(clippy::cast_possible_truncation, reason = "the device has single precision")]
        (Ok(number), Kind::Numeric) => Value::Number(number as f32),
        _ => Value::Text(text),
    };
    query.iter().zip(&case.features).map(value).collect()
}

/// Returns the loaded model's prediction for a row; `None` if the model refuses the row.
pub(crate) fn loaded(model: &Model<'_>, row: &[Value<'_>]) -> Option<Words> {
    let mut words = Words::new();
    let mut out = vec![0.0; model.payload().width as usize];
    let encoded = model.encode(row, &mut out).is_ok();
    let mut longer = vec![f32::NAN; out.len() + 1];
    assert_eq!(model.encode(row, &mut longer).is_ok(), encoded);
    assert!(!encoded || longer.iter().zip(&out).all(|(a, b)| a.to_bits() == b.to_bits()));
    assert!(longer[out.len()].is_nan(), "elements beyond the width are unchanged");
    words.put_encoded(encoded.then_some(&out));
    // Values left in the scratch by an earlier call must have no effect.
    let mut query = vec![0x7F7F_7F7F; model.query_words()];
    let mut neighbors = vec![Neighbor { rank: 0, row: 1 }; model.n_neighbors().max(1) as usize];
    let scratch = ScratchMut { query: &mut query, neighbors: &mut neighbors };
    let classes = model.payload().classes;
    let answered = match model.payload().head {
        Head::Classify(_) => model.classify(row, scratch).map(|found| untyped::classify(&mut words, &found, classes)),
        Head::Regress(_) => model.regress(row, scratch).map(|found| untyped::regress(&mut words, &found, classes)),
        Head::Cluster => model.assign(row, scratch).map(|found| untyped::assign(&mut words, &found, classes)),
        Head::Encode => return encoded.then_some(words),
    };
    assert_eq!(answered.is_ok(), encoded, "both refuse the same rows");
    answered.ok().map(|()| words)
}

/// Returns the words of a row that the model refuses: one for its outputs and, except for an encoder, one for its prediction.
pub(crate) fn refused(model: &Model<'_>) -> Words {
    let mut words = Words::new();
    words.put_refused();
    if model.payload().head != Head::Encode {
        words.put_refused();
    }
    words
}

/// Returns the host's predictions for rows that the model accepts, as the words of a loaded model.
fn host(model: &Model<'_>, data: &Dataset) -> Vec<Words> {
    let encoded = encode(model, data).expect("the model accepts the rows");
    let wants = Wants { probabilities: true, nearest: 0 };
    let predictions = match model.payload().head {
        Head::Encode => None,
        _ => Some(predict(model, data, wants, Progress::NONE).expect("the model accepts the rows")),
    };
    let line = |(row, (outputs, _)): (usize, &(Vec<f32>, nearkin::Flags))| {
        let mut words = Words::new();
        words.put_encoded(Some(outputs));
        if let Some(predictions) = &predictions {
            put(&mut words, model, &predictions[row], data, row);
        }
        words
    };
    encoded.iter().enumerate().map(line).collect()
}

/// Appends a prediction as words. The neighbors are searched again, since a prediction lists training rows, not stored rows.
fn put(words: &mut Words, model: &Model<'_>, found: &Prediction, data: &Dataset, row: usize) {
    let binding = nearkin_codegen::model::bind::Binding::new(model, data).expect("the prediction required it, too");
    let mut values = Vec::new();
    binding.row(row, &mut values);
    let mut query = vec![0; model.query_words()];
    model.to_query(&values, &mut query).expect("the row was accepted before");
    let mut neighbors = vec![Neighbor::default(); model.n_neighbors().max(1) as usize];
    let neighbors = model.search(&query, &mut neighbors);
    match found.answer {
        Answer::Class(class) => {
            words.put(u32::from(class));
            let votes = neighbors.iter().filter(|neighbor| model.class_of(neighbor) == class).count();
            words.put(u32::try_from(votes).expect("few"));
            found.probabilities.iter().for_each(|share| words.put(share.to_bits()));
        }
        Answer::Value(value) => words.put(value.to_bits()),
        Answer::Cluster { cluster, score } => {
            words.put(cluster);
            words.put(score.to_bits());
        }
    }
    words.put_found(found.flags, found.distance, neighbors);
}

/// Returns the distance between two encoded rows in double precision.
fn distance(metric: &str, a: &[f32], b: &[f32]) -> f64 {
    let differences = || a.iter().zip(b).map(|(&a, &b)| (f64::from(a) - f64::from(b)).abs());
    match metric {
        "euclidean" => libm::sqrt(differences().map(|d| d * d).sum()),
        "manhattan" => differences().sum(),
        "chebyshev" => differences().fold(0.0, f64::max),
        _ => libm::cbrt(differences().map(|d| d * d * d).sum()),
    }
}

/// Compares the distance to every stored row with the distance to the same row encoded.
fn check_against_encoded(case: &RandomCase, plan: &Plan, data: &Dataset, model: &Model<'_>) {
    let (_, training) = training_encoding(plan, data).expect("the model was fitted");
    for query in &case.queries {
        let row = values(case, query);
        let mut encoded = vec![0.0; model.payload().width as usize];
        // Powers of larger numbers overflow: both distances are infinite or nearly so, and cannot be compared.
        if model.encode(&row, &mut encoded).is_err() || encoded.iter().any(|output| output.abs() > 1e12) {
            continue;
        }
        let mut stored = vec![0; model.query_words()];
        model.to_query(&row, &mut stored).expect("the row was encoded");
        let mut neighbors = vec![Neighbor::default(); model.payload().rows as usize];
        let neighbors = model.search(&stored, &mut neighbors);
        assert_eq!(neighbors.len(), training.len(), "{}", case.recipe);
        for neighbor in neighbors {
            let found = f64::from(model.distance(neighbor));
            let expected = distance(case.metric, &encoded, &training[neighbor.row as usize]);
            assert!(
                (found - expected).abs() <= 1e-5 * expected.max(1.0),
                "seed {} query {query:?} row {}: distance {found}, of the encoded rows {expected}\n{}",
                case.seed,
                neighbor.row,
                case.recipe
            );
        }
    }
}

/// Compares the predictions of the loaded model and the host; returns the number of query rows that both refuse.
fn check_against_host(case: &RandomCase, model: &Model<'_>) -> usize {
    let queries = case.query_dataset();
    let mut accepted = Vec::new();
    let mut predictions = Vec::new();
    for (row, query) in case.queries.iter().enumerate() {
        match loaded(model, &values(case, query)) {
            Some(words) => {
                accepted.push(row);
                predictions.push(words);
            }
            None => assert!(encode(model, &queries.take(&[row])).is_err(), "{}\nrow {row}", case.recipe),
        }
    }
    let by_host = host(model, &queries.take(&accepted));
    for (host, (loaded, row)) in by_host.iter().zip(predictions.iter().zip(&accepted)) {
        assert!(host == loaded, "seed {} row {row}\n{}host  {host}\nloaded{loaded}", case.seed, case.recipe);
    }
    case.queries.len() - accepted.len()
}

#[test]
fn host_and_loaded_model_answer_with_equal_bits() {
    let (mut fitted, mut compared, mut refused) = (0, 0, 0);
    for case in (0..CASES).map(random_case) {
        let Some((plan, data, model)) = case.fit() else { continue };
        fitted += 1;
        let aligned = Aligned::new(&model.blob);
        let model = aligned.load().expect("a fitted model loads");
        refused += check_against_host(&case, &model);
        let is_sum = ["euclidean", "manhattan", "chebyshev", "minkowski:3"].contains(&case.metric);
        let has_rows = matches!(model.payload().head, Head::Classify(_) | Head::Regress(_));
        if case.storage == "f32" && is_sum && has_rows && case.stores_every_row() {
            check_against_encoded(&case, &plan, &data, &model);
            compared += 1;
        }
    }
    println!(
        "{fitted} of {CASES} recipes fitted, {refused} query rows refused, {compared} models compared with encoded rows"
    );
    assert!(
        fitted > CASES / 5 * 2 && compared > 20 && refused > 100,
        "{fitted} fitted, {refused} refused, {compared} compared"
    );
}

#[test]
fn every_encoder_occurs_in_a_fitted_model() {
    let fitted = (0..CASES).map(random_case).filter(|case| case.fit().is_some());
    let used: std::collections::BTreeSet<&str> = fitted.map(|case| case.encoder).collect();
    assert_eq!(used, encoders().into_iter().collect());
}

/// Returns the distance from a query to row 0, the only training row whose color is `first`; all other features are equal.
fn distance_to_first(encoder: &str, unknown: &str, first: &str, query: Value<'_>) -> f32 {
    let rows: String =
        (0..12).map(|row| format!("{},{},{row}\n", if row == 0 { first } else { "red" }, row % 2)).collect();
    let recipe = format!(
        "target = 'y'\ntask = 'regress'\nneighbors = 12\nscale-encoded = true\nencoder = '{encoder}'\n[unknown]\ncolour = '{unknown}'"
    );
    let csv = format!("colour,long,y\n{rows}blue,9,12\ngreen,9,13\n");
    let blob = fit_recipe(&recipe, &csv).unwrap_or_else(|error| panic!("{error}")).blob;
    let aligned = Aligned::new(&blob);
    let model = aligned.load().expect("a fitted model loads");
    let mut stored = vec![0; model.query_words()];
    model.to_query(&[query, Value::Number(0.0)], &mut stored).expect("an unknown level is accepted");
    let mut neighbors = vec![Neighbor::default(); model.payload().rows as usize];
    let found = model.search(&stored, &mut neighbors);
    let first = found.iter().find(|neighbor| neighbor.row == 0).expect("the search returns all rows");
    model.distance(first)
}

#[test]
fn an_unknown_category_treated_as_missing_equals_a_missing_value() {
    let distance = distance_to_first("one-hot", "missing", "", Value::Text("violet"));
    assert_eq!(distance.to_bits(), 0.0f32.to_bits());
}

#[test]
fn rare_levels_that_share_an_output_are_equal() {
    let distance = distance_to_first("one-hot:max_categories=2", "value", "violet", Value::Text("blue"));
    assert_eq!(distance.to_bits(), 0.0f32.to_bits());
    let distance = distance_to_first("one-hot", "value", "violet", Value::Text("blue"));
    assert!(distance > 1.0, "levels with separate outputs differ: {distance}");
}
