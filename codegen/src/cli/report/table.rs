//! The tables of the page.

use crate::cli::report::markup::{Markup, markup};

/// Returns a table whose first `n_texts` columns are texts and whose other columns are numbers.
pub(super) fn table<Row: IntoIterator<Item = String>>(
    n_texts: usize,
    headings: impl IntoIterator<Item = String>,
    rows: impl IntoIterator<Item = Row>,
) -> Markup {
    let mut body = Markup::default();
    for row in rows {
        let mut line = Markup::default();
        for (at, cell) in row.into_iter().enumerate() {
            line += if at < n_texts { markup!("<td>{}</td>", cell) } else { markup!("<td class=\"n\">{}</td>", cell) };
        }
        body += markup!("<tr>{}</tr>", line);
    }
    let mut head = Markup::default();
    for (at, heading) in headings.into_iter().enumerate() {
        head +=
            if at < n_texts { markup!("<th>{}</th>", heading) } else { markup!("<th class=\"n\">{}</th>", heading) };
    }
    markup!("<div class=\"wide\"><table><thead><tr>{}</tr></thead><tbody>{}</tbody></table></div>", head, body)
}
