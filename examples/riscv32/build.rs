//! Passes the memory map and the linker script of riscv-rt to the linker.

fn main() {
    let here = std::env::var("CARGO_MANIFEST_DIR").expect("cargo sets the folder of the package");
    println!("cargo:rustc-link-search={here}");
    println!("cargo:rustc-link-arg-bins=-Tmemory.x");
    println!("cargo:rustc-link-arg-bins=-Tlink.x");
    println!("cargo:rerun-if-changed=memory.x");
    println!("cargo:rerun-if-changed=build.rs");
}
