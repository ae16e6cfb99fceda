//! The emulated chips that instructions are counted on; all have room for large models.

use crate::emulator::Emulator;

/// An emulated chip.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Board {
    /// Code of a Cortex-M0, on an emulated M3, which runs it instruction for instruction.
    M0,
    /// Cortex-M4 with an FPU.
    M4f,
    /// RV32IMAC.
    Riscv32,
}

impl Board {
    /// Every board.
    pub(crate) const ALL: [Board; 3] = [Board::M4f, Board::M0, Board::Riscv32];

    /// The name on the command line.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Board::M0 => "m0",
            Board::M4f => "m4f",
            Board::Riscv32 => "riscv32",
        }
    }

    /// Rust's name of the target.
    pub(crate) fn target(self) -> &'static str {
        match self {
            Board::M0 => "thumbv6m-none-eabi",
            Board::M4f => "thumbv7em-none-eabihf",
            Board::Riscv32 => "riscv32imac-unknown-none-elf",
        }
    }

    /// The machine that QEMU emulates.
    pub(crate) fn emulator(self) -> Emulator {
        match self {
            Board::M0 => Emulator { program: "qemu-system-arm", machine: &["-machine", "mps2-an385"] },
            Board::M4f => {
                Emulator { program: "qemu-system-arm", machine: &["-machine", "mps2-an386", "-cpu", "cortex-m4"] }
            }
            Board::Riscv32 => {
                Emulator { program: "qemu-system-riscv32", machine: &["-machine", "virt", "-bios", "none"] }
            }
        }
    }

    /// Instructions between two ticks of the timer that the firmware reads, with `-icount shift=0`.
    pub(crate) fn instructions_per_tick(self) -> u64 {
        match self {
            Board::M0 | Board::M4f => 40, // 25 MHz, an instruction a nanosecond
            Board::Riscv32 => 1,          // minstret
        }
    }
}
