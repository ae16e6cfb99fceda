//! How deep a call goes into the stack: paint what is free, call, look where the paint ends.

use core::arch::asm;

const PAINT: u32 = 0xA5C3_F00D;
/// Words painted: 64 KB, more than any call here may use.
const WORDS: usize = 16 * 1024;
/// Words below the stack pointer left alone, for this function itself and what calls the closure.
const SPARED: usize = 8;

/// Gives the bytes of stack below this function's own frame that `call` writes to.
///
/// The first 32 bytes are not looked at: a call that uses less gives 32.
#[inline(never)]
pub fn deepest(call: impl FnOnce()) -> u32 {
    let top = stack_pointer();
    let paint = |word: usize| top.wrapping_sub(SPARED + 1 + word);
    for word in 0..WORDS {
        // SAFETY: below the stack pointer of this leaf, nothing lives; the boards have 4 MB of RAM for the stack.
        unsafe { paint(word).write_volatile(PAINT) };
    }
    call();
    let mut painted = WORDS;
    // SAFETY: as above; the words were written before.
    while painted > 0 && unsafe { paint(painted - 1).read_volatile() } == PAINT {
        painted -= 1;
    }
    // From the bottom up: the lowest word that lost its paint.
    ((SPARED + painted) * 4) as u32
}

fn stack_pointer() -> *mut u32 {
    let pointer: *mut u32;
    #[cfg(target_arch = "arm")]
    // SAFETY: only reads a register.
    unsafe {
        asm!("mov {}, sp", out(reg) pointer, options(nomem, nostack, preserves_flags));
    }
    #[cfg(target_arch = "riscv32")]
    // SAFETY: only reads a register.
    unsafe {
        asm!("mv {}, sp", out(reg) pointer, options(nomem, nostack, preserves_flags));
    }
    pointer
}
