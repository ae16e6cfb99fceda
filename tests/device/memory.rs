//! The memory of the emulated boards, for the build scripts of what runs there.

use std::path::Path;

/// The microbit's 256 KB and 16 KB.
#[allow(dead_code)] // of some scripts
pub const MICROBIT: &str = "\
MEMORY
{
  FLASH : ORIGIN = 0x00000000, LENGTH = 256K
  RAM : ORIGIN = 0x20000000, LENGTH = 16K
}
";

/// 4 MB each, at the addresses of the MPS2 boards, so that no model is too large.
pub const MPS2: &str = "\
MEMORY
{
  FLASH : ORIGIN = 0x00000000, LENGTH = 4M
  RAM : ORIGIN = 0x20000000, LENGTH = 4M
}
";

/// The same from the RAM of QEMU's virt machine.
pub const VIRT: &str = r#"
MEMORY
{
  FLASH : ORIGIN = 0x80000000, LENGTH = 4M
  RAM : ORIGIN = 0x80400000, LENGTH = 4M
}
REGION_ALIAS("REGION_TEXT", FLASH);
REGION_ALIAS("REGION_RODATA", FLASH);
REGION_ALIAS("REGION_DATA", RAM);
REGION_ALIAS("REGION_BSS", RAM);
REGION_ALIAS("REGION_HEAP", RAM);
REGION_ALIAS("REGION_STACK", RAM);
"#;

/// Writes `memory` beside the build's other outputs, and tells the linker of it and of the start-up crate's script.
pub fn lay_out(memory: &str, out: &Path) {
    std::fs::write(out.join("memory.x"), memory).expect("cargo made the folder for outputs");
    println!("cargo:rustc-link-search={}", out.display());
    if memory == VIRT {
        println!("cargo:rustc-link-arg-bins=-Tmemory.x");
    } else {
        println!("cargo:rustc-link-arg-bins=--nmagic");
    }
    println!("cargo:rustc-link-arg-bins=-Tlink.x");
}
