//! Generated code of each head, loaded and baked, as a program without std includes it.
#![no_std]
#![forbid(unsafe_code)]

macro_rules! generated {
    ($($(#[$docs:meta])* $name:ident: $file:literal,)+) => {$(
        $(#[$docs])*
        pub mod $name {
            include!($file);
        }
    )+};
}

generated! {
    /// A classifier around a blob.
    penguins: "penguins.rs",
    /// The same without one.
    penguins_baked: "penguins_baked.rs",
    /// A regression around a blob.
    penguins_target: "penguins_target.rs",
    /// The same without one.
    penguins_target_baked: "penguins_target_baked.rs",
    /// k-means around a blob.
    clusters: "clusters.rs",
    /// The same without one.
    clusters_baked: "clusters_baked.rs",
    /// An encoder around a blob.
    penguins_encoder: "penguins_encoder.rs",
    /// The same without one.
    penguins_encoder_baked: "penguins_encoder_baked.rs",
}
