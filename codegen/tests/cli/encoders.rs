//! Unusual columns with every encoder: an exact error with its place, or a warning that states what was done.

use crate::folder::{Folder, text};
use nearkin_codegen::encoders::METHODS;

/// Rows of a category, a number and a class; `y` is `b` in two of three rows.
const ROWS: [(&str, &str, &str); 6] = [
    ("red", "1.5", "a"),
    ("blue", "2.5", "b"),
    ("red", "3.5", "b"),
    ("blue", "4.5", "a"),
    ("red", "5.5", "b"),
    ("blue", "6.5", "b"),
];

/// Every encoder, with the class that counts as 1 where it is required.
fn encoders() -> impl Iterator<Item = String> {
    METHODS.iter().map(|method| match method.name {
        // It accepts any classes.
        "target" => "target".to_owned(),
        name if method.supervised => format!("{name}:positive=b"),
        name => name.to_owned(),
    })
}

/// The table with changed rows: `change` receives the number of a row and its cells.
fn table(change: impl Fn(usize, [String; 3]) -> [String; 3]) -> Vec<u8> {
    let mut csv = "c,x,y\n".to_owned();
    for (at, (c, x, y)) in ROWS.into_iter().enumerate() {
        csv += &change(at, [c, x, y].map(str::to_owned)).join(",");
        csv.push('\n');
    }
    csv.into_bytes()
}

/// The table with one cell replaced: row from 0, column from 0.
fn with_cell(row: usize, column: usize, cell: &str) -> Vec<u8> {
    table(|at, mut cells| {
        if at == row {
            cells[column] = cell.to_owned();
        }
        cells
    })
}

/// The table with one cell replaced in every row.
fn with_column(column: usize, cell: &str) -> Vec<u8> {
    table(|_, mut cells| {
        cells[column] = cell.to_owned();
        cells
    })
}

/// Asserts exit code, standard error, and that nothing was written.
#[track_caller]
fn refuses(csv: &[u8], arguments: &[&str], code: i32, stderr: &str) {
    let folder = Folder::new();
    folder.write("d.csv", csv);
    let mut all = vec!["fit", "d.csv", "--target", "y", "-k", "1", "-o", "m.nkn"];
    all.extend(arguments);
    let output = folder.run(&all);
    assert_eq!(text(&output.stderr), stderr, "{arguments:?}");
    assert_eq!(output.status.code(), Some(code), "{arguments:?}");
    assert_eq!(folder.files(), ["d.csv"], "{arguments:?}");
}

/// Returns the notes and warnings about columns in the report of a fit that must succeed.
#[track_caller]
fn said(csv: &[u8], arguments: &[&str]) -> Vec<String> {
    let folder = Folder::new();
    folder.write("d.csv", csv);
    let mut all = vec!["fit", "d.csv", "--target", "y", "-k", "1", "-o", "m.nkn"];
    all.extend(arguments);
    let report = folder.ok(&all);
    assert_eq!(folder.files(), ["d.csv", "m.nkn"]);
    let is_on_column = |line: &&str| line.starts_with("note: column") || line.starts_with("warning: column");
    report.lines().filter(is_on_column).map(str::to_owned).collect()
}

/// Asserts that the fit succeeds and that the notes and warnings about columns in its report are these.
#[track_caller]
fn says(csv: &[u8], arguments: &[&str], lines: &[&str]) {
    assert_eq!(said(csv, arguments), lines, "{arguments:?}");
}

#[test]
fn a_constant_number_is_warned_of() {
    says(
        &with_column(1, "7"),
        &[],
        &["warning: column \"x\" is constant and has no effect on distances (--drop \"x\")"],
    );
}

#[test]
fn one_level_is_warned_of_by_every_encoder() {
    for encoder in encoders() {
        says(
            &with_column(0, "red"),
            &["--encoder", &encoder],
            &["warning: column \"c\" has one level and has no effect on distances (--drop \"c\")"],
        );
    }
}

#[test]
fn a_category_without_any_value_is_refused_by_every_encoder() {
    for encoder in encoders() {
        refuses(
            &with_column(0, ""),
            &["--encode", &format!("c={encoder}")],
            1,
            "nearkin: d.csv: column \"c\": every cell is missing; --drop \"c\"\n",
        );
    }
}

