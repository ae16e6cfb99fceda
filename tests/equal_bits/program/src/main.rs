//! Asks each model of a folder: loaded from text, loaded and typed, and baked.
//!
//! A line for each row: the model's name, the row's number, and the bits of the loaded model's encoded outputs and answer.
//! Another follows, marked `typed` or `baked`, where generated code gave something else.
#![cfg_attr(target_os = "none", no_std, no_main)]

#[allow(dead_code, reason = "without models nothing is queried")]
mod bits;
#[cfg(target_arch = "arm")]
#[path = "../../../device/firmware/src/arm.rs"]
#[allow(dead_code, reason = "nothing is timed here")]
mod board;
#[cfg(target_arch = "riscv32")]
#[path = "../../../device/firmware/src/riscv.rs"]
#[allow(dead_code, reason = "nothing is timed here")]
mod board;
#[cfg(not(target_os = "none"))]
mod board {
    //! This machine.
    pub fn print(text: &str) {
        print!("{text}");
    }
}
#[allow(dead_code, reason = "without models nothing is queried")]
#[macro_use]
mod field;
#[allow(dead_code, reason = "without models nothing is queried")]
mod rows;

use core::fmt::{self, Write};

use bits::Words;

/// What the board prints.
struct Printed;

impl Write for Printed {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        board::print(text);
        Ok(())
    }
}

/// Prints the loaded model's answer, and those that differ from it.
#[allow(dead_code, reason = "without models nothing is queried")]
fn compare(name: &str, row: u32, plain: &Words, is_taken: bool, typed: Option<&[Words; 2]>) {
    let _ = writeln!(Printed, "{name} {row}:{plain}"); // a board that cannot print is noticed by the missing line
    let Some(typed) = typed else {
        if is_taken {
            let _ = writeln!(Printed, "{name} {row}: has no types");
        }
        return;
    };
    for (words, which) in typed.iter().zip(["typed", "baked"]) {
        if words != plain {
            let _ = writeln!(Printed, "{name} {row} {which}:{words}");
        }
    }
}

/// Defines the function that queries a model, loaded (`$name`) and baked.
#[allow(unused_macros, reason = "without models there is none")]
macro_rules! model {
    ($name:ident, $baked:ident, $checked:ident, [$($field:ident)*], $($question:ident)?) => {
        #[inline(never)]
        fn $name() {
            let Ok(checked) = $name::$checked::embedded() else {
                board::print(concat!(stringify!($name), " does not load\n"));
                return;
            };
            let mut rows = rows::Rows(include_bytes!(concat!(env!("OUT_DIR"), "/", stringify!($name), ".rows")));
            let mut row = 0;
            while let Some(cells) = rows.next::<{ $name::COLUMNS }>() {
                let mut plain = Words::new();
                let mut out = [0.0; $name::WIDTH];
                let encoded = checked.model().encode(&cells, &mut out).is_ok();
                plain.put_encoded(encoded.then_some(out.as_slice()));
                $(
                    let mut scratch = nearkin::Scratch::<{ $name::QUERY_WORDS }, { $name::NEIGHBORS }>::new();
                    match checked.model().$question(&cells, &mut scratch) {
                        Ok(found) => bits::untyped::$question(&mut plain, &found, checked.model().payload().classes),
                        Err(_) => plain.put_refused(),
                    }
                )?
                let typed = || {
                    let mut cells = cells.iter().copied();
                    let input = $name::Input { $($field: field::Field::of(cells.next()?)?),* };
                    let mut words = Words::new();
                    words.put_encoded(checked.encode(&input).as_ref().ok().map(|out| out.as_slice()));
                    $(
                        match checked.$question(&input) {
                            Ok(found) => bits::typed::$question(&mut words, &found),
                            Err(_) => words.put_refused(),
                        }
                    )?
                    Some(words)
                };
                let baked = || {
                    let mut cells = cells.iter().copied();
                    let input = $baked::Input { $($field: field::Field::of(cells.next()?)?),* };
                    let mut words = Words::new();
                    words.put_encoded($baked::encode(&input).as_ref().ok().map(|out| out.as_slice()));
                    $(
                        match $baked::$question(&input) {
                            Ok(found) => bits::typed::$question(&mut words, &found),
                            Err(_) => words.put_refused(),
                        }
                    )?
                    Some(words)
                };
                let typed = typed().zip(baked()).map(|(typed, baked)| [typed, baked]);
                compare(stringify!($name), row, &plain, encoded, typed.as_ref());
                row += 1;
            }
        }
    };
}

/// Defines the function that the board calls once: it queries all models.
macro_rules! models {
    ($($name:ident)*) => {
        fn run() {
            $($name();)*
            board::print("end\n");
        }
    };
}

include!(concat!(env!("OUT_DIR"), "/models.rs"));

#[cfg(not(target_os = "none"))]
fn main() {
    run();
}
