//! Replays the golden vectors of `nearkin verify --vectors` on the chip, and prints what came of it.
//!
//! One line: `equal`, or `line N differs`, the line of the first row of the data whose answer is another one.
#![no_std]
#![no_main]

#[cfg(target_arch = "arm")]
#[path = "../arm.rs"]
#[allow(dead_code, reason = "nothing is timed")]
mod board;
#[cfg(target_arch = "riscv32")]
#[path = "../riscv.rs"]
#[allow(dead_code, reason = "nothing is timed")]
mod board;
/// The module as it was written.
mod vectors {
    include!(concat!(env!("OUT_DIR"), "/model.rs"));
}

use nearkin::{Aligned, Model};

static MODEL: Aligned<[u8; include_bytes!(concat!(env!("OUT_DIR"), "/model.bin")).len()]> =
    Aligned(*include_bytes!(concat!(env!("OUT_DIR"), "/model.bin")));

/// Runs the check; the board calls it once.
fn run() {
    let Ok(model) = Model::from_bytes(&MODEL.0) else {
        board::print("the model does not load\n");
        return;
    };
    match vectors::check(&model) {
        Ok(()) => board::print("equal\n"),
        Err(line) => {
            board::print("line ");
            print_number(line);
            board::print(" differs\n");
        }
    }
}

/// Prints a number in decimal digits.
fn print_number(mut number: u32) {
    let mut digits = [b'0'; 10];
    let mut first = digits.len();
    loop {
        first -= 1;
        digits[first] = b'0' + (number % 10) as u8;
        number /= 10;
        if number == 0 {
            break;
        }
    }
    board::print(core::str::from_utf8(&digits[first..]).unwrap_or("?"));
}
