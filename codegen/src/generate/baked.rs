//! A model as Rust: static tables, and straight calls with constant sizes.

use std::fmt::Write as _;

use nearkin::encode::{Affine, Category, Number, Outputs};
use nearkin::format::{Head, Payload, Storage, Vote, Weighting};
use nearkin::{Metric, Model};

use super::interface::{Field, FieldKind, Interface};
use super::items::ALLOW;
use super::literal;
use super::tables::Tables;

/// Code, and the bytes of its tables.
#[derive(Debug)]
pub(super) struct Baked {
    pub(super) rust: String,
    pub(super) tables: Vec<u8>,
}

/// Writes a model as code; `file` is where its tables will be, seen from the code.
pub(super) fn baked(model: &Model<'_>, interface: &Interface<'_>, file: &str) -> Baked {
    let mut writer = Writer { rust: String::new(), bytes: Vec::new(), model, interface };
    let input = if interface.borrows() { "Input<'_>" } else { "Input" };
    let _ = write!(
        writer.rust,
        "#[allow({ALLOW})]\n#[rustfmt::skip]\nconst FILE: &[u8] = include_bytes!({});\n\n",
        literal::text(file)
    );
    if interface.head != Head::Encode {
        writer.model();
        writer.fill(input);
        writer.question(input);
    }
    writer.encode(input);
    Baked { rust: writer.rust.trim_end().to_owned() + "\n", tables: writer.bytes }
}

struct Writer<'w, 'a> {
    rust: String,
    bytes: Vec<u8>,
    model: &'w Model<'a>,
    interface: &'w Interface<'a>,
}

impl<'w, 'a> Writer<'w, 'a> {
    /// Adds a table to the file and declares it.
    fn table(&mut self, name: &str, kind: &str, reader: &str, count: usize, bytes: impl IntoIterator<Item = u8>) {
        let at = self.bytes.len().next_multiple_of(4);
        self.bytes.resize(at, 0);
        self.bytes.extend(bytes);
        let (count, at) = (literal::integer(count), literal::integer(at));
        let _ = writeln!(
            self.rust,
            "#[allow({ALLOW})]\n#[rustfmt::skip]\n\
             static {name}: [{kind}; {count}] = ::nearkin::baked::{reader}(FILE, {at});\n"
        );
    }

    fn model(&mut self) {
        let tables = Tables::of(self.model);
        self.table(
            "TABLES",
            "u32",
            "words",
            tables.words.len(),
            tables.words.iter().flat_map(|word| word.to_le_bytes()),
        );
        let payload = self.model.payload();
        let Payload { columns, width, numbers, codes, rows, classes, threshold, .. } = *payload;
        let sections = tables.sections.map(literal::integer).join(", ");
        let _ = write!(
            self.rust,
            "/// The model: its tables, and what answers from them.
#[allow({ALLOW})]
enum Baked {{}}

#[rustfmt::skip]
impl ::nearkin::baked::Baked for Baked {{
    type Kernel = ::nearkin::baked::{kernel};
    type Vote = ::nearkin::baked::{vote};
    const MODEL: ::nearkin::Model<'static> = ::nearkin::baked::model(::nearkin::format::Payload {{
        head: {head},
        metric: ::nearkin::Metric::{metric},
        storage: {storage},
        columns: {columns},
        width: {width},
        numbers: {numbers},
        codes: {codes},
        rows: {rows},
        classes: {classes},
        threshold: {threshold},
        schema: SCHEMA,
        sections: [{sections}],
        pad: &[],
        tables: &[],
        provenance: &[],
    }}, &TABLES);
}}

