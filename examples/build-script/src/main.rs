//! Classifies a penguin with the model that the build script fitted; prints over semihosting and ends the emulator with success
//! or failure.
#![no_std]
#![no_main]

use core::fmt::{self, Write};
use core::panic::PanicInfo;

use cortex_m::asm; // the crate also brings the critical section that semihosting requires
use cortex_m_rt::entry;
use cortex_m_semihosting::debug::{EXIT_FAILURE, EXIT_SUCCESS, ExitStatus};
use cortex_m_semihosting::{debug, hio};

/// The module that the build script generated.
mod penguins {
    include!(concat!(env!("OUT_DIR"), "/penguins.rs"));
}

use penguins::{Input, Island, Sex};

#[entry]
fn main() -> ! {
    let printed = hio::hstdout().map_err(|()| fmt::Error).and_then(|mut out| classify(&mut out));
    end(if printed.is_ok() { EXIT_SUCCESS } else { EXIT_FAILURE })
}

fn classify(out: &mut impl Write) -> fmt::Result {
    let measured = Input {
        island: Island::Torgersen,
        bill_length_mm: Some(39.4),
        bill_depth_mm: Some(18.5),
        flipper_length_mm: Some(182.0),
        body_mass_g: None,
        sex: Some(Sex::Male),
    };
    match penguins::classify(&measured) {
        Ok(found) => writeln!(out, "{}, {} of {} votes", found.class(), found.votes(), penguins::NEIGHBORS),
        Err(error) => writeln!(out, "the row is refused: {error}"),
    }
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
