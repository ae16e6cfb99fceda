//! The page of `report`: names are escaped, nothing is requested, and no text overflows or overlaps in a browser.

use std::fmt::Write as _;
use std::process::Command;

use crate::child;
use crate::folder::{Folder, text};

/// A folder with a fitted model and its page.
fn page(data: &str, more: &[&str]) -> (Folder, String) {
    let folder = Folder::new();
    folder.copy(data, "data.csv");
    drawn(folder, more)
}

fn drawn(folder: Folder, more: &[&str]) -> (Folder, String) {
    folder.ok(&[&["fit", "data.csv", "-o", "m.nkn"], more].concat());
    folder.ok(&["report", "m.nkn", "data.csv", "-o", "page.html"]);
    let page = String::from_utf8(folder.read("page.html")).expect("the page is UTF-8");
    (folder, page)
}

/// 26 classes, 58 numbers and 2 categories, with names that try to be markup.
fn hostile() -> Folder {
    let folder = Folder::new();
    let mut csv = String::from(
        "class,\"<script>alert(1)</script>\",\"a very long name of a column, with a comma & an ampersand, that goes on and on\"",
    );
    (0..58).for_each(|at| write!(csv, ",sensor \"\"{at}\"\"").expect("writing to a String succeeds"));
    // Quotes in the header are inside quoted cells.
    let csv_header = csv.replace(",sensor \"\"", ",\"sensor <").replace("\"\"", ">\"");
    let mut csv = csv_header + "\n";
    for row in 0..260_u32 {
        let class = char::from(b'A' + u8::try_from(row % 26).expect("a letter"));
        write!(
            csv,
            "{class}</text><img src=x>,\"level {} with a name that is long & <b>bold</b>\",\"{}\"",
            row % 14,
            row * 7 % 3
        )
        .expect("writing to a String succeeds");
        (0..58).for_each(|at| {
            write!(csv, ",{}.5", (row % 26) * (at % 5) + row * 31 % (at + 2)).expect("writing to a String succeeds")
        });
        csv.push('\n');
    }
    folder.write("data.csv", csv.as_bytes());
    folder
}

const HOSTILE: &[&str] = &[
    "--target",
    "class",
    "--categorical",
    "\"a very long name of a column, with a comma & an ampersand, that goes on and on\"",
];

fn pages() -> Vec<(&'static str, Folder, String)> {
    let mut pages = Vec::new();
    for (name, data, more) in [
        ("penguins", "examples/data/penguins.csv", &["--target", "species"][..]),
        ("digits", "tests/data/split/digits_train.csv", &["--target", "digit", "--scaler", "none", "--storage", "i8"]),
        ("k-means", "examples/data/penguins.csv", &["--target", "species", "--clusters", "3"]),
        (
            "regression",
            "examples/data/penguins.csv",
            &["--target", "body_mass_g", "--task", "regress", "--missing", "bill_length_mm=mean"],
        ),
        ("encoder", "examples/data/penguins.csv", &["--model", "encode", "--encoder", "hashing"]),
    ] {
        let (folder, page) = page(data, more);
        pages.push((name, folder, page));
    }
    let (folder, page) = drawn(hostile(), HOSTILE);
    pages.push(("26 classes, 60 columns", folder, page));
    pages
}

#[test]
fn nothing_in_a_page_can_ask_the_network_or_run() {
    for (name, _, page) in pages() {
        assert!(page.starts_with("<!doctype html>\n<!-- nearkin report -->\n"), "{name}");
        for forbidden in ["<script", "<link", "<img", "<iframe", "src=", "href=", "url(", "@import", "http:", "https:"]
        {
            let found = page.replace("&lt;", "\u{0}").replace("img src=x", "");
            assert!(!found.contains(forbidden), "{name}: {forbidden}");
        }
        assert!(page.contains("content=\"default-src 'none'; style-src 'unsafe-inline'\""), "{name}");
    }
}

#[test]
fn a_page_has_what_its_model_is_about() {
    let (_, penguins) = page("examples/data/penguins.csv", &["--target", "species"]);
    for part in [
        "Data",
        "Distributions",
        "Pairs of numeric columns",
        "Confusion matrix",
        "Accuracy against storage and k",
        "Flash by table",
    ] {
        assert!(penguins.contains(&format!("<h2>{part}</h2>")), "{part}");
    }
    assert!(penguins.contains("11 (3.2 %)"), "the missing cells of sex");
    let (_, clusters) = page("examples/data/penguins.csv", &["--target", "species", "--clusters", "3"]);
    for part in ["Iterations of k-means", "Clusters against classes"] {
        assert!(clusters.contains(&format!("<h2>{part}</h2>")), "{part}");
    }
    let (_, wide) = drawn(hostile(), HOSTILE);
    assert!(wide.contains("Of 60 columns, the 24 that separate the groups best are drawn."));
}

