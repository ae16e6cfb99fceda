//! A built firmware: its bytes by kind, and the addresses of its marks.

use std::path::Path;

use object::{Object, ObjectSection, ObjectSymbol};

use crate::sections::Footprint;

/// What the ELF file says.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Image {
    /// Flash without the model and the test rows: code, constants, start-up and harness.
    pub(crate) code: u64,
    /// Bytes of the model.
    pub(crate) model: u64,
    /// Statics.
    pub(crate) ram: u64,
    /// Where counting starts.
    pub(crate) mark_start: u64,
    /// Where counting stops.
    pub(crate) mark_stop: u64,
}

impl Image {
    /// Reads an ELF file.
    ///
    /// # Errors
    /// If it cannot be read or has no marks.
    pub(crate) fn read(path: &Path) -> Result<Image, String> {
        let bytes = std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
        let file = object::File::parse(&*bytes).map_err(|error| format!("{}: {error}", path.display()))?;
        let footprint = Footprint::of(&bytes);
        let size = |name| file.section_by_name(name).map_or(0, |section| section.size());
        let mark = |name| {
            file.symbol_by_name(name)
                .map(|symbol| symbol.address() & !1) // the lowest bit says Thumb
                .ok_or_else(|| format!("{}: no symbol {name}", path.display()))
        };
        Ok(Image {
            code: footprint.flash - size(".model") - size(".rows") - size(".harness"),
            model: size(".model"),
            ram: footprint.ram,
            mark_start: mark("mark_start")?,
            mark_stop: mark("mark_stop")?,
        })
    }
}
