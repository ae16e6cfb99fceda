//! Neighbors and clusters of too few rows or of extreme numbers: each case has one defined result.

use nearkin_codegen::data::{ReadOptions, read_bytes};
use nearkin_codegen::evaluate::predict::{Answer, Prediction};
use nearkin_codegen::evaluate::validate::validate;
use nearkin_codegen::evaluate::verify::verify;
use nearkin_codegen::model::aligned::Aligned;
use nearkin_codegen::model::{IndexTable, write};
use nearkin_codegen::progress::Progress;
use nearkin_codegen::{Error, Result};

use crate::text_model::{Planned, TextModel};

/// Validates and fits a recipe, as the command line does.
fn fitted(text: &str, recipe: &str) -> Result<TextModel> {
    let planned = Planned::new(text, recipe)?;
    validate(&planned.plan, &planned.data, Progress::NONE)?;
    planned.fit()
}

fn answers(model: &TextModel, text: &str) -> Result<Vec<Prediction>> {
    model.predict(text, 2)
}

fn refused<T>(result: Result<T>) -> String {
    match result {
        Ok(_) => panic!("it was accepted"),
        Err(error) => error.to_string(),
    }
}

const FOUR: &str = "x,y\n1,a\n2,a\n5,b\n6,b\n";

#[test]
fn a_missing_query_cell_is_refused_or_imputed_never_a_silent_class() {
    let model = fitted(FOUR, "target = \"y\"\nneighbors = 1").expect("the fit succeeds");
    for cell in ["NA", "", "NaN", "inf"] {
        let message = refused(answers(&model, &format!("x,y\n1,a\n{cell},a\n")));
        assert!(message.starts_with("q.csv:3: column \"x\": "), "{cell}: {message}");
    }
    let gaps = "x,y\n1,a\n2,a\nNA,b\n6,b\n";
    let model = fitted(gaps, "target = \"y\"\nneighbors = 1").expect("the fit succeeds");
    let found = answers(&model, "x,y\nNA,a\n1,a\n").expect("the cell is imputed");
    // The mean of 1, 2 and 6 is 3, as the third training row was imputed: that row is at distance 0.
    assert!(found[0].flags.has_missing() && !found[1].flags.has_missing());
    assert_eq!((found[0].answer, found[0].distance.to_bits()), (Answer::Class(1), 0.0f32.to_bits()));
}

#[test]
fn a_number_too_large_for_the_device_is_never_a_silent_answer() {
    let model = fitted(FOUR, "target = \"y\"\nneighbors = 1").expect("the fit succeeds");
    // Outside the range of single precision it is infinite, and infinity is missing.
    let message = refused(answers(&model, "x,y\n1e300,a\n"));
    assert!(message.starts_with("q.csv:2: column \"x\": "), "{message}");
    // A number in the range whose square is not: no row is nearest, and the prediction is flagged.
    let found = answers(&model, "x,y\n1e30,a\n1e15,a\n").expect("every row has a prediction");
    assert!(found[0].flags.is_outside(), "{:?}", found[0]);
    assert!(!found[1].flags.is_outside());
}

#[test]
fn all_rows_equal_tie_by_row_and_class() {
    let text = "x,y\n4,b\n4,a\n4,b\n4,a\n";
    let model = fitted(text, "target = \"y\"\nneighbors = 2\nholdout = 0").expect("the fit succeeds");
    assert!(model.fitted.warnings.iter().any(|warning| warning.contains("constant")), "{:?}", model.fitted.warnings);
    let found = answers(&model, "x,y\n4,a\n9,a\n").expect("every row has a prediction");
    for prediction in &found {
        // Rows 0 (b) and 1 (a) come first; one vote each goes to the smaller class.
        assert_eq!(prediction.nearest.iter().map(|&(row, _)| row).collect::<Vec<_>>(), [0, 1]);
        assert_eq!(prediction.answer, Answer::Class(0));
        assert!(prediction.ties.neighbors && prediction.ties.votes);
    }
    assert_eq!(found[0].distance.to_bits(), 0.0f32.to_bits());
}

