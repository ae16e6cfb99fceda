//! The rows to ask about, as the host packed them.
//!
//! A cell is `n` and an f32, `t`, a length byte and text, or `m` for missing; all little-endian. A row is as many cells as
//! the model has columns.

use nearkin::Value;

/// What is left of a model's rows.
pub struct Rows(pub &'static [u8]);

impl Rows {
    /// The next row of `N` cells; `None` after the last.
    pub fn next<const N: usize>(&mut self) -> Option<[Value<'static>; N]> {
        let mut row = [Value::Missing; N];
        for cell in &mut row {
            *cell = match self.take(1)? {
                b"n" => Value::Number(f32::from_le_bytes(self.take(4)?.try_into().ok()?)),
                b"t" => {
                    let length = usize::from(*self.take(1)?.first()?);
                    Value::Text(core::str::from_utf8(self.take(length)?).ok()?)
                }
                _ => Value::Missing,
            };
        }
        Some(row)
    }

    fn take(&mut self, n: usize) -> Option<&'static [u8]> {
        let (taken, rest) = self.0.split_at_checked(n)?;
        self.0 = rest;
        Some(taken)
    }
}
