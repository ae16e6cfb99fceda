//! The distribution of each column: a line of bars for each group.

use crate::cli::report::groups::Groups;
use crate::cli::report::markup::{Markup, markup};
use crate::cli::report::svg::{Anchor, COLORS, Svg, width};
use crate::data::{Categories, Cells, Column, Dataset};
use crate::text::quantity::significant;

/// Bins of numbers.
const BINS: usize = 24;
/// Levels with a separate bar.
const LEVELS: usize = 10;
/// Columns that are drawn; of more, those that separate the groups best.
const COLUMNS: usize = 24;

const WIDTH: f64 = 330.0;
const LABEL: f64 = 96.0;

/// Returns the columns in the order of the file; of many, those that separate the groups best, with a note on this.
pub(super) fn chosen<'d>(
    data: &'d Dataset,
    names: &[&str],
    groups: &Groups,
    most: usize,
) -> (Vec<&'d Column>, Option<String>) {
    let columns: Vec<&Column> = names.iter().filter_map(|name| data.column(name).ok()).collect();
    if columns.len() <= most {
        return (columns, None);
    }
    let mut scored: Vec<(f64, usize)> =
        columns.iter().enumerate().map(|(at, column)| (separation(column, groups), at)).collect();
    scored.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    let mut kept: Vec<usize> = scored[..most].iter().map(|&(_, at)| at).collect();
    kept.sort_unstable();
    let note = format!("Of {} columns, the {most} that separate the groups best are drawn.", columns.len());
    (kept.into_iter().map(|at| columns[at]).collect(), Some(note))
}

/// Returns the share of the column's variance that is between the groups, from 0 to 1.
///
/// For categories it is that of all level indicators together.
fn separation(column: &Column, groups: &Groups) -> f64 {
    let explained = |values: &dyn Fn(usize) -> Option<f64>| {
        let mut sums = vec![(0.0, 0.0); groups.names.len()];
        let (mut n, mut sum, mut squares) = (0.0, 0.0, 0.0);
        for (row, group) in groups.of.iter().enumerate() {
            let (Some(group), Some(value)) = (group, values(row)) else { continue };
            sums[*group].0 += 1.0;
            sums[*group].1 += value;
            n += 1.0;
            sum += value;
            squares += value * value;
        }
        if n == 0.0 {
            return (0.0, 0.0);
        }
        let total = squares - sum * sum / n;
        let between: f64 =
            sums.iter().filter(|(n, _)| *n > 0.0).map(|(n, sum)| sum * sum / n).sum::<f64>() - sum * sum / n;
        (between.max(0.0), total.max(0.0))
    };
    let (between, total) = match &column.cells {
        Cells::Numbers(values) => explained(&|row| Some(values[row]).filter(|value| value.is_finite())),
        Cells::Categories(categories) => (0..u32::try_from(categories.levels.len().min(50)).unwrap_or(0))
            .map(|level| explained(&|row| Some(f64::from(u8::from(categories.codes[row] == level)))))
            .fold((0.0, 0.0), |sum, one| (sum.0 + one.0, sum.1 + one.1)),
    };
    if total > 0.0 { between / total } else { 0.0 }
}

/// Returns the section.
pub(super) fn section(data: &Dataset, names: &[&str], groups: &Groups) -> Markup {
    let (columns, note) = chosen(data, names, groups, COLUMNS);
    let mut figures = Markup::default();
    for column in columns {
        let (svg, key) = match &column.cells {
            Cells::Numbers(values) => (numbers(&column.name, values, groups), String::new()),
            Cells::Categories(categories) => levels(&column.name, categories, groups),
        };
        let key = if key.is_empty() { Markup::default() } else { markup!("<figcaption>{}</figcaption>", key) };
        figures += markup!("<figure><figcaption><b>{}</b></figcaption>{}{}</figure>", column.name, svg, key);
    }
    markup!(
        "<section><h2>Distributions</h2><p class=\"soft\">{} {} {}</p><div class=\"grid\">{}</div></section>",
        match groups.names.len() {
            1 => "All rows together.".to_owned(),
            _ => format!("One line per {}; each line is scaled to its tallest bar.", groups.what),
        },
        note.unwrap_or_default(),
        groups.left_out.as_deref().unwrap_or_default(),
        figures
    )
}

