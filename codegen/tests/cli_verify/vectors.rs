//! Placeholder until it is written.
use nearkin::Model;
pub static VECTORS: &[u8] = &[];
pub fn check(_: &Model<'_>) -> Result<(), u32> {
    Ok(())
}