#[test]
fn a_number_without_any_value_is_refused_unless_a_constant_is_given() {
    for missing in ["mean", "median", "most-frequent"] {
        refuses(
            &with_column(1, ""),
            &["--missing", &format!("x={missing}")],
            1,
            "nearkin: d.csv: column \"x\": every cell is missing; --drop \"x\", or --missing x=constant:V\n",
        );
    }
    refuses(
        &with_column(1, ""),
        &["--missing", "x=drop"],
        1,
        "nearkin: d.csv: no row is left to fit: every row lacks its target or a required cell\n",
    );
    says(
        &with_column(1, ""),
        &["--missing", "x=constant:0"],
        &[
            "note: column \"x\" has no values; consider --drop \"x\"",
            "warning: column \"x\" is constant and has no effect on distances (--drop \"x\")",
        ],
    );
}

#[test]
fn a_level_that_occurs_once_has_a_warning_with_its_encoding() {
    let became = |encoder: &str| match encoder.split(':').next() {
        Some("hashing") => None,
        Some("one-hot") => Some("it still gets a separate output; min_frequency=2 would group such rare levels"),
        Some("ordinal") => Some("it still gets a separate code; min_frequency=2 would group such rare levels"),
        // Row 3 is the only one of "rare" and its class is "a", so 0; four of six rows are "b".
        // The prior, 2/3, by the weight 1 - 1 / (1 + e^((20 - 1) / 10)) = 0.8698915.
        Some("target") => Some("it is encoded as 0.5799277, an unknown level as 0.6666667"),
        // (0 + 2/3) / (1 + 1)
        Some("m-estimate") => Some("it is encoded as 0.33333334, an unknown level as 0.6666667"),
        // The variance of one row is 0, so its own mean has all the weight.
        Some("james-stein") => Some("it is encoded as 0.0, an unknown level as 0.6666667"),
        Some("woe") => Some("it is encoded as 0.0, an unknown level as 0.0"),
        // A level is encoded from its other rows only, and there are none.
        Some("leave-one-out" | "cat-boost") => Some("it is encoded as 0.6666667, an unknown level as 0.6666667"),
        // Not calculated by hand: the golden values cover random effects of two levels.
        Some("glmm") => Some("it is encoded as "),
        _ => Some("it still gets its own numbers"),
    };
    for encoder in encoders() {
        let line = became(&encoder)
            .map(|became| format!("warning: column \"c\": 1 level occurs in one row only, as \"rare\": {became}"));
        let said = said(&with_cell(3, 0, "rare"), &["--encoder", &encoder]);
        if encoder.starts_with("glmm") {
            assert!(said[0].starts_with(&line.expect("only supervised encoders are tested here")), "{said:?}");
        } else {
            assert_eq!(said, line.into_iter().collect::<Vec<_>>(), "{encoder}");
        }
    }
}

#[test]
fn rare_levels_that_were_grouped_have_no_warning() {
    for encoder in ["one-hot:min_frequency=2", "ordinal:min_frequency=2"] {
        says(&with_cell(3, 0, "rare"), &["--encoder", encoder], &[]);
    }
}

#[test]
fn levels_that_are_all_distinct_are_an_error_if_inferred_and_a_warning_if_set() {
    let csv: String = (0..24).map(|at| format!("l{at},{}.5,{}\n", at * at % 7, ["a", "b"][at % 2])).collect();
    let csv = format!("c,x,y\n{csv}");
    refuses(
        csv.as_bytes(),
        &[],
        1,
        "nearkin: d.csv: column \"c\": all 24 values are different, like an identifier; use --drop \"c\", or --categorical \"c\" to keep it\n",
    );
    let warning = "warning: column \"c\": every one of its 24 rows has a different level, so the column cannot help to predict (--drop \"c\")";
    for encoder in encoders() {
        let folder = Folder::new();
        folder.write("d.csv", csv.as_bytes());
        let fit =
            ["fit", "d.csv", "--target", "y", "-k", "1", "-o", "m.nkn", "--categorical", "c", "--encoder", &encoder];
        let report = folder.ok(&fit);
        assert!(report.lines().any(|line| line == warning), "{encoder}: {report}");
    }
}

