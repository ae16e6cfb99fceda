//! Starts a Cortex-M0, runs the demo, prints over semihosting, and ends the emulator with success or failure.
#![no_std]
#![no_main]

use core::fmt::{self, Write};
use core::panic::PanicInfo;

use cortex_m::asm; // the crate also brings the critical section that semihosting requires
use cortex_m_rt::entry;
use cortex_m_semihosting::debug::{EXIT_FAILURE, EXIT_SUCCESS, ExitStatus};
use cortex_m_semihosting::{debug, hio};

#[cfg(not(feature = "small"))]
use nearkin_examples::run;
#[cfg(feature = "small")]
use nearkin_examples::run_baked as run;

#[entry]
fn main() -> ! {
    let printed = hio::hstdout().map_err(|()| fmt::Error).and_then(|mut out| run(&mut out));
    end(if printed.is_ok() { EXIT_SUCCESS } else { EXIT_FAILURE })
}

#[panic_handler]
fn panic(info: &PanicInfo) -> ! {
    if let Ok(mut out) = hio::hstdout() {
        let _ = writeln!(out, "{info}"); // an error cannot be reported anywhere else
    }
    end(EXIT_FAILURE)
}

/// Ends the emulator; a chip without a debugger sleeps instead.
fn end(status: ExitStatus) -> ! {
    debug::exit(status);
    loop {
        asm::wfi();
    }
}
