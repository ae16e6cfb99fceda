//! Takes the generated modules of `NEARKIN_MODULES` over.

#[path = "../no_panic/take_modules.rs"]
mod take_modules;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let out = std::env::var_os("OUT_DIR").expect("cargo sets the folder for outputs");
    take_modules::take_modules(out.as_ref());
}