/// Returns the sentence that replaces a figure.
fn why<'p>(page: &'p str, title: &str) -> &'p str {
    let start = page.find(&format!("<h2>{title}</h2><p class=\"soft\">Not drawn. ")).expect(title);
    let end = page[start..].find("</section>").expect("the element is closed");
    &page[start..start + end]
}

#[test]
fn what_is_not_drawn_is_named_with_the_reason_and_the_remedy() {
    let (folder, page) = page("examples/data/penguins.csv", &["--target", "species", "--lean"]);
    assert!(why(&page, "Accuracy against storage and k").contains("Fit it without --lean"), "{page}");
    assert!(page.contains("on 344 rows of data.csv (too optimistic if these are the training rows"), "{page}");

    folder.ok(&["fit", "data.csv", "-o", "k.nkn", "--drop", "species", "--clusters", "3"]);
    folder.write("other.csv", &[&folder.read("data.csv")[..], b"\n"].concat());
    folder.ok(&["report", "k.nkn", "other.csv", "-o", "k.html"]);
    let page = folder.read("k.html");
    assert!(why(text(&page), "Iterations of k-means").contains("Create the report from that file."));
    assert!(why(text(&page), "Clusters against classes").contains("fit it with --target"));

    folder.write("few.csv", b"c,d,class\na,1,x\nb,2,y\na,3,y\n");
    folder.ok(&["fit", "few.csv", "-o", "few.nkn", "--target", "class", "-k", "3", "--holdout", "0"]);
    folder.ok(&["report", "few.nkn", "few.csv", "-o", "few.html"]);
    let page = folder.read("few.html");
    assert!(why(text(&page), "Confusion matrix").contains("Fit more rows."));
    assert!(why(text(&page), "Pairs of numeric columns").contains("Fewer than two columns"));
    folder.write("bare.csv", b"c,d\na,1\nb,2\n");
    folder.ok(&["report", "few.nkn", "bare.csv", "-o", "bare.html"]);
    assert!(why(text(&folder.read("bare.html")), "Confusion matrix").contains("whose target is known"));
}

/// Two clusters at (0.5, 0) and (0.5, 1000) that differ in `y` only, which is stored before `x`.
#[test]
fn centroids_are_drawn_where_their_rows_are() {
    let folder = Folder::new();
    folder.write("d.csv", b"x,y\n0,0\n1,0\n0,1000\n1,1000\n");
    folder.ok(&["fit", "d.csv", "--clusters", "2", "--scaler", "none", "-o", "m.nkn"]);
    folder.ok(&["report", "m.nkn", "d.csv", "-o", "page.html"]);
    let page = folder.read("page.html");
    assert!(text(&page).contains("differ most, y (horizontal) and x (vertical)."), "{}", text(&page));
    // A frame of 300 from 1, with a margin of 7: y from 8 to 294, and x in the middle, at 151. A ring starts 6 to the left.
    let last = text(&page).rsplit("rows and centroids after iteration").next().expect("a picture");
    for ring in ["M2.0 151.0a6 6", "M288.0 151.0a6 6"] {
        assert!(last.contains(ring), "{ring} {last}");
    }
}

#[test]
fn a_report_refits_at_most_20_000_rows_and_otherwise_suggests_a_sample() {
    let folder = Folder::new();
    let mut csv = String::from("a,b,class\n");
    for row in 0..20_001_u32 {
        writeln!(csv, "{},{},{}", row % 97, row * 31 % 89, row * 7 % 3).expect("writing to a String succeeds");
    }
    folder.write("data.csv", csv.as_bytes());
    let fit = ["fit", "data.csv", "--target", "class", "--clusters", "2", "--n-init", "1", "-o", "m.nkn"];
    folder.ok(&fit);
    folder.ok(&["report", "m.nkn", "data.csv", "-o", "page.html"]);
    let page = folder.read("page.html");
    let reason = why(text(&page), "Iterations of k-means");
    assert!(
        reason.contains("limited to 20,000 training rows; this model has 20,001. Fit it with --sample 20000"),
        "{reason}"
    );
    folder.ok(&[&fit[..], &["--sample", "20000"]].concat());
    folder.ok(&["report", "m.nkn", "data.csv", "-o", "page.html"]);
    assert!(text(&folder.read("page.html")).contains("iterations: the rows by cluster after each iteration"));
}

#[test]
fn the_same_input_gives_the_same_page() {
    let (folder, first) = page("examples/data/penguins.csv", &["--target", "species"]);
    folder.ok(&["report", "m.nkn", "data.csv", "-o", "page.html"]);
    assert_eq!(text(&folder.read("page.html")), first);
}

