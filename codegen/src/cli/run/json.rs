//! Results as JSON: one line that starts with the tool's version.

use serde::Serialize;

#[derive(Serialize)]
struct Versioned<'a, T> {
    nearkin: &'static str,
    #[serde(flatten)]
    results: &'a T,
}

/// Returns results as JSON, the tool's version first, on a line.
pub(super) fn json(results: &impl Serialize) -> String {
    let versioned = Versioned { nearkin: env!("CARGO_PKG_VERSION"), results };
    let mut text = serde_json::to_string(&versioned).expect("text keys and finite numbers always print");
    text.push('\n');
    text
}

/// Does the same with every `f32` written as the `f64` that equals it, so that a reader that parses `f64` gets the exact
/// number of the device.
pub(super) fn widened(results: &impl Serialize) -> String {
    json(&serde_json::to_value(results).expect("text keys and finite numbers always print"))
}