#[test]
fn one_row_regresses_but_has_nothing_to_tell_apart() {
    let classes = refused(fitted("x,y\n1,a\n", "target = \"y\"\nneighbors = 1"));
    assert_eq!(classes, "t.csv: column \"y\": every row has the class \"a\"; a classification needs at least two");
    let recipe = "target = \"y\"\ntask = \"regress\"\n";
    let few = refused(fitted("x,y\n1,2.5\n", recipe));
    assert_eq!(few, "t.csv: --neighbors 5 exceeds the 1 rows available");
    let model = fitted("x,y\n1,2.5\n", &format!("{recipe}neighbors = 1")).expect("the fit succeeds");
    assert_eq!(answers(&model, "x,y\n7,0\n").expect("every row has a prediction")[0].answer, Answer::Value(2.5));
}

#[test]
fn k_may_be_all_rows_but_not_more() {
    let model = fitted(FOUR, "target = \"y\"\nneighbors = 4\nholdout = 0").expect("the fit succeeds");
    let found = answers(&model, "x,y\n6,b\n").expect("every row has a prediction");
    assert_eq!(found[0].answer, Answer::Class(0), "two against two: the smaller class");
    assert_eq!(found[0].probabilities, [0.5, 0.5]);
    assert!(found[0].ties.votes && !found[0].ties.neighbors, "there is no next row");
    let many = refused(fitted(FOUR, "target = \"y\"\nneighbors = 5"));
    assert_eq!(many, "t.csv: --neighbors 5 exceeds the 4 rows available");
}

#[test]
fn a_reject_threshold_needs_a_neighbor_besides_the_row_itself() {
    let message = refused(fitted(FOUR, "target = \"y\"\nneighbors = 4\nreject = 0.9\nholdout = 0"));
    assert_eq!(
        message,
        "t.csv: --reject needs more rows than --neighbors: no row has 4 neighbors among 4 rows, not counting itself"
    );
    fitted(FOUR, "target = \"y\"\nneighbors = 3\nreject = 0.9\nholdout = 0").expect("each row has three others");
}

#[test]
fn the_reject_threshold_is_the_quantile_of_distances_to_the_kth_other_row() {
    // Distances to the nearest other row: 1, 1, 3, 1, 1 (1-2, 2-1, 5-2 or 5-8, 8-9, 9-8).
    let text = "x,y\n1,a\n2,a\n5,b\n8,b\n9,b\n";
    let novel = |reject: &str, x: &str| {
        let recipe = format!("target = \"y\"\nneighbors = 1\nscaler = \"none\"\nholdout = 0\nreject = {reject}");
        let model = fitted(text, &recipe).expect("the fit succeeds");
        answers(&model, &format!("x,y\n{x},a\n")).expect("every row has a prediction")[0].flags.is_novel()
    };
    // 80 % of the rows are within 1, all are within 3.
    assert!(!novel("0.8", "10") && novel("0.8", "10.5") && novel("0.8", "3.5"));
    assert!(!novel("1.0", "12") && novel("1.0", "12.5"));
    // The neighbor of a row that occurs twice is its twin, not the row itself.
    let twins = "x,y\n1,a\n1,b\n1,a\n1,b\n";
    let recipe = "target = \"y\"\nneighbors = 1\nscaler = \"none\"\nholdout = 0\nreject = 1.0";
    let model = fitted(twins, recipe).expect("the fit succeeds");
    let found = answers(&model, "x,y\n1,a\n1.5,a\n").expect("every row has a prediction");
    assert!(!found[0].flags.is_novel() && found[1].flags.is_novel());
}

#[test]
fn a_cluster_has_a_radius_and_rows_outside_all_are_novel() {
    // Two groups around 1 and 11; the rows farthest from their center are at distance 1.
    let text = "x\n0\n1\n2\n10\n11\n12\n";
    let recipe = "clusters = 2\ninit = \"rows:1,4\"\nscaler = \"none\"\nreject = 1.0";
    let model = fitted(text, recipe).expect("the fit succeeds");
    let found = answers(&model, "x\n1\n2\n2.5\n6\n11.5\n").expect("every row has a prediction");
    let expected = [(0, -1.0, false), (0, 0.0, false), (0, 0.5, true), (0, 4.0, true), (1, -0.5, false)];
    for (prediction, (cluster, score, novel)) in found.iter().zip(expected) {
        // 6 is equally far from both: the smaller cluster wins.
        assert_eq!(prediction.answer, Answer::Cluster { cluster, score });
        assert_eq!(prediction.flags.is_novel(), novel);
    }
}

