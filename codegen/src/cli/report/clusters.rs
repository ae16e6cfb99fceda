//! The iterations of k-means, and clusters against classes.

use nearkin::encode::InputKind;
use nearkin::{Model, Value};

use crate::Result;
use crate::cli::report::groups::Groups;
use crate::cli::report::heat;
use crate::cli::report::markup::{Markup, markup};
use crate::cli::report::omitted::{self, Reason};
use crate::cli::report::scatter::{Frame, lines, range, spread};
use crate::cli::report::svg::{Svg, key};
use crate::data::{Cells, Dataset, class_order};
use crate::evaluate::predict::{Answer, Prediction};
use crate::evaluate::training_file::Training;
use crate::fit::{Plan, fit};
use crate::kmeans::Iteration;
use crate::model::aligned::Aligned;
use crate::model::bind::{Binding, refused};
use crate::recipe::Storage;
use crate::text::lists;
use crate::text::quantity::significant;

/// Iterations that are drawn.
const FRAMES: usize = 6;
const SIZE: f64 = 300.0;
const POINTS: usize = 600;
/// Clusters with a separate marker.
const SHOWN: usize = 12;

/// One iteration of the run.
struct Step {
    run: usize,
    number: usize,
    inertia: f64,
    /// `[cluster][number]`
    centroids: Vec<f64>,
    labels: Vec<u32>,
}

/// Returns the section on the iterations; the run is repeated on the training file.
///
/// # Errors
/// Whatever makes a fit impossible.
pub(super) fn run(training: &Training) -> Result<Markup> {
    let plan = Plan { storage: Storage::F32, reject: None, ..training.plan.clone() };
    let data = &*plan.training_rows(&training.data).of(&training.data);
    let mut steps = Vec::new();
    let mut keep = |iteration: Iteration<'_>| {
        steps.push(Step {
            run: iteration.run,
            number: iteration.number,
            inertia: iteration.inertia(),
            centroids: iteration.centroids.to_vec(),
            labels: iteration.labels.to_vec(),
        });
    };
    let fitted = fit(&plan, data, Some(&mut keep))?;
    let aligned = Aligned::new(&fitted.blob);
    let model = aligned.load()?;
    let (mut steps, starts) = best_start(steps);
    let places = places(&model);
    for step in &mut steps {
        in_stored_order(&mut step.centroids, &places);
    }
    let Some(end) = steps.last() else { return Ok(Markup::default()) };
    let width = usize::from(model.payload().numbers);
    let drawing = Drawing {
        points: points(&model, data)?,
        width,
        plane: plane(&end.centroids, width),
        clusters: model.payload().rows as usize,
        rows: spread(data.len(), POINTS),
    };
    Ok(drawing.section(&steps, starts, &slot_names(&model)))
}

/// Keeps the steps of the start that ended with the least inertia; returns how many starts there were too.
fn best_start(mut steps: Vec<Step>) -> (Vec<Step>, usize) {
    let last = |run: usize| steps.iter().rfind(|step| step.run == run).map_or(f64::INFINITY, |step| step.inertia);
    let runs = steps.iter().map(|step| step.run).max().unwrap_or(0);
    let best = (0..=runs).min_by(|&a, &b| last(a).total_cmp(&last(b))).unwrap_or(0);
    steps.retain(|step| step.run == best);
    (steps, runs + 1)
}

/// Reorders centroids from the order of the columns, in which a run reports them, to that of the stored numbers.
fn in_stored_order(centroids: &mut Vec<f64>, places: &[usize]) {
    *centroids = centroids
        .chunks_exact(places.len().max(1))
        .flat_map(|centroid| places.iter().map(|&place| centroid[place]))
        .collect();
}

/// The parameters that the plots of all iterations share.
struct Drawing {
    /// The stored numbers of every row, `[row][number]`.
    points: Vec<f64>,
    /// Stored numbers of a row.
    width: usize,
    /// The numbers drawn across and up.
    plane: (usize, usize),
    clusters: usize,
    /// The rows that are drawn.
    rows: Vec<usize>,
}

