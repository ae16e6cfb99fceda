//! The interface of a model in Rust's names: fields, enums, and what may be left out.

use nearkin::Model;
use nearkin::encode::{Category, HashAlgorithm, InputKind, Lookup, Number};
use nearkin::format::Head;

use crate::generate::{literal, names};

/// Names that generated code uses itself, or that would mislead its reader.
#[rustfmt::skip]
const TAKEN: [&str; 30] = [
    "Input", "Baked", "Classifier", "Regressor", "Clusterer", "Encoder", "Classification", "Regression", "Assignment", "Self",
    "Option", "Some", "None", "Result", "Ok", "Err", "String", "Vec", "Box", "Copy", "Clone", "Debug", "Send", "Sync",
    "Sized", "Drop", "From", "Into", "Iterator", "Default",
];

/// What a caller gives and gets.
#[derive(Debug)]
pub(super) struct RustInterface<'a> {
    /// A field for each column, in order.
    pub(super) fields: Vec<Field<'a>>,
    /// The enums: of categorical columns in order, then of the classes.
    pub(super) enums: Vec<Enum>,
    /// The place of the classes' enum.
    pub(super) classes: Option<usize>,
    /// What the model answers.
    pub(super) head: Head,
}

/// A column as a field.
#[derive(Debug)]
pub(super) struct Field<'a> {
    /// The field's name.
    pub(super) name: String,
    /// The column's name.
    pub(super) column: String,
    /// Its type.
    pub(super) kind: FieldKind<'a>,
    /// Whether it may be missing.
    pub(super) optional: bool,
}

/// A field's type, with the column's parameters.
#[derive(Debug)]
pub(super) enum FieldKind<'a> {
    /// `f32`.
    Number(Number),
    /// The enum at this place.
    Level(usize, Category<'a>),
    /// `&str`, hashed.
    Text(HashAlgorithm, Category<'a>),
}

/// An enum.
#[derive(Debug)]
pub(super) struct Enum {
    /// Its name.
    pub(super) name: String,
    /// What its variants are.
    pub(super) what: String,
    /// Name of each variant, and the name in the data.
    pub(super) variants: Vec<(String, String)>,
    /// Whether it has an arm `Unknown`.
    pub(super) unknown: bool,
}

impl<'a> RustInterface<'a> {
    /// Reads a loaded model's interface.
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
                            let what = format!("the column {}", literal::quoted(&column));
                            enums.push((column.clone(), what, levels, category.unknown.is_some()));
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
            let what = format!("the target {}", literal::quoted(target));
            let names = (0..payload.classes).filter_map(|class| model.class_name(class)).map(str::to_owned).collect();
            enums.push((target.to_owned(), what, names, false));
            enums.len() - 1
        });
        let types = names::types(enums.iter().map(|(name, ..)| name.as_str()), &TAKEN, "Levels");
        let enums = enums
            .into_iter()
            .zip(types)
            .map(|((_, what, levels, unknown), name)| {
                let taken: &[&str] = if unknown { &["Unknown"] } else { &[] };
                let variants = names::types(levels.iter().map(String::as_str), taken, "Level");
                Enum { name, what, variants: variants.into_iter().zip(levels).collect(), unknown }
            })
            .collect();
        Self { fields, enums, classes, head: payload.head }
    }

    /// Whether a row borrows text.
    #[must_use]
    pub(super) fn borrows(&self) -> bool {
        self.fields.iter().any(|field| matches!(field.kind, FieldKind::Text(..)))
    }

    /// Whether a row is so small that clippy would rather have it by value; a row is borrowed all the same, as every other.
    #[must_use]
    pub(super) fn is_small(&self) -> bool {
        /// Bytes of a pointer on the host, where the limit is the highest.
        const LIMIT: usize = 8;
        let bytes = |field: &Field<'_>| match &field.kind {
            FieldKind::Number(_) => 4 * (1 + usize::from(field.optional)),
            FieldKind::Level(place, _) => {
                let of = &self.enums[*place];
                let values = of.variants.len() + usize::from(of.unknown) + usize::from(field.optional);
                usize::from(values > 1) + usize::from(values > 256)
            }
            FieldKind::Text(..) => 2 * LIMIT,
        };
        self.fields.iter().map(bytes).sum::<usize>() <= LIMIT
    }

    /// Whether some row is refused: a number that is none, in a column with nothing to put in its place.
    #[must_use]
    pub(super) fn refuses(&self) -> bool {
        self.fields.iter().any(|field| matches!(field.kind, FieldKind::Number(_)) && !field.optional)
    }

    /// The type of a field.
    #[must_use]
    pub(super) fn type_of(&self, field: &Field<'_>) -> String {
        let plain = match &field.kind {
            FieldKind::Number(_) => "f32".to_owned(),
            FieldKind::Level(place, _) => self.enums[*place].name.clone(),
            FieldKind::Text(..) => "&'a str".to_owned(),
        };
        if field.optional { format!("Option<{plain}>") } else { plain }
    }
}

/// The levels as texts, or the algorithm that takes any text.
fn levels(lookup: &Lookup<'_>) -> Result<Vec<String>, HashAlgorithm> {
    match lookup {
        Lookup::Texts(texts) => Ok(texts.iter().map(str::to_owned).collect()),
        Lookup::Integers(integers) => Ok(integers.iter().map(i32::to_string).collect()),
        Lookup::Hash(algorithm) => Err(*algorithm),
    }
}