#[test]
fn the_score_is_that_of_the_cluster_it_is_deepest_in_not_of_the_nearest() {
    // Centers 0 (radius 6, because of -6) and 8 (radius 1): 4.5 is nearer to 8, but inside the first cluster.
    let text = "x\n-6\n3\n3\n7\n8\n9\n";
    let model =
        fitted(text, "clusters = 2\ninit = \"rows:1,4\"\nscaler = \"none\"\nreject = 1.0").expect("the fit succeeds");
    let found = answers(&model, "x\n4.5\n").expect("every row has a prediction");
    assert_eq!(found[0].answer, Answer::Cluster { cluster: 1, score: -1.5 });
    assert!(!found[0].flags.is_novel());
}

#[test]
fn a_verdict_by_ranks_is_that_of_the_score() {
    // Spread evenly, in no order: multiples of the golden ratio.
    let part = |at: usize, times: f64| (at as f64 * times * 0.618_033_988_749_895).fract();
    let rows = |from: usize, to: usize, width: f64| -> String {
        (from..to).map(|at| format!("{},{}\n", part(at, 1.0) * width, part(at, 7.3) * width * part(at, 0.1))).collect()
    };
    let training = format!("x,y\n{}", rows(0, 300, 10.0));
    let asked = format!("x,y\n{}", rows(1_000, 3_000, 14.0));
    for storage in ["f32", "i16", "i8"] {
        for reject in ["0.5", "0.9", "1.0"] {
            let recipe = format!("clusters = 7\nstorage = \"{storage}\"\nreject = {reject}");
            let model = fitted(&training, &recipe).expect("the fit succeeds");
            let limit = f32::from_bits(model.fitted.tables.threshold.expect("the recipe sets reject"));
            let found = answers(&model, &asked).expect("every row has a prediction");
            let verdicts: Vec<(f32, bool)> = found
                .iter()
                .map(|prediction| match prediction.answer {
                    // A row outside the range of the storage is novel with any score.
                    Answer::Cluster { score, .. } if !prediction.flags.is_outside() => {
                        (score, prediction.flags.is_novel())
                    }
                    _ => (f32::INFINITY, true),
                })
                .collect();
            assert!(
                verdicts.iter().all(|&(score, novel)| novel == (score > limit)),
                "{storage} {reject}: {verdicts:?}"
            );
            let novel = verdicts.iter().filter(|(_, novel)| *novel).count();
            assert!((100..1_900).contains(&novel), "{storage} {reject}: {novel} of 2,000");
        }
    }
}

#[test]
fn fewer_distinct_rows_than_clusters_have_an_answer() {
    let text = "x\n1\n1\n1\n2\n2\n";
    let model = fitted(text, "clusters = 3\nscaler = \"none\"").expect("one cluster stays empty");
    let mut sizes = model.fitted.clusters.as_ref().expect("clusters").sizes.clone();
    sizes.sort_unstable();
    assert_eq!(sizes, [0, 2, 3]);
    let found = answers(&model, "x\n1\n2\n").expect("every row has a prediction");
    assert!(found.iter().all(|prediction| prediction.distance.to_bits() == 0), "{found:?}");
    let message = refused(fitted(text, "clusters = 6"));
    assert!(message.contains('6') && message.contains('5'), "{message}");
}

#[test]
fn three_hundred_classes_are_kept_apart() {
    let mut text = String::from("x,y\n");
    (0..600).for_each(|i| text.push_str(&format!("{i},class{:03}\n", i / 2)));
    let model = fitted(&text, "target = \"y\"\nneighbors = 2\nholdout = 0").expect("the fit succeeds");
    let found = answers(&model, &text).expect("every row has a prediction");
    for (row, prediction) in found.iter().enumerate() {
        // The row itself and one at distance 1 on either side: two votes, or one each and the smaller class.
        let Answer::Class(class) = prediction.answer else { panic!("no class") };
        assert!(usize::from(class).abs_diff(row / 2) <= 1, "row {row}: {class}");
        assert_eq!(prediction.probabilities.len(), 300);
    }
    let model = fitted(&text, "target = \"y\"\nneighbors = 1\nholdout = 0").expect("the fit succeeds");
    for (row, prediction) in answers(&model, &text).expect("every row has a prediction").iter().enumerate() {
        assert_eq!(prediction.answer, Answer::Class(u16::try_from(row / 2).expect("a small number")));
    }
}

