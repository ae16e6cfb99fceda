//! A panic handler that does not link.

use core::panic::PanicInfo;

unsafe extern "C" {
    /// Defined nowhere.
    fn nearkin_can_panic() -> !;
}

#[panic_handler]
fn panic(_: &PanicInfo<'_>) -> ! {
    // SAFETY: never linked: the linker misses the function as soon as anything can panic.
    unsafe { nearkin_can_panic() }
}