/// Runs in a copy of the page and writes every fault to the attribute `data-wrong` of the body.
const LOOK: &str = r"<script>
const wrong = [];
const inside = (a, b) => a.left >= b.left - 1.5 && a.right <= b.right + 1.5 && a.top >= b.top - 1.5 && a.bottom <= b.bottom + 1.5;
for (const svg of document.querySelectorAll('figure svg')) {
  const frame = svg.getBoundingClientRect();
  const texts = [...svg.querySelectorAll('text')].map(t => [t.textContent, t.getBoundingClientRect()]);
  texts.forEach(([text, box], at) => {
    if (!inside(box, frame)) wrong.push('outside: ' + text);
    for (const [other, b] of texts.slice(at + 1))
      if (Math.min(box.right, b.right) - Math.max(box.left, b.left) > 1 && Math.min(box.bottom, b.bottom) - Math.max(box.top, b.top) > 2)
        wrong.push('overlap: ' + text + ' / ' + other);
  });
}
for (const e of document.querySelectorAll('h1,h2,p,td,th,li,figcaption,.facts div'))
  if (e.scrollWidth > e.clientWidth + 1 && e.clientWidth > 0) wrong.push('overflow: ' + e.textContent);
if (document.documentElement.scrollWidth > innerWidth) wrong.push('the page is wider than the window: ' + document.documentElement.scrollWidth);
const asked = performance.getEntriesByType('resource').map(r => r.name);
if (asked.length) wrong.push('requests: ' + asked);
document.body.setAttribute('data-wrong', JSON.stringify(wrong.slice(0, 20)));
</script>";

fn chromium() -> Option<&'static str> {
    ["chromium", "chromium-browser", "google-chrome"]
        .into_iter()
        .find(|name| Command::new(name).arg("--version").output().is_ok_and(|output| output.status.success()))
}

#[test]
fn in_a_browser_no_text_overflows_or_overlaps_and_nothing_is_requested() {
    let Some(chromium) = chromium() else {
        let message =
            "NOT RUN: the look at report pages in a browser, because chromium is not there (apt-get install chromium)";
        // In CI, the step `pages` of `tests/run` fails in this case, so this test does not.
        eprintln!("\n{message}\n");
        return;
    };
    for (name, folder, page) in pages() {
        let start = page.find("<meta http-equiv").expect("the policy");
        let end = start + page[start..].find('>').expect("the element is closed") + 1;
        let page = format!("{}{}", &page[..start], &page[end..]).replace("</body>", &format!("{LOOK}</body>"));
        folder.write("look.html", page.as_bytes());
        let address = format!("file://{}", folder.path().join("look.html").display());
        for size in ["--window-size=1280,900", "--window-size=520,900"] {
            let profile = format!("--user-data-dir={}", folder.path().join("profile").display());
            let mut command = Command::new(chromium);
            command.args(["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--dump-dom"]);
            let output = child::output(command.args([size, &profile, &address])).expect("chromium runs");
            let dom = String::from_utf8_lossy(&output.stdout).into_owned();
            assert!(dom.contains("data-wrong=\"[]\""), "{name} {size}: {}", wrong(&dom));
        }
    }
}

/// The faults that the script found.
fn wrong(dom: &str) -> &str {
    let start = dom.find("data-wrong=").unwrap_or(0);
    let end = dom[start..].find('>').map_or(dom.len(), |end| start + end);
    &dom[start..end]
}

#[test]
fn of_hundreds_of_classes_and_columns_those_that_matter_are_shown() {
    let classes = Folder::new();
    let mut csv = String::from("x,y,class\n");
    for row in 0..1200 {
        // The last hundred classes have equal rows.
        let at = if row % 300 < 200 { row % 300 } else { 200 };
        writeln!(csv, "{at}.5,{at},class {:03}", row % 300).expect("writing to a String succeeds");
    }
    classes.write("data.csv", csv.as_bytes());
    let (_folder, page) = drawn(classes, &["--target", "class", "-k", "1"]);
    let said = "Of 300 classes, the 40 that are confused most are shown; nearkin evaluate --format json lists all.";
    assert_eq!(page.matches(said).count(), 1);
    let table = page
        .split("<th>class</th>")
        .nth(1)
        .expect("the table of classes")
        .split("</table>")
        .next()
        .expect("the element is closed");
    assert_eq!((table.matches("<td>class ").count(), table.matches("<td>class 2").count()), (40, 40), "{table}");
    assert!(page.contains("Of the 300 groups, the 12 largest are shown."), "the pairs");

    let columns = Folder::new();
    let mut csv: String = (0..300).map(|column| format!("c{column},")).collect::<String>() + "class\n";
    for row in 0..20_u32 {
        let cell =
            |column: u32| if column == 250 && row == 7 { String::new() } else { (row * column % 17).to_string() };
        let cells: Vec<String> = (0..300).map(cell).collect();
        writeln!(csv, "{},{}", cells.join(","), ["a", "b"][row as usize % 2]).expect("writing to a String succeeds");
    }
    columns.write("data.csv", csv.as_bytes());
    let (_folder, page) = drawn(columns, &["--target", "class", "-k", "1"]);
    assert!(page.contains(
        "Of 300 columns, the 100 with the most missing cells are listed; nearkin inspect --format json lists all."
    ));
    assert!(
        page.contains("<tr><td>c250</td>") && page.contains("<tr><td>c98</td>") && !page.contains("<tr><td>c99</td>")
    );
}