#[test]
fn a_text_target_where_a_number_is_needed_names_the_classes_and_the_option() {
    let asks_for_numbers = METHODS.iter().filter(|method| method.supervised && method.name != "target");
    for encoder in asks_for_numbers.map(|method| method.name) {
        let line = format!(
            "nearkin: d.csv: column \"c\": encoder \"{encoder}\" needs a numeric target, but the target has the classes a, b; specify positive=CLASS, as in {encoder}:positive=b\n"
        );
        refuses(&table(|_, cells| cells), &["--encoder", encoder], 1, &line);
    }
    refuses(
        &with_cell(3, 2, "z"),
        &["--encoder", "m-estimate"],
        1,
        "nearkin: d.csv: column \"c\": encoder \"m-estimate\" needs a numeric target, but the target has the classes a, b, z; specify positive=CLASS, as in m-estimate:positive=z\n",
    );
    refuses(
        &table(|_, cells| cells),
        &["--encoder", "woe:positive=B"],
        1,
        "nearkin: d.csv: column \"c\": positive=B is not a class of the target (did you mean \"b\"?); the classes are a, b\n",
    );
    refuses(
        &table(|_, cells| cells),
        &["--task", "regress"],
        1,
        "nearkin: d.csv:2: column \"y\": \"a\" is not a number; use --missing-marker \"a\" if it means missing, or --categorical \"y\" if it is a category\n",
    );
    // The number that is neither 0 nor 1 has its line.
    let halves = table(|at, [c, x, _]| [c, x, ["0", "1", "1", "0.5", "1", "0"][at].to_owned()]);
    refuses(
        &halves,
        &["--encoder", "woe"],
        1,
        "nearkin: d.csv:5: column \"c\": encoder \"woe\" needs a target of zeros and ones, not 0.5; specify positive=VALUE or use another encoder\n",
    );
}

#[test]
fn parameters_that_divide_by_zero_are_refused_before_any_data_is_read() {
    for (encoder, reason) in [
        ("target:smoothing=0", "smoothing=0 is invalid: it must be above 0 (for plain means use m-estimate:m=0)"),
        ("target:smoothing=-1", "smoothing=-1 is invalid: it must be above 0 (for plain means use m-estimate:m=0)"),
        ("target:smoothing=nan", "smoothing=nan is invalid: it must be above 0 (for plain means use m-estimate:m=0)"),
        ("target:smoothing=inf", "smoothing=inf is invalid: it must be above 0 (for plain means use m-estimate:m=0)"),
        ("cat-boost:a=0", "a=0 is invalid: it must be above 0, otherwise the first row of a level is 0/0"),
        (
            "woe:regularization=0",
            "regularization=0 is invalid: it must be above 0; variant=article is the unsmoothed form",
        ),
        ("base-n:base=1", "base=1 is invalid: it must be a whole number from 2 to 65536"),
        ("hashing:components=0", "components=0 is invalid: it must be a whole number from 1 to 65536"),
        ("target:cv=1", "cv=1 is invalid: it must be 0 for none, or at least 2 folds"),
    ] {
        let name = encoder.split(':').next().expect("split returns at least one part");
        let line = format!(
            "nearkin: invalid value '{encoder}' for '--encoder <NAME>': encoder \"{name}\": {reason}\n\nFor more information, try '--help'.\n"
        );
        refuses(&table(|_, cells| cells), &["--encoder", encoder], 2, &line);
    }
    refuses(
        &table(|_, cells| cells),
        &["--encoder", "target:cv=7"],
        1,
        "nearkin: d.csv: column \"c\": cv=7 needs at least 7 rows, but there are 4\n",
    );
}

#[test]
fn infinite_cells_are_missing_and_counted() {
    // Numbers outside the f32 range are infinite on devices, however they are written.
    let digits = "9".repeat(400);
    for cell in ["inf", "-Infinity", "1e999", "1e39", "-1e400", &digits] {
        let shown = if cell.len() > 40 { format!("{:?}…", &cell[..40]) } else { format!("{cell:?}") };
        let note = format!(
            "note: column \"x\": 1 cell is infinite or outside the f32 range (largest: 3.4e38) and read as missing; \
             the first is {shown} on line 4"
        );
        says(&with_cell(2, 1, cell), &[], &[&note]);
        refuses(
            &with_cell(2, 1, cell),
            &["--missing", "x=error"],
            1,
            &format!(
                "nearkin: d.csv:4: column \"x\": {shown} is outside the f32 range, so the cell counts as missing \
                 (--missing x=mean, median or drop)\n"
            ),
        );
    }
}

