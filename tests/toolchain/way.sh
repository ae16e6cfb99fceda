# Decides where the compiler for the chips comes from. To be sourced; nothing outside this folder may ask.
#
#   rustup   the ordinary rustc, with the chips' libraries from `rustup target add`
#   debian   Debian's rustc-web with its library source (rust-web-src), `core` built from it, linked by rustup's rust-lld:
#            for machines that cannot fetch rustup's targets
#
# NEARKIN_COMPILER=rustup|debian forces one of the two.

targets="thumbv6m-none-eabi thumbv7em-none-eabihf riscv32imac-unknown-none-elf"
debian_rustc=/usr/bin/rustc

# The ordinary compiler has the library of every chip.
rustup_ready() {
    local libraries target
    libraries=$(rustc --print sysroot 2>/dev/null)/lib/rustlib || return 1
    for target in $targets; do
        ls "$libraries/$target/lib"/libcore-*.rlib >/dev/null 2>&1 || return 1
    done
}

# Debian's compiler is there with its source, and rustup's linker beside the ordinary one.
debian_ready() {
    [ -x "$debian_rustc" ] && [ -e "$("$debian_rustc" --print sysroot)/lib/rustlib/src/rust/library/core/src/lib.rs" ] && [ -x "$(linker_folder)/rust-lld" ]
}

# The folder of the rust-lld that comes with the ordinary compiler.
linker_folder() {
    local host
    host=$(rustc -vV | sed -n 's/^host: //p')
    echo "$(rustc --print sysroot)/lib/rustlib/$host/bin"
}

# Prints the way that is ready to use, or nothing.
ready_way() {
    case "${NEARKIN_COMPILER:-}" in
        rustup) ! rustup_ready || echo rustup ;;
        debian) ! debian_ready || echo debian ;;
        "") if rustup_ready; then echo rustup; elif debian_ready; then echo debian; fi ;;
        *) echo "NEARKIN_COMPILER is \"$NEARKIN_COMPILER\": it can be rustup or debian" >&2; return 2 ;;
    esac
}
