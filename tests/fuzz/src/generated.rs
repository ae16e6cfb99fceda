//! Generated code of small models, queried with typed rows and given blobs that it was not generated for.

use nearkin::Value;

use crate::aligned::Aligned;
use crate::rng::Rng;

/// Texts of the models' table, and others.
const TEXTS: [&str; 10] = ["red", "green", "blue", "grün", "violet", "", "1", "2", "3", "01"];

/// A row from a fuzzer's bytes: each cell is a byte that says what it is, and what that needs. It ends with the bytes.
pub fn row(bytes: &[u8]) -> Vec<Value<'_>> {
    let mut rest = bytes;
    let mut take = |n: usize| {
        let (taken, left) = rest.split_at_checked(n)?;
        rest = left;
        Some(taken)
    };
    let mut row = Vec::new();
    // No model has more columns.
    while row.len() < 16
        && let Some(kind) = take(1)
    {
        row.push(match kind[0] {
            0..128 => match take(4) {
                Some(four) => Value::Number(f32::from_le_bytes(four.try_into().expect("four bytes"))),
                None => break,
            },
            kind @ 128..224 => Value::Text(TEXTS[usize::from(kind) % TEXTS.len()]),
            kind @ 224..240 => match take(usize::from(kind - 224)).map(std::str::from_utf8) {
                Some(Ok(text)) => Value::Text(text),
                _ => break,
            },
            _ => Value::Missing,
        });
    }
    row
}

/// What answers have in common, in a form that can be compared: floats by their bits.
mod answer {
    use nearkin::typed::{Assignment, Classification, Level, Regression};
    use nearkin::{Flags, Neighbor};

    /// An answer's own words, its flags, its distance's bits, its neighbors.
    type Parts = (Vec<u32>, Flags, u32, Vec<Neighbor>);

    fn parts(words: Vec<u32>, flags: Flags, distance: f32, neighbors: &[Neighbor]) -> Parts {
        assert!(neighbors.is_sorted_by_key(|neighbor| (neighbor.rank, neighbor.row)), "nearest first");
        (words, flags, distance.to_bits(), neighbors.to_vec())
    }

    pub fn classify<C: Level, const K: usize>(found: &Classification<'_, C, K>) -> Parts {
        assert!(usize::from(found.class().index()) < C::ALL.len(), "a class that exists");
        let mut words = vec![u32::from(found.class().index()), found.votes()];
        words.extend(C::ALL.iter().map(|&class| {
            let share = found.probability(class);
            // Sums of inverse distances can overflow; a share is then not a number, and says nothing.
            assert!(share.is_nan() || (0.0..=1.001).contains(&share), "a share of {share}");
            share.to_bits()
        }));
        parts(words, found.flags(), found.distance(), found.neighbors())
    }

    pub fn regress<const K: usize>(found: &Regression<'_, K>) -> Parts {
        parts(vec![found.value().to_bits()], found.flags(), found.distance(), found.neighbors())
    }

    pub fn assign<const S: usize>(found: &Assignment<'_, S>) -> Parts {
        parts(vec![found.cluster(), found.score().to_bits()], found.flags(), found.distance(), found.neighbors())
    }
}

fn bits(outputs: &[f32]) -> Vec<u32> {
    assert!(outputs.iter().all(|output| !output.is_nan()), "outputs are numbers: {outputs:?}");
    outputs.iter().map(|output| output.to_bits()).collect()
}

/// Defines the function that queries a model: loaded and baked give the same; an arbitrary blob is refused or gives a prediction.
macro_rules! model {
    ($name:ident, $baked:ident, $checked:ident, [$($field:ident)*], $($question:ident)?) => {
        fn $name(row: &[Value<'_>], blob: &[u8]) {
            let typed = || {
                let mut cells = row.iter().copied();
                Some($name::Input { $($field: crate::field::Field::of(cells.next()?)?),* })
            };
            let baked = || {
                let mut cells = row.iter().copied();
                Some($baked::Input { $($field: crate::field::Field::of(cells.next()?)?),* })
            };
            let (Some(typed), Some(baked)) = (typed(), baked()) else { return };
            let embedded = $name::$checked::embedded().expect("generated for it");
            let outputs = embedded.encode(&typed).ok().map(|outputs| bits(&outputs));
            assert_eq!(outputs, $baked::encode(&baked).ok().map(|outputs| bits(&outputs)), "encoded");
            $(
                let found = embedded.$question(&typed).ok().map(|found| answer::$question(&found));
                assert_eq!(found, $baked::$question(&baked).ok().map(|found| answer::$question(&found)), "answers");
                assert_eq!(found.is_some(), outputs.is_some(), "encoding and answering refuse the same rows");
            )?
            let received = Aligned::new(blob);
            if let Ok(received) = $name::$checked::from_bytes(received.bytes()) {
                let _ = received.encode(&typed).map(|outputs| bits(&outputs));
                $(let _ = received.$question(&typed).map(|found| answer::$question(&found));)?
            }
        }
    };
}

/// Makes the list of the functions, and of the blobs that belong to them.
macro_rules! models {
    ($($name:ident)*) => {
        /// The inputs of a model: a row and a blob.
        type Ask = fn(&[Value<'_>], &[u8]);

        /// Every model, with its own blob.
        const MODELS: &[(Ask, &[u8])] = &[
            $(($name, include_bytes!(concat!(env!("OUT_DIR"), "/", stringify!($name), ".nkn")))),*
        ];
    };
}

include!(concat!(env!("OUT_DIR"), "/models.rs"));

/// Asks a model with a row and a blob. The input is 8 bytes that choose the model, a byte that says how many bytes of
/// cells follow, the cells, and the blob's message; where that is short, the model's own with a few bytes changed.
pub fn try_generated(input: &[u8]) {
    assert!(!MODELS.is_empty(), "built without NEARKIN_MODULES: see README.md");
    let Some((&seed, rest)) = input.split_first_chunk::<8>() else { return };
    let Some((&length, rest)) = rest.split_first() else { return };
    let (cells, message) = rest.split_at(rest.len().min(usize::from(length)));
    let mut rng = Rng::new(u64::from_le_bytes(seed));
    let (ask, blob) = *rng.choose(MODELS);
    let mut forged = message.to_vec();
    if message.len() <= 64 {
        forged = blob[nearkin::format::HEADER_BYTES..].to_vec();
        for &byte in message {
            // A place in the counts, or anywhere.
            let among = if rng.below(2) == 0 { forged.len().min(80) } else { forged.len() };
            forged[rng.index(among)] = byte;
        }
    }
    ask(&row(cells), &crate::seal(&forged));
}