",
            kernel = kernel(payload.storage, payload.metric),
            vote = vote(payload.head),
            head = head(payload.head),
            metric = metric(payload.metric),
            storage = storage(payload.storage),
            columns = literal::integer(columns),
            width = literal::integer(width),
            numbers = literal::integer(numbers),
            codes = literal::integer(codes),
            rows = literal::integer(rows),
            classes = literal::integer(classes),
            threshold = literal::option(threshold.map(literal::integer)),
        );
    }

    /// The numeric fields, with their places in a row.
    fn numbers(&self) -> Vec<(u16, &'w Field<'a>, Number)> {
        let interface = self.interface;
        (0u16..)
            .zip(&interface.fields)
            .filter_map(|(index, field)| match field.kind {
                FieldKind::Number(number) => Some((index, field, number)),
                _ => None,
            })
            .collect()
    }

    /// The categorical fields, with their places in a row.
    fn categories(&self) -> Vec<(u16, &'w Field<'a>, Category<'a>)> {
        let interface = self.interface;
        (0u16..)
            .zip(&interface.fields)
            .filter_map(|(index, field)| match field.kind {
                FieldKind::Level(_, category) | FieldKind::Text(_, category) => Some((index, field, category)),
                FieldKind::Number(_) => None,
            })
            .collect()
    }

    /// The stored form of a row.
    fn fill(&mut self, input: &str) {
        let storage = self.model.payload().storage;
        let words = storage.query_words(usize::from(self.model.payload().numbers));
        let mut body = String::new();
        let slot = |model: &Model<'_>, index: u16| model.column(index).map_or(0, |column| column.slot);
        let numbers = self.numbers();
        if !numbers.is_empty() {
            let cells = cells(&numbers);
            let count = numbers.len();
            match storage.integer() {
                Some((_, bound)) => {
                    let _ = write!(
                        self.rust,
                        "#[allow({ALLOW})]\n#[rustfmt::skip]\n\
                         static STORED: [::nearkin::baked::IntegerColumn; {count}] = [\n"
                    );
                    for (index, _, number) in &numbers {
                        let quantiser = number.quantiser.unwrap_or(Affine { offset: 0.0, scale: 1.0 });
                        let indicator = number.indicator.map(|indicator| format!("{:?}", indicator.stored));
                        let _ = writeln!(
                            self.rust,
                            "    ::nearkin::baked::IntegerColumn {{ quantiser: {}, imputed: {}, indicator: {}, column: {index}, slot: {} }},",
                            affine(quantiser),
                            literal::option(number.imputed.map(literal::float)),
                            literal::option(indicator),
                            slot(self.model, *index),
                        );
                    }
                    self.rust.push_str("];\n\n");
                    let bound = literal::integer(bound);
                    let _ = writeln!(
                        body,
                        "    ::nearkin::baked::fill_integers(&STORED, {cells}, {bound}, query, marks)?;"
                    );
                }
                None => {
                    let places: Vec<u16> = numbers.iter().map(|(index, ..)| slot(self.model, *index)).collect();
                    self.number_columns("STORED", &numbers, &places);
                    let _ = writeln!(body, "    ::nearkin::baked::fill_numbers(&STORED, {cells}, query, marks)?;");
                }
            }
        }
        for (index, field, category) in self.categories() {
            let Some(column) = self.model.column(index) else { continue };
            let _ = writeln!(body, "    let code = {}?;", self.code(index, field, &category));
            if column.expanded {
                let outputs = stored_outputs(&category, storage);
                let name = format!("STORED_{index}");
                self.outputs(&name, &outputs);
                let _ = writeln!(
                    body,
                    "    ::nearkin::baked::fill_category({name}, {}, code, query, {}, {});",
                    category.shared, column.slot, category.width
                );
            } else {
                let _ = writeln!(body, "    query[{}] = u32::from(code);", words + usize::from(column.slot));
            }
        }
        let _ = write!(
            self.rust,
            "#[allow({ALLOW}, clippy::too_many_lines)]
#[rustfmt::skip]
fn fill(input: &{input}, query: &mut [u32; QUERY_WORDS], marks: &mut ::nearkin::Marks) -> Result<(), ::nearkin::InputError> {{
{body}    Ok(())
}}

"
        );
    }

    fn question(&mut self, input: &str) {
        let payload = self.model.payload();
        let words = self.model.query_words();
        let class = self.interface.classes.map_or("", |place| self.interface.enums[place].name.as_str());
        let (answer, alias, docs, name, call) = match payload.head {
            Head::Classify(_) => (
                "Classification",
                format!("::nearkin::typed::Classification<'static, {class}, NEIGHBORS>"),
                "class",
                "classify",
                format!("::nearkin::baked::classify::<Baked, {class}, NEIGHBORS>"),
            ),
            Head::Regress(_) => (
                "Regression",
                "::nearkin::typed::Regression<'static, NEIGHBORS>".to_owned(),
                "value",
                "regress",
                "::nearkin::baked::regress::<Baked, NEIGHBORS>".to_owned(),
            ),
            Head::Cluster | Head::Encode => (
                "Assignment",
                "::nearkin::typed::Assignment<'static, QUERY_WORDS>".to_owned(),
                "cluster",
                "assign",
                "::nearkin::baked::assign::<Baked, QUERY_WORDS>".to_owned(),
            ),
        };
        let query = if name == "assign" { "query".to_owned() } else { format!("&query[..{words}]") };
        let call = format!("{call}({query}, marks)");
        let call = if name == "classify" { call } else { format!("Ok({call})") };
        let _ = write!(
            self.rust,
            "/// A {docs}, with its neighbors and what happened on the way.
#[allow({ALLOW})]
#[rustfmt::skip]
pub type {answer} = {alias};

/// Gives the {docs} of a row.
///
/// # Errors
/// For a number that is missing where its column refuses that.
#[allow({ALLOW})]
#[rustfmt::skip]
pub fn {name}(input: &{input}) -> Result<{answer}, ::nearkin::InputError> {{
    let mut marks = ::nearkin::Marks::default();
    let mut query = [0; QUERY_WORDS];
    fill(input, &mut query, &mut marks)?;
    {call}
}}

"
        );
    }

    /// The encoded outputs of a row.
    fn encode(&mut self, input: &str) {
        let shared = (self.interface.fields.iter())
            .find_map(|field| match &field.kind {
                FieldKind::Level(_, category) | FieldKind::Text(_, category) if category.shared => {
                    Some(usize::from(category.width))
                }
                _ => None,
            })
            .unwrap_or(0);
        // Where the outputs of each column start: shared ones first.
        let mut next = shared;
        let mut starts = Vec::new();
        for field in &self.interface.fields {
            let width = match &field.kind {
                FieldKind::Number(number) => number.width(),
                FieldKind::Level(_, category) | FieldKind::Text(_, category) if category.shared => {
                    starts.push(0);
                    continue;
                }
                FieldKind::Level(_, category) | FieldKind::Text(_, category) => usize::from(category.width),
            };
            starts.push(next);
            next += width;
        }
        let mut body = String::new();
        let numbers = self.numbers();
        if !numbers.is_empty() {
            let places: Vec<u16> = numbers
                .iter()
                .map(|(index, ..)| u16::try_from(starts[usize::from(*index)]).unwrap_or(u16::MAX))
                .collect();
            self.number_columns("ENCODED", &numbers, &places);
            let cells = cells(&numbers);
            let _ = writeln!(body, "    ::nearkin::baked::encode_numbers(&ENCODED, {cells}, &mut out, &mut marks)?;");
        }
        for (index, field, category) in self.categories() {
            let code = self.code(index, field, &category).replace(", marks)", ", &mut marks)");
            let _ = writeln!(body, "    let code = {code}?;");
            let name = format!("ENCODED_{index}");
            self.outputs(&name, &encoded_outputs(&category));
            let start = starts[usize::from(index)];
            let _ = writeln!(
                body,
                "    ::nearkin::baked::encode_category({name}, {}, code, &mut out[{}..{}]);",
                category.shared,
                start,
                start + usize::from(category.width)
            );
        }
        let _ = write!(
            self.rust,
            "/// Gives the encoded outputs of a row.
///
/// # Errors
/// For a number that is missing where its column refuses that.
#[allow({ALLOW}, clippy::too_many_lines)]
#[rustfmt::skip]
pub fn encode(input: &{input}) -> Result<[f32; WIDTH], ::nearkin::InputError> {{
    let mut out = [0.0; WIDTH];
    let mut marks = ::nearkin::Marks::default();
{body}    Ok(out)
}}

"
        );
    }

    fn number_columns(&mut self, name: &str, numbers: &[(u16, &Field<'_>, Number)], places: &[u16]) {
        let count = numbers.len();
        let _ = write!(
            self.rust,
            "#[allow({ALLOW})]\n#[rustfmt::skip]\nstatic {name}: [::nearkin::baked::NumberColumn; {count}] = [\n"
        );
        for ((index, _, number), slot) in numbers.iter().zip(places) {
            let indicator = number.indicator.map(|indicator| floats(&indicator.outputs));
            let _ = writeln!(
                self.rust,
                "    ::nearkin::baked::NumberColumn {{ scaler: {}, imputed: {}, indicator: {}, column: {index}, slot: {slot} }},",
                literal::option(number.scaler.map(affine)),
                literal::option(number.imputed.map(literal::float)),
                literal::option(indicator),
            );
        }
        self.rust.push_str("];\n\n");
    }

    /// The call that gives a column's code.
    fn code(&self, index: u16, field: &Field<'_>, category: &Category<'_>) -> String {
        let levels = category.levels;
        let cell = match &field.kind {
            FieldKind::Text(algorithm, _) => {
                let bucket = |text: &str| {
                    format!(
                        "::nearkin::encode::HashAlgorithm::{algorithm:?}.bucket({text}, {levels}).unwrap_or(u16::MAX)"
                    )
                };
                if field.optional {
                    format!("input.{}.map(|text| {})", field.name, bucket("text"))
                } else {
                    format!("Some({})", bucket(&format!("input.{}", field.name)))
                }
            }
            _ if field.optional => format!("input.{}.map(|level| level as u16)", field.name),
            _ => format!("Some(input.{} as u16)", field.name),
        };
        let code = |code: Option<u16>| literal::option(code.map(literal::integer));
        format!(
            "::nearkin::baked::code(::nearkin::baked::Codes {{ levels: {levels}, missing: {}, unknown: {}, column: {index} }}, {cell}, marks)",
            code(category.missing),
            code(category.unknown),
            levels = literal::integer(levels),
        )
    }

    /// Tables of a column's outputs, and the constant that names them.
    fn outputs(&mut self, name: &str, outputs: &Outputs<'_>) {
        let words = |numbers: &[f32]| numbers.iter().flat_map(|number| number.to_le_bytes()).collect::<Vec<_>>();
        let shorts = |numbers: &[i16]| numbers.iter().flat_map(|number| number.to_le_bytes()).collect::<Vec<_>>();
        let value = match *outputs {
            Outputs::Table { rows, stored } => {
                let mut reference = |what: &str, kind: &str, reader: &str, count: usize, bytes: Vec<u8>| {
                    if count == 0 {
                        return "&[]".to_owned();
                    }
                    self.table(&format!("{name}_{what}"), kind, reader, count, bytes);
                    format!("&{name}_{what}")
                };
                let rows = reference("ROWS", "f32", "floats", rows.len(), words(rows));
                let stored = reference("INTEGERS", "i16", "shorts", stored.len(), shorts(stored));
                format!("Table {{ rows: {rows}, stored: {stored} }}")
            }
            Outputs::OneHot { slots, scaled, stored } => {
                let slots = literal::option(slots.map(|slots| {
                    let bytes: Vec<u8> = slots.iter().flat_map(|slot| slot.to_le_bytes()).collect();
                    self.table(&format!("{name}_SLOTS"), "u16", "halves", slots.len(), bytes);
                    format!("&{name}_SLOTS")
                }));
                let scaled = literal::option(scaled.map(|(off, on)| {
                    self.table(&format!("{name}_OFF"), "f32", "floats", off.len(), words(off));
                    self.table(&format!("{name}_ON"), "f32", "floats", on.len(), words(on));
                    format!("(&{name}_OFF, &{name}_ON)")
                }));
                let stored = if stored.is_empty() {
                    "&[]".to_owned()
                } else {
                    self.table(&format!("{name}_INTEGERS"), "i16", "shorts", stored.len(), shorts(stored));
                    format!("&{name}_INTEGERS")
                };
                format!("OneHot {{ slots: {slots}, scaled: {scaled}, stored: {stored} }}")
            }
        };
        let _ = writeln!(
            self.rust,
            "#[allow({ALLOW})]\n#[rustfmt::skip]\nconst {name}: ::nearkin::encode::Outputs<'static> = ::nearkin::encode::Outputs::{value};\n"
        );
    }
}

/// The features of the device library that a baked model needs, checked while it is compiled.
pub(super) fn needs(interface: &Interface<'_>) -> String {
    let mut rust = String::new();
    for algorithm in super::header::digests(interface) {
        let feature = super::header::feature(algorithm);
        let _ = writeln!(
            rust,
            "const _: () = assert!(\n    ::nearkin::baked::has_hash(::nearkin::encode::HashAlgorithm::{algorithm:?}),\n    \
             \"this model needs the feature `{feature}` of nearkin\"\n);\n"
        );
    }
    rust
}

/// What integer storage needs of the outputs, or what `f32` storage needs.
fn stored_outputs<'a>(category: &Category<'a>, storage: Storage) -> Outputs<'a> {
    match category.outputs {
        _ if storage == Storage::F32 => encoded_outputs(category),
        Outputs::Table { stored, .. } => Outputs::Table { rows: &[], stored },
        Outputs::OneHot { slots, stored, .. } => Outputs::OneHot { slots, scaled: None, stored },
    }
}

