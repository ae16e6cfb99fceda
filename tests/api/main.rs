//! The public interface of both crates is what is kept here, so that a change of it is seen in review.
//!
//! `NEARKIN_BLESS=1 cargo test -p nearkin-tests --test api` writes the listings anew. They are Rust without docs, bodies and
//! private items. A `pub` item counts as public wherever its module is: the lint `unreachable_pub` sees to that.

mod examples;
mod listing;

use std::path::Path;

#[track_caller]
fn is_kept(sources: &str, name: &str, without: &[&str]) {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
    let now = listing::list(&tests.join(sources), without);
    let path = tests.join("api").join(name);
    if std::env::var_os("NEARKIN_BLESS").is_some() {
        std::fs::write(&path, &now).expect("the folder can be written");
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    let differ = kept.lines().zip(now.lines()).find(|(kept, now)| kept != now);
    assert!(
        kept == now,
        "the interface of {sources} is not what tests/api/{name} says.\nfirst difference: {differ:?}\n\
         If that is meant, write it in the changelog, then set NEARKIN_BLESS=1."
    );
}

#[test]
fn the_device_library_has_the_kept_interface() {
    is_kept("../core/src", "nearkin.txt", &[]);
}

/// The library's; the binary's arguments are kept as help texts elsewhere.
#[test]
fn the_host_library_has_the_kept_interface() {
    is_kept("../codegen/src", "nearkin-codegen.txt", &["cli", "cli.rs", "main.rs"]);
}

#[test]
fn every_name_of_the_device_library_is_in_an_example_that_asserts() {
    let missing = examples::not_shown(&sources("../core/src"), &[]);
    assert!(missing.is_empty(), "no example with an assertion shows these:\n{}", missing.join("\n"));
}

#[test]
fn every_name_of_the_host_library_is_in_an_example_that_asserts() {
    let missing = examples::not_shown(&sources("../codegen/src"), &["cli", "cli.rs", "main.rs"]);
    assert!(missing.is_empty(), "no example with an assertion shows these:\n{}", missing.join("\n"));
}

fn sources(folder: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)
}
