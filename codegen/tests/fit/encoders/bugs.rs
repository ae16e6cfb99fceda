//! Cases from public bug reports (`bug_reports.json`), each with the right result; those of neighbors, clusters and
//! scalers (B27 to B35, B39) are tested with those.

use nearkin_codegen::encoders::{Algorithm, Encoding, Method, TargetColumn, bucket, fit};
use serde_json::Value;

use super::columns::{Cell, Coded, assert_close, assert_rows_close, cell, cells, list, load, matrix, numbers};

/// Returns the report with that number.
fn report(id: &str) -> Value {
    let file = load("bug_reports");
    let cases = file.as_array().or_else(|| file["cases"].as_array()).or_else(|| file["reports"].as_array()).unwrap();
    cases.iter().find(|case| case["id"] == id).unwrap_or_else(|| panic!("{id} is not there")).clone()
}

fn column(value: &Value) -> Vec<Cell> {
    list(value).iter().map(cell).collect()
}

struct Fitted {
    coded: Coded,
    encoding: Encoding,
    cells: Vec<Cell>,
}

impl Fitted {
    fn new(spec: &str, cells: Vec<Cell>, y: Option<&[f64]>) -> Self {
        let coded = Coded::new(&cells);
        let mut input = coded.input();
        input.target = y.map(TargetColumn::Numbers);
        let encoding = fit(&spec.parse().unwrap(), &input).unwrap();
        Self { coded, encoding, cells }
    }

    fn rows(&self, cells: &[Cell]) -> Vec<Vec<f64>> {
        cells.iter().map(|cell| self.coded.encode(&self.encoding, cell).unwrap()).collect()
    }

    fn training(&self) -> Vec<Vec<f64>> {
        self.coded.training(&self.encoding, &self.cells)
    }
}

fn refused(spec: &str, cells: &[Cell], target: TargetColumn) -> String {
    let coded = Coded::new(cells);
    fit(&spec.parse().unwrap(), &coded.input().with_target(target)).unwrap_err().to_string()
}

#[test]
fn b01_helmert_has_one_column_less_than_levels() {
    let report = report("B01");
    let fitted = Fitted::new("helmert:order=appearance", column(&report["input"]["fit"]), None);
    assert_rows_close(&fitted.training(), &matrix(&report["expected"]), 0.0, "B01");
}

#[test]
fn b02_width_is_fixed_at_fit_and_unknown_is_the_zero_row() {
    let report = report("B02");
    let fitted = Fitted::new("helmert", column(&report["input"]["fit"]), None);
    assert_rows_close(&fitted.rows(&column(&report["input"]["transform"])), &matrix(&report["expected"]), 0.0, "B02");
}

#[test]
fn b03_binary_has_no_leading_zero_digit() {
    let report = report("B03");
    let fitted = Fitted::new("binary", column(&report["input"]["fit"]), None);
    assert_rows_close(&fitted.rows(&column(&report["input"]["transform"])), &matrix(&report["expected"]), 0.0, "B03");
}

#[test]
fn b04_the_zero_word_is_kept_for_unknown() {
    let report = report("B04");
    let fitted = Fitted::new("base-n:base=2", column(&report["input"]["fit"]), None);
    assert_rows_close(&fitted.rows(&column(&report["input"]["transform"])), &matrix(&report["expected"]), 0.0, "B04");
}

#[test]
fn b05_the_digit_count_is_that_of_the_fit() {
    let report = report("B05");
    let fitted = Fitted::new("binary", column(&report["input"]["fit"]), None);
    assert_rows_close(&fitted.rows(&column(&report["input"]["transform"])), &matrix(&report["expected"]), 0.0, "B05");
}

#[test]
fn b06_leave_one_out_leaves_the_row_itself_out() {
    let report = report("B06");
    let y = numbers(&report["input"]["y"]);
    let fitted = Fitted::new("leave-one-out", column(&report["input"]["fit_transform"]), Some(&y));
    assert_rows_close(&fitted.training(), &matrix(&report["expected"]), 1e-12, "B06");
}

