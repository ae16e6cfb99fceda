//! Classifies penguins by numbers and categories, with rows stored as `i8`.

use core::fmt::{self, Write};

use nearkin::{Flags, Model, Scratch, Value};

use crate::Failure;

static MODEL: &[u8] = nearkin::include_model!("../../models/species.nkn");

/// Island, bill length and depth, flipper length (mm), mass (g), sex.
const PENGUINS: [[Value; 6]; 5] = [
    [text("Torgersen"), number(39.4), number(18.5), number(182.0), number(3700.0), text("male")],
    [text("Dream"), number(50.0), number(18.5), number(197.0), number(3800.0), text("female")],
    [text("Biscoe"), number(48.7), Value::Missing, number(210.0), number(4450.0), Value::Missing],
    // An island that no training row has.
    [text("Zavodovski"), number(46.5), number(13.5), number(210.0), number(4550.0), text("female")],
    // Not a penguin.
    [text("Biscoe"), number(5.0), number(40.0), number(90.0), number(9000.0), text("male")],
];

const fn number(x: f32) -> Value<'static> {
    Value::Number(x)
}

const fn text(text: &'static str) -> Value<'static> {
    Value::Text(text)
}

/// Prints a prediction with its distance and its probability.
pub(crate) fn print(
    out: &mut dyn Write,
    label: &str,
    name: &str,
    votes: u32,
    [distance, probability]: [f32; 2],
    flags: Flags,
) -> fmt::Result {
    writeln!(
        out,
        "{label}: {name} by {votes} votes of 3, distance {:08x}, probability {:08x}{}{}{}",
        distance.to_bits(),
        probability.to_bits(),
        if flags.has_missing() { ", with a missing value" } else { "" },
        if flags.has_unknown() { ", with an unknown category" } else { "" },
        if flags.is_novel() { ", novel" } else { "" },
    )
}

pub(crate) fn run(out: &mut dyn Write) -> Result<(), Failure> {
    let model = Model::from_bytes(MODEL)?; // checks once; the tables stay in flash
    let mut scratch = Scratch::<4, 3>::new(); // stored columns, k
    model.check(&scratch)?;
    for penguin in &PENGUINS {
        let found = model.classify(penguin, &mut scratch)?;
        let numbers = [found.distance(), found.probability(found.class())];
        print(out, "species", found.name(), found.votes(), numbers, found.flags())?;
    }
    // A missing value in a column that requires one is an error.
    let no_island = [Value::Missing, number(39.1), number(18.7), number(181.0), number(3750.0), text("male")];
    match model.classify(&no_island, &mut scratch) {
        Ok(found) => writeln!(out, "species: {} without an island", found.name())?,
        Err(error) => writeln!(out, "species: refused: {error:?}")?,
    }
    // The encoded and scaled row: one-hot columns and numbers.
    let mut encoded = [0.0; 10];
    model.encode(&PENGUINS[0], &mut encoded)?;
    write!(out, "species: encoded")?;
    for output in encoded {
        write!(out, " {:08x}", output.to_bits())?;
    }
    writeln!(out)?;
    Ok(())
}
