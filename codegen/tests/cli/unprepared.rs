//! Files of loggers as they are: each is read with notes about the assumptions, or refused with the place and a remedy.

use crate::folder::{Folder, text};

const NAMES: [&str; 5] = ["day", "temp", "co2", "door", "y"];

/// 24 rows: a day, two numbers, a category, a class.
fn rows() -> Vec<[String; 5]> {
    (0..24)
        .map(|at| {
            let temp = format!("{:.2}", 20.0 + f64::from(at) * 0.37);
            let (door, class) = (["open", "shut"][at as usize % 2], ["a", "b", "c"][at as usize % 3]);
            [format!("2026-03-{:02}", at + 1), temp, (400 + at * 13 % 90).to_string(), door.into(), class.into()]
        })
        .collect()
}

/// The file, with `change` applied to the cells of each line (line 0 contains the names).
fn file(delimiter: &str, end: &str, change: impl Fn(usize, &mut Vec<String>)) -> String {
    let mut text = String::new();
    let lines = std::iter::once(NAMES.map(str::to_owned)).chain(rows());
    for (at, cells) in lines.enumerate() {
        let mut cells = cells.to_vec();
        change(at, &mut cells);
        text += &(cells.join(delimiter) + end);
    }
    text
}

fn plain() -> String {
    file(",", "\n", |_, _| ())
}

/// The file with `change` applied to the temperature of each row.
fn temperatures(change: impl Fn(usize, &str) -> String) -> String {
    file(",", "\n", |at, cells| {
        if at > 0 {
            cells[1] = change(at, &cells[1]);
        }
    })
}

fn fit(bytes: &[u8], more: &[&str]) -> (i32, String, String) {
    let folder = Folder::new();
    folder.write("d.csv", bytes);
    let fit = ["fit", "d.csv", "--target", "y", "--drop", "day", "-k", "1", "-o", "m.nkn"];
    let output = folder.run(&[&fit, more].concat());
    let code = output.status.code().expect("no signal ended it");
    assert_eq!(folder.files().contains(&"m.nkn".to_owned()), code == 0, "{:?}", folder.files());
    if code == 0 {
        // Settings that were given to the fit or detected by it apply to every other command without options.
        for command in ["predict", "encode", "evaluate", "verify", "report"] {
            let page: &[&str] = if command == "report" { &["-o", "page.html"] } else { &[] };
            folder.ok(&[&[command, "m.nkn", "d.csv"], page].concat());
        }
    }
    (code, text(&output.stdout).to_owned(), text(&output.stderr).to_owned())
}

/// Asserts that 24 rows are fitted, with exactly these notes.
#[track_caller]
fn read(bytes: &[u8], notes: &[&str]) {
    read_with(bytes, &[], notes);
}

/// Asserts the same with options.
#[track_caller]
fn read_with(bytes: &[u8], more: &[&str], notes: &[&str]) {
    let (code, report, error) = fit(bytes, more);
    assert_eq!((code, error.as_str()), (0, ""));
    assert!(report.contains("24 rows of d.csv"), "{report}");
    assert!(report.contains("temp") && !report.contains("temp  category"), "{report}");
    let said: Vec<&str> = report.lines().filter_map(|line| line.strip_prefix("note: ")).collect();
    assert_eq!(said, notes);
}

/// Asserts that the file is refused with this message.
#[track_caller]
fn refused(bytes: &[u8], message: &str) {
    let (code, report, error) = fit(bytes, &[]);
    assert_eq!((code, report.as_str()), (1, ""));
    assert_eq!(error, format!("nearkin: d.csv{message}\n"));
}

fn utf16(text: &str, big: bool) -> Vec<u8> {
    let units = std::iter::once(0xFEFF).chain(text.encode_utf16());
    units.flat_map(|unit: u16| if big { unit.to_be_bytes() } else { unit.to_le_bytes() }).collect()
}

#[test]
fn a_german_spreadsheet_with_mark_quotes_units_and_decimal_commas() {
    let quoted = file(";", "\r\n", |at, cells| {
        cells[1] = if at == 0 { "temp [\u{b0}C]".into() } else { cells[1].replace('.', ",") };
        cells.iter_mut().for_each(|cell| *cell = format!("\"{cell}\""));
    });
    read(format!("\u{feff}{quoted}").as_bytes(), &["delimiter ';' detected", "numbers use a decimal comma"]);
}

