//! Takes the drawn models over from a folder, and lays out the memory of the emulated boards.

#[path = "../../no_panic/take_modules.rs"]
mod take_modules;

use std::env;
use std::fs;
use std::path::PathBuf;

/// The microbit's 256 KB and 16 KB.
const MICROBIT: &str = "\
MEMORY
{
  FLASH : ORIGIN = 0x00000000, LENGTH = 256K
  RAM : ORIGIN = 0x20000000, LENGTH = 16K
}
";

/// 4 MB each, at the addresses of the MPS2 boards.
const MPS2: &str = "\
MEMORY
{
  FLASH : ORIGIN = 0x00000000, LENGTH = 4M
  RAM : ORIGIN = 0x20000000, LENGTH = 4M
}
";

/// The same from the RAM of QEMU's virt machine.
const VIRT: &str = r#"
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

fn main() {
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets the folder for outputs"));
    println!("cargo:rerun-if-changed=build.rs");
    take_modules::take_modules(&out);
    let memory = match env::var("TARGET").expect("cargo sets the target").as_str() {
        "thumbv6m-none-eabi" => MICROBIT,
        "thumbv7em-none-eabihf" => MPS2,
        "riscv32imac-unknown-none-elf" => VIRT,
        _ => return, // the host needs no layout
    };
    fs::write(out.join("memory.x"), memory).expect("cargo made the folder for outputs");
    println!("cargo:rustc-link-search={}", out.display());
    if memory == VIRT {
        println!("cargo:rustc-link-arg-bins=-Tmemory.x");
    } else {
        println!("cargo:rustc-link-arg-bins=--nmagic");
    }
    println!("cargo:rustc-link-arg-bins=-Tlink.x");
}
