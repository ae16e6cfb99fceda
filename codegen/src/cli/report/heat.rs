//! Heat maps of counts: the confusion matrix, and clusters against classes.

use crate::cli::report::markup::{Markup, markup};
use crate::cli::report::svg::{Anchor, Svg, width};

/// The most lines and columns that are drawn; the caller selects them.
pub(super) const SHOWN: usize = 40;
const LABEL: f64 = 150.0;

/// Draws `counts[line][column]`, at most [`SHOWN`] of each, with `note` below; the color is the share of the line.
///
/// Columns have their names if these fit, else numbers, which the lines then have too, or which a key below explains.
pub(super) fn map(lines: &[String], columns: &[String], counts: &[Vec<u64>], what: &str, note: &str) -> Markup {
    let (m, n) = (lines.len().min(SHOWN), columns.len().min(SHOWN));
    let cell = (640.0 / n.max(1) as f64).clamp(20.0, 74.0);
    let named = columns[..n].iter().all(|name| width(name) <= cell - 4.0);
    let same = lines == columns;
    let (wide, high) = (LABEL + cell * n as f64 + 2.0, 26.0 + cell.min(40.0) * m as f64 + 2.0);
    let height = cell.min(40.0);
    let mut svg = Svg::new(wide, high);
    for (at, name) in columns[..n].iter().enumerate() {
        let x = LABEL + cell * (at as f64 + 0.5);
        let label = if named { name.clone() } else { (at + 1).to_string() };
        svg.text(x, 18.0, Anchor::Middle, "soft", cell - 2.0, &label);
    }
    for (line, name) in lines[..m].iter().enumerate() {
        let y = 26.0 + height * line as f64;
        let label = if named || !same { name.clone() } else { format!("{} {name}", line + 1) };
        svg.text(LABEL - 8.0, y + height / 2.0 + 4.0, Anchor::End, "", LABEL - 12.0, &label);
        let all: u64 = counts[line].iter().sum();
        for (column, &count) in counts[line][..n].iter().enumerate() {
            let (x, share) = (LABEL + cell * column as f64, count as f64 / all.max(1) as f64);
            svg.rect(x, y, cell, height, &markup!("class=\"frame\""));
            if count > 0 {
                let opacity = 0.08 + 0.92 * share;
                svg.rect(x, y, cell, height, &markup!("class=\"cell\" fill-opacity=\"{:.2}\"", opacity));
                let text = count.to_string();
                if width(&text) <= cell {
                    let class = if opacity > 0.55 { "on" } else { "" };
                    svg.text(x + cell / 2.0, y + height / 2.0 + 4.0, Anchor::Middle, class, cell, &text);
                }
            }
        }
    }
    let mut note = note.to_owned();
    if !named && !same {
        let key: Vec<String> = columns[..n].iter().enumerate().map(|(at, name)| format!("{} {name}", at + 1)).collect();
        note += &format!("{}Columns: {}", if note.is_empty() { "" } else { " " }, key.join(" · "));
    }
    let caption = if note.is_empty() { Markup::default() } else { markup!("<figcaption>{}</figcaption>", note) };
    markup!("<figure>{}{}</figure>", svg.finish(what), caption)
}
