//! Options of the generator: the source model, its delivery, logging.

/// The model that code is generated from.
#[derive(Debug, Clone, Copy)]
pub struct Source<'s> {
    /// Name of its file, without folders, for the header.
    pub name: &'s str,
    /// The command or call that generates, for the header; without folders.
    pub command: &'s str,
    /// Its bytes.
    pub bytes: &'s [u8],
}

/// How the model gets into the program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Delivery {
    /// As a blob that is checked and borrowed.
    Loaded {
        /// The blob to embed, as a path from the generated file; `None` when it only comes at run time.
        embed: Option<String>,
    },
    /// As static tables.
    Baked {
        /// Where the tables will be, as a path from the generated file.
        tables: String,
    },
}

/// Whether the generated types can be logged.
///
/// The generated code cannot ask the program that includes it: a `cfg` of a feature would be a warning where that feature
/// is not declared, and nearkin's own features cannot be seen from there. So whoever generates says it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Logging {
    /// By `Debug` alone.
    Debug,
    /// By `defmt::Format` too: the program depends on `defmt`, and on nearkin with its feature `defmt`. The names of
    /// levels and fields stay on the host.
    Defmt,
}

impl Logging {
    /// What is derived for it, behind other traits.
    pub(super) fn derived(self) -> &'static str {
        match self {
            Self::Debug => "",
            Self::Defmt => ", ::defmt::Format",
        }
    }
}
