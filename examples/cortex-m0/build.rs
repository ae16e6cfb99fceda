//! Tells the linker where the memory map is and to use cortex-m-rt's script.

fn main() {
    let here = std::env::var("CARGO_MANIFEST_DIR").expect("cargo sets the package's folder");
    println!("cargo:rustc-link-search={here}");
    println!("cargo:rustc-link-arg-bins=-Tlink.x");
    println!("cargo:rustc-link-arg-bins=--nmagic");
    if std::env::var_os("CARGO_FEATURE_SMALL").is_some() {
        // 2 KB of RAM: the stack starts where they end, and grows down to where the RAM begins.
        println!("cargo:rustc-link-arg-bins=--defsym=_stack_start=0x20000800");
    }
    println!("cargo:rerun-if-changed=memory.x");
    println!("cargo:rerun-if-changed=build.rs");
}
