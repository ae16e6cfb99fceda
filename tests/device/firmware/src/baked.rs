//! A model that `nearkin generate --baked` made Rust of, asked with its own types.

/// The generated module; the bench writes a function `input` behind it.
#[allow(dead_code, reason = "its encoder and its names are not asked for")]
mod model {
    include!(concat!(env!("OUT_DIR"), "/model.rs"));
}

/// What an error gives, so that it counts as a wrong answer.
const NO_CLASS: u16 = u16::MAX;

/// A cell of a row.
#[derive(Clone, Copy)]
pub enum Cell {
    /// A number.
    Number(f32),
    /// A level of a category, by its index.
    Level(usize),
    /// A missing cell.
    Missing,
}

impl Cell {
    /// The number, if it is one.
    pub fn number(&self) -> Option<f32> {
        if let Cell::Number(number) = *self { Some(number) } else { None }
    }

    /// The level, if it is one.
    pub fn level(&self) -> Option<usize> {
        if let Cell::Level(level) = *self { Some(level) } else { None }
    }
}

/// A missing cell.
pub const MISSING: Cell = Cell::Missing;

/// A cell that holds a number.
pub fn number(x: f32) -> Cell {
    Cell::Number(x)
}

/// A cell that holds a level.
pub fn integer(level: i32) -> Cell {
    Cell::Level(level as usize)
}

/// A cell that holds text, which typed code does not take.
pub fn text(_: &'static str) -> Cell {
    MISSING
}

/// The row in the module's type; its memory is the caller's and does not count.
pub struct Algorithm {
    input: Option<model::Input>,
}

impl Algorithm {
    /// Has nothing to load.
    pub fn new() -> Algorithm {
        Algorithm { input: None }
    }

    /// Brings a row into the module's type, outside the count, in a section that does not count as code.
    #[unsafe(link_section = ".harness")]
    #[inline(never)]
    pub fn prepare(&mut self, row: &[Cell]) {
        self.input = model::input(row);
    }

    /// Asks whether the row is novel.
    #[cfg(feature = "anomaly")]
    #[inline(never)]
    pub fn classify(&mut self, _: &[Cell]) -> u16 {
        let Some(input) = &self.input else { return NO_CLASS };
        model::assign(input).map_or(NO_CLASS, |found| u16::from(found.is_novel()))
    }

    /// Asks for the class of the row.
    #[cfg(not(feature = "anomaly"))]
    #[inline(never)]
    pub fn classify(&mut self, _: &[Cell]) -> u16 {
        let Some(input) = &self.input else { return NO_CLASS };
        model::classify(input).map_or(NO_CLASS, |found| found.class() as u16)
    }
}
