//! Where pruning wins: what a search of the rows in their order looks at, what one by buckets does, and what one by a
//! kd-tree would. `cargo run --release -p nearkin-tests --bin pruning`; the README has its table.
//!
//! Three quarters of each data set are stored (`--storage i8 --neighbors 3`), the others ask. The kd-tree is built here, of
//! the same integers, with the wider side halved at its median down to leaves of 8 rows; it knows the columns by their
//! numbers and visits the nearer side first, the other one when the plane between them is nearer than the third neighbor.

use std::error::Error;

use nearkin::{Model, Value};
use nearkin_codegen::aligned::Aligned;
use nearkin_codegen::bind::Binding;
use nearkin_codegen::data::{Dataset, ReadOptions, read_bytes};
use nearkin_codegen::estimate::{Estimate, estimate_on};
use nearkin_codegen::fit::{Plan, fit};
use nearkin_codegen::recipe::Recipe;
use nearkin_tests::dice::Dice;

/// Rows of a leaf.
const LEAF: usize = 8;
/// Neighbors that are asked for.
const K: usize = 3;
/// Instructions of a node of the tree on a Cortex-M4F, at the least: load its plane, compare, keep the far side for later
/// with its distance, come back to it and compare again.
const NODE: f64 = 25.0;

const DATA: [(&str, &str, &[u8]); 5] = [
    ("iris", "species", include_bytes!("../data/real/iris.csv")),
    ("banknote", "forged", include_bytes!("../data/real/banknote.csv")),
    ("wifi_localization", "room", include_bytes!("../data/real/wifi_localization.csv")),
    ("robot_sensor24", "OUTPUT", include_bytes!("../data/real/robot_sensor24.csv")),
    ("digits", "digit", include_bytes!("../data/real/digits.csv")),
];

fn main() -> Result<(), Box<dyn Error>> {
    println!(
        "| data | rows x columns | rows measured: in order | buckets | kd-tree | nodes | instructions: in order | buckets | kd-tree |"
    );
    println!("| --- | --- | --- | --- | --- | --- | --- | --- | --- |");
    for (name, target, bytes) in DATA {
        line(name, target, bytes.to_vec())?;
    }
    for (columns, groups) in [(4, 0), (4, 40), (16, 40)] {
        let name = if groups == 0 { "uniform" } else { "40 groups" };
        line(name, "y", drawn(20_000, columns, groups).into_bytes())?;
    }
    Ok(())
}

/// A table of rows spread evenly, or around centres, a tenth of the whole away from them.
fn drawn(rows: usize, columns: usize, groups: u64) -> String {
    let (mut dice, mut which) = (Dice::new(1), Dice::new(2));
    let mut unit = move || f64::from(dice.word()) / f64::from(u32::MAX);
    let centres: Vec<Vec<f64>> = (0..groups).map(|_| (0..columns).map(|_| unit()).collect()).collect();
    let mut text: String = (0..columns).map(|column| format!("x{column},")).collect();
    text.push_str("y\n");
    for _ in 0..rows {
        let centre = (groups > 0).then(|| &centres[usize::try_from(which.below(groups)).expect("a few")]);
        for column in 0..columns {
            // The sum of three evens is a bell, near enough.
            let near = (unit() + unit() + unit() - 1.5) * 0.2;
            let x = centre.map_or_else(&mut unit, |centre| centre[column] + near);
            text.push_str(&format!("{x:.5},"));
        }
        text.push_str(if unit() < 0.5 { "a\n" } else { "b\n" });
    }
    text
}

fn line(name: &str, target: &str, bytes: Vec<u8>) -> Result<(), Box<dyn Error>> {
    let data = read_bytes(name, bytes, &ReadOptions::default())?;
    let (asked, stored): (Vec<usize>, Vec<usize>) = (0..data.len()).partition(|row| row % 4 == 3);
    let (asked, stored) = (data.take(&asked), data.take(&stored));
    let recipe = format!("target = \"{target}\"\ntask = \"classify\"\nneighbors = {K}\nstorage = \"i8\"\nholdout = 0");
    let plan = Plan::new(Recipe::from_toml(name, &recipe)?, &stored)?;
    let plain = estimated(&Plan { reorder: false, ..plan.clone() }, &stored, &asked)?;
    let pruned = estimated(&plan, &stored, &asked)?;
    let tree = in_tree(&Plan { reorder: false, ..plan }, &stored, &asked)?;
    // What a tree does beside its rows: a row and a word cost there what they cost in order.
    let per_row = 14.0 + 11.0 * plain.work.words / plain.work.rows;
    let others = plain.cortex_m4f as f64 - per_row * plain.work.rows;
    let in_tree = others + per_row * tree.rows + NODE * tree.nodes;
    let buckets = if pruned.work.buckets > 0.0 { format!("{:.0}", pruned.work.rows) } else { "not chosen".to_owned() };
    println!(
        "| {name} | {} x {} | {:.0} | {buckets} | {:.0} | {:.0} | {} | {} | {in_tree:.0} |",
        stored.len(),
        data.columns.len() - 1,
        plain.work.rows,
        tree.rows,
        tree.nodes,
        plain.cortex_m4f,
        pruned.cortex_m4f,
    );
    Ok(())
}