#[test]
fn b07_cat_boost_uses_only_earlier_rows() {
    let report = report("B07");
    let y = numbers(&report["input"]["y"]);
    let fitted = Fitted::new("cat-boost:a=1", column(&report["input"]["fit_transform"]), Some(&y));
    assert_rows_close(&fitted.training(), &matrix(&report["expected"]), 1e-12, "B07");
}

#[test]
fn b08_the_smoothing_is_in_the_numerator_for_new_rows_too() {
    let report = report("B08");
    let y = numbers(&report["input"]["y"]);
    let fitted = Fitted::new("cat-boost:a=5", column(&report["input"]["fit"]), Some(&y));
    assert_rows_close(&fitted.rows(&column(&report["input"]["transform"])), &matrix(&report["expected"]), 1e-12, "B08");
}

#[test]
fn b09_a_level_seen_once_gets_the_prior() {
    let report = report("B09");
    let y = numbers(&report["input"]["y"]);
    let fitted = Fitted::new("cat-boost:a=1", column(&report["input"]["fit"]), Some(&y));
    assert_rows_close(&fitted.rows(&column(&report["input"]["transform"])), &matrix(&report["expected"]), 1e-12, "B09");
}

#[test]
fn b10_rows_pair_by_position_and_unequal_lengths_are_refused() {
    let report = report("B10");
    let y = numbers(&report["input"]["y"]);
    let x = column(&report["input"]["x"]);
    let fitted = Fitted::new("m-estimate:m=1", x.clone(), Some(&y));
    assert_rows_close(&fitted.training(), &matrix(&report["expected"]), 1e-12, "B10");
    let error = refused("m-estimate", &x, TargetColumn::Numbers(&y[1..]));
    assert_eq!(error, "the column has 4 rows, but the target has 3");
}

#[test]
fn b11_a_text_target_needs_its_positive_class() {
    let report = report("B11");
    let x = column(&report["input"]["x"]);
    let names = ["anomaly".to_owned(), "normal".to_owned()];
    let target = TargetColumn::Classes { codes: &[1, 0, 1], names: &names };
    assert_eq!(
        refused("cat-boost", &x, target),
        "encoder \"cat-boost\" needs a numeric target, but the target has the classes anomaly, normal; \
         specify positive=CLASS, as in cat-boost:positive=normal"
    );
    let coded = Coded::new(&x);
    let encoding = fit(&"cat-boost:positive=anomaly".parse().unwrap(), &coded.input().with_target(target)).unwrap();
    // One anomaly in three rows; a: (1/3), then (0 + 1/3) / 2.
    assert_close(&encoding.training.unwrap(), &[1.0 / 3.0, 1.0 / 3.0, 1.0 / 6.0], 1e-12, "B11");
}

#[test]
fn b12_smoothing_zero_is_refused_and_m_zero_gives_plain_means() {
    let report = report("B12");
    let y = numbers(&report["input"]["y"]);
    let error = "target:smoothing=0,min_samples_leaf=1".parse::<nearkin_codegen::encoders::EncoderSpec>().unwrap_err();
    assert_eq!(
        error.to_string(),
        "encoder \"target\": smoothing=0 is invalid: it must be above 0 (for plain means use m-estimate:m=0)"
    );
    let fitted = Fitted::new("m-estimate:m=0", column(&report["input"]["x"]), Some(&y));
    assert_close(&fitted.training().concat(), &[10.0, 30.0, 30.0, 30.0], 1e-12, "B12");
}

#[test]
fn b13_a_level_with_one_row_follows_the_formula() {
    let report = report("B13");
    let y = numbers(&report["input"]["y"]);
    let fitted = Fitted::new("target:smoothing=1,min_samples_leaf=1", column(&report["input"]["x"]), Some(&y));
    assert_rows_close(&fitted.training(), &matrix(&report["expected"]), 1e-12, "B13");
}

