//! A slice of the drawn models on three emulated chips, loaded and baked: the same text as on this machine.

#[path = "../device/emulator.rs"]
#[allow(dead_code, reason = "the demo's tests use all of it")]
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

use crate::draw::draw;
use crate::parity::DRAWS;
use crate::program::{Files, assert_same_lines};

const MICROBIT: Emulator = Emulator { program: "qemu-system-arm", machine: &["-machine", "microbit"] };
const MPS2_AN386: Emulator =
    Emulator { program: "qemu-system-arm", machine: &["-machine", "mps2-an386", "-cpu", "cortex-m4"] };
const VIRT: Emulator = Emulator { program: "qemu-system-riscv32", machine: &["-machine", "virt", "-bios", "none"] };

/// Models that fit into the smallest board together.
const MODELS: usize = 12;
/// Rows of each model.
const QUESTIONS: usize = 10;
/// Enough many times over, on a machine that is busy.
const LIMIT: Duration = Duration::from_secs(240);

/// What a model has that another may not have: its head, storage, metric, weights, and the shapes of its columns.
fn facts(model: &Model<'_>) -> BTreeSet<String> {
    let payload = model.payload();
    let name = |text: String| text.split([' ', '(']).next().expect("a word").to_owned();
    let mut facts = BTreeSet::from([
        format!("head {}", name(format!("{:?}", payload.head))),
        format!("storage {}", name(format!("{:?}", payload.storage))),
        format!("weights {}", format!("{:?}", payload.head).contains("Distance")),
        format!("threshold {}", payload.threshold.is_some()),
    ]);
    if model.n_neighbors() > 0 {
        facts.insert(format!("metric {}", name(format!("{:?}", payload.metric))));
    }
    for index in 0..payload.columns {
        let column = model.column(index).expect("below the columns");
        let shape = match column.kind {
            InputKind::Number(number) if number.indicator.is_some() => "number with an indicator",
            InputKind::Number(_) => "number",
            InputKind::Category(category) => match (category.lookup, category.outputs) {
                (Lookup::Hash(_), _) if category.shared => "shared hash",
                (Lookup::Hash(_), _) => "hash",
                (Lookup::Integers(_), _) => "integers",
                (_, CodeOutputs::Table { .. }) => "table",
                (_, CodeOutputs::OneHot { scaled: Some(_), .. }) => "scaled one-hot",
                (_, CodeOutputs::OneHot { .. }) => "one-hot",
            },
        };
        facts.insert(format!("column {shape}, expanded {}", column.expanded));
    }
    facts
}

/// The drawn models that bring the most that is new, one after the other, as a program.
fn slice() -> (&'static std::path::Path, &'static str) {
    static SLICE: OnceLock<(std::path::PathBuf, String)> = OnceLock::new();
    let (folder, expected) = SLICE.get_or_init(|| {
        let mut drawn: Vec<_> = (0..DRAWS)
            .map(draw)
            .filter_map(|draw| {
                let blob = draw.fit()?.2.blob;
                let facts = facts(&Aligned::new(&blob).load().expect("fitting has loaded it too"));
                Some((draw, blob, facts))
            })
            .collect();
        let all: BTreeSet<String> = drawn.iter().flat_map(|(.., facts)| facts.clone()).collect();
        let mut seen = BTreeSet::new();
        let mut files = Files::new("parity-chips");
        for _ in 0..MODELS {
            let news = |facts: &BTreeSet<String>| facts.difference(&seen).count();
            // Of several, the first drawn.
            let best = (0..drawn.len()).rev().max_by_key(|&place| news(&drawn[place].2)).expect("many are drawn");
            let (mut draw, blob, facts) = drawn.remove(best);
            seen.extend(facts);
            draw.questions.truncate(QUESTIONS);
            files.add(&draw, &blob);
        }
        let missing: Vec<_> = all.difference(&seen).collect();
        assert!(missing.is_empty(), "{MODELS} models leave out {missing:?}");
        files.finish()
    });
    (folder, expected)
}

#[track_caller]
fn answers_with_the_bits_of_the_host(target: &str, board: Emulator) {
    let (folder, expected) = slice();
    let environment = [("NEARKIN_MODULES", folder.display().to_string())];
    let printed = firmware::build("tests/equal_bits/program", &["--locked", "--target", target], &environment)
        .and_then(|firmware| board.run(&firmware, &[], LIMIT))
        .unwrap_or_else(|message| panic!("{message}"))
        .printed;
    assert_same_lines(target, expected, &printed);
}

#[test]
fn cortex_m0_answers_with_the_bits_of_the_host() {
    answers_with_the_bits_of_the_host("thumbv6m-none-eabi", MICROBIT);
}

#[test]
fn cortex_m4f_answers_with_the_bits_of_the_host() {
    answers_with_the_bits_of_the_host("thumbv7em-none-eabihf", MPS2_AN386);
}

#[test]
fn riscv32_answers_with_the_bits_of_the_host() {
    answers_with_the_bits_of_the_host("riscv32imac-unknown-none-elf", VIRT);
}
