//! Lays out the memory of the emulated boards, and hands on the files with the model and the test rows.

#[path = "../memory.rs"]
mod memory;

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn main() {
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets the folder for outputs"));
    let arm = env::var("CARGO_CFG_TARGET_ARCH").expect("cargo sets the architecture") == "arm";
    memory::lay_out(if arm { memory::MPS2 } else { memory::VIRT }, &out);

    // Copied under fixed names: `include_bytes!` then needs no path of this machine, and cargo sees when one changes.
    // Without the variables the files are empty, which is enough for a check; such a firmware ends with failure.
    for (variable, name) in
        [("NEARKIN_BENCH_MODEL", "model.bin"), ("NEARKIN_BENCH_ROWS", "rows.bin"), ("NEARKIN_BENCH_MODULE", "model.rs")]
    {
        println!("cargo:rerun-if-env-changed={variable}");
        let bytes = env::var_os(variable).map(PathBuf::from).map_or_else(Vec::new, |from| {
            println!("cargo:rerun-if-changed={}", from.display());
            fs::read(&from).unwrap_or_else(|error| panic!("{}: {error}", from.display()))
        });
        fs::write(out.join(name), bytes).expect("cargo made the folder for outputs");
    }
    println!("cargo:rustc-check-cfg=cfg(element, values(\"float\", \"short\", \"uchar\"))");
    if env::var_os("CARGO_FEATURE_C").is_some() {
        compile_kernel(&out);
    }
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=../memory.rs");
}

/// Compiles the C file `NEARKIN_BENCH_KERNEL` with the options `NEARKIN_BENCH_C_FLAGS` into an object for the linker.
///
/// The model is C then; `NEARKIN_BENCH_ELEMENT` is the type of its numbers: float, short or uchar.
fn compile_kernel(out: &Path) {
    let get = |variable: &str| {
        println!("cargo:rerun-if-env-changed={variable}");
        env::var(variable).unwrap_or_else(|_| panic!("{variable} is not set; tests/device/bench sets it"))
    };
    let (kernel, flags, element) =
        (get("NEARKIN_BENCH_KERNEL"), get("NEARKIN_BENCH_C_FLAGS"), get("NEARKIN_BENCH_ELEMENT"));
    println!("cargo:rerun-if-changed={kernel}");
    println!("cargo:rustc-cfg=element=\"{element}\"");
    fs::copy(out.join("model.bin"), out.join("model.h")).expect("written a moment ago");
    let chip: &[&str] = match env::var("TARGET").as_deref() {
        Ok("thumbv6m-none-eabi") => &["-mcpu=cortex-m0", "-mthumb", "-mfloat-abi=soft"],
        Ok("thumbv7em-none-eabihf") => &["-mcpu=cortex-m4", "-mthumb", "-mfpu=fpv4-sp-d16", "-mfloat-abi=hard"],
        other => panic!("no C compiler is known for {other:?}"),
    };
    let (object, linked) = (out.join("kernel.o"), out.join("kernel-and-libraries.o"));
    let gcc = |what: &mut dyn FnMut(&mut Command)| {
        let mut command = Command::new("arm-none-eabi-gcc");
        what(command.args(chip));
        let status = command.status().unwrap_or_else(|error| panic!("arm-none-eabi-gcc: {error}"));
        assert!(status.success(), "{command:?}: {status}");
    };
    gcc(&mut |gcc| {
        gcc.args(["-ffunction-sections", "-fdata-sections", "-c", &kernel, "-I"]).arg(out);
        gcc.args(flags.split_whitespace()).arg("-o").arg(&object);
    });
    // gcc's own library is linked in here, so that soft floats are gcc's, not Rust's.
    gcc(&mut |gcc| {
        gcc.args(["-nostdlib", "-r"]).arg(&object).arg("-lgcc").arg("-o").arg(&linked);
    });
    println!("cargo:rustc-link-arg-bins={}", linked.display());
}
