//! SVG drawings: texts cut to fit, markers that differ in shape and color, rectangles and paths.

use std::fmt::Write as _;

use crate::cli::report::markup::{Markup, markup};

/// Colors in the style sheet: `--c0` to `--c7`.
pub(super) const COLORS: usize = 8;

/// A drawing of a fixed size, which shrinks on a narrow page.
#[derive(Debug)]
pub(super) struct Svg {
    width: f64,
    height: f64,
    body: Markup,
}

/// The anchor of a text.
#[derive(Debug, Clone, Copy)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

impl Svg {
    pub(super) fn new(width: f64, height: f64) -> Self {
        Self { width, height, body: Markup::default() }
    }

    /// Adds text of at most `room` pixels; a longer text is cut, and shown whole on hover.
    pub(super) fn text(&mut self, x: f64, y: f64, anchor: Anchor, class: &str, room: f64, text: &str) {
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        let short = fitted(text, room);
        let title = if short == text { Markup::default() } else { markup!("<title>{}</title>", text) };
        self.body += markup!(
            "<text x=\"{}\" y=\"{}\" text-anchor=\"{}\" class=\"{}\">{}{}</text>",
            px(x),
            px(y),
            anchor,
            class,
            title,
            short
        );
    }

    /// Adds a rectangle; `style` are further attributes.
    pub(super) fn rect(&mut self, x: f64, y: f64, width: f64, height: f64, style: &Markup) {
        self.body += markup!(
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" {}/>",
            px(x),
            px(y),
            px(width),
            px(height),
            style
        );
    }

    /// Adds a path; `style` are further attributes.
    pub(super) fn path(&mut self, path: &str, style: &Markup) {
        self.body += markup!("<path d=\"{}\" {}/>", path, style);
    }

    /// Adds markers of a group at points, as one path.
    pub(super) fn markers(&mut self, group: usize, points: impl Iterator<Item = (f64, f64)>) {
        let (shape, style) = marker(group);
        let mut path = String::new();
        for (x, y) in points {
            let _ = write!(path, "M{} {}{shape}", px(x), px(y));
        }
        if !path.is_empty() {
            self.path(&path, &style);
        }
    }

    /// Returns the whole element; `what` is its text for screen readers.
    pub(super) fn finish(self, what: &str) -> Markup {
        let (width, height) = (px(self.width), px(self.height));
        markup!(
            "<svg viewBox=\"0 0 {} {}\" width=\"{}\" height=\"{}\" role=\"img\" aria-label=\"{}\">{}</svg>",
            width,
            height,
            width,
            height,
            what,
            self.body
        )
    }
}

/// Returns the shape (a relative path) and the style of a group's marker: neighboring groups, and groups of the same color,
/// differ in shape.
fn marker(group: usize) -> (&'static str, Markup) {
    let color = group % COLORS;
    let line = |width: &str, cap: &str| {
        markup!(
            "fill=\"none\" stroke=\"var(--c{})\" stroke-width=\"{}\" stroke-linecap=\"{}\" stroke-opacity=\".75\"",
            color,
            width,
            cap
        )
    };
    match (group + group / COLORS) % 4 {
        0 => ("h0", line("5", "round")),
        1 => ("m-2.2 -2.2h4.4v4.4h-4.4z", line("1.3", "butt")),
        2 => ("m-2.6 0h5.2m-2.6 -2.6v5.2", line("1.5", "butt")),
        _ => ("m-2.6 2.2h5.2l-2.6 -4.8z", markup!("fill=\"var(--c{})\" fill-opacity=\".75\"", color)),
    }
}

/// Returns a list of groups with their markers.
pub(super) fn key(names: &[String]) -> Markup {
    let mut items = Markup::default();
    for (group, name) in names.iter().enumerate() {
        let mut svg = Svg::new(14.0, 14.0);
        svg.markers(group, std::iter::once((7.0, 7.0)));
        items += markup!("<li>{}<span>{}</span></li>", svg.finish(""), name);
    }
    markup!("<ul class=\"key\">{}</ul>", items)
}

/// Formats a coordinate with at most one decimal.
pub(super) fn px(x: f64) -> String {
    let text = format!("{x:.1}");
    text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
}

/// Estimates the width of a text in pixels, on the large side, at a font size of 12 pixels.
pub(super) fn width(text: &str) -> f64 {
    let of = |c: char| match c {
        ' ' | 'i' | 'j' | 'l' | '.' | ',' | ':' | ';' | '\'' | '|' | '!' => 4.0,
        'm' | 'w' | 'M' | 'W' | '@' | '%' => 12.0,
        'A'..='Z' => 9.0,
        c if c.is_ascii() => 7.4,
        _ => 13.0,
    };
    text.chars().map(of).sum()
}

/// Cuts the text, with an ellipsis, if it is wider than `room`.
fn fitted(text: &str, room: f64) -> String {
    if width(text) <= room {
        return text.to_owned();
    }
    let mut short = String::new();
    let mut used = width("…");
    for c in text.chars() {
        used += width(c.encode_utf8(&mut [0; 4]));
        if used > room {
            break;
        }
        short.push(c);
    }
    short + "…"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_text_is_cut_and_shown_whole_on_hover() {
        let mut svg = Svg::new(10.0, 10.0);
        svg.text(0.0, 0.0, Anchor::Start, "", 40.0, "a rather long name");
        let text = svg.finish("x").into_string();
        assert!(text.contains("<title>a rather long name</title>"), "{text}");
        assert!(width(&fitted("a rather long name", 40.0)) <= 40.0);
    }

    #[test]
    fn thirty_two_groups_have_different_markers() {
        let markers: std::collections::BTreeSet<_> = (0..32).map(|group| format!("{:?}", marker(group))).collect();
        assert_eq!(markers.len(), 32);
    }
}
