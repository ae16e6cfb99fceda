//! Reads a CSV and prints rows, columns, kinds and the time taken.
//!
//! `cargo run --release -p nearkin-codegen --no-default-features --example read_csv -- data.csv [target]`

use std::path::Path;
use std::time::Instant;

use nearkin_codegen::data::{Kind, ReadOptions, read_path};

fn main() -> nearkin_codegen::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let Some(path) = arguments.next() else {
        return Err(nearkin_codegen::Error::usage("usage: read_csv DATA.csv [TARGET]"));
    };
    let options = ReadOptions { target: arguments.next(), ..ReadOptions::default() };
    let start = Instant::now();
    let data = read_path(Path::new(&path), &options)?;
    let seconds = start.elapsed().as_secs_f64();
    let numeric = data.columns.iter().filter(|column| column.kind() == Kind::Numeric).count();
    for note in &data.notes {
        println!("note: {note}");
    }
    println!(
        "{} rows, {numeric} numeric and {} categorical columns, {} bytes, sha256 {}",
        data.len(),
        data.columns.len() - numeric,
        data.source.bytes,
        data.source.sha256
    );
    println!("{seconds:.3} s");
    Ok(())
}
