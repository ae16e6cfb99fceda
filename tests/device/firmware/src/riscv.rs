//! QEMU's virt machine: start, timer, printing, ending.

use core::panic::PanicInfo;

use riscv::register::minstret;
use riscv_rt::entry;
use semihosting::io::{self, Write};
use semihosting::process;

#[entry]
fn main() -> ! {
    crate::run();
    process::exit(0)
}

/// Instructions executed, exact with `-icount shift=0`.
pub fn now() -> u32 {
    minstret::read() as u32
}

/// No call here executes as many as 2^32.
pub fn ticks_between(before: u32, after: u32) -> u32 {
    after.wrapping_sub(before)
}

/// Prints over semihosting; the host notices when a line is missing.
pub fn print(text: &str) {
    if let Ok(mut out) = io::stdout() {
        let _ = out.write_all(text.as_bytes());
    }
}

#[panic_handler]
fn panic(_: &PanicInfo) -> ! {
    print("panicked\n");
    process::exit(1)
}
