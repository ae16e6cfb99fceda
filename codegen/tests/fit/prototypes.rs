//! Prototypes: which rows are kept, and the row numbers, votes and thresholds of models with prototypes.

use nearkin::Neighbor;
use nearkin::format::{Head, Section};
use nearkin_codegen::evaluate::predict::{Answer, Prediction};
use serde_json::Value;

use crate::text_model::TextModel;

fn fitted(text: &str, recipe: &str) -> Result<TextModel, String> {
    TextModel::fit(text, recipe).map_err(|error| error.to_string())
}

fn answers(fitted: &TextModel, text: &str, nearest: usize) -> Vec<Prediction> {
    fitted.predict(text, nearest).expect("every row has a prediction")
}

/// Returns the numbers of the training rows that a model keeps.
fn kept(fitted: &TextModel) -> Vec<u32> {
    let model = fitted.model();
    (0..model.payload().rows).map(|row| model.training_row(&Neighbor { rank: 0, row })).collect()
}

/// One number for each row, and its class.
fn line(rows: &[(f64, &str)]) -> String {
    rows.iter().fold("x,y\n".to_owned(), |text, (x, y)| text + &format!("{x},{y}\n"))
}

const PLAIN: &str = "target = \"y\"\nscaler = \"none\"\n";

#[test]
fn condensing_keeps_what_others_need_in_pass_after_pass() {
    // Pass 1: keep 0 (a at 0). 1 is an a: right. 9 is a b, nearest 0: kept. 4 is an a, nearest 0: right. 6 is a b,
    // nearest 9: right. 5 is an a: |5-9| = 4 < 5 means b, wrong: kept. Now 6 is nearer to 5: pass 2 keeps it.
    let text = line(&[(0.0, "a"), (1.0, "a"), (9.0, "b"), (4.0, "a"), (6.0, "b"), (5.0, "a")]);
    let fitted = fitted(&text, &format!("{PLAIN}prototypes = \"condensed\"")).unwrap();
    assert_eq!(kept(&fitted), [0, 2, 4, 5]);
    let right = |row: usize, class| answers(&fitted, &text, 1)[row].answer == Answer::Class(class);
    assert!([0, 0, 1, 0, 1, 0].into_iter().enumerate().all(|(row, class)| right(row, class)));
}

#[test]
fn condensing_uses_the_earlier_of_equally_near_rows() {
    // 2 is in the middle of 0 (a) and 4 (b); row 0 is used, so a is right and b would be wrong.
    let kept_of = |class| {
        let text = line(&[(0.0, "a"), (4.0, "b"), (2.0, class)]);
        kept(&fitted(&text, &format!("{PLAIN}prototypes = \"condensed\"")).unwrap())
    };
    assert_eq!((kept_of("a"), kept_of("b")), (vec![0, 1], vec![0, 1, 2]));
}

#[test]
fn equal_rows_of_two_classes_are_condensed_once_each() {
    let text = line(&[(1.0, "a"), (1.0, "b"), (1.0, "a"), (1.0, "b"), (7.0, "b")]);
    // Row 1 is always wrong; so are 3 and, while 0 is the only other, 4.
    assert_eq!(kept(&fitted(&text, &format!("{PLAIN}prototypes = \"condensed\"")).unwrap()), [0, 1, 3, 4]);
}

#[test]
fn editing_drops_rows_that_their_three_neighbors_outvote() {
    // The b at 1.5 is among a's. The a at 20 is near b's only. Of the others, two of three neighbors are of their class.
    let rows = [
        (0.0, "a"),
        (1.0, "a"),
        (1.5, "b"),
        (2.2, "a"),
        (3.0, "a"),
        (19.0, "b"),
        (20.0, "a"),
        (21.0, "b"),
        (22.0, "b"),
    ];
    let fitted = fitted(&line(&rows), &format!("{PLAIN}neighbors = 1\nprototypes = \"edited\"")).unwrap();
    assert_eq!(kept(&fitted), [0, 1, 3, 4, 5, 7, 8]);
}

#[test]
fn a_class_that_editing_removes_has_a_warning() {
    let rows = [(0.0, "a"), (1.0, "a"), (1.5, "b"), (2.2, "a"), (3.0, "a")];
    let fitted = fitted(&line(&rows), &format!("{PLAIN}neighbors = 1\nprototypes = \"edited\"")).unwrap();
    let warning = "no row of b is kept: all their neighbors belong to other classes (--prototypes lvq:N)";
    assert_eq!((kept(&fitted), fitted.fitted.warnings), (vec![0, 1, 3, 4], vec![warning.to_owned()]));
}