#[test]
fn two_thousand_features_can_be_fitted() {
    const FEATURES: usize = 2000;
    for cell in [|row: usize, i: usize| format!("{}", (row * 7 + i) % 5), |row, i| format!("l{}", (row * 7 + i) % 5)] {
        let mut text: String = (0..FEATURES).map(|i| format!("f{i},")).collect();
        text.push_str("y\n");
        for row in 0..6 {
            (0..FEATURES).for_each(|i| text.push_str(&format!("{},", cell(row, i))));
            text.push_str(["a\n", "b\n"][row % 2]);
        }
        let model = fitted(&text, "target = \"y\"\nneighbors = 1\nholdout = 0").expect("the fit succeeds");
        for (row, prediction) in answers(&model, &text).expect("every row has a prediction").iter().enumerate() {
            // Rows 0 and 5 are equal; the first of them answers.
            let nearest = if row == 5 { 0 } else { row };
            assert_eq!(prediction.nearest[0], (u32::try_from(nearest).expect("a small number"), 0.0));
        }
    }
}

#[test]
fn a_power_beyond_single_precision_is_refused() {
    let recipe = |p: &str| format!("target = \"y\"\nneighbors = 1\nscaler = \"none\"\nmetric = \"minkowski:{p}\"");
    assert_eq!(
        refused(fitted(FOUR, &recipe("60"))),
        "--metric minkowski:60: rows are up to 5.000 apart in column \"x\", and differences to the power 60 are too large for \
         single precision; use a smaller power, or chebyshev, which large powers approach"
    );
    // 5^55 is 2.8e38, the largest float 3.4e38.
    fitted(FOUR, &recipe("55")).expect("within single precision");
    // Levels of a one-hot category differ by 1 and 1 with any power, outputs of a table by their difference.
    let levels = "x,y\np,0\nq,5\np,1\nr,9\n";
    let recipe = |encoder: &str| {
        format!(
            "target = \"y\"\ntask = \"regress\"\nneighbors = 1\nmetric = \"minkowski:200\"\nencoder = \"{encoder}\""
        )
    };
    fitted(levels, &recipe("one-hot")).expect("levels differ by 1 + 1");
    // Outputs of missing and unknown cells count too, because a query may contain them.
    let message = refused(fitted(levels, &recipe("ordinal")));
    assert!(message.contains("apart in column \"x\""), "{message}");
}

#[test]
fn hamming_refuses_an_indicator_that_would_count_twice() {
    let gaps = "x,y\n1,a\n2,a\nNA,b\n6,b\n";
    for missing in ["indicator", "median+indicator"] {
        let recipe = format!("target = \"y\"\nneighbors = 1\nmetric = \"hamming\"\n[missing]\nx = \"{missing}\"");
        let message = refused(fitted(gaps, &recipe));
        assert!(
            message.contains("column \"x\"") && message.contains("cannot be combined with --metric hamming"),
            "{message}"
        );
    }
    fitted(gaps, "target = \"y\"\nneighbors = 1\nmetric = \"hamming\"").expect("the mean is one column");
}

#[test]
fn every_power_above_zero_is_a_metric() {
    for p in ["0.5", "1", "2", "7.5"] {
        let model =
            fitted(FOUR, &format!("target = \"y\"\nneighbors = 1\nscaler = \"none\"\nmetric = \"minkowski:{p}\""))
                .expect(p);
        let found = answers(&model, "x,y\n4,a\n").expect("every row has a prediction");
        assert_eq!(found[0].answer, Answer::Class(1), "5 is nearest, one feature has one distance");
        assert!((found[0].distance - 1.0).abs() < 1e-6);
    }
    assert!(matches!(
        fitted(FOUR, "target = \"y\"\nmetric = \"minkowski:0\""),
        Err(Error::Usage(_) | Error::Data { .. })
    ));
}

/// Returns the warnings of a fit.
fn warnings(text: &str, recipe: &str) -> Vec<String> {
    fitted(text, recipe).unwrap_or_else(|error| panic!("{recipe}: {error}")).fitted.warnings
}

/// 20 rows of a number and a class: ten of each.
fn twenty(number: impl Fn(u32) -> f64) -> String {
    (0..20).fold("x,y\n".to_owned(), |text, row| {
        text + &format!("{:e},{}\n", number(row), if row < 10 { "a" } else { "b" })
    })
}

