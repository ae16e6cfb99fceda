//! Options of the generator: the source model, its delivery, logging.

/// The model that code is generated from.
#[derive(Debug, Clone, Copy)]
pub struct Source<'s> {
    /// The file name without folders, for the header.
    pub name: &'s str,
    /// The command or call that generates the module, without folders, for the header.
    pub command: &'s str,
    /// The bytes of the model.
    pub bytes: &'s [u8],
}

/// How the model is delivered to the program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Delivery {
    /// As a blob that is checked and borrowed.
    Loaded {
        /// The blob to embed, as a path relative to the generated file; `None` if it is only received at run time.
        embed: Option<String>,
    },
    /// As static tables.
    Baked {
        /// The file of the tables, as a path relative to the generated file.
        tables: String,
    },
}

/// How the generated types can be logged.
///
/// Generated code cannot detect this itself: a `cfg` of a feature is a warning in crates that do not declare the feature,
/// and nearkin's features are not visible there. So it is an option of the generator.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Logging {
    /// With `Debug` only.
    Debug,
    /// Also with `defmt::Format`: the program depends on `defmt`, and on nearkin with the feature `defmt`. The names of
    /// levels and fields stay on the host.
    Defmt,
}

impl Logging {
    /// Returns the additional derived traits.
    pub(super) fn derived(self) -> &'static str {
        match self {
            Self::Debug => "",
            Self::Defmt => ", ::defmt::Format",
        }
    }
}
