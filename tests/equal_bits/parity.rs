//! Random recipes: the host's answers, a loaded model's answers to the raw cells, and distances of the expanded rows.

use nearkin::format::Head;
use nearkin::{Model, Neighbor, ScratchMut, Value};
use nearkin_codegen::data::{Dataset, Kind};
use nearkin_codegen::evaluate::predict::{Answer, Prediction, Wants, predict};
use nearkin_codegen::fit::{Plan, training_encoding};
use nearkin_codegen::model::aligned::Aligned;
use nearkin_codegen::model::encode;
use nearkin_codegen::progress::Progress;

use crate::bits::{Words, untyped};
use crate::draw::{Draw, draw, encoders};

/// How many recipes are drawn; not all of them go together.
pub(crate) const DRAWS: u64 = 320;

/// The cells of a question as firmware has them: numbers, texts.
pub(crate) fn cells<'c>(draw: &Draw, question: &'c [String]) -> Vec<Value<'c>> {
    let cell = |(text, (_, kind)): (&'c String, &(&str, Kind))| match (text.parse::<f64>(), kind) {
        _ if text.is_empty() => Value::Missing,
        #[allow(clippy::cast_possible_truncation)] // the device's precision
        (Ok(number), Kind::Numeric) => Value::Number(number as f32),
        _ => Value::Text(text),
    };
    question.iter().zip(&draw.features).map(cell).collect()
}

/// The loaded model's answer to raw cells; `None` where it refuses them.
pub(crate) fn loaded(model: &Model<'_>, cells: &[Value<'_>]) -> Option<Words> {
    let mut words = Words::new();
    let mut out = vec![0.0; model.payload().width as usize];
    let encoded = model.encode(cells, &mut out).is_ok();
    let mut longer = vec![f32::NAN; out.len() + 1];
    assert_eq!(model.encode(cells, &mut longer).is_ok(), encoded);
    assert!(!encoded || longer.iter().zip(&out).all(|(a, b)| a.to_bits() == b.to_bits()));
    assert!(longer[out.len()].is_nan(), "what is longer than the width stays as it was");
    words.put_encoded(encoded.then_some(&out));
    // What an earlier call left in the scratch, refused or not, must not matter.
    let mut query = vec![0x7F7F_7F7F; model.query_words()];
    let mut neighbors = vec![Neighbor { rank: 0, row: 1 }; model.n_neighbors().max(1) as usize];
    let scratch = ScratchMut { query: &mut query, neighbors: &mut neighbors };
    let classes = model.payload().classes;
    let answered = match model.payload().head {
        Head::Classify(_) => model.classify(cells, scratch).map(|found| untyped::classify(&mut words, &found, classes)),
        Head::Regress(_) => model.regress(cells, scratch).map(|found| untyped::regress(&mut words, &found, classes)),
        Head::Cluster => model.assign(cells, scratch).map(|found| untyped::assign(&mut words, &found, classes)),
        Head::Encode => return encoded.then_some(words),
    };
    assert_eq!(answered.is_ok(), encoded, "encoding and answering refuse the same rows");
    answered.ok().map(|()| words)
}

/// What a row gives that the model refuses: its outputs, and its answer where there is a question.
pub(crate) fn refused(model: &Model<'_>) -> Words {
    let mut words = Words::new();
    words.put_refused();
    if model.payload().head != Head::Encode {
        words.put_refused();
    }
    words
}

/// The host's answers to questions that the model does not refuse, as the words that a loaded model gives.
fn host(model: &Model<'_>, data: &Dataset) -> Vec<Words> {
    let encoded = encode(model, data).expect("rows that the model takes");
    let wants = Wants { probabilities: true, nearest: 0 };
    let answers = match model.payload().head {
        Head::Encode => None,
        _ => Some(predict(model, data, wants, Progress::NONE).expect("rows that the model takes")),
    };
    let line = |(row, (outputs, _)): (usize, &(Vec<f32>, nearkin::Flags))| {
        let mut words = Words::new();
        words.put_encoded(Some(outputs));
        if let Some(answers) = &answers {
            put(&mut words, model, &answers[row], data, row);
        }
        words
    };
    encoded.iter().enumerate().map(line).collect()
}