impl Drawing {
    fn section(&self, steps: &[Step], starts: usize, names: &[String]) -> Markup {
        let end = &steps[steps.len() - 1];
        let mut figures = Markup::default();
        for step in frames(steps.len()).into_iter().map(|at| &steps[at]) {
            figures += markup!(
                "<figure><figcaption><b>Iteration {}</b>, inertia {}</figcaption>{}</figure>",
                step.number,
                significant(step.inertia),
                self.picture(step, &shown_groups_like(end, step, self.clusters))
            );
        }
        let mut inertia = Markup::default();
        if steps.len() > 1 {
            let points = steps.iter().map(|step| (step.number as f64, step.inertia)).collect();
            let chart = lines(&[("inertia".into(), points)], "iteration", false);
            inertia += markup!("<h3>Inertia</h3><figure>{}</figure>", chart);
        }
        markup!(
            "<section><h2>{}</h2><p class=\"soft\">{} iterations{}: the rows by cluster after each iteration; rings are the updated centroids. Axes: the two encoded columns in which the centroids differ most, {} (horizontal) and {} (vertical).{}</p>{}<div class=\"grid\">{}</div>{}</section>",
            TITLE,
            end.number,
            if starts > 1 { format!(", the best of {starts} starts") } else { String::new() },
            names[self.plane.0],
            names[self.plane.1],
            if self.clusters > SHOWN {
                format!(" Only the {SHOWN} largest of {} clusters have markers.", self.clusters)
            } else {
                String::new()
            },
            key(&shown_groups(end, self.clusters).names),
            figures,
            inertia
        )
    }

    /// Draws the rows by cluster, and the centroids as rings.
    fn picture(&self, step: &Step, groups: &Groups) -> Markup {
        let (a, b) = self.plane;
        let value = |row: usize, number: usize| self.points[row * self.width + number];
        let all = |number: usize| range(self.points.iter().skip(number).step_by(self.width.max(1)).copied());
        let frame = Frame { left: 1.0, top: 1.0, size: SIZE, x: all(a), y: all(b) };
        let mut svg = Svg::new(SIZE + 2.0, SIZE + 2.0);
        svg.rect(1.0, 1.0, SIZE, SIZE, &markup!("class=\"frame\""));
        frame.points(&mut svg, groups, &self.rows, |row| (value(row, a), value(row, b)));
        for centroid in step.centroids.chunks_exact(self.width.max(1)) {
            let (x, y) = frame.at((centroid[a], centroid[b]));
            svg.path(&format!("M{:.1} {y:.1}a6 6 0 1 0 12 0a6 6 0 1 0 -12 0", x - 6.0), &markup!("class=\"ink\""));
        }
        svg.finish(&format!("rows and centroids after iteration {}", step.number))
    }
}

/// Returns the final clusters as groups, of which the largest have markers.
fn shown_groups(end: &Step, clusters: usize) -> Groups {
    shown_groups_like(end, end, clusters)
}

/// Groups the rows of `step` by cluster, for the clusters that are largest at the end.
fn shown_groups_like(end: &Step, step: &Step, clusters: usize) -> Groups {
    let groups = |labels: &[u32]| Groups {
        what: "cluster".into(),
        names: (0..clusters).map(|cluster| format!("cluster {cluster}")).collect(),
        of: labels.iter().map(|&label| Some(label as usize)).collect(),
        all: clusters,
        left_out: None,
    };
    let largest = groups(&end.labels).largest(SHOWN);
    let names = largest.names;
    let of = groups(&step.labels);
    let index: Vec<Option<usize>> = of.names.iter().map(|name| names.iter().position(|shown| shown == name)).collect();
    let of_rows = of.of.iter().map(|group| index[(*group)?]).collect();
    Groups { what: of.what, names, of: of_rows, all: of.all, left_out: None }
}

/// Returns the stored numbers of every row, `[row][number]`.
fn points(model: &Model<'_>, data: &Dataset) -> Result<Vec<f64>> {
    let binding = Binding::new(model, data)?;
    let mut query = vec![0u32; model.query_words()];
    let mut cells: Vec<Value<'_>> = Vec::new();
    let mut points = Vec::with_capacity(data.len() * query.len());
    for row in 0..data.len() {
        binding.row(row, &mut cells);
        model.to_query(&cells, &mut query).map_err(|error| refused(model, data, row, error))?;
        points.extend(query.iter().map(|&word| f64::from(f32::from_bits(word))));
    }
    Ok(points)
}

/// Returns for each stored number its index among the outputs of the columns in their order.
fn places(model: &Model<'_>) -> Vec<usize> {
    let mut places = vec![0; usize::from(model.payload().numbers)];
    let (mut next, mut shared) = (0, None);
    for column in (0..model.payload().columns).filter_map(|index| model.column(index)) {
        let is_shared = matches!(&column.kind, InputKind::Category(category) if category.shared);
        // Hashed columns can share numbers: those of the first.
        let first = if is_shared { *shared.get_or_insert(next) } else { next };
        for output in 0..column.width() {
            if let Some(place) = places.get_mut(usize::from(column.slot) + output) {
                *place = first + output;
            }
        }
        if first == next {
            next += column.width();
        }
    }
    places
}