#[test]
fn a_tie_of_votes_while_editing_goes_to_the_smaller_class() {
    // Three rows of three classes: each is judged by the two others, one vote each, and the smaller class counts.
    let text = line(&[(0.0, "a"), (1.0, "b"), (2.5, "c"), (4.0, "a"), (4.1, "a")]);
    // 0 (a): b, c, a vote: a. 1 (b): a, c, a: a, dropped. 2.5 (c): its neighbors b 1.5, a 1.5, a 1.6: a, dropped.
    // 4 (a): a, c, b: a. 4.1: a, c, b: a.
    let fitted = fitted(&text, &format!("{PLAIN}neighbors = 1\nprototypes = \"edited\"")).unwrap();
    assert_eq!(kept(&fitted), [0, 3, 4]);
}

#[test]
fn kept_rows_keep_codes_and_means_have_numbers_only() {
    let text = (0..40).fold("c,x,y\n".to_owned(), |text, row| {
        text + &format!("{},{},{}\n", ["u", "v"][row % 2], row % 7, ["a", "b"][usize::from(row % 4 > 1)])
    });
    let shape = |prototypes: &str| {
        let fitted = fitted(&text, &format!("target = \"y\"\nprototypes = \"{prototypes}\"")).unwrap();
        let payload = *fitted.model().payload();
        (payload.numbers, payload.codes, payload.section(Section::Origins).is_some())
    };
    assert_eq!(shape("condensed"), (1, 1, true));
    assert_eq!(shape("k-means:2"), (3, 0, false));
    assert_eq!(shape("lvq:2"), (3, 0, false));
}

#[test]
fn row_numbers_are_those_of_the_training_rows_and_means_count_from_0_by_class() {
    let rows = [(0.0, "b"), (0.5, "b"), (9.0, "a"), (9.5, "a"), (4.7, "b")];
    let text = line(&rows);
    let condensed = fitted(&text, &format!("{PLAIN}prototypes = \"condensed\"")).unwrap();
    assert_eq!(kept(&condensed), [0, 2, 4]);
    assert_eq!(answers(&condensed, "x\n4\n", 3)[0].nearest.iter().map(|n| n.0).collect::<Vec<_>>(), [4, 0, 2]);
    let means = fitted(&text, &format!("{PLAIN}prototypes = \"k-means:1\"")).unwrap();
    // a's mean is 9.25, number 0; b's is 5.2 / 3.
    let found = &answers(&means, "x\n9\n", 2)[0];
    assert_eq!((found.answer, found.nearest[0].0, found.nearest[1].0), (Answer::Class(0), 0, 1));
    assert!((found.nearest[0].1 - 0.25).abs() < 1e-6, "{found:?}");
}

#[test]
fn a_tie_of_distances_goes_to_the_earlier_kept_row_and_among_means_to_the_smaller_class() {
    let rows = [(4.0, "b"), (0.0, "a"), (5.0, "b"), (-1.0, "a")];
    let text = line(&rows);
    let condensed = fitted(&text, &format!("{PLAIN}prototypes = \"condensed\"")).unwrap();
    assert_eq!(kept(&condensed), [0, 1]);
    assert_eq!(answers(&condensed, "x\n2\n", 1)[0].answer, Answer::Class(1));
    // Means at -0.5 and 4.5: 2 is in the middle.
    let means = fitted(&text, &format!("{PLAIN}prototypes = \"k-means:1\"")).unwrap();
    assert_eq!(answers(&means, "x\n2\n", 1)[0].answer, Answer::Class(0));
}

#[test]
fn votes_and_weights_count_prototypes() {
    let text = line(&[(0.0, "a"), (0.0, "a"), (2.0, "b"), (4.0, "b"), (4.0, "b")]);
    let recipe = format!("{PLAIN}prototypes = \"k-means:2\"\nneighbors = 3\nweights = \"distance\"");
    let fitted = fitted(&text, &recipe).unwrap();
    // One a at 0; b at 2 and 4: from 1, weights 1 against 1 + 1/3.
    let found = &answers(&fitted, "x\n1\n", 0)[0];
    assert_eq!(found.answer, Answer::Class(1));
    assert!((f64::from(found.probabilities[0]) - 1.0 / (2.0 + 1.0 / 3.0)).abs() < 1e-6, "{found:?}");
}

#[test]
fn the_threshold_is_made_of_training_rows_against_prototypes_a_kept_row_without_itself() {
    // Means at 1 (a) and 11 (b): training rows are 1, 1, 0, 1, 1, 0 away from the nearest.
    let text = line(&[(0.0, "a"), (2.0, "a"), (1.0, "a"), (10.0, "b"), (12.0, "b"), (11.0, "b")]);
    let with = |more: &str| {
        let fitted = fitted(&text, &format!("{PLAIN}reject = 1.0\n{more}")).unwrap();
        let novel = |x: &str| answers(&fitted, &format!("x\n{x}\n"), 0)[0].flags.is_novel();
        (novel("2"), novel("2.01"), novel("13.5"))
    };
    assert_eq!(with("prototypes = \"k-means:1\""), (false, true, true));
    // 0 and 10 are kept (rows 0 and 3): their distance of 10 is the greatest.
    assert_eq!(with("prototypes = \"condensed\""), (false, false, false));
}

