//! Small pieces of SVG: escaped texts that fit, marks that differ in shape and colour, frames.

use std::fmt::Write as _;

/// Colours in the style sheet: `--c0` to `--c7`.
pub(super) const COLOURS: usize = 8;

/// A drawing of a fixed size; it shrinks with the page and never grows.
#[derive(Debug)]
pub(super) struct Svg {
    width: f64,
    height: f64,
    body: String,
}

/// Where a text is anchored.
#[derive(Debug, Clone, Copy)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

impl Svg {
    pub(super) fn new(width: f64, height: f64) -> Self {
        Self { width, height, body: String::new() }
    }

    /// Adds text that takes at most `room` pixels; what does not fit is cut and shown whole on hover.
    pub(super) fn text(&mut self, x: f64, y: f64, anchor: Anchor, class: &str, room: f64, text: &str) {
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        let short = fitted(text, room);
        let title = if short == text { String::new() } else { format!("<title>{}</title>", escape(text)) };
        let _ = write!(
            self.body,
            "<text x=\"{}\" y=\"{}\" text-anchor=\"{anchor}\" class=\"{class}\">{title}{}</text>",
            px(x),
            px(y),
            escape(&short)
        );
    }

    /// Adds a rectangle; `style` is more attributes.
    pub(super) fn rect(&mut self, x: f64, y: f64, width: f64, height: f64, style: &str) {
        let _ = write!(
            self.body,
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" {style}/>",
            px(x),
            px(y),
            px(width),
            px(height)
        );
    }

    /// Adds a path; `style` is more attributes.
    pub(super) fn path(&mut self, path: &str, style: &str) {
        let _ = write!(self.body, "<path d=\"{path}\" {style}/>");
    }

    /// Adds marks of group `group` at points, as one path.
    pub(super) fn marks(&mut self, group: usize, points: impl Iterator<Item = (f64, f64)>) {
        let (shape, style) = mark(group);
        let mut path = String::new();
        for (x, y) in points {
            let _ = write!(path, "M{} {}{shape}", px(x), px(y));
        }
        if !path.is_empty() {
            self.path(&path, &style);
        }
    }

    /// Gives the whole element; `what` is said instead of it to those who cannot see it.
    pub(super) fn finish(self, what: &str) -> String {
        format!(
            "<svg viewBox=\"0 0 {w} {h}\" width=\"{w}\" height=\"{h}\" role=\"img\" aria-label=\"{}\">{}</svg>",
            escape(what),
            self.body,
            w = px(self.width),
            h = px(self.height)
        )
    }
}

/// Shape (relative path) and style of a group's mark: groups differ in shape where colours repeat, and beside each other.
fn mark(group: usize) -> (&'static str, String) {
    let colour = group % COLOURS;
    let line = |width: &str, cap: &str| {
        format!(
            "fill=\"none\" stroke=\"var(--c{colour})\" stroke-width=\"{width}\" stroke-linecap=\"{cap}\" stroke-opacity=\".75\""
        )
    };
    match (group + group / COLOURS) % 4 {
        0 => ("h0", line("5", "round")),
        1 => ("m-2.2 -2.2h4.4v4.4h-4.4z", line("1.3", "butt")),
        2 => ("m-2.6 0h5.2m-2.6 -2.6v5.2", line("1.5", "butt")),
        _ => ("m-2.6 2.2h5.2l-2.6 -4.8z", format!("fill=\"var(--c{colour})\" fill-opacity=\".75\"")),
    }
}

/// A list of groups with their marks.
pub(super) fn key(names: &[String]) -> String {
    let mut text = String::from("<ul class=\"key\">");
    for (group, name) in names.iter().enumerate() {
        let mut svg = Svg::new(14.0, 14.0);
        svg.marks(group, std::iter::once((7.0, 7.0)));
        let _ = write!(text, "<li>{}<span>{}</span></li>", svg.finish(""), escape(name));
    }
    text + "</ul>"
}

/// A coordinate with one decimal at most.
pub(super) fn px(x: f64) -> String {
    let text = format!("{x:.1}");
    text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
}

/// Text that HTML and SVG take as it is, quotes too; what no page may hold becomes a mark.
pub(super) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            '\n' | '\r' | '\t' => escaped.push(' '),
            // Control characters and those that turn the direction of the page around.
            c if c.is_control() || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}') => {
                escaped.push('\u{fffd}')
            }
            c => escaped.push(c),
        }
    }
    escaped
}

/// A cautious guess of a text's width in pixels, at 12 pixels a line.
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

/// The text, cut with a mark where it is wider than `room`.
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
    fn nothing_of_a_name_is_markup() {
        assert_eq!(
            escape("<a b=\"c\" d='e'>&\u{7}\u{202e}"),
            "&lt;a b=&quot;c&quot; d=&#39;e&#39;&gt;&amp;\u{fffd}\u{fffd}"
        );
    }

    #[test]
    fn a_long_text_is_cut_and_kept_for_the_reader_who_asks() {
        let mut svg = Svg::new(10.0, 10.0);
        svg.text(0.0, 0.0, Anchor::Start, "", 40.0, "a rather long name");
        let text = svg.finish("x");
        assert!(text.contains("<title>a rather long name</title>"), "{text}");
        assert!(width(&fitted("a rather long name", 40.0)) <= 40.0);
    }

    #[test]
    fn thirty_two_groups_have_different_marks() {
        let marks: std::collections::BTreeSet<_> = (0..32).map(|group| format!("{:?}", mark(group))).collect();
        assert_eq!(marks.len(), 32);
    }
}
