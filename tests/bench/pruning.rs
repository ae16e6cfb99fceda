//! Where pruning wins: what a search of the rows in their order looks at, what one by buckets does, and one by a kd-tree.
//! `cargo run --release -p nearkin-tests --bin pruning`; `codegen/README.md` has the table.
//!
//! Three quarters of each data set are stored (`--storage i8 --neighbors 3`), the others ask.

use std::error::Error;

use nearkin_codegen::data::{Dataset, ReadOptions, read_bytes};
use nearkin_codegen::evaluate::estimate::{Estimate, estimate_on};
use nearkin_codegen::fit::{Plan, SearchIndex, fit};
use nearkin_codegen::model::aligned::Aligned;
use nearkin_codegen::recipe::Recipe;
use nearkin_tests::rng::Rng;

/// Number of neighbors.
const K: usize = 3;

const DATA: [(&str, &str, &[u8]); 5] = [
    ("iris", "species", include_bytes!("../data/real/iris.csv")),
    ("banknote", "forged", include_bytes!("../data/real/banknote.csv")),
    ("wifi_localization", "room", include_bytes!("../data/real/wifi_localization.csv")),
    ("robot_sensor24", "OUTPUT", include_bytes!("../data/real/robot_sensor24.csv")),
    ("digits", "digit", include_bytes!("../data/real/digits.csv")),
];

fn main() -> Result<(), Box<dyn Error>> {
    println!(
        "| data, rows x columns | rows compared: brute force | buckets | kd-tree | instructions: brute force | buckets | kd-tree | chosen |"
    );
    println!("| --- | --- | --- | --- | --- | --- | --- | --- |");
    for (name, target, bytes) in DATA {
        line(name, target, bytes.to_vec())?;
    }
    for (columns, groups) in [(4, 0), (4, 40), (16, 40)] {
        let name = if groups == 0 { "uniform" } else { "40 groups" };
        line(name, "y", drawn(20_000, columns, groups).into_bytes())?;
    }
    Ok(())
}

/// A table of rows spread evenly, or around centers, a tenth of the whole away from them.
fn drawn(rows: usize, columns: usize, groups: u64) -> String {
    let (mut rng, mut which) = (Rng::new(1), Rng::new(2));
    let mut unit = move || f64::from(rng.next_u32()) / f64::from(u32::MAX);
    let centers: Vec<Vec<f64>> = (0..groups).map(|_| (0..columns).map(|_| unit()).collect()).collect();
    let mut text: String = (0..columns).map(|column| format!("x{column},")).collect();
    text.push_str("y\n");
    for _ in 0..rows {
        let center = (groups > 0).then(|| &centers[usize::try_from(which.below(groups)).expect("a few")]);
        for column in 0..columns {
            // The sum of three evens is a bell, near enough.
            let near = (unit() + unit() + unit() - 1.5) * 0.2;
            let x = center.map_or_else(&mut unit, |center| center[column] + near);
            text.push_str(&format!("{x:.5},"));
        }
        text.push_str(if unit() < 0.5 { "a\n" } else { "b\n" });
    }
    text
}

fn line(name: &str, target: &str, bytes: Vec<u8>) -> Result<(), Box<dyn Error>> {
    let data = read_bytes(name, bytes, &ReadOptions::default())?;
    let (queries, stored): (Vec<usize>, Vec<usize>) = (0..data.len()).partition(|row| row % 4 == 3);
    let (queries, stored) = (data.take(&queries), data.take(&stored));
    let recipe = format!("target = \"{target}\"\ntask = \"classify\"\nneighbors = {K}\nstorage = \"i8\"\nholdout = 0");
    let plan = Plan::new(Recipe::from_toml(name, &recipe)?, &stored)?;
    let of = |search_index| estimated(&Plan { search_index, ..plan.clone() }, &stored, &queries);
    let plain = of(SearchIndex::BruteForce)?;
    let buckets = of(SearchIndex::Buckets)?;
    let tree = of(SearchIndex::KdTree)?;
    let cheapest = of(SearchIndex::Auto)?;
    let chosen = [(plain, "brute force"), (buckets, "buckets"), (tree, "kd-tree")];
    let chosen = chosen.into_iter().find(|(estimate, _)| *estimate == cheapest).map_or("another", |(_, name)| name);
    println!(
        "| {name}, {} x {} | {:.0} | {:.0} | {:.0} | {} | {} | {} | {chosen} |",
        stored.len(),
        data.columns.len() - 1,
        plain.work.rows,
        buckets.work.rows,
        tree.work.rows,
        plain.cortex_m4f,
        buckets.cortex_m4f,
        tree.cortex_m4f,
    );
    Ok(())
}

/// The work and the instructions of a loaded model's calls.
fn estimated(plan: &Plan, stored: &Dataset, queries: &Dataset) -> Result<Estimate, Box<dyn Error>> {
    let fitted = fit(plan, stored, None)?;
    let aligned = Aligned::new(&fitted.blob);
    Ok(estimate_on(&aligned.load()?, queries, false)?.expect("a classifier searches"))
}