/// A prediction as words; its neighbors are searched again, since a prediction lists rows of the table, not stored ones.
fn put(words: &mut Words, model: &Model<'_>, found: &Prediction, data: &Dataset, row: usize) {
    let binding = nearkin_codegen::model::bind::Binding::new(model, data).expect("bound before");
    let mut cells = Vec::new();
    binding.row(row, &mut cells);
    let mut query = vec![0; model.query_words()];
    model.to_query(&cells, &mut query).expect("answered before");
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

/// Every stored row is as far as its expanded row is.
fn check_against_expanded(draw: &Draw, plan: &Plan, data: &Dataset, model: &Model<'_>) {
    let (_, training) = training_encoding(plan, data).expect("it was fitted");
    for question in &draw.questions {
        let mut query = vec![0.0; model.payload().width as usize];
        let cells = cells(draw, question);
        // Where powers overflow, both are infinite or nearly so, and say nothing of each other.
        if model.encode(&cells, &mut query).is_err() || query.iter().any(|output| output.abs() > 1e12) {
            continue;
        }
        let mut stored = vec![0; model.query_words()];
        model.to_query(&cells, &mut stored).expect("encoded a moment ago");
        let mut neighbors = vec![Neighbor::default(); model.payload().rows as usize];
        let neighbors = model.search(&stored, &mut neighbors);
        assert_eq!(neighbors.len(), training.len(), "{}", draw.recipe);
        for neighbor in neighbors {
            let ours = f64::from(model.distance(neighbor));
            let theirs = expanded(draw.metric, &query, &training[neighbor.row as usize]);
            let place = (draw.seed, question, neighbor.row);
            assert!(
                (ours - theirs).abs() <= 1e-5 * theirs.max(1.0),
                "{}\n{place:?}: {ours} and expanded {theirs}",
                draw.recipe
            );
        }
    }
}

#[test]
fn host_and_loaded_model_answer_with_equal_bits() {
    let (mut fitted, mut compared, mut refused) = (0, 0, 0);
    for draw in (0..DRAWS).map(draw) {
        let Some((plan, data, model)) = draw.fit() else { continue };
        fitted += 1;
        let aligned = Aligned::new(&model.blob);
        let model = aligned.load().expect("fitting has loaded it too");
        let asked = draw.asked();
        let mut taken = Vec::new();
        let mut answers = Vec::new();
        for (row, question) in draw.questions.iter().enumerate() {
            match loaded(&model, &cells(&draw, question)) {
                Some(words) => {
                    taken.push(row);
                    answers.push(words);
                }
                None => {
                    refused += 1;
                    assert!(encode(&model, &asked.take(&[row])).is_err(), "{}\nrow {row}", draw.recipe);
                }
            }
        }
        for (words, (ours, row)) in host(&model, &asked.take(&taken)).iter().zip(answers.iter().zip(taken)) {
            assert!(words == ours, "seed {} row {row}\n{}host  {words}\nloaded{ours}", draw.seed, draw.recipe);
        }
        let summed = ["euclidean", "manhattan", "chebyshev", "minkowski:3"].contains(&draw.metric);
        let neighbors = matches!(model.payload().head, Head::Classify(_) | Head::Regress(_));
        if draw.storage == "f32" && summed && neighbors && draw.stores_every_row() {
            check_against_expanded(&draw, &plan, &data, &model);
            compared += 1;
        }
    }
    println!(
        "{fitted} of {DRAWS} recipes fitted, {refused} rows refused, {compared} models compared with expanded rows"
    );
    assert!(
        fitted > DRAWS / 5 * 2 && compared > 20 && refused > 100,
        "{fitted} fitted, {refused} refused, {compared} compared"
    );
}

#[test]
fn every_encoder_is_drawn_and_fitted() {
    let drawn = (0..DRAWS).map(draw).filter(|draw| draw.fit().is_some());
    let drawn: std::collections::BTreeSet<&str> = drawn.map(|draw| draw.encoder).collect();
    assert_eq!(drawn, encoders().into_iter().collect());
}

/// The distance from a row to the only training row that has `colour` (row 0), all else equal.
fn distance_to_first(encoder: &str, unknown: &str, first: &str, asked: Value<'_>) -> f32 {
    let rows: String =
        (0..12).map(|row| format!("{},{},{row}\n", if row == 0 { first } else { "red" }, row % 2)).collect();
    let recipe = format!(
        "target = 'y'\ntask = 'regress'\nneighbors = 12\nscale-encoded = true\nencoder = '{encoder}'\n[unknown]\ncolour = '{unknown}'"
    );
    let csv = format!("colour,long,y\n{rows}blue,9,12\ngreen,9,13\n");
    let blob = nearkin_tests::fleet::fit_recipe(&recipe, &csv).unwrap_or_else(|error| panic!("{error}")).blob;
    let aligned = Aligned::new(&blob);
    let model = aligned.load().expect("fitting has loaded it too");
    let mut query = vec![0; model.query_words()];
    model.to_query(&[asked, Value::Number(0.0)], &mut query).expect("an unknown level is accepted");
    let mut neighbors = vec![Neighbor::default(); model.payload().rows as usize];
    let found = model.search(&query, &mut neighbors);
    let first = found.iter().find(|neighbor| neighbor.row == 0).expect("all rows were asked for");
    model.distance(first)
}

#[test]
fn a_category_treated_as_missing_is_where_missing_cells_are() {
    let distance = distance_to_first("one-hot", "missing", "", Value::Text("violet"));
    assert_eq!(distance.to_bits(), 0.0f32.to_bits());
}

#[test]
fn rare_levels_that_share_an_output_are_in_one_place() {
    let distance = distance_to_first("one-hot:max_categories=2", "value", "violet", Value::Text("blue"));
    assert_eq!(distance.to_bits(), 0.0f32.to_bits());
    let distance = distance_to_first("one-hot", "value", "violet", Value::Text("blue"));
    assert!(distance > 1.0, "levels of their own are apart: {distance}");
}