/// Returns the two numbers in which the centroids differ most.
fn plane(centroids: &[f64], width: usize) -> (usize, usize) {
    let spread = |number: usize| {
        let (low, high) = range(centroids.iter().skip(number).step_by(width.max(1)).copied());
        high - low
    };
    let mut order: Vec<usize> = (0..width).collect();
    order.sort_by(|&a, &b| spread(b).total_cmp(&spread(a)).then(a.cmp(&b)));
    (order.first().copied().unwrap_or(0), order.get(1).or(order.first()).copied().unwrap_or(0))
}

/// Returns the name of each stored number.
fn slot_names(model: &Model<'_>) -> Vec<String> {
    let mut names = vec![String::new(); usize::from(model.payload().numbers)];
    let columns = model.column_names().expect("checked when the model was loaded");
    for (index, name) in (0u16..).zip(columns.iter()) {
        let Some(column) = model.column(index).filter(|column| column.expanded) else { continue };
        for output in 0..column.width() {
            let name = if column.width() == 1 { name.to_owned() } else { format!("{name}_{output}") };
            if let Some(slot) = names.get_mut(usize::from(column.slot) + output) {
                *slot = name;
            }
        }
    }
    names
}

/// Returns which of `steps` iterations are drawn: the first three, the last, and some between.
fn frames(steps: usize) -> Vec<usize> {
    if steps <= FRAMES {
        return (0..steps).collect();
    }
    let mut frames = vec![0, 1, 2];
    frames.extend((1..=FRAMES - 3).map(|at| 2 + (steps - 3) * at / (FRAMES - 3)));
    frames
}

/// The title of the section of [`run`].
pub(super) const TITLE: &str = "Iterations of k-means";
const AGAINST: &str = "Clusters against classes";

/// Returns the section that compares clusters with the classes of a target.
pub(super) fn against(model: &Model<'_>, data: &Dataset, predictions: &[Prediction]) -> Markup {
    let target = model.target_name().and_then(|name| data.column(name).ok());
    let Some(Cells::Categories(categories)) = target.map(|column| &column.cells) else {
        let reason = if model.target_name().is_some() { Reason::NoTarget } else { Reason::NoClasses };
        return omitted::section(AGAINST, reason);
    };
    let counts = categories.counts();
    let seen: Vec<&str> =
        categories.levels.iter().zip(&counts).filter(|(_, n)| **n > 0).map(|(level, _)| level.as_str()).collect();
    let names: Vec<String> = class_order(&seen).into_iter().map(|at| seen[at].to_owned()).collect();
    let clusters: Vec<String> = (0..model.payload().rows).map(|cluster| format!("cluster {cluster}")).collect();
    let mut table = vec![vec![0u64; names.len()]; clusters.len()];
    for (row, prediction) in predictions.iter().enumerate() {
        let class = categories.text(row).and_then(|text| names.iter().position(|name| name == text));
        if let (Answer::Cluster { cluster, .. }, Some(class)) = (prediction.answer, class) {
            table[cluster as usize][class] += 1;
        }
    }
    markup!(
        "<section><h2>{}</h2><p class=\"soft\">Rows: cluster, columns: class; the color is the share of the row.</p>{}</section>",
        AGAINST,
        most_rows(&clusters, &names, &table)
    )
}

/// Draws the counts of the clusters and classes with the most rows.
fn most_rows(clusters: &[String], classes: &[String], table: &[Vec<u64>]) -> Markup {
    let lines = lists::top_n(heat::SHOWN, table.iter().map(|line| line.iter().sum()));
    let columns = lists::top_n(heat::SHOWN, (0..classes.len()).map(|class| table.iter().map(|line| line[class]).sum()));
    let mut notes = Vec::new();
    for (what, shown, all) in [("clusters", lines.len(), clusters.len()), ("classes", columns.len(), classes.len())] {
        if shown < all {
            notes.push(format!("Of {all} {what}, the {shown} with the most rows are drawn."));
        }
    }
    let counts: Vec<Vec<u64>> =
        lines.iter().map(|&line| columns.iter().map(|&column| table[line][column]).collect()).collect();
    let pick = |names: &[String], at: &[usize]| at.iter().map(|&at| names[at].clone()).collect::<Vec<_>>();
    let (clusters, classes) = (pick(clusters, &lines), pick(classes, &columns));
    heat::map(&clusters, &classes, &counts, "clusters against classes", &notes.join(" "))
}

#[cfg(test)]
mod tests {
    use crate::cli::report::clusters::frames;

    #[test]
    fn the_first_iterations_and_the_last_are_drawn() {
        assert_eq!(frames(4), [0, 1, 2, 3]);
        assert_eq!(frames(30), [0, 1, 2, 11, 20, 29]);
    }
}
