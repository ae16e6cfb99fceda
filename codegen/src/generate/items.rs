//! The items that loaded and baked modules share: sizes, enums, the row.

use std::fmt::Write as _;

use nearkin::Model;

use crate::generate::literal;
use crate::generate::options::Logging;
use crate::generate::rust_interface::{Enum, FieldKind, RustInterface};

/// Lints that every item allows, because a program need not use all items of the module or export them.
pub(super) const ALLOW: &str = "dead_code, unreachable_pub";

/// Lints that items with numbers from the data allow: 3.14 in the data is not meant to be pi.
pub(super) const ALLOW_NUMBERS: &str = "dead_code, unreachable_pub, clippy::approx_constant";

/// Returns the additional attribute of an item that borrows a row, or an empty text.
pub(super) fn borrows_row(interface: &RustInterface<'_>) -> &'static str {
    if interface.is_small() { "#[allow(clippy::trivially_copy_pass_by_ref)]\n" } else { "" }
}

/// Returns the errors of a prediction, for its docs.
pub(super) fn refusals(interface: &RustInterface<'_>) -> &'static str {
    if interface.refuses() {
        "[`Missing`](::nearkin::InputError::Missing) with the column, for NaN or infinity in a field that is not an `Option`."
    } else {
        "Never: this model accepts every row."
    }
}

/// Returns the sizes as constants.
pub(super) fn sizes(model: &Model<'_>, interface: &RustInterface<'_>) -> String {
    let mut rust = String::new();
    let mut constant = |docs: &str, name: &str, number: String| {
        let kind = if name == "SCHEMA" { "u64" } else { "usize" };
        let _ = writeln!(rust, "/// {docs}\n#[allow({ALLOW})]\npub const {name}: {kind} = {number};\n");
    };
    let payload = model.payload();
    constant("Number of columns of a row.", "COLUMNS", literal::integer(payload.columns));
    constant("Number of encoded outputs of a row.", "WIDTH", literal::integer(payload.width));
    if interface.classes.is_some() {
        constant("Number of classes of the target.", "CLASSES", literal::integer(payload.classes));
    }
    if model.n_neighbors() > 0 {
        constant("Capacity for neighbors.", "NEIGHBORS", literal::integer(model.n_neighbors()));
        let words = model.query_words().max(2);
        constant("Capacity for a query, in words.", "QUERY_WORDS", literal::integer(words));
    }
    constant(
        "Hash of the columns, their levels, which of them may be missing, and the classes; unchanged by retraining.",
        "SCHEMA",
        literal::hash(model.schema_hash()),
    );
    rust
}

/// Returns an enum with its implementations.
pub(super) fn level_enum(of: &Enum, logging: Logging) -> String {
    let Enum { name, source, variants, unknown } = of;
    let mut rust = String::new();
    let _ = write!(
        rust,
        "/// The levels of {source}.\n#[allow({ALLOW}, clippy::enum_variant_names)]\n\
         #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash{})]\npub enum {name} {{\n",
        logging.derived()
    );
    for (variant, level) in variants {
        let _ = writeln!(rust, "    /// {}\n    {variant},", literal::quoted(level));
    }
    if *unknown {
        rust.push_str("    /// A category that did not occur in training.\n    Unknown,\n");
    }
    rust.push_str("}\n\n");
    rust + &level_enum_methods(of) + &level_enum_traits(of)
}

/// Returns the constants and methods of an enum.
fn level_enum_methods(of: &Enum) -> String {
    let Enum { name, variants, unknown, .. } = of;
    let count = variants.len();
    let all: Vec<String> = variants.iter().map(|(variant, _)| format!("Self::{variant}")).collect();
    let names: Vec<String> = variants.iter().map(|(_, level)| literal::text(level)).collect();
    let otherwise = if *unknown { "unwrap_or(\"unknown\")" } else { "unwrap_or_default()" };
    format!(
        "#[allow({ALLOW})]
impl {name} {{
    /// All levels, in the order of the model.
    #[rustfmt::skip]
    pub const ALL: [Self; {count}] = [{all}];

    /// The names in the data, in the same order.
    #[rustfmt::skip]
    pub const NAMES: [&'static str; {count}] = [{names}];

    /// Returns the level at a position of [`Self::ALL`].
    #[must_use]
    pub fn from_index(index: usize) -> Option<Self> {{
        Self::ALL.get(index).copied()
    }}

    /// Returns the position in [`Self::ALL`].
    #[must_use]
    pub const fn index(self) -> usize {{
        self as usize
    }}

    /// Returns the name in the data.
    #[must_use]
    pub fn name(self) -> &'static str {{
        Self::NAMES.get(self.index()).copied().{otherwise}
    }}
}}

",
        all = all.join(", "),
        names = names.join(", "),
    )
}

/// Returns the trait implementations of an enum.
fn level_enum_traits(of: &Enum) -> String {
    let Enum { name, unknown, .. } = of;
    let (converted, docs) = if *unknown {
        ("Ok(level.unwrap_or(Self::Unknown))", "an unknown name is [`Self::Unknown`].")
    } else {
        ("level.ok_or(::nearkin::typed::UnknownName)", "an unknown name is an error.")
    };
    format!(
        "impl ::nearkin::typed::Level for {name} {{
    const ALL: &'static [Self] = &Self::ALL;

    fn index(self) -> u16 {{
        self as u16
    }}
}}

impl ::core::fmt::Display for {name} {{
    fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {{
        f.pad(self.name())
    }}
}}

/// Converts from the name in the data; {docs}
impl ::core::convert::TryFrom<&str> for {name} {{
    type Error = ::nearkin::typed::UnknownName;

    fn try_from(name: &str) -> Result<Self, ::nearkin::typed::UnknownName> {{
        let index = Self::NAMES.iter().position(|&level| level == name);
        let level = index.and_then(Self::from_index);
        {converted}
    }}
}}

impl ::core::convert::From<{name}> for ::nearkin::Value<'_> {{
    fn from(level: {name}) -> Self {{
        Self::Code(level as u16)
    }}
}}

