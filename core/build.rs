//! Chooses the instructions that `arch` may use, by the target's name, and whether `math` may approximate.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rustc-check-cfg=cfg(nearkin_dsp, nearkin_vfp, nearkin_micromath)");
    let target = std::env::var("TARGET").unwrap_or_default();
    // Cortex-M4 and M7 have the DSP extension; M33 has it as an option, which the target's name does not tell.
    let m33 = target.starts_with("thumbv8m.main-") && std::env::var_os("CARGO_FEATURE_CORTEX_M33").is_some();
    if target.starts_with("thumbv7em-") || m33 {
        println!("cargo:rustc-cfg=nearkin_dsp");
    }
    if target == "thumbv7em-none-eabihf" {
        println!("cargo:rustc-cfg=nearkin_vfp");
    }
    // Never on a host, where the same build may serve the tool: what it fits and reports is exact.
    let bare = std::env::var("CARGO_CFG_TARGET_OS").is_ok_and(|os| os == "none");
    if bare && std::env::var_os("CARGO_FEATURE_MICROMATH").is_some() {
        println!("cargo:rustc-cfg=nearkin_micromath");
    }
}
