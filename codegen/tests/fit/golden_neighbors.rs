//! Neighbors against scikit-learn, the one-line classifier and the lecture's rankings: from a CSV to the device's search.

use crate::golden::{self, golden, indices, matrix, number, numbers};
use crate::penguins::{NUMERIC, column, numeric};
use nearkin_codegen::Error;
use nearkin_codegen::evaluate::predict::{Answer, Prediction};
use serde_json::Value;

use crate::text_model::TextModel;

/// Rows are stored in single precision: a sum of a few squares has a relative error of a few times 2^-24.
const TOLERANCE: f64 = 1e-5;

/// A header, then a line for each row.
fn csv(names: &[&str], rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let mut text = names.join(",");
    for row in rows {
        text.push('\n');
        text.push_str(&row.join(","));
    }
    text.push('\n');
    text
}

/// Columns of numbers, then one of texts.
fn table(points: &[Vec<f64>], last: &[String]) -> String {
    let names: Vec<String> = (0..points[0].len()).map(|i| format!("x{i}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).chain(["y"]).collect();
    let cells = |(point, y): (&Vec<f64>, &String)| point.iter().map(f64::to_string).chain([y.clone()]).collect();
    csv(&names, points.iter().zip(last).map(cells))
}

/// Predictions for the rows of a text, all of which have one.
fn answer(model: &TextModel, text: &str, nearest: usize) -> Vec<Prediction> {
    model.predict(text, nearest).expect("every row has a prediction")
}

fn values(predictions: &[Prediction]) -> Vec<f64> {
    let value = |prediction: &Prediction| match prediction.answer {
        Answer::Value(value) => f64::from(value),
        ref other => panic!("{other:?} is no value"),
    };
    predictions.iter().map(value).collect()
}

#[track_caller]
fn assert_close(found: f64, expected: f64, what: &str) {
    golden::assert_close(found, expected, TOLERANCE, what);
}

/// The columns `names` of the penguins in `rows`, as CSV.
fn penguin_rows(names: &[&str], rows: &[usize]) -> String {
    let columns: Vec<Vec<Value>> = names.iter().map(|name| column(name)).collect();
    let cell = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    csv(names, rows.iter().map(|&row| columns.iter().map(|column| cell(&column[row])).collect()))
}

/// The training rows, which are all others, and the test rows.
fn split(test: &Value) -> (Vec<usize>, Vec<usize>) {
    let test = indices(test);
    ((0..333).filter(|row| !test.contains(row)).collect(), test)
}

fn metric(p: &Value) -> String {
    match p.as_f64() {
        Some(1.0) => "manhattan".into(),
        Some(2.0) => "euclidean".into(),
        Some(p) => format!("minkowski:{p}"),
        None => "chebyshev".into(),
    }
}

fn metric_named(p: &str) -> String {
    metric(&serde_json::from_str(p).unwrap_or(Value::Null))
}

#[test]
fn classes_and_probabilities_equal_those_of_scikit_learn() {
    let file = golden("knn.json");
    let (train, test) = split(&file["test_rows"]);
    let names = [&NUMERIC[..], &["species"]].concat();
    let (train, queries) = (penguin_rows(&names, &train), penguin_rows(&names, &test));
    let species = column("species");
    let (mut cases, mut with_shares) = (0, 0);
    for case in file["classification"].as_array().expect("a list of cases") {
        let (weights, k) = (case["weights"].as_str().expect("a name"), &case["k"]);
        let what = format!("p {} {weights} k {k}", case["p"]);
        let recipe = format!(
            "target = \"species\"\nneighbors = {k}\nweights = \"{weights}\"\nmetric = \"{}\"",
            metric(&case["p"])
        );
        let fitted = TextModel::fit(&train, &recipe).expect(&what);
        let found = answer(&fitted, &queries, 0);
        let classes = fitted.class_names(&found);
        let expected: Vec<&str> = indices(&case["predicted_class_index"])
            .into_iter()
            .map(|class| file["classes"][class].as_str().expect("a name"))
            .collect();
        assert_eq!(classes, expected, "{what}");
        let right = classes.iter().zip(&test).filter(|(class, row)| species[**row] == ***class).count();
        let accuracy = right as f64 / test.len() as f64;
        assert_close(accuracy, number(&case["accuracy"]), &what);
        if let Some(shares) = case["predict_proba"].as_array() {
            with_shares += 1;
            for (prediction, shares) in found.iter().zip(shares) {
                for (&found, expected) in prediction.probabilities.iter().zip(numbers(shares)) {
                    assert_close(f64::from(found), expected, &what);
                }
            }
        }
        cases += 1;
    }
    assert_eq!((cases, with_shares), (18, 2));
}

#[test]
fn neighbors_and_their_order_equal_those_of_scikit_learn() {
    let file = golden("knn.json");
    let (train, test) = split(&file["test_rows"]);
    let names = [&NUMERIC[..], &["species"]].concat();
    let (train, queries) = (penguin_rows(&names, &train), penguin_rows(&names, &test[..15]));
    let mut compared = 0;
    for (p, expected) in file["neighbours_of_first_15_test_rows_k5"].as_object().expect("by p") {
        let fitted =
            TextModel::fit(&train, &format!("target = \"species\"\nmetric = \"{}\"", metric_named(p))).expect(p);
        for (row, prediction) in answer(&fitted, &queries, 5).iter().enumerate() {
            let rows: Vec<usize> = prediction.nearest.iter().map(|&(row, _)| row as usize).collect();
            assert_eq!(rows, indices(&expected["indices_into_train"][row]), "p {p}, row {row}");
            for (found, expected) in prediction.nearest.iter().zip(numbers(&expected["distances"][row])) {
                assert_close(f64::from(found.1), expected, &format!("p {p}, row {row}"));
                compared += 1;
            }
        }
    }
    assert_eq!(compared, 3 * 15 * 5);
}

#[test]
fn scikit_learns_scaler_is_in_the_model() {
    let file = golden("knn.json");
    let (train, _) = split(&file["test_rows"]);
    let names = [&NUMERIC[..], &["species"]].concat();
    let fitted = TextModel::fit(&penguin_rows(&names, &train), "target = \"species\"").expect("the fit succeeds");
    let model = fitted.model();
    let (means, scales) = (numbers(&file["scaler_mean"]), numbers(&file["scaler_scale"]));
    for (index, (mean, scale)) in (0u16..).zip(means.into_iter().zip(scales)) {
        let Some(nearkin::encode::InputKind::Number(number)) = model.column(index).map(|column| column.kind) else {
            panic!("column {index} is no number");
        };
        let scaler = number.scaler.expect("standard");
        assert_close(f64::from(scaler.offset), mean, "mean");
        assert_close(1.0 / f64::from(scaler.scale), scale, "scale");
    }
}

#[test]
fn regressions_equal_those_of_scikit_learn_except_for_ties() {
    let file = golden("knn.json");
    let (train, test) = split(&file["test_rows"]);
    let regression = &file["regression"];
    let names: Vec<&str> = regression["features"].as_array().expect("names").iter().filter_map(Value::as_str).collect();
    let names = [&names[..], &["body_mass_g"]].concat();
    let (train, queries) = (penguin_rows(&names, &train), penguin_rows(&names, &test));
    let cases = file["regression_cases"].as_array().expect("a list of cases");
    assert_eq!(cases.len(), 18);
    for case in cases {
        let (weights, k) = (case["weights"].as_str().expect("a name"), &case["k"]);
        let what = format!("p {} {weights} k {k}", case["p"]);
        let recipe = format!(
            "target = \"body_mass_g\"\ntask = \"regress\"\nneighbors = {k}\nweights = \"{weights}\"\nmetric = \"{}\"",
            metric(&case["p"])
        );
        let found = answer(&TextModel::fit(&train, &recipe).expect(&what), &queries, 0);
        let ties = indices(&case["tie_at_kth_place"]);
        for (row, (&found, expected)) in values(&found).iter().zip(numbers(&case["predicted"])).enumerate() {
            let what = format!("{what}, row {row}");
            if ties.contains(&row) {
                // The last bit of a distance decides which of two equally far rows votes; both results are recorded.
                let at = indices(&case["sklearn_differs_at"]).iter().position(|&other| other == row);
                let other = at.map_or(expected, |at| number(&case["sklearn_there"][at]));
                let near = |a: f64, b: f64| (a - b).abs() <= TOLERANCE * b.abs();
                assert!(near(found, expected) || near(found, other), "{what}: {found}, {expected} or {other}");
            } else {
                assert_close(found, expected, &what);
            }
        }
    }
}

#[test]
fn equally_far_categories_go_by_row() {
    let file = golden("knn.json");
    let (train, test) = split(&file["test_rows"]);
    let names = ["island", "sex", "species"];
    let (train, queries) = (penguin_rows(&names, &train), penguin_rows(&names, &test));
    let cases = file["hamming_island_sex_to_species"].as_array().expect("a list of cases");
    assert_eq!(cases.len(), 3);
    for case in cases {
        let recipe = format!("target = \"species\"\nmetric = \"hamming\"\nneighbors = {}", case["k"]);
        let fitted = TextModel::fit(&train, &recipe).expect("the fit succeeds");
        let found = answer(&fitted, &queries, 0);
        let expected: Vec<&str> = indices(&case["canonical_class_index"])
            .into_iter()
            .map(|class| file["classes"][class].as_str().expect("a name"))
            .collect();
        assert_eq!(fitted.class_names(&found), expected, "k {}", case["k"]);
        assert!(
            found.iter().all(|prediction| prediction.ties.neighbors),
            "six kinds of penguins: every answer hangs on a tie"
        );
    }
}

#[test]
fn ties_end_as_recorded() {
    let file = golden("knn.json");
    let cases = file["ties"].as_array().expect("a list of cases");
    assert_eq!(cases.len(), 8);
    for case in cases {
        let title = case["title"].as_str().expect("a title");
        let points: Vec<Vec<f64>> = case["train"].as_array().expect("points").iter().map(numbers).collect();
        let classes: Vec<String> = case["y"].as_array().expect("classes").iter().map(Value::to_string).collect();
        let recipe =
            format!("target = \"y\"\nscaler = \"none\"\nneighbors = {}\nweights = {}", case["k"], case["weights"]);
        let fitted = TextModel::fit(&table(&points, &classes), &recipe).expect(title);
        let k = usize::try_from(case["k"].as_u64().expect("a number")).expect("a small number");
        let found = answer(&fitted, &table(&[numbers(&case["query"])], &classes[..1]), k);
        let rows: Vec<usize> = found[0].nearest.iter().map(|&(row, _)| row as usize).collect();
        assert_eq!(rows, indices(&case["canonical_indices"]), "{title}");
        assert_eq!(fitted.class_names(&found), [case["canonical_predict"].to_string()], "{title}");
    }
}

#[test]
fn k_out_of_range_is_refused() {
    let file = golden("knn.json");
    let cases = file["k_out_of_range_with_3_rows"].as_object().expect("a list of cases");
    let text = table(&[vec![0.0], vec![1.0], vec![2.0]], &["a", "b", "a"].map(str::to_owned));
    assert_eq!(cases.len(), 2);
    for k in cases.keys() {
        match TextModel::fit(&text, &format!("target = \"y\"\nneighbors = {k}")) {
            Err(Error::Usage(message)) => {
                assert_eq!((k.as_str(), message.as_str()), ("0", "--neighbors 0: must be at least 1"))
            }
            Err(error) => {
                assert_eq!(error.to_string(), "t.csv: --neighbors 4 exceeds the 3 rows available")
            }
            Ok(_) => panic!("k = {k} was accepted"),
        }
    }
    TextModel::fit(&text, "target = \"y\"\nneighbors = 3").expect("as many as rows");
}

/// Points and labels of the one-line classifier.
fn pairs(train: &Value) -> (Vec<Vec<f64>>, Vec<String>) {
    train.as_array().expect("pairs").iter().map(|pair| (numbers(&pair[0]), pair[1].to_string())).unzip()
}

#[test]
fn the_one_line_classifier_is_reproduced() {
    let file = golden("knn_oneliner.json");
    let example = &file["example"];
    let (points, labels) = pairs(&example["train"]);
    let text = table(&points, &labels);
    let query = table(&[numbers(&example["test"])], &labels[..1]);
    let by_k = example["by_k"].as_object().expect("by k");
    assert_eq!(by_k.len(), 4);
    let recipe = "scaler = \"none\"\nmetric = \"dot\"\ntarget = \"y\"";
    for (k, expected) in by_k {
        let fitted = TextModel::fit(&text, &format!("{recipe}\nneighbors = {k}")).expect(k);
        let found = answer(&fitted, &query, 4);
        assert_eq!(fitted.class_names(&found), [expected["label"].to_string()], "k {k}");
        // Larger is nearer: the reported distance is the negative product.
        let mut similarities: Vec<(f64, f64)> = found[0]
            .nearest
            .iter()
            .map(|&(row, distance)| (-f64::from(distance), labels[row as usize].parse().expect("a number")))
            .collect();
        similarities.reverse();
        let sorted: Vec<(f64, f64)> = example["sorted"]
            .as_array()
            .expect("pairs")
            .iter()
            .map(|pair| (number(&pair[0]), number(&pair[1])))
            .collect();
        assert_eq!(similarities, sorted);
        let fitted = TextModel::fit(&text, &format!("{recipe}\nneighbors = {k}\ntask = \"regress\"")).expect(k);
        assert_close(values(&answer(&fitted, &query, 0))[0], number(&expected["regression"]), k);
    }
    let k = example["k"].to_string();
    assert_eq!(by_k[&k]["label"], example["label"]);
    assert_eq!(by_k[&k]["regression"], example["regression"]);
}

#[test]
fn the_one_line_classifiers_edges_have_an_answer() {
    let edges = golden("knn_oneliner.json")["edges"].clone();
    // Its results for k = 0 and k > rows are accidents of slicing; this crate returns errors.
    let text = table(&[vec![1.0], vec![2.0], vec![3.0], vec![4.0]], &["1", "1", "0", "0"].map(str::to_owned));
    let recipe =
        |k: &str| format!("target = \"y\"\nscaler = \"none\"\nmetric = \"dot\"\ntask = \"regress\"\nneighbors = {k}");
    for edge in ["k_larger_than_n_regression", "k_zero_label"] {
        assert!(TextModel::fit(&text, &recipe(&edges[edge]["k"].to_string())).is_err(), "{edge}");
    }
    // The mean of labels is not rounded; the caller may round it.
    let mut means = edges["post_table"].as_array().expect("a list of rows").clone();
    means.push(edges["round_half"].clone());
    assert_eq!(means.len(), 4);
    for case in &means {
        let labels: Vec<String> = case["labels"].as_array().expect("labels").iter().map(Value::to_string).collect();
        let points: Vec<Vec<f64>> = labels.iter().map(|_| vec![1.0]).collect();
        let fitted =
            TextModel::fit(&table(&points, &labels), &recipe(&labels.len().to_string())).expect("the fit succeeds");
        let found = values(&answer(&fitted, &table(&points[..1], &labels[..1]), 0))[0];
        assert_close(found, number(&case["mean"]), "mean of labels");
        if let Some(rounded) = case["rounded"].as_f64() {
            assert!((found.round() - rounded).abs() < 0.5, "{found} rounds to {rounded}");
        }
    }
}

#[test]
fn the_one_line_classifiers_penguins_are_reproduced() {
    let expected = &golden("knn_oneliner.json")["penguins"];
    let (train, test) = split(&expected["test_rows"]);
    let species = column("species");
    let names = ["Adelie", "Chinstrap", "Gentoo"];
    let classes: Vec<String> =
        species.iter().map(|s| names.iter().position(|n| s == n).expect("a species").to_string()).collect();
    // The recorded values are scaled by all 333 rows.
    let spec = "standard:ddof=1".parse().expect("a known name");
    let scaled = NUMERIC.map(|name| {
        let values = numeric(name);
        let scaling = nearkin_codegen::scaler::fit(&spec, &values);
        values.iter().map(|x| (x - scaling.offset) * scaling.scale).collect::<Vec<f64>>()
    });
    let part = |rows: &[usize]| {
        let points: Vec<Vec<f64>> = rows.iter().map(|&row| scaled.iter().map(|column| column[row]).collect()).collect();
        table(&points, &rows.iter().map(|&row| classes[row].clone()).collect::<Vec<_>>())
    };
    let truth: Vec<String> = expected["truth"].as_array().expect("labels").iter().map(Value::to_string).collect();
    assert_eq!(test.iter().map(|&row| classes[row].clone()).collect::<Vec<_>>(), truth);
    let by_k = expected["labels_by_k"].as_object().expect("by k");
    assert_eq!(by_k.len(), 3);
    for (k, labels) in by_k {
        let recipe = format!("target = \"y\"\nscaler = \"none\"\nmetric = \"dot\"\nneighbors = {k}");
        let fitted = TextModel::fit(&part(&train), &recipe).expect(k);
        let labels: Vec<String> = labels.as_array().expect("labels").iter().map(Value::to_string).collect();
        assert_eq!(fitted.class_names(&answer(&fitted, &part(&test), 0)), labels, "k {k}");
    }
}

#[test]
fn the_one_line_classifiers_ties_go_by_our_rules() {
    let file = golden("knn_oneliner.json");
    let cases = file["ties"].as_array().expect("a list of cases");
    // Calculated by hand: the first of equally near rows counts; of equal votes the smaller class wins. The one-liner keeps
    // the larger label of equals and lets the least similar win, so its first and third results differ.
    let ours = ["0", "1", "3", "3", "1"];
    assert_eq!(cases.len(), ours.len());
    for (case, ours) in cases.iter().zip(ours) {
        let title = case["title"].as_str().expect("a title");
        let (points, labels) = pairs(&case["train"]);
        let recipe = format!("target = \"y\"\nscaler = \"none\"\nmetric = \"dot\"\nneighbors = {}", case["k"]);
        let fitted = TextModel::fit(&table(&points, &labels), &recipe).expect(title);
        let found = answer(&fitted, &table(&[numbers(&case["test"])], &labels[..1]), 0);
        assert_eq!(fitted.class_names(&found), [ours], "{title}");
        if !matches!(title, "equal similarity at the k-th place" | "vote tie") {
            assert_eq!(ours, case["label"].to_string(), "{title}");
        }
    }
}

/// Returns the distances from every point to every point, from a search for all rows.
fn pairwise(fitted: &TextModel, text: &str) -> Vec<Vec<f64>> {
    let rows = text.lines().count() - 1;
    let mut all = Vec::new();
    for prediction in answer(fitted, text, rows) {
        let mut distances = vec![f64::NAN; rows];
        prediction.nearest.iter().for_each(|&(row, distance)| distances[row as usize] = f64::from(distance));
        all.push(distances);
    }
    all
}

#[test]
fn distances_are_the_recorded_ones() {
    let file = golden("distances.json");
    let labels: Vec<String> = (0..8).map(|i| format!("c{}", i % 2)).collect();
    let mut compared = 0;
    for matrix_name in ["raw", "zscore_ddof1"] {
        let recorded = &file[matrix_name];
        let points: Vec<Vec<f64>> = recorded["points"].as_array().expect("points").iter().map(numbers).collect();
        let text = table(&points, &labels);
        let mut by_metric: Vec<(String, &Value, f64)> = recorded["pairwise"]
            .as_object()
            .expect("by p")
            .iter()
            .map(|(p, distances)| (metric_named(p), distances, 1.0))
            .collect();
        by_metric.push(("dot".into(), &recorded["dot"], -1.0));
        assert_eq!(by_metric.len(), 7);
        for (metric, distances, sign) in by_metric {
            let recipe = format!("target = \"y\"\nscaler = \"none\"\nneighbors = 1\nmetric = \"{metric}\"");
            let found = pairwise(&TextModel::fit(&text, &recipe).expect(&metric), &text);
            // A difference of two large numbers has the rounding errors of both, and a power multiplies them.
            let (expected, width) = matrix(distances);
            for (found, expected) in found.concat().iter().zip(&expected) {
                let what = format!("{matrix_name}, {metric}");
                golden::assert_close(*found, expected * sign, 2e-5, &what);
                compared += 1;
            }
            assert_eq!(width, 8);
        }
    }
    assert_eq!(compared, 2 * 7 * 64);
}

#[test]
fn hamming_counts_the_columns_that_differ() {
    let hamming = &golden("distances.json")["hamming"];
    let labels: Vec<String> = (0..8).map(|i| format!("c{}", i % 2)).collect();
    let texts =
        |row: &Value| row.as_array().expect("cells").iter().map(|c| c.as_str().expect("text").to_owned()).collect();
    let rows: Vec<Vec<String>> = hamming["points"].as_array().expect("a list of rows").iter().map(texts).collect();
    let text = csv(
        &["species", "island", "sex", "y"],
        rows.iter().zip(&labels).map(|(row, y)| [&row[..], std::slice::from_ref(y)].concat()),
    );
    let fitted =
        TextModel::fit(&text, "target = \"y\"\nmetric = \"hamming\"\nneighbors = 1").expect("the fit succeeds");
    let found = pairwise(&fitted, &text).concat();
    let (fractions, counts) = (matrix(&hamming["fraction"]).0, matrix(&hamming["count"]).0);
    assert_eq!(found.len(), 64);
    for (found, (fraction, count)) in found.iter().zip(fractions.iter().zip(&counts)) {
        assert_close(*found, *fraction, "share");
        assert_close(found * 3.0, *count, "count");
    }
}

#[test]
fn the_lectures_ranking_by_likeness_is_reproduced() {
    let file = golden("lecture.json");
    let labels = indices(&Value::Array(column("label")));
    let names = [&NUMERIC[..], &["species"]].concat();
    let all: Vec<usize> = (0..333).collect();
    let (train, first) = (penguin_rows(&names, &all), penguin_rows(&names, &[0]));
    for (scaler, list, top, in_rows) in
        [("none", "L2_all", "L2_top20", "L2"), ("standard:ddof=1", "L2_scaled_all", "L2_scaled_top20", "L2_scaled")]
    {
        let fitted = TextModel::fit(&train, &format!("target = \"species\"\nscaler = \"{scaler}\"")).expect(scaler);
        let nearest = answer(&fitted, &first, 333).remove(0).nearest;
        let mut distances = vec![f64::NAN; 333];
        nearest.iter().for_each(|&(row, distance)| distances[row as usize] = f64::from(distance));
        let expected = numbers(&file[list]);
        assert_eq!(expected.len(), 333);
        distances.iter().zip(&expected).for_each(|(&found, &expected)| assert_close(found, expected, list));
        let top = file[top].as_array().expect("a list of rows");
        assert_eq!(top.len(), 20);
        for (&(row, distance), expected) in nearest.iter().zip(top) {
            assert_eq!(Some(labels[row as usize] as u64), expected["label"].as_u64(), "{scaler}");
            assert_eq!(column("island")[row as usize], expected["island"], "{scaler}");
            assert_close(f64::from(distance), number(&expected["distance"]), scaler);
        }
        let rows = file["zscore_rows"].as_array().expect("a list of rows");
        assert_eq!(rows.len(), 10);
        for row in rows {
            let at = labels.iter().position(|&label| Some(label as u64) == row["label"].as_u64()).expect("a row");
            assert_close(distances[at], number(&row[in_rows]), in_rows);
        }
    }
}

#[test]
fn the_lectures_hamming_exercise_is_solved() {
    let exercise = &golden("lecture.json")["hamming_exercise"];
    let points = exercise["points"].as_object().expect("points");
    let names: Vec<&String> = points.keys().collect();
    let texts =
        |row: &Value| row.as_array().expect("cells").iter().map(|c| c.as_str().expect("text").to_owned()).collect();
    let rows = names.iter().map(|name| {
        let cells: Vec<String> = texts(&points[*name]);
        [&cells[..], &[format!("p{name}")]].concat()
    });
    let text = csv(&["island", "sex", "y"], rows);
    let fitted =
        TextModel::fit(&text, "target = \"y\"\nmetric = \"hamming\"\nneighbors = 1").expect("the fit succeeds");
    let found = pairwise(&fitted, &text);
    let answers = exercise["answers"].as_object().expect("pairs");
    assert_eq!(answers.len(), 3);
    for (pair, expected) in answers {
        let (a, b) = pair.split_once('-').expect("two names");
        let at = |name: &str| names.iter().position(|known| *known == name).expect("a point");
        assert_close(found[at(a)][at(b)] * 2.0, number(expected), pair);
        assert_eq!(exercise["computed"][pair], *expected);
    }
}
