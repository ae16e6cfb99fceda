//! Scatter plots of pairs of numeric columns and of predictions, and line charts.

use std::fmt::Write as _;

use crate::cli::report::distributions::chosen;
use crate::cli::report::groups::Groups;
use crate::cli::report::markup::{Markup, markup};
use crate::cli::report::omitted::{self, Reason};
use crate::cli::report::svg::{Anchor, COLORS, Svg, key};
use crate::data::{Cells, Dataset, Kind};
use crate::text::quantity::significant;

/// Columns of the matrix.
const COLUMNS: usize = 5;
/// Points in a cell; of more rows, some are drawn, spread evenly.
const POINTS: usize = 400;
/// Groups with a separate marker.
const GROUPS: usize = 12;
const CELL: f64 = 150.0;

const TITLE: &str = "Pairs of numeric columns";

/// Returns the section.
pub(super) fn section(data: &Dataset, names: &[&str], groups: &Groups) -> Markup {
    let numeric: Vec<&str> = names
        .iter()
        .copied()
        .filter(|name| {
            data.column(name).is_ok_and(|column| column.kind() == Kind::Numeric && column.n_missing() < column.len())
        })
        .collect();
    if numeric.len() < 2 {
        return omitted::section(TITLE, Reason::NoPair);
    }
    let (columns, note) = chosen(data, &numeric, groups, COLUMNS);
    let groups = groups.largest(GROUPS);
    let values: Vec<&[f64]> = columns
        .iter()
        .filter_map(|column| match &column.cells {
            Cells::Numbers(values) => Some(values.as_slice()),
            Cells::Categories(_) => None,
        })
        .collect();
    let ranges: Vec<(f64, f64)> = values.iter().map(|values| range(values.iter().copied())).collect();
    // Points of the groups that are drawn, so that few of many groups have as many.
    let known: Vec<usize> = (0..data.len()).filter(|&row| groups.of[row].is_some()).collect();
    let rows: Vec<usize> = spread(known.len(), POINTS).into_iter().map(|at| known[at]).collect();
    let n = columns.len();
    let size = CELL * n as f64;
    let mut svg = Svg::new(size + 2.0, size + 2.0);
    for (line, column) in columns.iter().enumerate() {
        for across in 0..=line {
            let (left, top) = (1.0 + CELL * across as f64, 1.0 + CELL * line as f64);
            svg.rect(left, top, CELL, CELL, &markup!("class=\"frame\""));
            if line == across {
                let (low, high) = ranges[line];
                svg.text(left + CELL / 2.0, top + CELL / 2.0 - 4.0, Anchor::Middle, "", CELL - 12.0, &column.name);
                let ends = format!("{} to {}", significant(low), significant(high));
                svg.text(left + CELL / 2.0, top + CELL / 2.0 + 14.0, Anchor::Middle, "soft", CELL - 12.0, &ends);
                continue;
            }
            let frame = Frame { left, top, size: CELL, x: ranges[across], y: ranges[line] };
            frame.points(&mut svg, &groups, &rows, |row| (values[across][row], values[line][row]));
        }
    }
    let mut notes: Vec<String> = note.into_iter().collect();
    if let Some(left_out) = &groups.left_out {
        notes.push(left_out.clone());
    }
    if rows.len() < known.len() {
        notes.push(format!("{} of {} rows are drawn.", rows.len(), known.len()));
    }
    markup!(
        "<section><h2>{}</h2><p class=\"soft\">{}</p>{}<figure>{}</figure></section>",
        TITLE,
        notes.join(" "),
        key(&groups.names),
        svg.finish("scatter matrix of the numeric columns")
    )
}

/// A square in which points are drawn.
pub(super) struct Frame {
    pub(super) left: f64,
    pub(super) top: f64,
    pub(super) size: f64,
    pub(super) x: (f64, f64),
    pub(super) y: (f64, f64),
}

impl Frame {
    /// Returns the position of a point in the drawing.
    pub(super) fn at(&self, (x, y): (f64, f64)) -> (f64, f64) {
        let share = |value: f64, (low, high): (f64, f64)| if high > low { (value - low) / (high - low) } else { 0.5 };
        let inner = self.size - 14.0;
        (self.left + 7.0 + inner * share(x, self.x), self.top + 7.0 + inner * (1.0 - share(y, self.y)))
    }

    /// Draws the points of the rows by group.
    pub(super) fn points(&self, svg: &mut Svg, groups: &Groups, rows: &[usize], point: impl Fn(usize) -> (f64, f64)) {
        for group in 0..groups.names.len() {
            let of = rows.iter().filter(|&&row| groups.of[row] == Some(group)).map(|&row| point(row));
            svg.markers(group, of.filter(|(x, y)| x.is_finite() && y.is_finite()).map(|point| self.at(point)));
        }
    }
}

