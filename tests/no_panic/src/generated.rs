//! Everything that generated code does, loaded and baked, with a panic handler that does not link.
//!
//! The models of `NEARKIN_MODULES` (every head, storage, metric and kind of column) are baked in; cells and received blobs
//! come from outside, so the compiler knows nothing of them. The program is linked for each chip and never run.
#![no_std]
#![no_main]
#![allow(unsafe_code)] // the entry takes raw memory, as a start-up routine would hand it over

#[allow(dead_code, reason = "without models there is no field")]
#[macro_use]
#[path = "../../equal_bits/program/src/field.rs"]
mod field;
mod handler;

use nearkin::Value;

/// What the outside hands over.
#[repr(C)]
pub struct Given<'a> {
    bytes: &'a [u8],
    row: &'a [Value<'a>],
    index: usize,
}

/// What an answer's caller can ask of it.
#[allow(dead_code, reason = "without models nothing is queried")]
mod ask {
    use nearkin::typed::{Assignment, Classification, Level, Regression};
    use nearkin::{Flags, Neighbor};

    fn found(flags: Flags, distance: f32, neighbors: &[Neighbor]) -> u32 {
        let flags = [flags.has_missing(), flags.has_unknown(), flags.is_outside(), flags.is_novel()];
        let sum = flags.iter().fold(0, |sum, &mark| 2 * (sum & 7) + u32::from(mark));
        neighbors.iter().fold(sum ^ distance.to_bits(), |sum, neighbor| sum ^ neighbor.rank ^ neighbor.row)
    }

    pub fn classify<C: Level, const K: usize>(answer: &Classification<'_, C, K>) -> u32 {
        let shares = C::ALL.iter().fold(answer.votes(), |sum, &class| sum ^ answer.probability(class).to_bits());
        let rows = answer.neighbors().iter().fold(shares, |sum, neighbor| sum ^ answer.training_row(neighbor));
        rows ^ u32::from(answer.class().index()) ^ found(answer.flags(), answer.distance(), answer.neighbors())
    }

    pub fn regress<const K: usize>(answer: &Regression<'_, K>) -> u32 {
        answer.value().to_bits() ^ found(answer.flags(), answer.distance(), answer.neighbors())
    }

    pub fn assign<const S: usize>(answer: &Assignment<'_, S>) -> u32 {
        answer.cluster() ^ answer.score().to_bits() ^ found(answer.flags(), answer.distance(), answer.neighbors())
    }
}

/// Defines the function that queries a model: received and loaded (`$name`), and baked.
#[allow(unused_macros, reason = "without models there is none")]
macro_rules! model {
    ($name:ident, $baked:ident, $checked:ident, [$($field:ident)*], $($question:ident)?) => {
        #[inline(never)]
        fn $name(given: &Given<'_>) -> u32 {
            let mut sum = 0;
            if let Ok(checked) = $name::$checked::from_bytes(given.bytes) {
                let mut cells = given.row.iter().copied();
                let mut input = || Some($name::Input { $($field: field::Field::of(cells.next()?)?),* });
                if let Some(input) = input() {
                    if let Ok(outputs) = checked.encode(&input) {
                        sum ^= outputs.iter().fold(1, |sum, output| sum ^ output.to_bits());
                    }
                    $(if let Ok(answer) = checked.$question(&input) { sum ^= ask::$question(&answer); })?
                }
            }
            let mut cells = given.row.iter().copied();
            let mut input = || Some($baked::Input { $($field: field::Field::of(cells.next()?)?),* });
            if let Some(input) = input() {
                if let Ok(outputs) = $baked::encode(&input) {
                    sum ^= outputs.iter().fold(2, |sum, output| sum ^ output.to_bits());
                }
                $(if let Ok(answer) = $baked::$question(&input) { sum ^= ask::$question(&answer); })?
            }
            sum
        }
    };
}

/// Defines the function that queries all models; its result depends on every prediction, so that none is optimized away.
macro_rules! models {
    ($($name:ident)*) => {
        fn ask_all(given: &Given<'_>) -> u32 {
            given.bytes.len() as u32 $(^ $name(given))*
        }
    };
}

include!(concat!(env!("OUT_DIR"), "/models.rs"));

/// The entry.
#[unsafe(no_mangle)]
pub extern "C" fn _start(given: &Given<'_>) -> u32 {
    #[cfg(feature = "control")]
    if given.bytes[given.index] == 1 {
        return 1;
    }
    ask_all(given) ^ given.index as u32 ^ given.row.len() as u32
}
