//! The rules of reading a CSV, and each fault in all its forms.

use nearkin_codegen::data::{Cells, Dataset, Encoding, Kind, Quote, ReadOptions, Task, infer_task, read_bytes};
use nearkin_codegen::random::Random;

fn told() -> ReadOptions {
    ReadOptions::default()
}

fn read(text: &str, options: &ReadOptions) -> Dataset {
    read_bytes("f", text.as_bytes().to_vec(), options).unwrap_or_else(|error| panic!("{text:?}: {error}"))
}

fn fault(text: &str, options: &ReadOptions) -> String {
    match read_bytes("f", text.as_bytes().to_vec(), options) {
        Ok(data) => panic!("{text:?} was read: {data:?}"),
        Err(error) => error.to_string(),
    }
}

fn has_note(data: &Dataset, note: &str) -> bool {
    data.notes.iter().any(|found| found.contains(note))
}

fn numbers<'d>(data: &'d Dataset, name: &str) -> &'d [f64] {
    match &data.column(name).unwrap().cells {
        Cells::Numbers(numbers) => numbers,
        Cells::Categories(categories) => panic!("{name} is of categories {:?}", categories.levels),
    }
}

fn texts<'d>(data: &'d Dataset, name: &str) -> Vec<Option<&'d str>> {
    match &data.column(name).unwrap().cells {
        Cells::Categories(categories) => (0..data.len()).map(|row| categories.text(row)).collect(),
        Cells::Numbers(numbers) => panic!("{name} is of numbers {numbers:?}"),
    }
}

fn names(data: &Dataset) -> Vec<&str> {
    data.columns.iter().map(|column| column.name.as_str()).collect()
}

