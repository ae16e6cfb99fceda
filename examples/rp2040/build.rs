//! Passes the memory map and the linker scripts of cortex-m-rt, embassy-rp and defmt to the linker.

fn main() {
    let here = std::env::var("CARGO_MANIFEST_DIR").expect("cargo sets the folder of the package");
    println!("cargo:rustc-link-search={here}");
    for argument in ["--nmagic", "-Tlink.x", "-Tlink-rp.x", "-Tdefmt.x"] {
        println!("cargo:rustc-link-arg-bins={argument}");
    }
    println!("cargo:rerun-if-changed=memory.x");
    println!("cargo:rerun-if-changed=build.rs");
}
