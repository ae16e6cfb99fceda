//! Linker scripts with the memory of the emulated boards, for build scripts of firmware.

use std::path::Path;

/// 256 KB of flash and 16 KB of RAM, as the micro:bit.
#[allow(dead_code, reason = "not every build script uses this board")]
pub const MICROBIT: &str = "\
MEMORY
{
  FLASH : ORIGIN = 0x00000000, LENGTH = 256K
  RAM : ORIGIN = 0x20000000, LENGTH = 16K
}
";

/// 4 MB each at the addresses of the MPS2 boards, enough for any model.
pub const MPS2: &str = "\
MEMORY
{
  FLASH : ORIGIN = 0x00000000, LENGTH = 4M
  RAM : ORIGIN = 0x20000000, LENGTH = 4M
}
";

/// 4 MB each in the RAM of QEMU's virt machine.
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

/// Writes `memory` as `memory.x` to the folder `out`, and passes it and the script of the start-up crate to the linker.
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
