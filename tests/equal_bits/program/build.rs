//! Takes the drawn models over from a folder, and lays out the memory of the emulated boards.

#[path = "../../device/memory.rs"]
mod memory;
#[path = "../../no_panic/take_modules.rs"]
mod take_modules;

use std::env;
use std::path::PathBuf;

fn main() {
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets the folder for outputs"));
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=../../device/memory.rs");
    take_modules::take_modules(&out);
    let memory = match env::var("TARGET").expect("cargo sets the target").as_str() {
        "thumbv6m-none-eabi" => memory::MICROBIT,
        "thumbv7em-none-eabihf" => memory::MPS2,
        "riscv32imac-unknown-none-elf" => memory::VIRT,
        _ => return, // the host needs no layout
    };
    memory::lay_out(memory, &out);
}