fn encoded_outputs<'a>(category: &Category<'a>) -> Outputs<'a> {
    match category.outputs {
        Outputs::Table { rows, .. } => Outputs::Table { rows, stored: &[] },
        Outputs::OneHot { slots, scaled, .. } => Outputs::OneHot { slots, scaled, stored: &[] },
    }
}

/// The numeric cells of a row as an array; a missing one is not a number.
fn cells(numbers: &[(u16, &Field<'_>, Number)]) -> String {
    let cells: Vec<String> = numbers
        .iter()
        .map(|(_, field, _)| {
            let missing = if field.optional { ".unwrap_or(f32::NAN)" } else { "" };
            format!("input.{}{missing}", field.name)
        })
        .collect();
    format!("[{}]", cells.join(", "))
}

fn affine(affine: Affine) -> String {
    format!(
        "::nearkin::encode::Affine {{ offset: {}, scale: {} }}",
        literal::float(affine.offset),
        literal::float(affine.scale)
    )
}

fn floats(numbers: &[f32]) -> String {
    format!("[{}]", numbers.iter().map(|&number| literal::float(number)).collect::<Vec<_>>().join(", "))
}

fn head(head: Head) -> String {
    let vote = |vote: Vote| {
        format!(
            "(::nearkin::format::Vote {{ neighbors: {}, weighting: ::nearkin::format::Weighting::{:?} }})",
            literal::integer(vote.neighbors),
            vote.weighting
        )
    };
    let (name, parameters) = match head {
        Head::Encode => ("Encode", String::new()),
        Head::Cluster => ("Cluster", String::new()),
        Head::Classify(parameters) => ("Classify", vote(parameters)),
        Head::Regress(parameters) => ("Regress", vote(parameters)),
    };
    format!("::nearkin::format::Head::{name}{parameters}")
}

fn metric(metric: Metric) -> String {
    match metric {
        Metric::Minkowski(p) => format!("Minkowski({})", literal::float(p)),
        other => format!("{other:?}"),
    }
}

fn storage(storage: Storage) -> String {
    let (name, step, bound) = match storage {
        Storage::F32 => return "::nearkin::format::Storage::F32".to_owned(),
        Storage::I16 { step, bound } => ("I16", step, bound),
        Storage::I8 { step, bound } => ("I8", step, bound),
    };
    let (step, bound) = (literal::float(step), literal::integer(bound));
    format!("::nearkin::format::Storage::{name} {{ step: {step}, bound: {bound} }}")
}

/// The name of what compares rows.
fn kernel(storage: Storage, metric: Metric) -> &'static str {
    match (storage, metric) {
        (Storage::F32, Metric::Euclidean) => "EuclideanF32",
        (Storage::I16 { .. }, Metric::Euclidean) => "EuclideanI16",
        (Storage::I8 { .. }, Metric::Euclidean) => "EuclideanI8",
        _ => "AnyMetric",
    }
}

/// The name of what a neighbor's vote counts.
fn vote(head: Head) -> &'static str {
    match head {
        Head::Classify(vote) | Head::Regress(vote) if vote.weighting == Weighting::Distance => "ByDistance",
        _ => "Uniform",
    }
}
