//! A model as `nearkin fit` wrote it, loaded and queried with numbers and text.

use nearkin::{Aligned, Model, Scratch, Value};

use crate::board;

/// A cell of a row.
pub type Cell = Value<'static>;

/// A missing cell.
pub const MISSING: Cell = Value::Missing;

/// What an error gives, so that it counts as a wrong answer.
const NO_CLASS: u16 = u16::MAX;

/// In a section of its own, so that it does not count as code.
#[unsafe(link_section = ".model")]
static MODEL: Aligned<[u8; include_bytes!(concat!(env!("OUT_DIR"), "/model.bin")).len()]> =
    Aligned(*include_bytes!(concat!(env!("OUT_DIR"), "/model.bin")));

/// A cell that holds a number.
pub fn number(x: f32) -> Cell {
    Value::Number(x)
}

/// A cell that holds a whole number.
pub fn integer(x: i32) -> Cell {
    Value::Int(x)
}

/// A cell that holds text.
pub fn text(text: &'static str) -> Cell {
    Value::Text(text)
}

/// The model, and the working memory of a call, which is the caller's and does not count.
pub struct Algorithm {
    model: Model<'static>,
    scratch: Scratch<72, 8>,
}

impl Algorithm {
    /// Loads the model.
    ///
    /// # Panics
    /// If it does not load or needs more working memory; the run then ends with failure.
    pub fn new() -> Algorithm {
        let scratch = Scratch::new();
        match Model::from_bytes(&MODEL.0) {
            Ok(model) if model.check(&scratch).is_ok() => Algorithm { model, scratch },
            Ok(_) => {
                board::print("the model needs more working memory\n");
                panic!()
            }
            Err(_) => {
                board::print("the model does not load\n");
                panic!()
            }
        }
    }

    /// Takes rows as they are.
    pub fn prepare(&mut self, _: &[Cell]) {}

    /// Asks whether a row is novel.
    #[cfg(feature = "anomaly")]
    #[inline(never)]
    pub fn classify(&mut self, row: &[Cell]) -> u16 {
        self.model.assign(row, &mut self.scratch).map_or(NO_CLASS, |found| u16::from(found.is_novel()))
    }

    /// Asks for the class of a row.
    #[cfg(not(feature = "anomaly"))]
    #[inline(never)]
    pub fn classify(&mut self, row: &[Cell]) -> u16 {
        self.model.classify(row, &mut self.scratch).map_or(NO_CLASS, |found| found.class())
    }
}