#[test]
fn nan_cells_are_missing_in_numbers_and_in_categories() {
    let folder = Folder::new();
    for (column, became) in [(1, "number, missing mean, standard"), (0, "category, one-hot:missing=level")] {
        folder.write("d.csv", &with_cell(2, column, "NaN"));
        let report = folder.ok(&["fit", "d.csv", "--target", "y", "-k", "1", "-o", "m.nkn", "--force"]);
        let row = report.lines().find(|line| line.contains(became)).unwrap_or_else(|| panic!("{report}"));
        assert!(row.split_whitespace().any(|word| word == "1"), "one missing: {row}");
    }
}

#[test]
fn a_missing_category_that_is_refused_has_its_line() {
    for arguments in [["--encode", "c=one-hot:missing=error"], ["--missing", "c=error"]] {
        refuses(
            &with_cell(2, 0, ""),
            &arguments,
            1,
            "nearkin: d.csv:4: column \"c\": the value is missing, which missing=error does not allow; use missing=level or missing=most-frequent\n",
        );
    }
}

#[test]
fn rows_that_a_missing_cell_drops_are_neither_fitted_nor_measured() {
    // Every other row lacks the cell, so that some of the rows held out would lack it too.
    let csv: String =
        (0..24).map(|at| format!("{},{at}.5,{}\n", ["red", ""][at % 2], ["a", "b"][at / 2 % 2])).collect();
    let folder = Folder::new();
    folder.write("d.csv", format!("c,x,y\n{csv}").as_bytes());
    for arguments in [["--encode", "c=one-hot:missing=drop"], ["--missing", "c=drop"]] {
        let fit = ["fit", "d.csv", "--target", "y", "-k", "1", "-o", "m.nkn", "--force", arguments[0], arguments[1]];
        let report = folder.ok(&fit);
        assert!(report.contains("12 rows of d.csv, 12 with missing cells dropped\n"), "{report}");
        assert!(report.contains("of 3 rows)") || report.contains("of 4 rows)"), "a quarter of twelve: {report}");
    }
}

#[test]
fn a_level_outside_the_given_order_has_its_line() {
    refuses(
        &table(|_, cells| cells),
        // Without rows held out: otherwise the validation fit would reach the level in another row first.
        &["--encode", "c=ordinal:order=red|bleu", "--holdout", "0"],
        1,
        "nearkin: d.csv:3: column \"c\": level \"blue\" is not in order=red|bleu (did you mean \"bleu\"?); list every level\n",
    );
}

#[test]
fn options_that_devices_do_not_support_are_refused_with_the_reason() {
    refuses(
        &with_cell(2, 0, ""),
        &["--encode", "c=target:missing=nan"],
        1,
        "nearkin: d.csv: column \"c\": missing=nan produces NaN, which a device model cannot store; use missing=level or indicator\n",
    );
    refuses(
        &table(|_, cells| cells),
        &["--encode", "c=target:unknown=nan"],
        1,
        "nearkin: d.csv: column \"c\": unknown=nan produces NaN, which a device model cannot store; use unknown=value or indicator\n",
    );
}

#[test]
fn levels_that_differ_only_in_case_or_spaces_have_a_warning() {
    let spelt = |one: &'static str, other: &'static str| {
        table(move |at, [c, x, y]| [if c == "red" { [one, other][at / 2 % 2].to_owned() } else { c }, x, y])
    };
    for (one, other) in [("Red", "red"), ("light red", "light  red"), ("light\tred", "Light Red")] {
        let line = format!(
            "note: column \"c\": {one:?}, {other:?} differ only in case or white space; --fold-case merges them"
        );
        let folder = Folder::new();
        folder.write("d.csv", &spelt(one, other));
        let report = folder.ok(&["fit", "d.csv", "--target", "y", "-k", "1", "-o", "m.nkn"]);
        assert!(report.lines().any(|said| said == line), "{report}");
        says(&spelt(one, other), &["--fold-case"], &[]);
    }
}