#[test]
fn a_ddof_that_leaves_no_divisor_is_refused() {
    let recipe = "target = \"y\"\nneighbors = 1\nholdout = 0\nscaler = \"standard:ddof=";
    assert_eq!(
        refused(fitted(FOUR, &format!("{recipe}4\""))),
        "t.csv: column \"x\": scaler \"standard\": ddof=4 must be less than the number of fitted rows, 4"
    );
    assert_eq!(warnings(FOUR, &format!("{recipe}3\"")), [""; 0]);
    assert_eq!(warnings(FOUR, &format!("{recipe}4,scaling=false\"")), [""; 0]);
    let categories = "c,y\nu,a\nv,a\nu,b\nv,b\n";
    let message = refused(fitted(categories, &format!("{recipe}5\"\nscale-encoded = true")));
    assert!(
        message.starts_with("t.csv: column \"c\": ")
            && message.ends_with("ddof=5 must be less than the number of fitted rows, 4"),
        "{message}"
    );
}

#[test]
fn a_column_that_is_not_scaled_is_constant_only_where_it_is() {
    let tiny = twenty(|row| f64::from(row + 1) * 1e-17);
    for (scaler, why) in [
        ("min-max", "it varies by less than 2.2e-15: "),
        ("robust", "its percentiles 25 and 75 are less than 2.2e-15 apart: "),
        ("max-abs", "its numbers are all below 2.2e-15: "),
    ] {
        let found = warnings(&tiny, &format!("target = \"y\"\nscaler = \"{scaler}\"")).join("\n");
        assert!(found.contains(&format!("column \"x\": {why}it is not scaled, as in scikit-learn")), "{found}");
        assert!(found.contains("--scale x=standard") && !found.contains("constant"), "{found}");
        let same = twenty(|_| 1e-17);
        let found = warnings(&same, &format!("target = \"y\"\nscaler = \"{scaler}\"")).join("\n");
        assert!(found.contains("column \"x\" is constant"), "{found}");
    }
    // Most cells are 0, and so are the quartiles; the other cells still distinguish rows.
    let spikes = twenty(|row| if row % 7 == 0 { f64::from(row + 1) } else { 0.0 });
    let found = warnings(&spikes, "target = \"y\"\nscaler = \"robust\"").join("\n");
    assert!(found.contains("percentiles") && !found.contains("constant"), "{found}");
    assert_eq!(warnings(&tiny, "target = \"y\"\nscaler = \"standard\""), [""; 0]);
}

#[test]
fn integers_refuse_a_range_beyond_single_precision() {
    let alone = "a\n-2e38\n-1e38\n0\n1e38\n2e38\n";
    let classes = "a,y\n-2e38,p\n-1e38,p\n0,q\n1e38,q\n2e38,q\n";
    for storage in ["i8", "i16"] {
        for scaler in ["none", "standard"] {
            let how = format!("scaler = \"{scaler}\"\nstorage = \"{storage}\"");
            for (text, what) in [(alone, "clusters = 2"), (classes, "target = \"y\"\nneighbors = 1")] {
                let message = refused(fitted(text, &format!("{what}\n{how}")));
                assert!(message.starts_with("t.csv: column \"a\": its numbers reach from -"), "{message}");
                assert!(message.contains("farther than single precision holds"), "{message}");
            }
        }
    }
    // A scaler with an offset at one end exceeds single precision too; one with an offset in the middle does not.
    let with = |scaler: &str| fitted(classes, &format!("target = \"y\"\nneighbors = 1\nscaler = \"{scaler}\""));
    let message = refused(with("min-max"));
    assert!(message.starts_with("t.csv: column \"a\": 2e38 less -2e38"), "{message}");
    with("standard").expect("the fit succeeds");
}

