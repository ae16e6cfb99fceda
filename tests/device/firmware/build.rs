//! Lays out the memory of the emulated boards, and hands on the files with the model and the test rows.

use std::env;
use std::fs;
use std::path::PathBuf;

/// 4 MB each, at the addresses of the MPS2 boards, so that no model is too large.
const ARM: &str = "\
MEMORY
{
  FLASH : ORIGIN = 0x00000000, LENGTH = 4M
  RAM : ORIGIN = 0x20000000, LENGTH = 4M
}
";

/// The same from the RAM of QEMU's virt machine.
const RISCV: &str = r#"
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
    let arm = env::var("CARGO_CFG_TARGET_ARCH").expect("cargo sets the architecture") == "arm";
    fs::write(out.join("memory.x"), if arm { ARM } else { RISCV }).expect("cargo made the folder for outputs");
    println!("cargo:rustc-link-search={}", out.display());
    if !arm {
        println!("cargo:rustc-link-arg-bins=-Tmemory.x");
    }
    println!("cargo:rustc-link-arg-bins=-Tlink.x");
    if arm {
        println!("cargo:rustc-link-arg-bins=--nmagic");
    }

    // Copied under fixed names: `include_bytes!` then needs no path of this machine, and cargo sees when one changes.
    // Without the variables the files are empty, which is enough for a check; such a firmware ends with failure.
    for (variable, name) in [("NEARKIN_BENCH_MODEL", "model.bin"), ("NEARKIN_BENCH_ROWS", "rows.bin")] {
        println!("cargo:rerun-if-env-changed={variable}");
        let bytes = env::var_os(variable).map(PathBuf::from).map_or_else(Vec::new, |from| {
            println!("cargo:rerun-if-changed={}", from.display());
            fs::read(&from).unwrap_or_else(|error| panic!("{}: {error}", from.display()))
        });
        fs::write(out.join(name), bytes).expect("cargo made the folder for outputs");
    }
    println!("cargo:rerun-if-changed=build.rs");
}
