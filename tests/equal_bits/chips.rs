//! Some of the random models on three emulated chips, loaded and baked: the output equals the host's.

#[path = "../device/emulator.rs"]
mod emulator;
#[path = "../device/firmware.rs"]
mod firmware;

use std::collections::BTreeSet;
use std::sync::OnceLock;
use std::time::Duration;

use emulator::Emulator;
use nearkin::Model;
use nearkin::encode::{CodeOutputs, InputKind, Lookup};
use nearkin_codegen::model::aligned::Aligned;

use crate::parity::CASES;
use crate::program::{ProgramFiles, assert_same_lines};
use crate::random_cases::{RandomCase, random_case};

/// The number of models: as many as fit into the smallest board's flash.
const MODELS: usize = 12;
/// Query rows of each model.
const QUERIES: usize = 10;
/// The time limit of one run: many times what it needs, for a busy machine.
const LIMIT: Duration = Duration::from_secs(240);

/// Returns the variants that a model uses: of head, storage, metric, weights and columns.
fn variants(model: &Model<'_>) -> BTreeSet<String> {
    let payload = model.payload();
    let name = |text: String| text.split([' ', '(']).next().expect("a word").to_owned();
    let mut variants = BTreeSet::from([
        format!("head {}", name(format!("{:?}", payload.head))),
        format!("storage {}", name(format!("{:?}", payload.storage))),
        format!("weights {}", format!("{:?}", payload.head).contains("Distance")),
        format!("threshold {}", payload.threshold.is_some()),
    ]);
    if model.n_neighbors() > 0 {
        variants.insert(format!("metric {}", name(format!("{:?}", payload.metric))));
    }
    for index in 0..payload.columns {
        let column = model.column(index).expect("an index below the number of columns");
        variants.insert(format!("column {}, expanded {}", column_variant(&column.kind), column.expanded));
    }
    variants
}

fn column_variant(kind: &InputKind<'_>) -> &'static str {
    match kind {
        InputKind::Number(number) if number.indicator.is_some() => "number with an indicator",
        InputKind::Number(_) => "number",
        InputKind::Category(category) => match (&category.lookup, &category.outputs) {
            (Lookup::Hash(_), _) if category.shared => "shared hash",
            (Lookup::Hash(_), _) => "hash",
            (Lookup::Integers(_), _) => "integers",
            (_, CodeOutputs::Table { .. }) => "table",
            (_, CodeOutputs::OneHot { scaled: Some(_), .. }) => "scaled one-hot",
            (_, CodeOutputs::OneHot { .. }) => "one-hot",
        },
    }
}

/// A random case, its model and the variants that it uses.
type Candidate = (RandomCase, Vec<u8>, BTreeSet<String>);

/// The program with the selected models: its folder and the expected output.
fn program() -> (&'static std::path::Path, &'static str) {
    static PROGRAM: OnceLock<(std::path::PathBuf, String)> = OnceLock::new();
    let (folder, expected) = PROGRAM.get_or_init(|| {
        let mut files = ProgramFiles::new("parity-chips");
        for (mut case, blob, _) in select() {
            case.queries.truncate(QUERIES);
            files.add(&case, &blob);
        }
        files.finish()
    });
    (folder, expected)
}

/// Selects models greedily until every variant occurs.
fn select() -> Vec<Candidate> {
    let mut candidates: Vec<Candidate> = (0..CASES)
        .map(random_case)
        .filter_map(|case| {
            let blob = case.fit()?.2.blob;
            let variants = variants(&Aligned::new(&blob).load().expect("a fitted model loads"));
            Some((case, blob, variants))
        })
        .collect();
    let all: BTreeSet<String> = candidates.iter().flat_map(|(.., variants)| variants.clone()).collect();
    let mut covered = BTreeSet::new();
    let mut selected = Vec::new();
    for _ in 0..MODELS {
        let new = |variants: &BTreeSet<String>| variants.difference(&covered).count();
        // In reverse, so that the first of several equally good ones is selected.
        let best = (0..candidates.len()).rev().max_by_key(|&index| new(&candidates[index].2));
        let candidate = candidates.remove(best.expect("more candidates than models"));
        covered.extend(candidate.2.iter().cloned());
        selected.push(candidate);
    }
    let missing: Vec<_> = all.difference(&covered).collect();
    assert!(missing.is_empty(), "{MODELS} models do not cover {missing:?}");
    selected
}

#[track_caller]
fn prints_the_bits_of_the_host(target: &str, board: Emulator) {
    let (folder, expected) = program();
    let environment = [("NEARKIN_MODULES", folder.display().to_string())];
    let printed = firmware::build("tests/equal_bits/program", &["--locked", "--target", target], &environment)
        .and_then(|firmware| board.run(&firmware, &[], LIMIT))
        .unwrap_or_else(|message| panic!("{message}"))
        .printed;
    assert_same_lines(target, expected, &printed);
}

#[test]
fn cortex_m0_answers_with_the_bits_of_the_host() {
    prints_the_bits_of_the_host("thumbv6m-none-eabi", Emulator::MICROBIT);
}

#[test]
fn cortex_m4f_answers_with_the_bits_of_the_host() {
    prints_the_bits_of_the_host("thumbv7em-none-eabihf", Emulator::MPS2_AN386);
}

#[test]
fn riscv32_answers_with_the_bits_of_the_host() {
    prints_the_bits_of_the_host("riscv32imac-unknown-none-elf", Emulator::VIRT);
}