"
    )
}

/// Returns the struct of a row.
pub(super) fn input(interface: &RustInterface<'_>, logging: Logging) -> String {
    let declared = if interface.borrows() { "<'a>" } else { "" };
    let has_numbers = interface.fields.iter().any(|field| matches!(field.kind, FieldKind::Number(_)));
    let numbers = if has_numbers { "\n///\n/// NaN and infinity are missing values." } else { "" };
    let mut rust = format!(
        "/// A row: one field for each column, in the order of the model.{numbers}\n#[allow({ALLOW}, clippy::struct_field_names)]\n\
         #[derive(Debug, Clone, Copy, PartialEq{})]\npub struct Input{declared} {{\n",
        logging.derived()
    );
    for field in &interface.fields {
        let missing = if field.optional { "; `None` if it is missing" } else { "" };
        let column = literal::quoted(&field.column);
        let _ = writeln!(rust, "    /// {column}{missing}\n    pub {}: {},", field.name, interface.type_of(field));
    }
    rust.push_str("}\n\n");
    rust
}

/// Returns the conversion of a row to the input of a loaded model.
pub(super) fn cells(interface: &RustInterface<'_>) -> String {
    let elided = if interface.borrows() { "<'_>" } else { "" };
    let mut rust = format!(
        "{}#[allow({ALLOW}, clippy::too_many_lines)]
impl Input{elided} {{
    /// Returns the row as the input of an untyped model.
    #[must_use]
    #[rustfmt::skip]
    pub fn cells(&self) -> [::nearkin::Value<'_>; COLUMNS] {{
        [
",
        borrows_row(interface)
    );
    for field in &interface.fields {
        let _ = writeln!(rust, "            ::nearkin::Value::from(self.{}),", field.name);
    }
    rust.push_str("        ]\n    }\n}\n\n");
    rust
}