#[test]
fn a_regression_accepts_k_means_prototypes_only() {
    let text = "x,y\n0,1.5\n1,2.5\n10,20.25\n11,30.25\n";
    let regress = "target = \"y\"\nscaler = \"none\"\ntask = \"regress\"\n";
    let means = fitted(text, &format!("{regress}prototypes = \"k-means:2\"")).unwrap();
    assert!(matches!(means.fitted.tables.head, Head::Regress(_)));
    let found = answers(&means, "x\n0\n11\n", 0);
    assert_eq!([found[0].answer, found[1].answer], [Answer::Value(2.0), Answer::Value(25.25)]);
    for other in ["condensed", "edited", "lvq:2"] {
        let expected =
            format!("--prototypes {other} requires classes, but the task is regress; use --prototypes k-means:N");
        assert_eq!(fitted(text, &format!("{regress}prototypes = \"{other}\"")).unwrap_err(), expected);
        // The same if the task is inferred.
        let inferred = format!("target = \"y\"\nscaler = \"none\"\nprototypes = \"{other}\"");
        assert_eq!(fitted(text, &inferred).unwrap_err(), expected);
    }
}

#[test]
fn more_neighbors_than_prototypes_are_refused_with_both_numbers() {
    let text = line(&[(0.0, "a"), (1.0, "a"), (9.0, "b"), (9.5, "b")]);
    let message = fitted(&text, &format!("{PLAIN}neighbors = 3\nprototypes = \"k-means:1\"")).unwrap_err();
    assert_eq!(message, "t.csv: --neighbors 3 exceeds the 2 rows that --prototypes k-means:1 keeps of 4");
}

#[test]
fn learning_goes_by_euclidean_distances_only() {
    let text = line(&[(0.0, "a"), (9.0, "b")]);
    let message = fitted(&text, &format!("{PLAIN}metric = \"manhattan\"\nprototypes = \"lvq:1\"")).unwrap_err();
    assert!(
        message.ends_with(
            "--prototypes lvq:1 cannot be combined with --metric manhattan, because they are learned with euclidean distances; use k-means:N"
        ),
        "{message}"
    );
    assert!(fitted(&text, &format!("{PLAIN}metric = \"manhattan\"\nprototypes = \"k-means:1\"")).is_ok());
}

#[test]
fn the_same_rows_are_kept_in_every_storage_and_on_any_number_of_threads() {
    let text = digits();
    let of = |recipe: &str, threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| fitted(&text, &format!("target = \"digit\"\nscaler = \"none\"\n{recipe}")).unwrap())
    };
    for prototypes in ["condensed", "edited"] {
        let rows = |storage| kept(&of(&format!("prototypes = \"{prototypes}\"\nstorage = \"{storage}\""), 2));
        assert!(rows("f32") == rows("i8") && rows("f32") == rows("i16"), "{prototypes}");
    }
    for prototypes in ["condensed", "edited", "k-means:4", "lvq:4"] {
        let recipe = format!("prototypes = \"{prototypes}\"\nstorage = \"i8\"\nseed = 3");
        assert!(of(&recipe, 1).fitted.blob == of(&recipe, 3).fitted.blob, "{prototypes}");
    }
}

/// The first 300 training rows of the digits.
fn digits() -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/data/split/digits_train.csv");
    let text = std::fs::read_to_string(path).expect("the file is in the repository");
    text.lines().take(301).fold(String::new(), |text, line| text + line + "\n")
}

#[test]
fn kept_rows_are_those_of_the_recorded_libraries() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/");
    let golden =
        std::fs::read_to_string(format!("{folder}golden/prototypes.json")).expect("the file is in the repository");
    let cases: Vec<Value> = serde_json::from_str(&golden).expect("valid JSON");
    let mut walked = 0;
    for case in &cases {
        let numbers = |key: &str| -> Vec<u64> {
            case[key].as_array().expect("a list").iter().map(|n| n.as_u64().expect("a row number")).collect()
        };
        let name = |key: &str| case[key].as_str().expect("a string");
        let text = std::fs::read_to_string(format!("{folder}{}", name("data"))).expect("the file is in the repository");
        let lines: Vec<&str> = text.lines().collect();
        let rows = numbers("rows");
        let chosen = rows.iter().map(|&row| lines[1 + usize::try_from(row).expect("a small number")]);
        let text = std::iter::once(lines[0]).chain(chosen).fold(String::new(), |text, line| text + line + "\n");
        for rule in ["condensed", "edited"] {
            let recipe = format!(
                "target = \"{}\"\nscaler = \"none\"\nneighbors = 1\nmetric = \"{}\"\nprototypes = \"{rule}\"",
                name("target"),
                name("metric")
            );
            let found: Vec<u64> = kept(&fitted(&text, &recipe).unwrap()).into_iter().map(u64::from).collect();
            assert_eq!(found, numbers(rule), "{} {} {rule}", name("data"), name("metric"));
            walked += 1;
        }
    }
    assert_eq!(walked, 8);
}
