//! The items that loaded and baked code share: sizes, the enums, the row.

use std::fmt::Write as _;

use nearkin::Model;

use crate::generate::literal;
use crate::generate::options::Logging;
use crate::generate::rust_interface::{Enum, FieldKind, RustInterface};

/// What every item allows: a program need not use all of a module, nor export it.
pub(super) const ALLOW: &str = "dead_code, unreachable_pub";

/// What an item with numbers of the data allows besides: 3.14 in a cell is not meant to be pi.
pub(super) const ALLOW_NUMBERS: &str = "dead_code, unreachable_pub, clippy::approx_constant";

/// What an item allows besides that borrows a row: an attribute on a line of its own, or nothing.
pub(super) fn borrows_row(interface: &RustInterface<'_>) -> &'static str {
    if interface.is_small() { "#[allow(clippy::trivially_copy_pass_by_ref)]\n" } else { "" }
}

/// Why a row is refused, as the docs of a question say it.
pub(super) fn refusals(interface: &RustInterface<'_>) -> &'static str {
    if interface.refuses() {
        "[`Missing`](::nearkin::InputError::Missing), with its column, for NaN or infinity in a field that is no `Option`."
    } else {
        "None: this model answers every row."
    }
}

/// The sizes, as constants.
pub(super) fn sizes(model: &Model<'_>, interface: &RustInterface<'_>) -> String {
    let mut rust = String::new();
    let mut constant = |docs: &str, name: &str, number: String| {
        let kind = if name == "SCHEMA" { "u64" } else { "usize" };
        let _ = writeln!(rust, "/// {docs}\n#[allow({ALLOW})]\npub const {name}: {kind} = {number};\n");
    };
    let payload = model.payload();
    constant("Columns of a row.", "COLUMNS", literal::integer(payload.columns));
    constant("Encoded outputs of a row.", "WIDTH", literal::integer(payload.width));
    if interface.classes.is_some() {
        constant("Classes of the target.", "CLASSES", literal::integer(payload.classes));
    }
    if model.n_neighbors() > 0 {
        constant("Room for neighbors.", "NEIGHBORS", literal::integer(model.n_neighbors()));
        let words = model.query_words().max(2);
        constant("Room for the stored form of a row, in words.", "QUERY_WORDS", literal::integer(words));
    }
    constant(
        "Hash of the columns, their levels, what may be missing, and the classes: the same for a retrained model.",
        "SCHEMA",
        literal::hash(model.schema_hash()),
    );
    rust
}

/// An enum and what it can do.
pub(super) fn level_enum(of: &Enum, logging: Logging) -> String {
    let Enum { name, what, variants, unknown } = of;
    let mut rust = String::new();
    let count = variants.len();
    let _ = write!(
        rust,
        "/// The levels of {what}.\n#[allow({ALLOW}, clippy::enum_variant_names)]\n\
         #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash{})]\npub enum {name} {{\n",
        logging.derived()
    );
    for (variant, level) in variants {
        let _ = writeln!(rust, "    /// {}\n    {variant},", literal::quoted(level));
    }
    if *unknown {
        rust.push_str("    /// A category that was not seen when fitting.\n    Unknown,\n");
    }
    let all: Vec<String> = variants.iter().map(|(variant, _)| format!("Self::{variant}")).collect();
    let names: Vec<String> = variants.iter().map(|(_, level)| literal::text(level)).collect();
    let (named, tried, docs) = if *unknown {
        (
            "Self::NAMES.get(self.index()).copied().unwrap_or(\"unknown\")",
            "level.unwrap_or(Self::Unknown)",
            "the text of no level is [`Self::Unknown`].",
        )
    } else {
        (
            "Self::NAMES.get(self.index()).copied().unwrap_or_default()",
            "level.ok_or(::nearkin::typed::UnknownName)",
            "the text of no level is an error.",
        )
    };
    let tried = if *unknown { format!("Ok({tried})") } else { tried.to_owned() };
    let _ = write!(
        rust,
        "}}

#[allow({ALLOW})]
impl {name} {{
    /// All levels, in the model's order.
    #[rustfmt::skip]
    pub const ALL: [Self; {count}] = [{all}];

    /// Their names in the data, in the same order.
    #[rustfmt::skip]
    pub const NAMES: [&'static str; {count}] = [{names}];

    /// The level at a position of [`Self::ALL`].
    #[must_use]
    pub fn from_index(index: usize) -> Option<Self> {{
        Self::ALL.get(index).copied()
    }}

    /// The position in [`Self::ALL`].
    #[must_use]
    pub const fn index(self) -> usize {{
        self as usize
    }}

    /// The name in the data.
    #[must_use]
    pub fn name(self) -> &'static str {{
        {named}
    }}
}}

impl ::nearkin::typed::Level for {name} {{
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

/// By the name in the data; {docs}
impl ::core::convert::TryFrom<&str> for {name} {{
    type Error = ::nearkin::typed::UnknownName;

    fn try_from(name: &str) -> Result<Self, ::nearkin::typed::UnknownName> {{
        let index = Self::NAMES.iter().position(|&level| level == name);
        let level = index.and_then(Self::from_index);
        {tried}
    }}
}}

impl ::core::convert::From<{name}> for ::nearkin::Value<'_> {{
    fn from(level: {name}) -> Self {{
        Self::Code(level as u16)
    }}
}}

",
        all = all.join(", "),
        names = names.join(", "),
    );
    rust
}

/// The struct of a row.
pub(super) fn input(interface: &RustInterface<'_>, logging: Logging) -> String {
    let declared = if interface.borrows() { "<'a>" } else { "" };
    let has_numbers = interface.fields.iter().any(|field| matches!(field.kind, FieldKind::Number(_)));
    let numbers = if has_numbers { "\n///\n/// NaN and infinity are missing numbers." } else { "" };
    let mut rust = format!(
        "/// A row: a field for each column, in the model's order.{numbers}\n#[allow({ALLOW}, clippy::struct_field_names)]\n\
         #[derive(Debug, Clone, Copy, PartialEq{})]\npub struct Input{declared} {{\n",
        logging.derived()
    );
    for field in &interface.fields {
        let missing = if field.optional { "; `None` where it is missing" } else { "" };
        let column = literal::quoted(&field.column);
        let _ = writeln!(rust, "    /// {column}{missing}\n    pub {}: {},", field.name, interface.type_of(field));
    }
    rust.push_str("}\n\n");
    rust
}

/// A row as a loaded model takes it.
pub(super) fn cells(interface: &RustInterface<'_>) -> String {
    let elided = if interface.borrows() { "<'_>" } else { "" };
    let mut rust = format!(
        "{}#[allow({ALLOW}, clippy::too_many_lines)]
impl Input{elided} {{
    /// The row as a model without types takes it.
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