#[test]
fn levels_of_ten_thousand_bytes_are_kept_exactly_with_a_warning_of_their_size() {
    let long = |c: &str| c.repeat(10_000 / c.len());
    let csv = table(|_, [c, x, y]| [long(&c), x, y]);
    let folder = Folder::new();
    folder.write("d.csv", &csv);
    let report = folder.ok(&["fit", "d.csv", "--target", "y", "-k", "1", "-o", "m.nkn"]);
    let warning = "warning: column \"c\" needs 19.6 KB of flash, more than all other columns together; --encode c=hashing needs 20 B";
    assert!(report.lines().any(|line| line == warning), "{report}");
    // The row itself, then one whose last byte differs.
    let mut other = long("red");
    other.replace_range(9_998.., "D");
    folder.write("q.csv", format!("c,x\n{},1.5\n{other},1.5\n", long("red")).as_bytes());
    let encoded = folder.ok(&["encode", "m.nkn", "q.csv"]);
    let hot: Vec<usize> =
        encoded.lines().skip(1).map(|line| line.split(',').take(2).filter(|&cell| cell == "1").count()).collect();
    assert_eq!(hot, [1, 0], "the known level is hot, the unknown one is not");
    // The result is what the warning states.
    let report = folder.ok(&["fit", "d.csv", "--target", "y", "-k", "1", "-o", "h.nkn", "--encode", "c=hashing"]);
    let row = report.lines().find(|line| line.trim_start().starts_with("c ")).unwrap_or_else(|| panic!("{report}"));
    assert!(row.trim_end().ends_with("20 B"), "{row}");
}

#[test]
fn bytes_that_are_not_utf8_have_line_and_column() {
    for (cell, column) in [(0, "c"), (1, "x"), (2, "y")] {
        let mut csv = with_cell(3, cell, "bl#e");
        let at = csv.iter().position(|&byte| byte == b'#').expect("the table contains it");
        csv[at] = 0xFC;
        let line = format!(
            "nearkin: d.csv:5: column \"{column}\": byte 0xFC at offset {at} is not valid UTF-8; use --encoding latin1 for Western European text\n"
        );
        refuses(&csv, &[], 1, &line);
    }
}

#[test]
fn a_table_too_large_for_a_model_is_refused_with_its_column_before_it_is_allocated() {
    use std::fmt::Write;
    let mut csv = "c,x,y\n".to_owned();
    for row in 0..10_000 {
        writeln!(csv, "level {},{row},{}", row % 5000, row % 3).expect("writing to a String succeeds");
    }
    for encoder in ["sum", "backward-difference", "helmert", "polynomial"] {
        refuses(
            csv.as_bytes(),
            &["--holdout", "0", "--encode", &format!("c={encoder}")],
            1,
            "nearkin: d.csv: column \"c\": 5000 levels become 4999 outputs, a table of 95 MB, more than a model can hold \
             (64 MB); use target, count or hashing, or --drop \"c\"\n",
        );
    }
}

#[test]
fn a_mapping_that_omits_levels_has_a_warning() {
    let csv = table(|_, cells| cells);
    let mapped = |mapping: &str| said(&csv, &["--encode", &format!("c=ordinal:mapping={mapping}")]);
    assert!(mapped("1:red|2:blue").is_empty());
    assert_eq!(mapped("1:red|2:blue|3:green"), Vec::<String>::new(), "a level that may come later");
    assert_eq!(
        mapped("1:red|2:Blue|3:green"),
        ["warning: column \"c\": mapping= does not list blue (encoded as -1); it lists Blue, green, which no row has"]
    );
}

#[test]
fn a_constant_for_a_number_is_a_number() {
    for constant in ["4,2", "nan", "much"] {
        refuses(
            &table(|_, cells| cells),
            &["--missing", &format!("x=constant:{constant}")],
            1,
            &format!(
                "nearkin: d.csv: column \"x\": it is numeric, but the constant {constant:?} of --missing is not a number (as in \
                 constant:4.2)\n"
            ),
        );
    }
}