/// Draws `bars[group][bin]`; returns the drawing and the height of the labels of the bins.
fn ridges(groups: &Groups, bars: &[Vec<usize>], foot: f64) -> (Svg, f64) {
    let line = if groups.names.len() <= 10 { 26.0 } else { 17.0 };
    let bottom = line * groups.names.len() as f64 + 4.0;
    let mut svg = Svg::new(WIDTH, bottom + foot);
    for (group, (name, counts)) in groups.names.iter().zip(bars).enumerate() {
        let base = line * (group + 1) as f64;
        svg.text(LABEL - 8.0, base - 2.0, Anchor::End, "", LABEL - 10.0, name);
        svg.path(&format!("M{LABEL} {base}H{WIDTH}"), &markup!("class=\"axis\""));
        let most = counts.iter().copied().max().unwrap_or(0).max(1);
        let step = (WIDTH - LABEL) / counts.len().max(1) as f64;
        for (bin, &count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
            let (height, x) = ((line - 5.0) * count as f64 / most as f64, LABEL + step * bin as f64);
            let style = markup!("fill=\"var(--c{})\"", group % COLORS);
            svg.rect(x + 0.5, base - height.max(1.0), step - 1.0, height.max(1.0), &style);
        }
    }
    (svg, bottom + 12.0)
}

fn numbers(name: &str, values: &[f64], groups: &Groups) -> Markup {
    let finite = || values.iter().copied().filter(|value| value.is_finite());
    let (low, high) = (finite().fold(f64::INFINITY, f64::min), finite().fold(f64::NEG_INFINITY, f64::max));
    if low > high {
        return markup!("<p class=\"soft\">no value</p>");
    }
    // Whole numbers in a narrow range get a bar each.
    let whole = finite().all(|value| value.fract() == 0.0) && high - low < 30.0;
    let (low, span, bins) = if whole {
        #[expect(clippy::cast_possible_truncation, reason = "at most 30")]
        let bins = (high - low) as usize + 1;
        (low - 0.5, high - low + 1.0, bins)
    } else {
        (low, if high > low { high - low } else { 1.0 }, BINS)
    };
    #[expect(clippy::cast_possible_truncation, reason = "within the bins")]
    let bin = |value: f64| (((value - low) / span * bins as f64) as usize).min(bins - 1);
    let mut bars = vec![vec![0; bins]; groups.names.len()];
    for (row, &value) in values.iter().enumerate() {
        if let (Some(group), true) = (groups.of[row], value.is_finite()) {
            bars[group][bin(value)] += 1;
        }
    }
    let (mut svg, y) = ridges(groups, &bars, 18.0);
    svg.text(LABEL, y, Anchor::Start, "soft", 110.0, &significant(if whole { low + 0.5 } else { low }));
    svg.text(WIDTH, y, Anchor::End, "soft", 110.0, &significant(high));
    svg.finish(&format!("distribution of {name} by {}", groups.what))
}

/// Draws bars of levels; returns a key too if their names do not fit below them.
fn levels(name: &str, categories: &Categories, groups: &Groups) -> (Markup, String) {
    let counts = categories.counts();
    let mut order: Vec<usize> = (0..counts.len()).filter(|&level| counts[level] > 0).collect();
    order.sort_by_key(|&level| std::cmp::Reverse(counts[level]));
    let many = order.len() > LEVELS;
    let shown = if many { LEVELS - 1 } else { order.len() };
    let mut names: Vec<String> = order[..shown].iter().map(|&level| categories.levels[level].clone()).collect();
    if many {
        names.push(format!("{} others", order.len() - shown));
    }
    let mut slot = vec![shown; counts.len()];
    order[..shown].iter().enumerate().for_each(|(at, &level)| slot[level] = at);
    let mut bars = vec![vec![0; names.len()]; groups.names.len()];
    for (row, group) in groups.of.iter().enumerate() {
        if let (Some(group), Some(&slot)) = (group, slot.get(categories.codes[row] as usize)) {
            bars[*group][slot] += 1;
        }
    }
    let (mut svg, y) = ridges(groups, &bars, 18.0);
    let step = (WIDTH - LABEL) / names.len().max(1) as f64;
    let fit = names.iter().all(|name| width(name) <= step - 4.0);
    for (at, name) in names.iter().enumerate() {
        let x = LABEL + step * (at as f64 + 0.5);
        let label = if fit { name.clone() } else { (at + 1).to_string() };
        svg.text(x, y, Anchor::Middle, "soft", step, &label);
    }
    let key = if fit {
        String::new()
    } else {
        names.iter().enumerate().map(|(at, name)| format!("{} {name}", at + 1)).collect::<Vec<_>>().join(" · ")
    };
    (svg.finish(&format!("levels of {name} by {}", groups.what)), key)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_column_that_equals_the_group_separates_fully_and_a_constant_one_not_at_all() {
        let of = [0, 0, 1, 1].map(Some).to_vec();
        let groups = Groups { what: "class".into(), names: vec!["a".into(), "b".into()], of, all: 2, left_out: None };
        let column = |values: [f64; 4]| Column { name: "x".into(), cells: Cells::Numbers(values.to_vec()) };
        assert!((separation(&column([1.0, 1.0, 2.0, 2.0]), &groups) - 1.0).abs() < 1e-12);
        assert!(separation(&column([1.0, 2.0, 1.0, 2.0]), &groups) < 1e-12);
        assert!(separation(&column([3.0; 4]), &groups) < 1e-12);
    }
}