#[test]
fn utf_16_of_either_order_with_tabs_or_semicolons() {
    let mark = "read as UTF-16, according to the byte-order mark";
    read(&utf16(&file("\t", "\r\n", |_, _| ()), false), &[mark, "delimiter '\\t' detected"]);
    read(&utf16(&file(";", "\n", |_, _| ()), true), &[mark, "delimiter ';' detected"]);
    let without = &utf16(&plain(), false)[2..];
    refused(without, ":1: NUL byte at offset 1; use --encoding utf16 if the file is UTF-16");
}

#[test]
fn latin_1_is_reported_with_its_byte_and_column() {
    let text = file(",", "\n", |at, cells| {
        if at == 0 {
            cells[3] = "t\u{fc}r".into();
        }
    });
    let bytes: Vec<u8> = text.chars().map(|c| u8::try_from(u32::from(c)).expect("the text is Latin-1")).collect();
    refused(
        &bytes,
        ":1: column \"t\u{fffd}r\": byte 0xFC at offset 14 is not valid UTF-8; use --encoding latin1 for Western European text",
    );
}

#[test]
fn lines_above_or_below_the_table() {
    let name = ": no column \"y\", specified by --target; the columns are ";
    let commented = "# logger 7\r# started 12:00\r".to_owned() + &plain().replace('\n', "\r");
    let advice = "\"# logger 7\"; use --comment '#' if \"# logger 7\" is a comment above the column names";
    refused(commented.as_bytes(), &format!("{name}{advice}"));
    let preamble = "Device: X7\nSerial: 12\n\n".to_owned() + &plain();
    let advice =
        "\"Device: X7\"; set --delimiter if the file has another one, or delete the lines above the column names";
    refused(preamble.as_bytes(), &format!("{name}{advice}"));
    let (_, data) = plain().split_once('\n').map(|(a, b)| (a.to_owned(), b.to_owned())).expect("lines");
    let advice = "\"2026-03-01\", \"20.00\", \"400\", \"open\", \"a\"; use --no-header if the first line is data";
    refused(data.as_bytes(), &format!("{name}{advice}"));
    let ended = plain() + "# end of log\n";
    refused(
        ended.as_bytes(),
        ":26: 1 cell, but the header has 5; use --comment \"#\" to skip lines that begin with it",
    );
    let cut = plain() + "2026-03-25,2";
    let advice = "set --delimiter if ',' is not the delimiter, or correct or delete the line";
    refused(cut.as_bytes(), &format!(":26: 2 cells, but the header has 5; {advice}"));
    read(("sep=|\n".to_owned() + &file("|", "\n", |_, _| ())).as_bytes(), &["delimiter '|' set by the line sep=|"]);
}

#[test]
fn empty_lines_lines_of_delimiters_and_padded_cells() {
    let text = plain().replace(',', " , ").replacen("\n2026-03-05", "\n,,,,\n   \n2026-03-05", 1);
    read(("\n\n".to_owned() + &text).as_bytes(), &["1 line skipped: only delimiters"]);
    read(file(",", "\r\r\n", |_, _| ()).as_bytes(), &[]);
}

#[test]
fn signs_for_missing_numbers() {
    let marks = ["NA", "n/a", "-", "?", "null", "NaN", "inf", "-9999", "", " "];
    let text = temperatures(|at, cell| marks.get(at - 1).map_or(cell, |mark| mark).to_owned());
    read(
        text.as_bytes(),
        &[
            "column \"temp\": 1 cell is infinite or outside the f32 range (largest: 3.4e38) and read as missing; the first is \"inf\" on line 8",
            "column \"temp\": 2 cells are read as missing; the first is \"-\"",
            "column \"temp\": 1 cell is -9999, far from all other values (use --missing-marker -9999 if it means missing)",
        ],
    );
}

#[test]
fn numbers_written_as_text() {
    let identifier = ": column \"temp\": all 24 values are different, like an identifier; use \
                      --drop \"temp\", or --categorical \"temp\" to keep it";
    let beside =
        "on line 2 is not a number: remove the text around the number, such as a unit, if it is meant to be a number";
    refused(temperatures(|_, cell| format!("{cell} %")).as_bytes(), &format!("{identifier}; \"20.00 %\" {beside}"));
    refused(temperatures(|_, cell| format!("${cell}")).as_bytes(), &format!("{identifier}; \"$20.00\" {beside}"));
    let mixed = file(";", "\n", |at, cells| {
        if at > 0 && at != 2 {
            cells[1] = cells[1].replace('.', ",");
        }
    });
    let advice = "use --decimal-comma if the comma is a decimal separator, or remove it if it separates thousands";
    refused(mixed.as_bytes(), &format!("{identifier}; \"20,00\" on line 2 is not a number: {advice}"));
}

