//! Classifies the test rows, each between two marks, and prints each class, the time, and the stack.
//!
//! Lines: `row CLASS TICKS` for each row after one for an empty call, `stack BYTES` for the deepest of the first rows and
//! one for an empty call before it. All numbers are hexadecimal, so that printing needs no division.
#![no_std]
#![no_main]

mod algorithm;
#[cfg(target_arch = "arm")]
#[path = "arm.rs"]
mod board;
#[cfg(target_arch = "riscv32")]
#[path = "riscv.rs"]
mod board;
mod mark;
mod rows;
mod stack;

use core::hint::black_box;

use algorithm::{Algorithm, Cell};
use rows::Rows;

/// Columns of the widest data set.
const MAX_COLUMNS: usize = 64;
/// Rows that the stack is measured on, beside the counted calls.
const STACK_ROWS: usize = 20;

/// How the algorithm and the empty call are called: by a pointer the compiler cannot see through.
type Call = fn(&mut Algorithm, &[Cell]) -> u16;

fn nothing(_: &mut Algorithm, _: &[Cell]) -> u16 {
    0
}

/// Runs the benchmark; the board calls it once.
fn run() {
    let mut algorithm = Algorithm::new();
    let mut cells = [algorithm::MISSING; MAX_COLUMNS];

    let empty = Rows::new().next_into(&mut cells).unwrap_or_default();
    counted(nothing, &mut algorithm, empty);
    let mut rows = Rows::new();
    while let Some(row) = rows.next_into(&mut cells) {
        counted(Algorithm::classify, &mut algorithm, row);
    }

    let mut rows = Rows::new();
    let row = rows.next_into(&mut cells).unwrap_or_default();
    print_number("stack ", stack::deepest(|| call_once(nothing, &mut algorithm, row)));
    board::print("\n");
    let mut deepest = 0;
    let mut rows = Rows::new();
    for _ in 0..STACK_ROWS {
        let Some(row) = rows.next_into(&mut cells) else { break };
        algorithm.prepare(row);
        let depth = stack::deepest(|| call_once(Algorithm::classify, &mut algorithm, row));
        deepest = deepest.max(depth);
    }
    print_number("stack ", deepest);
    board::print("\n");
}

/// Makes one call between the marks, and prints its answer and the ticks of the board's timer.
#[inline(never)]
fn counted(call: Call, algorithm: &mut Algorithm, row: &[Cell]) {
    let call = black_box(call);
    algorithm.prepare(row);
    let before = board::now();
    mark::mark_start();
    let class = call(algorithm, row);
    mark::mark_stop();
    let ticks = board::ticks_between(before, board::now());
    print_number("row ", u32::from(black_box(class)));
    print_number(" ", ticks);
    board::print("\n");
}

/// Makes one call, as `counted` does, without marks.
fn call_once(call: Call, algorithm: &mut Algorithm, row: &[Cell]) {
    black_box(black_box(call)(algorithm, row));
}

/// Prints `label` and a number as eight hexadecimal digits.
fn print_number(label: &str, number: u32) {
    board::print(label);
    let mut digits = [0; 8];
    for (place, digit) in digits.iter_mut().enumerate() {
        let value = (number >> (28 - 4 * place)) as u8 & 15;
        *digit = if value < 10 { b'0' + value } else { b'a' - 10 + value };
    }
    // SAFETY: hexadecimal digits are ASCII.
    board::print(unsafe { core::str::from_utf8_unchecked(&digits) });
}
