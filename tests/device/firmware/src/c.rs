//! A C kernel that build.rs compiled: what nearest neighbors cost without nearkin.

/// A cell of a row, as bits or as an integer.
pub type Cell = u32;

/// A missing cell, which the kernels cannot use.
pub const MISSING: Cell = 0;

#[cfg(element = "float")]
type Element = f32;
#[cfg(element = "short")]
type Element = i16;
#[cfg(element = "uchar")]
type Element = u8;

unsafe extern "C" {
    fn predict(query: *const Element) -> i32;
}

/// A cell that holds a number.
pub fn number(x: f32) -> Cell {
    x.to_bits()
}

/// A cell that holds a whole number.
pub fn integer(x: i32) -> Cell {
    x as u32
}

/// A cell that holds text, which the kernels cannot use.
pub fn text(_: &'static str) -> Cell {
    MISSING
}

/// The query in the kernel's type; its memory is the caller's and does not count.
pub struct Algorithm {
    query: [Element; crate::MAX_COLUMNS],
}

impl Algorithm {
    /// Has nothing to set up.
    pub fn new() -> Algorithm {
        Algorithm { query: [Element::default(); crate::MAX_COLUMNS] }
    }

    /// Brings a row into the kernel's type, outside the count, in a section that does not count as code.
    #[unsafe(link_section = ".harness")]
    #[inline(never)]
    pub fn prepare(&mut self, row: &[Cell]) {
        for (element, &cell) in self.query.iter_mut().zip(row) {
            #[cfg(element = "float")]
            let value = f32::from_bits(cell);
            #[cfg(not(element = "float"))]
            let value = cell as Element;
            *element = value;
        }
    }

    /// Asks the kernel.
    #[inline(never)]
    pub fn classify(&mut self, _: &[Cell]) -> u16 {
        // SAFETY: the kernel reads as many elements as the model has columns, at most `MAX_COLUMNS`, and keeps nothing.
        unsafe { predict(self.query.as_ptr()) as u16 }
    }
}
