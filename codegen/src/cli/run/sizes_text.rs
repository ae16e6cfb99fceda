//! RAM and code of a model as lines of text, shared by `fit` and `inspect`.

use crate::model::sizes::Sizes;
use crate::text::quantity::bytes;

/// Returns the line on RAM.
pub(super) fn ram(sizes: &Sizes) -> String {
    let (columns, neighbors) = sizes.capacities;
    format!("RAM {}: Scratch::<{columns}, {neighbors}>\n", bytes(sizes.scratch))
}

/// Returns a line for each cargo feature that the firmware needs.
pub(super) fn features(sizes: &Sizes) -> String {
    let line =
        |feature: &&str| format!("code: requires the cargo feature {feature} of nearkin (its size: core/README.md)\n");
    sizes.features.iter().map(line).collect()
}