/// Draws predicted against true values.
pub(super) fn values(truth: &[f64], predicted: &[f64]) -> Markup {
    let all = range(truth.iter().chain(predicted).copied());
    let size = 380.0;
    let (left, top) = (76.0, 8.0);
    let mut svg = Svg::new(left + size + 10.0, top + size + 44.0);
    svg.rect(left, top, size, size, &markup!("class=\"frame\""));
    let frame = Frame { left, top, size, x: all, y: all };
    let ((x0, y0), (x1, y1)) = (frame.at((all.0, all.0)), frame.at((all.1, all.1)));
    svg.path(&format!("M{x0:.1} {y0:.1}L{x1:.1} {y1:.1}"), &markup!("class=\"axis\""));
    let rows = spread(truth.len(), 2 * POINTS);
    svg.markers(0, rows.iter().map(|&row| frame.at((truth[row], predicted[row]))));
    svg.text(left + 2.0, top + size + 16.0, Anchor::Start, "soft", 120.0, &significant(all.0));
    svg.text(left + size, top + size + 16.0, Anchor::End, "soft", 120.0, &significant(all.1));
    svg.text(left + size / 2.0, top + size + 34.0, Anchor::Middle, "", size, "true value");
    svg.text(left - 6.0, top + size, Anchor::End, "soft", left - 8.0, &significant(all.0));
    svg.text(left - 6.0, top + 12.0, Anchor::End, "soft", left - 8.0, &significant(all.1));
    svg.text(left - 6.0, top + size / 2.0, Anchor::End, "", left - 8.0, "predicted");
    svg.finish("predicted against true values")
}

/// Returns the smallest and the largest finite value.
pub(super) fn range(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let ends = values
        .filter(|value| value.is_finite())
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)));
    if ends.0 <= ends.1 { ends } else { (0.0, 1.0) }
}

/// Returns at most `most` of `rows` rows, spread evenly.
pub(super) fn spread(rows: usize, most: usize) -> Vec<usize> {
    let shown = rows.min(most);
    (0..shown).map(|at| at * rows / shown).collect()
}

/// Draws lines over whole numbers; each line has a name and points `(x, y)`.
pub(super) fn lines(series: &[(String, Vec<(f64, f64)>)], x_name: &str, percent: bool) -> Markup {
    let (width, height, left, top) = (560.0, 250.0, 70.0, 10.0);
    let points = || series.iter().flat_map(|(_, points)| points.iter().copied());
    let (x, y) = (range(points().map(|p| p.0)), range(points().map(|p| p.1)));
    let mut svg = Svg::new(left + width + 12.0, top + height + 42.0);
    svg.rect(left, top, width, height, &markup!("class=\"frame\""));
    let share = |value: f64, (low, high): (f64, f64)| if high > low { (value - low) / (high - low) } else { 0.5 };
    let at = |(px, py): (f64, f64)| {
        (left + 10.0 + (width - 20.0) * share(px, x), top + 10.0 + (height - 20.0) * (1.0 - share(py, y)))
    };
    for (group, (_, points)) in series.iter().enumerate() {
        let mut path = String::new();
        for (step, &point) in points.iter().enumerate() {
            let (x, y) = at(point);
            let _ = write!(path, "{}{x:.1} {y:.1}", if step == 0 { "M" } else { "L" });
        }
        svg.path(&path, &markup!("fill=\"none\" stroke=\"var(--c{})\" stroke-width=\"1.5\"", group % COLORS));
        svg.markers(group, points.iter().map(|&point| at(point)));
    }
    let label = |value: f64| if percent { format!("{:.1} %", value * 100.0) } else { significant(value) };
    svg.text(left - 6.0, top + 16.0, Anchor::End, "soft", left - 8.0, &label(y.1));
    if y.1 > y.0 {
        svg.text(left - 6.0, top + height - 6.0, Anchor::End, "soft", left - 8.0, &label(y.0));
    }
    svg.text(left + 10.0, top + height + 16.0, Anchor::Middle, "soft", 60.0, &significant(x.0));
    if x.1 > x.0 {
        svg.text(left + width - 10.0, top + height + 16.0, Anchor::Middle, "soft", 60.0, &significant(x.1));
    }
    svg.text(left + width / 2.0, top + height + 34.0, Anchor::Middle, "", width, x_name);
    svg.finish(&format!("{} against {x_name}", if percent { "accuracy" } else { "value" }))
}
