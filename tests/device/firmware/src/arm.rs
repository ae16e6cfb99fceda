//! The MPS2 boards: start, timer, printing, ending.

use core::panic::PanicInfo;

use cortex_m::Peripherals;
use cortex_m::asm;
use cortex_m::peripheral::SYST;
use cortex_m::peripheral::syst::SystClkSource;
use cortex_m_rt::entry;
use cortex_m_semihosting::debug::{self, EXIT_FAILURE, EXIT_SUCCESS, ExitStatus};
use cortex_m_semihosting::hio;

const WRAP: u32 = 1 << 24;

#[entry]
fn main() -> ! {
    // SAFETY: this is the only place that takes the peripherals; `take` would bring a critical section.
    let mut timer = unsafe { Peripherals::steal() }.SYST;
    timer.set_clock_source(SystClkSource::Core);
    timer.set_reload(WRAP - 1);
    timer.clear_current();
    timer.enable_counter();
    crate::run();
    end(EXIT_SUCCESS)
}

/// The core clock, 25 MHz: with `-icount shift=0`, 40 instructions a tick.
pub fn now() -> u32 {
    SYST::get_current()
}

/// The timer counts down and has 24 bits.
pub fn ticks_between(before: u32, after: u32) -> u32 {
    before.wrapping_sub(after) & (WRAP - 1)
}

/// Prints over semihosting; the host notices when a line is missing.
pub fn print(text: &str) {
    if let Ok(mut out) = hio::hstdout() {
        let _ = out.write_all(text.as_bytes());
    }
}

fn end(status: ExitStatus) -> ! {
    debug::exit(status);
    loop {
        asm::wfi();
    }
}

#[panic_handler]
fn panic(_: &PanicInfo) -> ! {
    print("panicked\n");
    end(EXIT_FAILURE)
}
