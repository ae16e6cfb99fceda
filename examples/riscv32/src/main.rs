//! Starts an RV32IMAC, runs the demo, prints over semihosting, and ends the emulator with success or failure.
#![no_std]
#![no_main]

use core::fmt::{self, Write};
use core::panic::PanicInfo;

use riscv as _; // the critical section for one hart
use riscv_rt::entry;
use semihosting::{io, process};

/// Lets `core::fmt` print to the semihosting console.
struct Console(io::Stdout);

impl Write for Console {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        io::Write::write_all(&mut self.0, text.as_bytes()).map_err(|_| fmt::Error)
    }
}

#[entry]
fn main() -> ! {
    let printed = io::stdout().map_err(|_| fmt::Error).and_then(|out| nearkin_examples::run(&mut Console(out)));
    process::exit(i32::from(printed.is_err()))
}

#[panic_handler]
fn panic(info: &PanicInfo) -> ! {
    if let Ok(out) = io::stdout() {
        let _ = writeln!(Console(out), "{info}"); // an error cannot be reported anywhere else
    }
    process::exit(1)
}
