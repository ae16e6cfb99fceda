//! The emulated chips on which instructions are counted; all have enough memory for large models.

use crate::emulator::Emulator;

/// An emulated chip.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Board {
    /// Cortex-M0: its code on an emulated Cortex-M3, which executes it instruction for instruction.
    M0,
    /// Cortex-M4 with an FPU.
    M4f,
    /// RV32IMAC.
    Riscv32,
}

impl Board {
    /// Every board.
    pub(crate) const ALL: [Board; 3] = [Board::M4f, Board::M0, Board::Riscv32];

    /// Returns the name on the command line.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Board::M0 => "m0",
            Board::M4f => "m4f",
            Board::Riscv32 => "riscv32",
        }
    }

    /// Returns the target triple.
    pub(crate) fn target(self) -> &'static str {
        match self {
            Board::M0 => "thumbv6m-none-eabi",
            Board::M4f => "thumbv7em-none-eabihf",
            Board::Riscv32 => "riscv32imac-unknown-none-elf",
        }
    }

    /// Returns the machine that QEMU emulates.
    pub(crate) fn emulator(self) -> Emulator {
        match self {
            Board::M0 => Emulator::MPS2_AN385,
            Board::M4f => Emulator::MPS2_AN386,
            Board::Riscv32 => Emulator::VIRT,
        }
    }

    /// Returns the number of instructions between two ticks of the timer that the firmware reads, with `-icount shift=0`.
    pub(crate) fn instructions_per_tick(self) -> u64 {
        match self {
            Board::M0 | Board::M4f => 40, // 25 MHz, one instruction per nanosecond
            Board::Riscv32 => 1,          // minstret
        }
    }
}
