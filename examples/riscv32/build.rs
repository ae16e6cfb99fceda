//! Tells the linker where the memory map is and to use riscv-rt's script.

fn main() {
    let here = std::env::var("CARGO_MANIFEST_DIR").expect("cargo sets the package's folder");
    println!("cargo:rustc-link-search={here}");
    println!("cargo:rustc-link-arg-bins=-Tmemory.x");
    println!("cargo:rustc-link-arg-bins=-Tlink.x");
    println!("cargo:rerun-if-changed=memory.x");
    println!("cargo:rerun-if-changed=build.rs");
}
