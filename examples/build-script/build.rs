//! Fits the model to the CSV and generates its Rust module; passes the linker script with the memory map to the linker.

use nearkin_codegen::Fit;
use nearkin_codegen::recipe::Storage;

fn main() -> nearkin_codegen::Result<()> {
    let here = std::env::var("CARGO_MANIFEST_DIR").expect("cargo sets the folder of the package");
    println!("cargo:rustc-link-search={here}");
    println!("cargo:rustc-link-arg-bins=-Tlink.x");
    println!("cargo:rustc-link-arg-bins=--nmagic");
    println!("cargo:rerun-if-changed=memory.x");

    // This also makes the build depend on the CSV.
    let out = std::env::var_os("OUT_DIR").expect("cargo sets the folder for outputs");
    Fit::from_csv("../data/penguins.csv")
        .target("species")
        .drop(["year"])
        .neighbors(3)
        .storage(Storage::I8)
        .baked()
        .generate_to(out)?;
    Ok(())
}
