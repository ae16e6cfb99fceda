//! A model in the image of the firmware: included at build time, aligned, never copied.

/// Bytes on a 4-byte boundary.
///
/// # Examples
/// ```
/// let received = nearkin::Aligned([0u8; 64]);
/// assert_eq!(received.0.as_ptr() as usize % 4, 0);
/// ```
#[derive(Debug, Clone, Copy)]
#[repr(C, align(4))]
pub struct Aligned<B: ?Sized>(pub B);

/// Includes a model file as an aligned `&'static [u8]`; usable in a `static` or `const`.
///
/// The path is relative to the source file, as in [`include_bytes!`].
///
/// ```
/// # /*
/// static MODEL: &[u8] = nearkin::include_model!("groups.nkn");
/// # */
/// # static MODEL: &[u8] = nearkin::include_model!(concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/models/groups.nkn"));
/// assert_eq!(&MODEL[..4], b"NKIN");
/// assert_eq!(MODEL.as_ptr() as usize % 4, 0);
/// ```
#[macro_export]
macro_rules! include_model {
    ($path:expr $(,)?) => {{
        const ALIGNED: &$crate::Aligned<[u8]> = &$crate::Aligned(*include_bytes!($path));
        &ALIGNED.0
    }};
}