#[test]
fn quotes_that_hold_line_ends_and_quotes_that_never_end() {
    let text = file(",", "\n", |at, cells| {
        if at == 4 {
            cells[3] = "\"shut, \"\"really\"\"\nyes\"".into();
        }
    });
    read(text.as_bytes(), &[]);
    let open = plain().replacen("shut", "\"shut", 1);
    refused(
        open.as_bytes(),
        ":3: a cell opens with \" but is never closed; use --quote none if \" is an ordinary character",
    );
}

#[test]
fn files_that_are_not_csv_are_named_by_their_format() {
    for (bytes, message) in [
        (&b"\x1f\x8b\x08\x00rest"[..], ": the file is gzip, not CSV; unpack it first"),
        (b"PK\x03\x04rest", ": the file is an Excel workbook or a zip archive, not CSV; save the sheet as CSV"),
        (b"[{\"a\":1}]\n", ": the file is JSON, not CSV; convert it to CSV"),
        (b"<!DOCTYPE html><html></html>\n", ": the file is HTML, not CSV; download the file itself"),
        (
            b"@relation r\n@attribute y {a,b}\n@data\na\n",
            ": the file is ARFF, not CSV; delete the lines up to @data and use --no-header",
        ),
    ] {
        refused(bytes, message);
    }
}

#[test]
fn faults_that_come_together() {
    let comma = |text: String| text.replace('.', ",");
    let quoted = |cell: &String| format!("\"{}\"", cell.replace('"', "\"\""));
    let semicolon = "delimiter ';' detected";
    let decimal = "numbers use a decimal comma";

    // UTF-16, comments that contain delimiters and umlauts, semicolons and decimal commas.
    let logged = "# B\u{fc}ro\n# 2026;1,5\n".to_owned() + &comma(file(";", "\n", |_, _| ()));
    let mark = "read as UTF-16, according to the byte-order mark";
    read_with(&utf16(&logged, true), &["--comment", "#"], &[mark, semicolon, decimal]);
    let without = &utf16(
        &comma(file(";", "\n", |at, cells| {
            if at == 1 {
                cells[3] = "B\u{fc}ro".into()
            }
        })),
        true,
    )[2..];
    refused(without, ":2: byte 0xFC at offset 85 is not valid UTF-8; use --encoding utf16 if the file is UTF-16");

    // A byte-order mark, CR as line ending, and quoted cells that contain CR, quotes and delimiters.
    let notes = file(",", "\r", |_, cells| {
        cells[3] = format!("{}, \"really\"\ryes", cells[3]).replace("door, \"really\"\ryes", "door");
        cells.iter_mut().for_each(|cell| *cell = quoted(cell));
    });
    read(("\u{feff}".to_owned() + &notes).as_bytes(), &[]);

    // Semicolons, commas in texts and numbers, lines that end with a delimiter, and a sensor that fails.
    let ends = file(";", "\r\n", |at, cells| {
        cells[1] = cells[1].replace('.', ",");
        if at > 0 {
            cells[3] += ", left, 2nd";
            if at % 9 == 4 {
                cells[1] = "ERR".into();
            }
        }
        cells.push(String::new());
    });
    let empty = "column 6 has no name and no values, ignored";
    read_with(ends.as_bytes(), &["--missing-marker", "ERR"], &[semicolon, decimal, empty]);
    let rows_only = ends.replacen("y;\r", "y\r", 1);
    let beyond = "24 rows have extra empty cells after the last column, ignored";
    read_with(rows_only.as_bytes(), &["--missing-marker", "ERR"], &[semicolon, decimal, beyond]);

    // Two columns with the same name, one without a name, and a row that is too short.
    let twice = file(",", "\n", |at, cells| {
        if at == 0 {
            cells[2] = "temp".into();
            cells[3] = String::new();
        }
    });
    let duplicate = ":1: duplicate column name \"temp\" (columns 2 and 3); rename one, or use --drop \"temp\" to leave out both, or \
                     --no-header if this line is data";
    refused(twice.as_bytes(), duplicate);
    let short = twice.replace(",temp,temp,", ",temp,co2,").replace(",413,shut,", ",413,");
    refused(
        short.as_bytes(),
        ":3: 4 cells, but the header has 5; set --delimiter if ',' is not the delimiter, or correct or delete the line",
    );

    // Latin-1 and tabs, with --encoding.
    let text = file("\t", "\r\n", |at, cells| {
        if at > 0 {
            cells[3] += " T\u{fc}r"
        }
    });
    let bytes: Vec<u8> = text.chars().map(|c| u8::try_from(u32::from(c)).expect("the text is Latin-1")).collect();
    read_with(&bytes, &["--encoding", "latin1"], &["delimiter '\\t' detected"]);
}