#[test]
fn distances_beyond_single_precision_are_never_silent() {
    let (tiny, large) = (twenty(|row| f64::from(row + 1) * 1e-24), twenty(|row| f64::from(row + 1) * 1e20));
    for metric in ["euclidean", "cosine", "dot", "manhattan", "chebyshev", "minkowski:3"] {
        for (text, why) in [(&tiny, "too small for"), (&large, "too large for")] {
            let squares = !matches!(metric, "manhattan" | "chebyshev");
            let with = |scaler: &str| format!("target = \"y\"\nmetric = \"{metric}\"\nscaler = \"{scaler}\"");
            if metric == "minkowski:3" && why == "too large for" {
                assert!(refused(fitted(text, &with("none"))).contains("in column \"x\""));
            } else {
                let found = warnings(text, &with("none")).join("\n");
                assert_eq!(found.contains(&format!("{why} single precision")), squares, "{metric}: {found}");
                assert_eq!(found.contains("column \"x\"") && found.contains("--scaler standard"), squares, "{found}");
            }
            assert_eq!(warnings(text, &with("standard")), [""; 0], "{metric}");
        }
    }
    let clusters = "clusters = 2\ndrop = [\"y\"]\nscaler = ";
    let found = warnings(&tiny, &format!("{clusters}\"none\"")).join("\n");
    assert!(found.contains("too small for single precision"), "{found}");
    let message = refused(fitted(&large, &format!("{clusters}\"none\"")));
    assert!(message.starts_with("t.csv: ") && message.contains("in column \"x\""), "{message}");
    assert!(message.contains("too large for single precision") && message.contains("--scaler standard"), "{message}");
    assert_eq!(warnings(&large, &format!("{clusters}\"standard\"")), [""; 0]);
    for metric in ["euclidean", "cosine"] {
        let recipe = format!("target = \"y\"\nscaler = \"none\"\nreject = 0.9\nmetric = \"{metric}\"");
        let message = refused(fitted(&large, &recipe));
        assert!(message.starts_with("t.csv: --reject 0.9: ") && message.contains("in column \"x\""), "{message}");
    }
    // Manhattan adds differences of 1e38, and the sum exceeds single precision.
    let wide = "x,z,y\n-3e38,-3e38,a\n3e38,3e38,b\n0,0,a\n1,1,b\n2,2,a\n";
    let found = warnings(wide, "target = \"y\"\nmetric = \"manhattan\"\nneighbors = 1\nscaler = \"none\"").join("\n");
    assert!(found.contains("too large for single precision"), "{found}");
}

#[test]
fn an_encoding_beyond_single_precision_names_its_column() {
    let text = (0..60).fold("c,d,y\n".to_owned(), |text, row| {
        text + &format!("u{},v{},{}\n", row % 3, row % 5, if row % 2 == 0 { "a" } else { "b" })
    });
    let refuses = |recipe: &str, column: &str| {
        let message = refused(fitted(&text, &format!("target = \"y\"\n{recipe}")));
        let place = format!("t.csv: column \"{column}\": its ");
        assert!(message.starts_with(&place) && message.contains("single precision"), "{recipe}: {message}");
    };
    refuses("scale = { d = \"min-max:high=1e30\" }", "d");
    refuses("encode = { d = \"target\" }\nscale = { d = \"min-max:low=1e39,high=2e39\" }", "d");
    refuses("encode = { c = \"polynomial\" }\nscale = { c = \"min-max:high=1e39\" }", "c");
    let constant = refused(fitted(&text, "target = \"y\"\nencode = { c = \"count:unknown=constant:1e39\" }"));
    assert!(constant.contains("unknown=constant:1e39 is invalid"), "{constant}");
}

#[test]
fn a_target_beyond_single_precision_is_missing_and_shown() {
    let text = "x,y\n1,1.5\n2,2e38\n3,6e38\n4,1\n5,2\n";
    let fitted = fitted(text, "target = \"y\"\nneighbors = 1\ntask = \"regress\"").expect("four rows have a target");
    assert_eq!((fitted.fitted.rows, fitted.fitted.without_target), (4, 1));
    let data = read_bytes("t.csv", text.into(), &ReadOptions::default()).expect("the CSV is valid");
    let note = "column \"y\": 1 cell is infinite or outside the f32 range (largest: 3.4e38) and read as missing; the \
                first is \"6e38\" on line 4";
    assert_eq!(data.notes, [note]);
}

#[test]
fn a_constant_beyond_single_precision_blames_the_flag() {
    let text = "x,y\n1,a\n,a\n5,b\n6,b\n";
    let message = refused(fitted(text, "target = \"y\"\nneighbors = 1\nmissing = { x = \"constant:1e39\" }"));
    let shown = "t.csv: column \"x\": --missing x=constant:1e39: 1e39 is too large for single precision";
    assert!(message.starts_with(shown), "{message}");
}

