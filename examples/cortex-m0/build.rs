//! Passes the memory map and the linker script of cortex-m-rt to the linker.

fn main() {
    let here = std::env::var("CARGO_MANIFEST_DIR").expect("cargo sets the folder of the package");
    println!("cargo:rustc-link-search={here}");
    println!("cargo:rustc-link-arg-bins=-Tlink.x");
    println!("cargo:rustc-link-arg-bins=--nmagic");
    if std::env::var_os("CARGO_FEATURE_SMALL").is_some() {
        // 2 KB of RAM: the stack starts at their end and grows down to the start of the RAM.
        println!("cargo:rustc-link-arg-bins=--defsym=_stack_start=0x20000800");
    }
    println!("cargo:rerun-if-changed=memory.x");
    println!("cargo:rerun-if-changed=build.rs");
}