#[test]
fn numbers_that_became_categories_have_a_note_with_a_remedy() {
    let told = |change: &dyn Fn(usize) -> String| {
        let (code, report, error) = fit(temperatures(|at, _| change(at)).as_bytes(), &[]);
        assert_eq!(code, 0, "{error}");
        let note = report.lines().find_map(|line| line.strip_prefix("note: column \"temp\": "));
        note.unwrap_or_else(|| panic!("{report}")).to_owned()
    };
    // Twelve values, each in two rows, so that the column is not an identifier.
    let unit = "remove the text around the number, such as a unit, if it is meant to be a number";
    let grouped = "remove the digit separators if it is meant to be a number";
    for (form, advice) in [
        ("{} %", unit),
        ("{}°C", unit),
        ("${}", unit),
        ("~{} kOhm", unit),
        ("1 2{} ", grouped),
        ("1'2{}", grouped),
        ("1\u{a0}2{}", grouped),
        ("\"1.2{},5\"", grouped),
        ("\"1,2{}.5\"", grouped),
    ] {
        let cell = |at: usize| form.replace("{}", &(10 + at % 12).to_string());
        let first = cell(1).trim().trim_matches('"').to_owned();
        assert_eq!(told(&cell), format!("{first:?} on line 2 makes it categorical; {advice}"));
    }
    let words = ["ERR", "offline", "n/k", "late"];
    let numeric = "or --numeric \"temp\" to get an error for each text with its line";
    assert_eq!(
        told(&|at| if at == 7 { "ERR".into() } else { (at % 12).to_string() }),
        format!(
            "23 of 24 cells are numbers, but \"ERR\" on line 8 makes it categorical; use --missing-marker \"ERR\" if it \
             means missing, {numeric}"
        )
    );
    assert_eq!(
        told(&|at| if at > 20 { words[at - 21].into() } else { (at % 12).to_string() }),
        format!(
            "20 of 24 cells are numbers, but \"ERR\" on line 22 and 3 other texts make it categorical; use --missing-marker \
             \"ERR\" --missing-marker \"offline\" --missing-marker \"n/k\" … if they mean missing, {numeric}"
        )
    );
}

#[test]
fn a_model_spells_folded_levels_as_it_knows_them() {
    let folder = Folder::new();
    folder.write("d.csv", b"door,x,y\nOpen,1.5,Low\nclosed,2,high\nopen,3,low\nClosed,4,High\n");
    // The same rows, with the first letter of each text in the other case.
    folder.write("e.csv", b"door,x,y\nopen,1.5,low\nCLOSED,2,HIGH\nOPEN,3,Low\nclosed,4,high\n");
    let fit = ["fit", "d.csv", "--target", "y", "-k", "1", "--holdout", "0", "--fold-case", "--unknown", "door=error"];
    folder.ok(&[&fit[..], &["-o", "m.nkn"]].concat());
    assert_eq!(folder.ok(&["predict", "m.nkn", "e.csv"]), folder.ok(&["predict", "m.nkn", "d.csv"]));
    let report = folder.ok(&["evaluate", "m.nkn", "e.csv"]);
    assert!(report.contains("100.0 %  (4 of 4 rows)"), "{report}");
    // A digest has no list of spellings, which a warning states.
    let hashed = ["fit", "d.csv", "--target", "y", "-k", "1", "--fold-case", "--encoder", "hashing", "-o", "h.nkn"];
    let report = folder.ok(&hashed);
    assert!(report.contains("warning: column \"door\": hashing stores no list of levels, so --fold-case"), "{report}");
}

#[test]
fn names_of_several_lines_stay_in_their_row() {
    let folder = Folder::new();
    let csv = "\"temp\n[C]\",door,y\n1.5,\"a\r\nb\",\"x\ty\"\n2,c,z\n3,c,z\n4,\"a\r\nb\",\"x\ty\"\n";
    folder.write("d.csv", csv.as_bytes());
    let fit = folder.ok(&["fit", "d.csv", "--target", "y", "-k", "1", "--holdout", "0", "-o", "m.nkn"]);
    let evaluate = folder.ok(&["evaluate", "m.nkn", "d.csv"]);
    let inspect = folder.ok(&["inspect", "m.nkn"]);
    for (report, row) in [
        (&fit, "\ntemp\\n[C]  number, standard "),
        (&fit, "2 classes: x\\ty, z\n"),
        (&evaluate, "\nx\\ty "),
        (&inspect, "\ntemp\\n[C]  number "),
        (&inspect, "  door       a\\r\\nb, c\n"),
    ] {
        assert!(report.contains(row), "{row:?} is not in\n{report}");
    }
}
