//! Times the batched search on matrices from files; `tests/bench/neighbors.py` runs it side by side with others.
//!
//! `bench_neighbors TRAIN QUERIES ROWS QUERIES FEATURES K THREADS REPEATS`: files of little-endian f32, row by row.
//! Prints a line of JSON: seconds of `predict` (cells, search, vote), and a checksum of the neighbors.

use std::time::Instant;

use nearkin_codegen::data::{Dataset, read_bytes};
use nearkin_codegen::evaluate::predict::{Wants, predict};
use nearkin_codegen::fit::{Plan, fit, read_options};
use nearkin_codegen::model::aligned::Aligned;
use nearkin_codegen::progress::Progress;
use nearkin_codegen::recipe::Recipe;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [train, queries, numbers @ ..] = &arguments[..] else { return Err("no files given".into()) };
    let numbers: Vec<usize> = numbers.iter().map(|n| n.parse()).collect::<Result<_, _>>()?;
    let &[rows, n_queries, features, k, threads, repeats] = &numbers[..] else {
        return Err("give ROWS QUERIES FEATURES K THREADS REPEATS after the files".into());
    };
    rayon::ThreadPoolBuilder::new().num_threads(threads).build_global()?;
    let recipe = Recipe::from_toml(
        "bench",
        &format!("target = \"y\"\ntask = \"classify\"\nscaler = \"none\"\nholdout = 0\nneighbors = {k}"),
    )?;
    let (train, queries) = (table(train, rows, features, &recipe)?, table(queries, n_queries, features, &recipe)?);
    let plan = Plan::new(recipe, &train)?;
    let start = Instant::now();
    let fitted = fit(&plan, &train, None)?;
    let fit_seconds = start.elapsed().as_secs_f64();
    let aligned = Aligned::new(&fitted.blob);
    let model = aligned.load()?;
    let mut seconds = Vec::new();
    let mut sum = 0u64;
    for _ in 0..repeats {
        let start = Instant::now();
        let found = predict(&model, &queries, Wants { probabilities: false, nearest: k }, Progress::NONE)?;
        seconds.push(start.elapsed().as_secs_f64());
        sum = found.iter().flat_map(|prediction| &prediction.nearest).map(|&(row, _)| u64::from(row)).sum();
    }
    println!("{}", serde_json::json!({"seconds": seconds, "fit_seconds": fit_seconds, "rows_sum": sum}));
    Ok(())
}

/// A matrix as the columns of a data set, with classes.
fn table(path: &str, rows: usize, features: usize, recipe: &Recipe) -> Result<Dataset, Box<dyn std::error::Error>> {
    let bytes = std::fs::read(path)?;
    let values: Vec<f32> = bytes.as_chunks::<4>().0.iter().map(|&b| f32::from_le_bytes(b)).collect();
    if values.len() != rows * features {
        return Err(format!("{path} has {} numbers, not {rows} x {features}", values.len()).into());
    }
    let mut text: String = (0..features).map(|i| format!("x{i},")).collect();
    text.push('y');
    for (row, values) in values.chunks_exact(features).enumerate() {
        text.push('\n');
        values.iter().for_each(|value| text.push_str(&format!("{value},")));
        text.push_str(["a", "b", "c"][row % 3]);
    }
    text.push('\n');
    Ok(read_bytes(path, text.into_bytes(), &read_options(recipe))?)
}
