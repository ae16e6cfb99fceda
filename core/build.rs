//! Chooses the instructions that `arch` may use, by the target's name, and whether `math` may approximate.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!(
        "cargo:rustc-check-cfg=cfg(nearkin_dsp, nearkin_vfp, nearkin_soft, nearkin_no_division, nearkin_micromath)"
    );
    let target = std::env::var("TARGET").unwrap_or_default();
    // Cortex-M4 and M7 have the DSP extension. For the M33 it is an option that the target's name does not show.
    let m33 = target.starts_with("thumbv8m.main-") && std::env::var_os("CARGO_FEATURE_CORTEX_M33").is_some();
    if target.starts_with("thumbv7em-") || m33 {
        println!("cargo:rustc-cfg=nearkin_dsp");
    }
    if target == "thumbv7em-none-eabihf" {
        println!("cargo:rustc-cfg=nearkin_vfp");
    }
    if target.starts_with("thumbv6m-") {
        println!("cargo:rustc-cfg=nearkin_no_division");
    }
    let cfg = |name: &str| std::env::var(format!("CARGO_CFG_TARGET_{name}")).unwrap_or_default();
    let arch = cfg("ARCH");
    let has_float = cfg("FEATURE").split(',').any(|feature| feature == "f");
    if arch == "arm" && target.starts_with("thumb") && !target.ends_with("hf") || arch == "riscv32" && !has_float {
        println!("cargo:rustc-cfg=nearkin_soft");
    }
    // Never on a host, where the same build may serve the tool: what it fits and reports is exact.
    if cfg("OS") == "none" && std::env::var_os("CARGO_FEATURE_MICROMATH").is_some() {
        println!("cargo:rustc-cfg=nearkin_micromath");
    }
}
