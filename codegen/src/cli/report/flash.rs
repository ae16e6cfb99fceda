//! The section on flash: a bar for each table of the model.

use crate::cli::report::markup::{Markup, markup};
use crate::cli::report::real;
use crate::cli::report::svg::{Anchor, Svg};
use crate::model::sizes::Sizes;
use crate::text::quantity::bytes;

const LINE: f64 = 24.0;
const LABEL: f64 = 240.0;
const BAR: f64 = 420.0;

/// Returns the section.
pub(super) fn section(sizes: &Sizes) -> Markup {
    let height = LINE * real(sizes.parts.len() as u64);
    let mut svg = Svg::new(LABEL + BAR + 90.0, height);
    for (at, part) in sizes.parts.iter().enumerate() {
        let y = LINE * real(at as u64);
        let length = BAR * real(part.bytes) / real(sizes.flash.max(1));
        svg.text(LABEL - 8.0, y + 16.0, Anchor::End, "", LABEL - 10.0, part.name);
        svg.rect(LABEL, y + 4.0, length.max(1.0), LINE - 8.0, &markup!("class=\"bar\""));
        svg.text(LABEL + length.max(1.0) + 6.0, y + 16.0, Anchor::Start, "soft", 84.0, &bytes(part.bytes));
    }
    let (columns, neighbors) = sizes.capacities;
    markup!(
        "<section><h2>Flash by table</h2><p class=\"soft\">{} together. RAM: {} for <code>Scratch::&lt;{}, {}&gt;</code>.</p><figure>{}</figure></section>",
        bytes(sizes.flash),
        bytes(sizes.scratch),
        columns,
        neighbors,
        svg.finish("flash by table")
    )
}
