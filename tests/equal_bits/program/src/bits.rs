//! An answer as words: every bit that a caller can ask for.

use core::fmt;

use nearkin::typed::Level;
use nearkin::{Flags, Neighbor};

/// Words one after the other; what does not fit is counted, so that two lists of different answers differ.
#[derive(Clone, Copy)]
pub struct Words {
    words: [u32; Words::MOST],
    len: usize,
}

impl Words {
    /// Room for the widest drawn model.
    const MOST: usize = 160;

    /// An empty list.
    pub fn new() -> Self {
        Self { words: [0; Self::MOST], len: 0 }
    }

    /// Adds a word.
    pub fn put(&mut self, word: u32) {
        if let Some(place) = self.words.get_mut(self.len) {
            *place = word;
        }
        self.len += 1;
    }

    /// Adds encoded outputs, or that the row was refused.
    pub fn put_encoded(&mut self, outputs: Option<&[f32]>) {
        match outputs {
            Some(outputs) => outputs.iter().for_each(|output| self.put(output.to_bits())),
            None => self.put_refused(),
        }
    }

    /// Adds that a row was refused. Which of several wrong cells is reported may differ.
    pub fn put_refused(&mut self) {
        self.put(0xEEEE_EEEE);
    }

    /// What every answer has.
    pub fn put_found(&mut self, flags: Flags, distance: f32, neighbors: &[Neighbor]) {
        let flags = [flags.has_missing(), flags.has_unknown(), flags.is_outside(), flags.is_novel()];
        self.put(flags.iter().fold(0, |word, &mark| 2 * word + u32::from(mark)));
        self.put(distance.to_bits());
        for neighbor in neighbors {
            self.put(neighbor.rank);
            self.put(neighbor.row);
        }
    }
}

impl PartialEq for Words {
    fn eq(&self, other: &Self) -> bool {
        self.len == other.len && self.words.get(..self.len) == other.words.get(..other.len)
    }
}

impl fmt::Display for Words {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.words.get(..self.len) {
            Some(words) => words.iter().try_for_each(|word| write!(f, " {word:08x}")),
            None => f.write_str(" too many words"),
        }
    }
}

/// Answers of a model without types.
pub mod untyped {
    use super::Words;
    use nearkin::{Assignment, Classification, Regression};

    /// A class among `classes`.
    pub fn classify(words: &mut Words, found: &Classification<'_, '_>, classes: u16) {
        words.put(u32::from(found.class()));
        words.put(found.votes());
        (0..classes).for_each(|class| words.put(found.probability(class).to_bits()));
        words.put_found(found.flags(), found.distance(), found.neighbors());
    }

    /// A value.
    pub fn regress(words: &mut Words, found: &Regression<'_, '_>, _: u16) {
        words.put(found.value().to_bits());
        words.put_found(found.flags(), found.distance(), found.neighbors());
    }

    /// A cluster.
    pub fn assign(words: &mut Words, found: &Assignment<'_, '_>, _: u16) {
        words.put(found.cluster());
        words.put(found.score().to_bits());
        words.put_found(found.flags(), found.distance(), found.neighbors());
    }
}

/// Answers of generated code.
pub mod typed {
    use super::{Level, Words};
    use nearkin::typed::{Assignment, Classification, Regression};

    /// A class.
    pub fn classify<C: Level, const K: usize>(words: &mut Words, found: &Classification<'_, C, K>) {
        words.put(u32::from(found.class().index()));
        words.put(found.votes());
        C::ALL.iter().for_each(|&class| words.put(found.probability(class).to_bits()));
        words.put_found(found.flags(), found.distance(), found.neighbors());
    }

    /// A value.
    pub fn regress<const K: usize>(words: &mut Words, found: &Regression<'_, K>) {
        words.put(found.value().to_bits());
        words.put_found(found.flags(), found.distance(), found.neighbors());
    }

    /// A cluster.
    pub fn assign<const S: usize>(words: &mut Words, found: &Assignment<'_, S>) {
        words.put(found.cluster());
        words.put(found.score().to_bits());
        words.put_found(found.flags(), found.distance(), found.neighbors());
    }
}