#[test]
fn unknown_as_missing_has_a_warning_if_missing_cells_are_refused() {
    let text = "c,y\nu,a\nv,a\nu,b\nv,b\n";
    let recipe = "target = \"y\"\nneighbors = 1\nunknown = { c = \"missing\" }\n";
    let found = warnings(text, recipe).join("\n");
    assert!(found.contains("column \"c\": unknown=missing") && found.contains("effect of unknown=error"), "{found}");
    let model = fitted(text, recipe).expect("the fit succeeds");
    assert!(refused(answers(&model, "c,y\nw,a\n")).starts_with("q.csv:2: column \"c\": "));
    let answered = format!("{recipe}missing = {{ c = \"level\" }}");
    assert_eq!(warnings(text, &answered), [""; 0]);
    answers(&fitted(text, &answered).expect("the fit succeeds"), "c,y\nw,a\n").expect("every row has a prediction");
}

/// Seconds since 1970 exceed the resolution of single precision: they are fitted in every storage, with a warning.
#[test]
fn numbers_far_from_zero_are_fitted_in_every_storage_with_a_warning() {
    // Steps of single precision: 128 at 1.7e9, 32 at 481,374,000, 8 at 115,754,000.
    for (start, step, rows, told) in [
        (1_700_000_000, 60, 8, true),
        (1_700_000_000, 60, 20, true),
        (999_999_900, 1, 200, true),
        (481_373_950, 1, 100, true),
        (115_753_900, 1, 200, true),
        (1_700_000, 60, 20, false),
    ] {
        let mut text = "ts,v,label\n".to_owned();
        for row in 0..rows {
            let label = ["x", "y"][row % 2];
            text += &format!("{},{}.5,{label}\n", start + step * row, 2 + row % 2);
        }
        for storage in ["f32", "i16", "i8"] {
            let recipe = format!("target = \"label\"\nneighbors = 1\nstorage = \"{storage}\"");
            let model = fitted(&text, &recipe).unwrap_or_else(|error| panic!("{start} {storage}: {error}"));
            let warnings = &model.fitted.warnings;
            let is_told =
                warnings.iter().any(|warning| warning.contains("too small for the resolution of single precision"));
            assert_eq!(is_told, told, "{start}: {warnings:?}");
            // Each row is among its own nearest rows, and "v" contains the label too.
            let found = answers(&model, &text).expect("every row has a prediction");
            assert!((0..).zip(&found).all(|(row, one)| one.answer == Answer::Class(row % 2)), "{start} {storage}");
        }
    }
}

#[test]
fn targets_whose_sum_overflows_are_refused_with_their_column() {
    let text: String = (0..40).fold("a,t\n".into(), |text, row| text + &format!("{row},{}e38\n", row % 3));
    let message = refused(fitted(&text, "target = \"t\"\ntask = \"regress\"\nneighbors = 2"));
    assert_eq!(
        message,
        "t.csv: column \"t\": its values reach 2e38, and the sum of 2 of them is too large for single precision; divide the column"
    );
    fitted(&text, "target = \"t\"\ntask = \"regress\"\nneighbors = 1").expect("one value is in range");
}

/// Planes that no row satisfies, in a forged model with a valid checksum.
#[test]
fn a_model_with_false_bounds_of_its_rows_does_not_pass_verify() {
    let text: String = (0..80).fold("x,y\n".into(), |text, row| text + &format!("{},{}\n", row * 37 % 80, row % 2));
    let planned = Planned::new(&text, "target = \"y\"\nneighbors = 3").expect("the recipe fits the data");
    let data = planned.data.clone();
    let mut fitted = planned.fit().expect("the fit succeeds").fitted;
    let verified =
        |blob: &[u8]| verify(&Aligned::new(blob).load().expect("the model is valid"), &data, None, Progress::NONE);
    assert_eq!(verified(&fitted.blob).expect("the model is consistent").changed, 0);
    fitted.tables.order = Some((0..80).collect());
    fitted.tables.pruning = Some(IndexTable::Tree(vec![(0, 100.0f32.to_bits()); 4]));
    let message = refused(verified(&write(&fitted.tables).expect("the parts are consistent")));
    assert!(message.starts_with("t.csv:") && message.contains("find different neighbors"), "{message}");
}
