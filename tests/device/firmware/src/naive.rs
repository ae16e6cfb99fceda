//! Nearest neighbours as one would first write them: every row, every column, in f32.
//!
//! The model, all little-endian: rows, columns, classes and k as u32; the rows' f32; a byte of class for each row.

/// A cell of a row: a number.
pub type Cell = f32;

/// A missing cell.
pub const MISSING: Cell = f32::NAN;

const MAX_CLASSES: usize = 16;
const MAX_K: usize = 8;

/// Word-aligned, so that the rows can be read as they are.
#[repr(C, align(4))]
struct Aligned<B: ?Sized>(B);

/// In a section of its own, so that it does not count as code.
#[unsafe(link_section = ".model")]
static MODEL: Aligned<[u8; include_bytes!(concat!(env!("OUT_DIR"), "/model.bin")).len()]> =
    Aligned(*include_bytes!(concat!(env!("OUT_DIR"), "/model.bin")));

/// A cell that holds a number.
pub fn number(x: f32) -> Cell {
    x
}

/// A cell that holds a whole number, which this algorithm is not given.
pub fn integer(_: i32) -> Cell {
    MISSING
}

/// A cell that holds text, which this algorithm cannot use.
pub fn text(_: &'static str) -> Cell {
    MISSING
}

/// The rows, and how many neighbors vote.
pub struct Algorithm {
    n_columns: usize,
    k: usize,
    n_classes: usize,
    rows: &'static [f32],
    classes: &'static [u8],
}

impl Algorithm {
    /// Finds its tables in the model.
    pub fn new() -> Algorithm {
        let bytes: &'static [u8] = &MODEL.0;
        let header = |at: usize| u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]) as usize;
        let (n_rows, n_columns) = (header(0), header(4));
        let (rows, classes) = bytes[16..].split_at(n_rows * n_columns * 4);
        // SAFETY: any four bytes are an f32; the model and so offset 16 are word-aligned, and both chips little-endian.
        let (_, rows, _) = unsafe { rows.align_to::<f32>() };
        Algorithm { n_columns, n_classes: header(8).min(MAX_CLASSES), k: header(12).min(MAX_K), rows, classes }
    }

    /// Takes rows as they are.
    pub fn prepare(&mut self, _: &[Cell]) {}

    /// Lets the k nearest rows vote; on a tie the smaller class wins.
    #[inline(never)]
    pub fn classify(&mut self, query: &[Cell]) -> u16 {
        let mut nearest = [(f32::INFINITY, 0_u8); MAX_K];
        for (row, &class) in self.rows.chunks_exact(self.n_columns).zip(self.classes) {
            let mut distance = 0.0;
            for (a, b) in row.iter().zip(query) {
                distance += (a - b) * (a - b);
            }
            let mut place = self.k;
            while place > 0 && distance < nearest[place - 1].0 {
                if place < self.k {
                    nearest[place] = nearest[place - 1];
                }
                place -= 1;
            }
            if place < self.k {
                nearest[place] = (distance, class);
            }
        }
        let mut votes = [0_u8; MAX_CLASSES];
        for &(_, class) in &nearest[..self.k] {
            votes[usize::from(class)] += 1;
        }
        let mut best = 0;
        for class in 1..self.n_classes {
            if votes[class] > votes[best] {
                best = class;
            }
        }
        best as u16
    }
}
