//! The generator of Rust code: a typed module for a model.
//!
//! The module has a struct `Input` with one field for each column, an enum for each categorical column and for the classes,
//! and the functions of the model. A *loaded* module checks a blob, which is embedded or received at run time; a *baked*
//! module has static tables and no loader. Both compute the same bits as the fitted model.

mod baked;
mod header;
mod items;
mod literal;
mod loaded;
mod names;
mod options;
mod rust_interface;
mod search_tables;

use crate::error::Result;
use crate::generate::rust_interface::RustInterface;
use crate::model::aligned::Aligned;

pub use options::{Delivery, Logging, Source};

/// A generated module.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Generated {
    /// The source code.
    pub rust: String,
    /// The bytes of the tables of a baked model, for the file that [`Delivery::Baked`] names.
    pub tables: Option<Vec<u8>>,
}

/// Generates a module. The same model and names produce the same bytes.
///
/// # Errors
/// If the bytes are not a valid model.
///
/// # Examples
/// ```
/// use nearkin_codegen::generate::{Delivery, Generated, Logging, Source, generate};
///
/// let bytes = include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/models/groups.nkn"));
/// let source = Source { name: "groups.nkn", command: "a program", bytes };
/// let module: Generated = generate(source, &Delivery::Baked { tables: "groups.tables".into() }, Logging::Debug)?;
/// assert!(module.rust.contains("pub const COLUMNS: usize = 4;"));
/// // Six clusters of four floats, with one radius each.
/// assert!(module.tables.is_some_and(|tables| tables.len() >= 6 * (4 + 1) * 4));
/// # Ok::<(), nearkin_codegen::Error>(())
/// ```
pub fn generate(source: Source<'_>, delivery: &Delivery, logging: Logging) -> Result<Generated> {
    let aligned = Aligned::new(source.bytes);
    let model = aligned.load_named(source.name)?;
    let interface = RustInterface::of(&model);
    let baked = match delivery {
        Delivery::Baked { tables } => Some(baked::baked(&model, &interface, tables)),
        Delivery::Loaded { .. } => None,
    };
    let mut rust = header::header(&source, &model, &interface, baked.as_ref().map(|baked| baked.flash), logging);
    rust += &items::sizes(&model, &interface);
    for level_enum in &interface.enums {
        rust += &items::level_enum(level_enum, logging);
    }
    rust += &items::input(&interface, logging);
    rust += &match delivery {
        Delivery::Loaded { embed } => {
            items::cells(&interface) + &loaded::loaded(&model, &interface, embed.as_deref(), logging)
        }
        Delivery::Baked { .. } => baked::needs(&interface),
    };
    let tables = baked.map(|baked| {
        rust += &baked.rust;
        baked.tables
    });
    Ok(Generated { rust, tables })
}
