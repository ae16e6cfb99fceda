//! The flash and RAM of a firmware, from its ELF file.

use object::elf::{SHF_ALLOC, SHF_WRITE, SectionFlags as SectionHeaderFlags};
use object::{Object, ObjectSection, SectionFlags, SectionKind};

/// The memory use of a firmware in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Footprint {
    /// Everything that is written to flash: code, constants, the vector table and the initial values of `.data`.
    pub(crate) flash: u64,
    /// Statics (`.data`, `.bss` and uninitialized sections), without the stack.
    pub(crate) ram: u64,
}

impl Footprint {
    /// Adds up the sections of an ELF file.
    ///
    /// # Panics
    /// If `elf` is not an ELF file.
    pub(crate) fn of(elf: &[u8]) -> Footprint {
        let file = object::File::parse(elf).expect("cargo links ELF files for these targets");
        let mut footprint = Footprint { flash: 0, ram: 0 };
        for section in file.sections() {
            let SectionFlags::Elf { sh_flags, .. } = section.flags() else { continue };
            let has = |flag: SectionHeaderFlags| sh_flags.0 & flag.0 != 0;
            // riscv-rt reserves the rest of the RAM as a section `.stack`.
            if !has(SHF_ALLOC) || matches!(section.name(), Ok(".stack" | ".heap")) {
                continue;
            }
            if !matches!(section.kind(), SectionKind::UninitializedData) {
                footprint.flash += section.size();
            }
            if has(SHF_WRITE) {
                footprint.ram += section.size();
            }
        }
        footprint
    }
}