#[test]
fn the_source_is_hashed_as_it_was_given() {
    let data = read("abc", &ReadOptions { no_header: true, ..told() });
    // FIPS 180-2, example B.1.
    assert_eq!(data.source.sha256, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    assert_eq!((data.source.name.as_str(), data.source.bytes), ("f", 3));
}

#[test]
fn one_table_written_in_many_ways_is_read_the_same() {
    let plain = read("x,y\n1.5,a b\n-2,\"c;|d\"\n", &told());
    for text in [
        "\u{feff}x,y\n1.5,a b\n-2,\"c;|d\"\n",
        "x,y\r\n1.5,a b\r\n-2,\"c;|d\"\r\n",
        "x,y\r1.5,a b\r-2,\"c;|d\"",
        "\n\nx , y\n\n 1.5,\ta b \n,\n-2.0 , \"c;|d\" \n  \n",
        "\"x\",\"y\"\n\"1.5\",\"a b\"\n\"-2\",\"c;|d\"",
        "x\ty\n1.5\ta b\n-2\tc;|d\n",
        "sep=;\nx;y\n1.5;a b\n-2;\"c;|d\"\n",
        "x,y,\n1.5,a b,\n-2,\"c;|d\",\n",
        "x,y\n1.5,a b,\n-2,\"c;|d\",,\n",
    ] {
        assert_eq!(read(text, &told()).columns, plain.columns, "{text:?}");
    }
    for (encoding, big) in [(Encoding::Auto, false), (Encoding::Auto, true), (Encoding::Utf16, false)] {
        let units = "\u{feff}x,y\n1.5,a b\n-2,\"c;|d\"\n".encode_utf16();
        let bytes = units.flat_map(|unit| if big { unit.to_be_bytes() } else { unit.to_le_bytes() }).collect();
        let options = ReadOptions { encoding, ..told() };
        assert_eq!(read_bytes("f", bytes, &options).unwrap().columns, plain.columns);
    }
}

#[test]
fn a_row_has_its_line_number_after_any_rows() {
    let text = "# c\r\na,b\r\n\r\n1,\"x\r\ny\"\r\n,\r\n2,z\r\n";
    let comment = ReadOptions { comment: Some(b'#'), ..told() };
    let data = read(text, &comment);
    assert_eq!((data.lines.get(0), data.lines.get(1), data.lines.get(2)), (Some(4), Some(7), None));
    let numeric = ReadOptions { kinds: [("b".into(), Kind::Numeric)].into(), ..comment };
    let error = fault(&text.replace("\"x\r\ny\"", "\"1\r\n\""), &numeric);
    assert!(error.starts_with("f:7: column \"b\": \"z\" is not a number"), "{error}");
}

#[test]
fn ragged_rows_name_line_counts_and_the_likely_option() {
    for (text, expected) in [
        ("a,b,c\n1,2,x\n3,y\n", "f:3: 2 cells, but the header has 3; set --delimiter"),
        ("a,b\n1,2\n3,4,5\n", "f:3: 3 cells, but the header has 2; set --delimiter"),
        ("a,b\nr1,2,3\nr2,4,5\n", "f:2: 3 cells, but the header has 2; if each row begins with a row name"),
        ("# log\na,b\n1,2\n3,4\n", "f:2: 2 cells, but the header has 1; use --comment \"#\" to skip"),
        ("Report\na;b\n1;2\n3;4\n", "f:2: 2 cells, but the header has 1; is \"Report\" the header?"),
        ("a,b\n'x, y',1\n'z',2\n", "f:2: 3 cells, but the header has 2; use --quote \"'\""),
        ("a,b,c\n1,2,3\nonly\n4,5,6\n", "f:3: 1 cell, but the header has 3"),
    ] {
        let error = fault(text, &told());
        assert!(error.starts_with(expected), "{text:?}: {error}");
    }
    let error = fault("1,2\n3\n", &ReadOptions { no_header: true, ..told() });
    assert!(error.starts_with("f:2: 1 cell, but the first row has 2"), "{error}");
}

#[test]
fn missing_texts_depend_on_the_company_they_keep() {
    let data = read("n,t,u\n1,None,?\n?,NA,x\nNone,,-\nN/A,\"\",n/a\n", &told());
    assert_eq!(numbers(&data, "n").iter().filter(|number| number.is_nan()).count(), 3);
    assert_eq!(texts(&data, "t"), [Some("None"), None, None, None]);
    assert_eq!(texts(&data, "u"), [Some("?"), Some("x"), Some("-"), None]);
    assert!(has_note(&data, "column \"n\": 2 cells are read as missing; the first is \"?\""));
    assert!(has_note(&data, "column \"u\": \"?\" is read as a category (use --missing-marker \"?\""));
    let marked = read("u,v\n?,1\nx,2\n", &ReadOptions { missing_markers: vec!["?".into()], ..told() });
    assert_eq!(texts(&marked, "u"), [None, Some("x")]);
}

#[test]
fn a_column_of_question_marks_is_of_categories_and_an_empty_one_of_numbers() {
    let text = "q,e,x\n?,,1\n?,NA,2\n";
    let data = read(text, &told());
    assert_eq!(texts(&data, "q"), [Some("?"), Some("?")]);
    assert_eq!((numbers(&data, "e").len(), data.column("e").unwrap().n_missing()), (2, 2));
    assert!(has_note(&data, "column \"e\" has no values; consider --drop \"e\""));
    let kinds = [("e".into(), Kind::Categorical), ("q".into(), Kind::Numeric)].into();
    let data = read(text, &ReadOptions { kinds, ..told() });
    assert_eq!(texts(&data, "e"), [None, None]);
    assert_eq!((numbers(&data, "q").len(), data.column("q").unwrap().n_missing()), (2, 2));
}

#[test]
fn one_text_far_down_makes_a_column_categorical() {
    let mut text = "v,w\n".to_owned();
    (0..300_000).for_each(|row| text.push_str(&format!("{},{row}\n", row % 7)));
    text.push_str("n/k,300000\n");
    let data = read(&text, &told());
    let Cells::Categories(v) = &data.column("v").unwrap().cells else { panic!("v has a text") };
    assert_eq!(v.levels, ["0", "1", "2", "3", "4", "5", "6", "n/k"]);
    assert!((0..300_000).all(|row| v.codes[row] as usize == row % 7));
    assert!(has_note(
        &data,
        "column \"v\": 300000 of 300001 cells are numbers, but \"n/k\" on line 300002 makes it categorical"
    ));
    assert!((0u32..).zip(numbers(&data, "w")).all(|(row, &number)| number.to_bits() == f64::from(row).to_bits()));
    let numeric = ReadOptions { kinds: [("v".into(), Kind::Numeric)].into(), ..told() };
    let expected = "f:300002: column \"v\": \"n/k\" is not a number; use --missing-marker \"n/k\" if it means missing, \
                    or --categorical \"v\" if it is a category";
    assert_eq!(fault(&text, &numeric), expected);
}

#[test]
fn the_first_fault_is_reported_with_any_order_of_threads() {
    let mut text = "a,b\n".to_owned();
    for row in 0..200_000 {
        let fault = if row == 150_000 || row == 190_000 { ",x" } else { "" };
        text.push_str(&format!("{row},{row}{row}{fault}\n"));
    }
    for _ in 0..5 {
        let error = fault(&text, &told());
        assert!(error.starts_with("f:150002: 3 cells"), "{error}");
    }
}

#[test]
fn threads_do_not_change_the_data() {
    let mut text = "a,b,c\n".to_owned();
    (0..150_000u64).for_each(|row| text.push_str(&format!("t{},\"{}\",{row}\n", row * row % 977, row % 13)));
    let many = read(&text, &told());
    let one = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap().install(|| read(&text, &told()));
    assert_eq!(many, one);
}

#[test]
fn classes_stay_as_typed_and_quantities_are_numbers() {
    let target = |text: &str, kinds: &[(&str, Kind)]| {
        let kinds = kinds.iter().map(|&(name, kind)| (name.to_owned(), kind)).collect();
        read(text, &ReadOptions { target: Some("y".into()), kinds, ..told() })
    };
    let digits = "x,y\n1,07\n2,1\n3,\n4,inf\n5,?\n";
    let data = target(digits, &[]);
    assert_eq!(texts(&data, "y"), [Some("07"), Some("1"), None, None, None]);
    assert_eq!(infer_task(data.column("y").unwrap()), Task::Classify);
    assert!(has_note(&data, "column \"y\": 1 cell is infinite"));
    assert_eq!(numbers(&target(digits, &[("y", Kind::Numeric)]), "y")[..2], [7.0, 1.0]);
    assert_eq!(texts(&target("x,y\n1,2.5\n2,3\n", &[("y", Kind::Categorical)]), "y"), [Some("2.5"), Some("3")]);
    assert_eq!(numbers(&target("x,y\n1,2.5\n2,3\n", &[]), "y"), [2.5, 3.0]);
    let count = |n: usize| (0..n).fold("x,y\n".to_owned(), |text, row| format!("{text}1,{row}\n"));
    assert_eq!(target(&count(20), &[]).column("y").unwrap().kind(), Kind::Categorical);
    assert_eq!(target(&count(21), &[]).column("y").unwrap().kind(), Kind::Numeric);
}

#[test]
fn only_wanted_columns_are_stored() {
    let text = "id,a,b,y,g\nu1,1,2,p,1\nu2,3,4,q,2\n";
    let options = ReadOptions { target: Some("y".into()), group: Some("g".into()), ..told() };
    let features = ReadOptions { features: Some(vec!["b".into()]), ..options.clone() };
    assert_eq!(names(&read(text, &features)), ["b", "y", "g"]);
    assert_eq!(texts(&read(text, &features), "g"), [Some("1"), Some("2")]);
    let drop = ReadOptions { drop: vec!["id".into(), "a".into()], ..options };
    assert_eq!(names(&read(text, &drop)), ["b", "y", "g"]);
    let wrong = ReadOptions { drop: vec!["idd".into()], ..told() };
    assert_eq!(fault(text, &wrong), "f: no column \"idd\", specified by --drop (did you mean \"id\"?)");
}

#[test]
fn unnamed_columns_live_by_their_values() {
    let mut text = "a,,\n".to_owned();
    (0..2000).for_each(|row| text.push_str(&format!("{row},,\n")));
    let late = format!("{text}1,,x\n");
    let data = read(&late, &told());
    assert_eq!(names(&data), ["a", "column_3"]);
    assert_eq!((texts(&data, "column_3")[2000], data.column("column_3").unwrap().n_missing()), (Some("x"), 2000));
    assert_eq!(names(&read(&text, &told())), ["a"]);
    // A column with values must be in every row.
    let error = fault(&format!("{late}2\n"), &told());
    assert!(error.starts_with("f:2003: 1 cell, but the header has 3"), "{error}");
    assert_eq!(read(&format!("{text}2\n"), &told()).len(), 2001);
    let made_up = ReadOptions { features: Some(vec!["column_2".into()]), ..told() };
    assert_eq!(names(&read("a,\n1,\n2,\n", &made_up)), ["column_2"]);
}

#[test]
fn decimal_commas_are_detected_set_or_suggested() {
    assert_eq!(numbers(&read("a;b\n2,6;x\n3;y\n", &told()), "a"), [2.6, 3.0]);
    let thousands = read("a;b\n1,234;x\n2;y\n", &told());
    assert!(has_note(&thousands, "\"1,234\" on line 2 makes it categorical; use --decimal-comma if"));
    let comma = ReadOptions { decimal_comma: true, ..told() };
    assert_eq!(numbers(&read("a;b\n1,234;x\n2;y\n", &comma), "a"), [1.234, 2.0]);
    assert_eq!(numbers(&read("a,b\n\"2,6\",x\n3,y\n", &comma), "a"), [2.6, 3.0]);
    let numeric = ReadOptions { kinds: [("a".into(), Kind::Numeric)].into(), ..told() };
    assert!(fault("a;b\n1,234;x\n", &numeric).contains("\"1,234\" is not a number; use --decimal-comma if"));
}

#[test]
fn any_ascii_delimiter_and_quote_can_be_set() {
    let options = ReadOptions { delimiter: Some(b' '), ..told() };
    assert_eq!(numbers(&read("a b\n1 2\n", &options), "b"), [2.0]);
    let plain = ReadOptions { quote: Quote::None, ..told() };
    assert_eq!(texts(&read("a,b\n\"x,1\ny\",2\n", &plain), "a"), [Some("\"x"), Some("y\"")]);
    assert!(has_note(&read("a,b\n'x',1\n'y',2\n", &told()), "enclosed in '"));
}

#[test]
fn files_without_a_table_say_so() {
    for (text, expected) in [
        ("", "f: the file is empty"),
        ("\u{feff}\n \n", "f: the file is empty"),
        ("a,b\n", "f: no data rows"),
        ("a,b\n,\n\n", "f: no data rows"),
        (",,\n", "f: no data rows"),
        ("{\"a\": 1}\n", "f: the file is JSON, not CSV; convert it to CSV"),
    ] {
        assert_eq!(fault(text, &told()), expected, "{text:?}");
    }
}

#[test]
fn a_header_that_is_data_is_noted() {
    let text = "5.1,3.5,setosa\n4.9,3.0,setosa\n";
    assert!(has_note(
        &read(text, &told()),
        "line 1 is read as column names although it contains \"5.1\" (use --no-header"
    ));
    let data = read(text, &ReadOptions { no_header: true, ..told() });
    assert_eq!((names(&data), data.len()), (vec!["column_1", "column_2", "column_3"], 2));
    assert_eq!(data.lines.get(0), Some(1));
}

/// Writes a table according to RFC 4180, reads it, and compares every cell and line.
#[test]
fn what_was_quoted_is_read_back_across_chunks() {
    let pieces = ["a", "\"", ",", "\n", "\r\n", "é", " ", ";", "'", "1", "\r", "#"];
    let mut random = Random::new(1, 0);
    let mut text = "i,t,x\r\n".to_owned();
    let (mut cells, mut lines, mut line) = (Vec::new(), Vec::new(), 2);
    for row in 0..150_000 {
        let inner: String = (0..random.below(8)).map(|_| pieces[random.below(pieces.len())]).collect();
        let cell = format!("<{inner}>");
        text.push_str(&format!("{row},\"{}\",{:?}\r\n", cell.replace('"', "\"\""), f64::from(row) / 7.0));
        lines.push(line);
        line += 1 + cell.replace("\r\n", "\n").matches(['\n', '\r']).count() as u64;
        cells.push(cell);
    }
    assert!(text.len() > 4 << 20, "several chunks");
    let data = read(&text, &told());
    assert_eq!(data.len(), cells.len());
    let found = texts(&data, "t");
    let (i, x) = (numbers(&data, "i"), numbers(&data, "x"));
    for (row, cell) in cells.iter().enumerate() {
        let number = f64::from(u32::try_from(row).unwrap());
        assert_eq!((found[row], data.lines.get(row)), (Some(cell.as_str()), Some(lines[row])));
        assert_eq!((i[row].to_bits(), x[row].to_bits()), (number.to_bits(), (number / 7.0).to_bits()));
    }
}
