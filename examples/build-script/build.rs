//! Fits the model from the CSV and writes it as Rust; passes the memory map to the linker.

use nearkin_codegen::Fit;
use nearkin_codegen::recipe::Storage;

fn main() -> nearkin_codegen::Result<()> {
    let here = std::env::var("CARGO_MANIFEST_DIR").expect("cargo sets the package's folder");
    println!("cargo:rustc-link-search={here}");
    println!("cargo:rustc-link-arg-bins=-Tlink.x");
    println!("cargo:rustc-link-arg-bins=--nmagic");
    println!("cargo:rerun-if-changed=memory.x");

    // Says itself that the build depends on the CSV.
    let out = std::env::var_os("OUT_DIR").expect("cargo sets the folder of what is built");
    Fit::from_csv("../data/penguins.csv")
        .target("species")
        .drop(["year"])
        .neighbors(3)
        .storage(Storage::I8)
        .baked()
        .generate_to(out)?;
    Ok(())
}
