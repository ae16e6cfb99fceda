//! The sizes of a firmware, and the addresses between which instructions are counted, from its ELF file.

use std::path::Path;

use object::{Object, ObjectSection, ObjectSymbol};

use crate::sections::Footprint;

/// Sizes in bytes and addresses from an ELF file.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Image {
    /// Flash except for the model, the test rows and the test harness: code, constants, start-up code.
    pub(crate) code: u64,
    /// The size of the model.
    pub(crate) model: u64,
    /// The size of statics.
    pub(crate) ram: u64,
    /// The address at which counting starts.
    pub(crate) mark_start: u64,
    /// The address at which counting stops.
    pub(crate) mark_stop: u64,
}

impl Image {
    /// Reads an ELF file.
    ///
    /// # Errors
    /// If the file cannot be read or does not define the addresses.
    pub(crate) fn read(path: &Path) -> Result<Image, String> {
        let bytes = std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
        let file = object::File::parse(&*bytes).map_err(|error| format!("{}: {error}", path.display()))?;
        let footprint = Footprint::of(&bytes);
        let size = |name| file.section_by_name(name).map_or(0, |section| section.size());
        let mark = |name| {
            file.symbol_by_name(name)
                .map(|symbol| symbol.address() & !1) // the lowest bit marks Thumb code
                .ok_or_else(|| format!("{}: symbol {name} not found", path.display()))
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