#[test]
fn b14_the_sigmoid_does_not_overflow() {
    let report = report("B14");
    let mut x = cells(&["a"; 2000]);
    let mut y: Vec<f64> = [1.0, 0.0].repeat(1000);
    x.push(Some("b".into()));
    y.push(1.0);
    let fitted = Fitted::new("target:min_samples_leaf=1000,smoothing=0.5", x, Some(&y));
    assert_rows_close(&fitted.rows(&column(&report["input"]["transform"])), &matrix(&report["expected"]), 1e-12, "B14");
}

#[test]
fn b15_a_level_without_rows_is_unknown() {
    let report = report("B15");
    let levels: Vec<String> = ["A".to_owned(), "B".to_owned()].into();
    let coded = Coded { levels, codes: vec![0, 0] };
    let y = numbers(&report["input"]["y"]);
    let encoding = fit(&"target".parse().unwrap(), &coded.input().with_target(TargetColumn::Numbers(&y))).unwrap();
    assert_eq!(encoding.levels, [0]);
    let row = coded.encode(&encoding, &Some("B".into())).unwrap();
    assert_rows_close(&[row], &matrix(&report["expected"]), 1e-12, "B15");
}

#[test]
fn b16_missing_has_the_last_code() {
    let report = report("B16");
    let fitted = Fitted::new("ordinal", column(&report["input"]["x"]), None);
    assert_rows_close(&fitted.training(), &matrix(&report["expected"]), 0.0, "B16");
}

#[test]
fn b17_no_column_for_missing_where_it_is_refused() {
    let report = report("B17");
    let fitted = Fitted::new("one-hot:missing=error", column(&report["input"]["x"]), None);
    assert_rows_close(&fitted.training(), &matrix(&report["expected"]), 0.0, "B17");
}

#[test]
fn b18_contrasts_do_not_count_a_missing_level_that_is_not_there() {
    let report = report("B18");
    let fitted = Fitted::new("sum:missing=error", column(&report["input"]["x"]), None);
    assert_rows_close(&fitted.training(), &matrix(&report["expected"]), 0.0, "B18");
}

#[test]
fn b19_missing_has_one_column() {
    let report = report("B19");
    let fitted = Fitted::new("one-hot", column(&report["input"]["x"]), None);
    assert_rows_close(&fitted.training(), &matrix(&report["expected"]), 0.0, "B19");
}

#[test]
fn b20_rows_of_unknown_levels_only_are_zeros() {
    let report = report("B20");
    let fitted = Fitted::new("one-hot", column(&report["input"]["x"]), None);
    assert_rows_close(&fitted.rows(&column(&report["input"]["transform"])), &matrix(&report["expected"]), 0.0, "B20");
}

#[test]
fn b21_shares_are_kept_however_small_their_variance() {
    let report = report("B21");
    let x = cells(&[["a"; 34].as_slice(), &["b"; 33], &["c"; 33]].concat());
    let fitted = Fitted::new("count:normalize=true", x, None);
    assert_rows_close(&fitted.rows(&column(&report["input"]["transform"])), &matrix(&report["expected"]), 1e-12, "B21");
}

#[test]
fn b22_shared_hashed_columns_add_up() {
    let report = report("B22");
    let rows: Vec<Vec<f64>> = list(&report["input"]["x"])
        .iter()
        .map(|row| {
            let mut sum = vec![0.0; 8];
            for text in list(row) {
                sum[bucket(text.as_str().unwrap(), 8, Algorithm::Md5) as usize] += 1.0;
            }
            sum
        })
        .collect();
    assert_rows_close(&rows, &matrix(&report["expected"]), 0.0, "B22");
}

#[test]
fn b23_a_missing_cell_sets_no_bucket() {
    let report = report("B23");
    let fitted = Fitted::new("hashing", column(&report["input"]["x"]), None);
    assert_rows_close(&fitted.training(), &matrix(&report["expected"]), 0.0, "B23");
}