/// The work and the instructions of a loaded model's calls.
fn estimated(plan: &Plan, stored: &Dataset, asked: &Dataset) -> Result<Estimate, Box<dyn Error>> {
    let fitted = fit(plan, stored, None)?;
    let aligned = Aligned::new(&fitted.blob);
    Ok(estimate_on(&aligned.load()?, asked, false)?.expect("a classifier searches"))
}

/// What a search of the tree looks at, on average.
#[derive(Debug, Default)]
struct Looked {
    rows: f64,
    nodes: f64,
}

fn in_tree(plan: &Plan, stored: &Dataset, asked: &Dataset) -> Result<Looked, Box<dyn Error>> {
    let fitted = fit(plan, stored, None)?;
    let aligned = Aligned::new(&fitted.blob);
    let model = aligned.load()?;
    let points = points(&model, stored)?;
    let tree = Node::of(&points, (0..points.len()).collect());
    let mut looked = Looked::default();
    let queries = self::points(&model, asked)?;
    for query in &queries {
        let mut best = Vec::new();
        tree.search(&points, query, &mut best, &mut looked);
    }
    looked.rows /= queries.len() as f64;
    looked.nodes /= queries.len() as f64;
    Ok(looked)
}

/// The integers of each row.
fn points(model: &Model<'_>, data: &Dataset) -> Result<Vec<Vec<i64>>, Box<dyn Error>> {
    let binding = Binding::new(model, data)?;
    let mut query = vec![0u32; model.query_words()];
    (0..data.len())
        .map(|row| {
            let mut cells: Vec<Value<'_>> = Vec::new();
            binding.row(row, &mut cells);
            model.fill(&cells, &mut query)?;
            Ok(query
                .iter()
                .flat_map(|word| {
                    let [a, b, c, d] = word.to_le_bytes();
                    [[a, b], [c, d]].map(|short| i64::from(i16::from_le_bytes(short)))
                })
                .collect())
        })
        .collect()
}

enum Node {
    Leaf(Vec<usize>),
    Split { column: usize, at: i64, sides: Box<[Node; 2]> },
}

impl Node {
    fn of(points: &[Vec<i64>], mut rows: Vec<usize>) -> Self {
        let spread = |column: usize| {
            let (low, high) = rows.iter().fold((i64::MAX, i64::MIN), |(low, high), &row| {
                (low.min(points[row][column]), high.max(points[row][column]))
            });
            high - low
        };
        let widest = (0..points[0].len()).max_by_key(|&column| spread(column)).filter(|&column| spread(column) > 0);
        let Some(column) = widest.filter(|_| rows.len() > LEAF) else { return Self::Leaf(rows) };
        rows.sort_by_key(|&row| points[row][column]);
        let middle = points[rows[rows.len() / 2]][column];
        // Equal numbers stay on one side, and neither side is empty.
        let cut = rows.partition_point(|&row| points[row][column] < middle);
        let cut = if cut == 0 { rows.partition_point(|&row| points[row][column] <= middle) } else { cut };
        let at = points[rows[cut]][column];
        let above = rows.split_off(cut);
        Self::Split { column, at, sides: Box::new([Self::of(points, rows), Self::of(points, above)]) }
    }

    fn search(&self, points: &[Vec<i64>], query: &[i64], best: &mut Vec<i64>, looked: &mut Looked) {
        match self {
            Self::Leaf(rows) => {
                for &row in rows {
                    looked.rows += 1.0;
                    best.push(points[row].iter().zip(query).map(|(a, b)| (a - b) * (a - b)).sum());
                    best.sort_unstable();
                    best.truncate(K);
                }
            }
            Self::Split { column, at, sides } => {
                looked.nodes += 1.0;
                let gap = query[*column] - at;
                let near = usize::from(gap >= 0);
                sides[near].search(points, query, best, looked);
                // A row just below the plane is one step away from it.
                let gap = if near == 1 { gap + 1 } else { gap };
                if best.len() < K || gap * gap <= best[K - 1] {
                    sides[1 - near].search(points, query, best, looked);
                }
            }
        }
    }
}
