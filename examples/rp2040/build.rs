//! Tells the linker where the memory map is, and which scripts the runtime, the chip and the log bring.

fn main() {
    let here = std::env::var("CARGO_MANIFEST_DIR").expect("cargo sets the package's folder");
    println!("cargo:rustc-link-search={here}");
    for argument in ["--nmagic", "-Tlink.x", "-Tlink-rp.x", "-Tdefmt.x"] {
        println!("cargo:rustc-link-arg-bins={argument}");
    }
    println!("cargo:rerun-if-changed=memory.x");
    println!("cargo:rerun-if-changed=build.rs");
}