#[test]
fn b24_weight_of_evidence_is_positive_for_more_ones_than_average() {
    let report = report("B24");
    let y = numbers(&report["input"]["y"]);
    let fitted = Fitted::new("woe:regularization=1", column(&report["input"]["x"]), Some(&y));
    assert_rows_close(&fitted.rows(&column(&report["input"]["transform"])), &matrix(&report["expected"]), 1e-12, "B24");
}

#[test]
fn b25_the_log_odds_deviation_is_found() {
    let report = report("B25");
    let y = numbers(&report["input"]["y"]);
    let fitted = Fitted::new("james-stein:model=binary", column(&report["input"]["x"]), Some(&y));
    assert_rows_close(&fitted.training(), &matrix(&report["expected"]), 1e-9, "B25");
}

#[test]
fn b26_glmm_gives_the_same_bits_again() {
    assert!(report("B26")["expected"].is_null());
    let x = cells(&["a", "b", "a", "c", "b", "a", "c", "c", "a"]);
    let y = [1.0, 0.0, 0.0, 1.0, 1.0, 1.0, 0.0, 1.0, 1.0];
    let bits = |seed: u64| {
        let coded = Coded::new(&x);
        let mut input = coded.input().with_target(TargetColumn::Numbers(&y));
        input.seed = seed;
        let encoding = fit(&"glmm".parse().unwrap(), &input).unwrap();
        let rows: Vec<f64> = (0..3).flat_map(|code| encoding.outputs_of(code).unwrap()).collect();
        rows.iter().map(|x| x.to_bits()).collect::<Vec<u64>>()
    };
    assert_eq!(bits(0), bits(0));
    assert_eq!(bits(0), bits(1), "no randomness is used");
}

#[test]
fn b36_missing_does_not_shift_the_rare_levels() {
    let report = report("B36");
    let x = column(&report["input"]["x"]);
    let fitted = Fitted::new("ordinal:index_start=0,min_frequency=2,missing=nan,order=b|a", x, None);
    assert_close(&fitted.training().concat(), &numbers(&report["expected"]), 0.0, "B36");
    // In sorted order too: the rare level comes after the frequent ones.
    let sorted = Fitted::new("ordinal:index_start=0,min_frequency=2,missing=nan", fitted.cells, None);
    assert_close(&sorted.training().concat(), &numbers(&report["expected"]), 0.0, "B36");
}

#[test]
fn b37_a_missing_cell_is_never_a_cast_integer() {
    let report = report("B37");
    let fitted = Fitted::new("ordinal:index_start=0,missing=nan", column(&report["input"]["x"]), None);
    assert_close(&fitted.training().concat(), &numbers(&report["expected"]), 0.0, "B37");
    assert!(fitted.encoding.device_objection().is_some());
}

#[test]
fn b38_levels_are_compared_whole() {
    let report = report("B38");
    let fitted = Fitted::new("one-hot", column(&report["input"]["x"]), None);
    assert_rows_close(&fitted.rows(&column(&report["input"]["transform"])), &matrix(&report["expected"]), 0.0, "B38");
}

#[test]
fn every_report_on_encoders_has_its_test() {
    let file = load("bug_reports");
    let cases = file.as_array().or_else(|| file["cases"].as_array()).or_else(|| file["reports"].as_array()).unwrap();
    let elsewhere = ["B27", "B28", "B29", "B30", "B31", "B32", "B33", "B34", "B35", "B39"];
    let here: Vec<&str> =
        cases.iter().filter_map(|case| case["id"].as_str()).filter(|id| !elsewhere.contains(id)).collect();
    let source = include_str!("bugs.rs").to_lowercase();
    for id in &here {
        assert!(source.contains(&format!("fn {}_", id.to_lowercase())), "{id}");
    }
    assert_eq!((cases.len(), here.len()), (39, 29));
    // A method's name is the one users type.
    assert_eq!(Method::Binary.info().name, "binary");
}
