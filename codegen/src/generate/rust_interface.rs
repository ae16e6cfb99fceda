//! The interface of a model in Rust: fields, enums, and which fields are optional.

use nearkin::Model;
use nearkin::encode::{Category, HashAlgorithm, InputKind, Lookup, Number};
use nearkin::format::Head;

use crate::generate::{literal, names};

/// Names that generated code uses, or that would be misleading.
#[rustfmt::skip]
const TAKEN: [&str; 30] = [
    "Input", "Baked", "Classifier", "Regressor", "Clusterer", "Encoder", "Classification", "Regression", "Assignment", "Self",
    "Option", "Some", "None", "Result", "Ok", "Err", "String", "Vec", "Box", "Copy", "Clone", "Debug", "Send", "Sync",
    "Sized", "Drop", "From", "Into", "Iterator", "Default",
];

/// The inputs and outputs of the generated module.
#[derive(Debug)]
pub(super) struct RustInterface<'a> {
    /// One field for each column, in order.
    pub(super) fields: Vec<Field<'a>>,
    /// The enums: of the categorical columns in order, then of the classes.
    pub(super) enums: Vec<Enum>,
    /// The index of the enum of the classes.
    pub(super) classes: Option<usize>,
    /// The kind of prediction.
    pub(super) head: Head,
}

/// A column as a field.
#[derive(Debug)]
pub(super) struct Field<'a> {
    /// The name of the field.
    pub(super) name: String,
    /// The name of the column.
    pub(super) column: String,
    /// The type.
    pub(super) kind: FieldKind<'a>,
    /// Whether the value may be missing.
    pub(super) optional: bool,
}

/// The type of a field, with the parameters of the column.
#[derive(Debug)]
pub(super) enum FieldKind<'a> {
    /// `f32`.
    Number(Number),
    /// The enum with this index.
    Level(usize, Category<'a>),
    /// A hashed `&str`.
    Text(HashAlgorithm, Category<'a>),
}

/// An enum.
#[derive(Debug)]
pub(super) struct Enum {
    /// The name.
    pub(super) name: String,
    /// The source of its variants: a column or the target.
    pub(super) source: String,
    /// The name of each variant, and its name in the data.
    pub(super) variants: Vec<(String, String)>,
    /// Whether it has a variant `Unknown`.
    pub(super) unknown: bool,
}

impl<'a> RustInterface<'a> {
    /// Returns the interface of a loaded model.
    #[must_use]
    pub(super) fn of(model: &Model<'a>) -> Self {
        let payload = model.payload();
        let columns: Vec<String> = model
            .column_names()
            .into_iter()
            .flat_map(|names| names.iter().map(str::to_owned).collect::<Vec<_>>())
            .collect();
        let rust = names::fields(columns.iter().map(String::as_str));
        let (mut fields, mut enums) = (Vec::new(), Vec::new());
        for ((index, column), name) in (0u16..).zip(columns).zip(rust) {
            let Some(parameters) = model.column(index) else { continue };
            let (kind, optional) = match parameters.kind {
                InputKind::Number(number) => (FieldKind::Number(number), number.imputed.is_some()),
                InputKind::Category(category) => {
                    let optional = category.missing.is_some();
                    match levels(&category.lookup) {
                        Ok(levels) => {
                            let source = format!("the column {}", literal::quoted(&column));
                            enums.push((column.clone(), source, levels, category.unknown.is_some()));
                            (FieldKind::Level(enums.len() - 1, category), optional)
                        }
                        Err(algorithm) => (FieldKind::Text(algorithm, category), optional),
                    }
                }
            };
            fields.push(Field { name, column, kind, optional });
        }
        let classes = matches!(payload.head, Head::Classify(_)).then(|| {
            let target = model.target_name().unwrap_or("class");
            let source = format!("the target {}", literal::quoted(target));
            let names = (0..payload.classes).filter_map(|class| model.class_name(class)).map(str::to_owned).collect();
            enums.push((target.to_owned(), source, names, false));
            enums.len() - 1
        });
        let types = names::types(enums.iter().map(|(name, ..)| name.as_str()), &TAKEN, "Levels");
        let enums = enums
            .into_iter()
            .zip(types)
            .map(|((_, source, levels, unknown), name)| {
                let taken: &[&str] = if unknown { &["Unknown"] } else { &[] };
                let variants = names::types(levels.iter().map(String::as_str), taken, "Level");
                Enum { name, source, variants: variants.into_iter().zip(levels).collect(), unknown }
            })
            .collect();
        Self { fields, enums, classes, head: payload.head }
    }

    /// Returns whether a row borrows text.
    #[must_use]
    pub(super) fn borrows(&self) -> bool {
        self.fields.iter().any(|field| matches!(field.kind, FieldKind::Text(..)))
    }

    /// Returns whether a row is so small that clippy suggests passing it by value; it is borrowed like any other row.
    #[must_use]
    pub(super) fn is_small(&self) -> bool {
        /// The size of a pointer on the host, which has the largest limit.
        const LIMIT: usize = 8;
        let bytes = |field: &Field<'_>| match &field.kind {
            FieldKind::Number(_) => 4 * (1 + usize::from(field.optional)),
            FieldKind::Level(index, _) => {
                let of = &self.enums[*index];
                let values = of.variants.len() + usize::from(of.unknown) + usize::from(field.optional);
                usize::from(values > 1) + usize::from(values > 256)
            }
            FieldKind::Text(..) => 2 * LIMIT,
        };
        self.fields.iter().map(bytes).sum::<usize>() <= LIMIT
    }

    /// Returns whether a row can be an error: NaN in a column without an imputed value.
    #[must_use]
    pub(super) fn refuses(&self) -> bool {
        self.fields.iter().any(|field| matches!(field.kind, FieldKind::Number(_)) && !field.optional)
    }

    /// Returns the Rust type of a field.
    #[must_use]
    pub(super) fn type_of(&self, field: &Field<'_>) -> String {
        let plain = match &field.kind {
            FieldKind::Number(_) => "f32".to_owned(),
            FieldKind::Level(index, _) => self.enums[*index].name.clone(),
            FieldKind::Text(..) => "&'a str".to_owned(),
        };
        if field.optional { format!("Option<{plain}>") } else { plain }
    }
}

/// Returns the levels as texts, or the hash algorithm if any text is accepted.
fn levels(lookup: &Lookup<'_>) -> Result<Vec<String>, HashAlgorithm> {
    match lookup {
        Lookup::Texts(texts) => Ok(texts.iter().map(str::to_owned).collect()),
        Lookup::Integers(integers) => Ok(integers.iter().map(i32::to_string).collect()),
        Lookup::Hash(algorithm) => Err(*algorithm),
    }
}
