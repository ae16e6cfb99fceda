//! Times k-means on a matrix from a file; `tests/bench/kmeans.py` runs it side by side with scikit-learn.
//!
//! `bench_kmeans POINTS ROWS FEATURES CLUSTERS ITERATIONS THREADS REPEATS`: POINTS holds little-endian f64, row by row.
//! The start is rows 0, 1, 2, …; the iterations end early only if nothing changes any more. Prints a line of JSON.

use std::time::Instant;

use nearkin_codegen::kmeans::{Init, KMeansOptions, fit};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [path, numbers @ ..] = &arguments[..] else { return Err("no file given".into()) };
    let numbers: Vec<usize> = numbers.iter().map(|n| n.parse()).collect::<Result<_, _>>()?;
    let &[rows, features, clusters, iterations, threads, repeats] = &numbers[..] else {
        return Err("give ROWS FEATURES CLUSTERS ITERATIONS THREADS REPEATS after the file".into());
    };
    let bytes = std::fs::read(path)?;
    let (values, _) = bytes.as_chunks::<8>();
    let points: Vec<f64> = values.iter().map(|&b| f64::from_le_bytes(b)).collect();
    if points.len() != rows * features {
        return Err(format!("{path} has {} numbers, not {rows} x {features}", points.len()).into());
    }
    rayon::ThreadPoolBuilder::new().num_threads(threads).build_global()?;
    let given = KMeansOptions {
        init: Init::Rows((0..clusters).collect()),
        max_iter: iterations,
        tol: 0.0,
        ..KMeansOptions::new(clusters)
    };
    let plus_plus = KMeansOptions { init: Init::KMeansPlusPlus, ..given.clone() };

    let mut line = serde_json::Map::new();
    for (name, options) in [("given", &given), ("plus_plus", &plus_plus)] {
        let mut seconds = Vec::new();
        let mut found = None;
        for _ in 0..repeats {
            let start = Instant::now();
            found = Some(fit(&points, features, options, None)?);
            seconds.push(start.elapsed().as_secs_f64());
        }
        let found = found.ok_or("no repeats")?;
        line.insert(
            name.to_owned(),
            serde_json::json!({
                "seconds": seconds, "inertia": found.inertia, "iterations": found.iterations, "sizes": found.sizes,
            }),
        );
    }
    println!("{}", serde_json::Value::Object(line));
    Ok(())
}
