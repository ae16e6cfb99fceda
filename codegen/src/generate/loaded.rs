//! A typed module around a loaded model, which is embedded in the program or received at run time.

use nearkin::Model;
use nearkin::format::Head;

use crate::generate::items::{ALLOW, borrows_row, refusals};
use crate::generate::literal;
use crate::generate::options::Logging;
use crate::generate::rust_interface::RustInterface;

/// Returns the embedded bytes, the type of the checked model, and its functions.
pub(super) fn loaded(
    model: &Model<'_>,
    interface: &RustInterface<'_>,
    embed: Option<&str>,
    logging: Logging,
) -> String {
    let payload = model.payload();
    let input = if interface.borrows() { "Input<'_>" } else { "Input" };
    let (words, neighbors) = if model.n_neighbors() > 0 { ("QUERY_WORDS", "NEIGHBORS") } else { ("0", "0") };
    let Kind { name, noun, alias, function } = Kind::of(interface, input);
    let (bytes, embedded) = embedded(name, embed);
    let refusals = refusals(interface);
    format!(
        "{bytes}{alias}/// A checked {noun} that borrows its bytes.
#[allow({ALLOW})]
#[derive(Debug, Clone, Copy{derived})]
pub struct {name}<'a> {{
    model: ::nearkin::Model<'a>,
}}

{borrows_row}#[allow({ALLOW})]
impl<'a> {name}<'a> {{
    const EXPECTED: ::nearkin::typed::ExpectedModel = ::nearkin::typed::ExpectedModel {{
        schema: SCHEMA,
        columns: {columns},
        classes: {classes},
        query_words: {words},
        neighbors: {neighbors},
    }};

    /// Checks a model once and borrows it; its address must be a multiple of 4.
    ///
    /// A retrained model is accepted; a model with different columns, levels or classes is an error.
    ///
    /// # Errors
    /// The first failed check: of the bytes, of [`SCHEMA`], of the capacities for queries and neighbors.
    pub fn from_bytes(bytes: &'a [u8]) -> Result<Self, ::nearkin::LoadError> {{
        let model = ::nearkin::Model::from_bytes(bytes)?;
        Self::EXPECTED.check(&model)?;
        Ok(Self {{ model }})
    }}

{embedded}    /// Returns the untyped model.
    #[must_use]
    pub const fn model(&self) -> &::nearkin::Model<'a> {{
        &self.model
    }}

{function}    /// Returns the encoded outputs of a row.
    ///
    /// # Errors
    /// {refusals} [`Capacity`](::nearkin::InputError::Capacity), if a retrained model has a different number of outputs.
    pub fn encode(&self, input: &{input}) -> Result<[f32; WIDTH], ::nearkin::InputError> {{
        ::nearkin::typed::encode(&self.model, &input.cells())
    }}
}}
",
        borrows_row = borrows_row(interface),
        derived = logging.derived(),
        columns = literal::integer(payload.columns),
        classes = literal::integer(payload.classes),
    )
}

/// The texts that depend on the kind of model.
struct Kind {
    /// The name of the type.
    name: &'static str,
    /// The kind of model, for the docs.
    noun: &'static str,
    /// The type alias of a prediction.
    alias: String,
    /// The method that predicts.
    function: String,
}

impl Kind {
    fn of(interface: &RustInterface<'_>, input: &str) -> Self {
        let (name, noun, alias, function) = match interface.head {
            Head::Classify(_) => ("Classifier", "classifier", class_alias(interface), Some(CLASSIFY)),
            Head::Regress(_) => ("Regressor", "regressor", REGRESSION.to_owned(), Some(REGRESS)),
            Head::Cluster => ("Clusterer", "k-means model", ASSIGNMENT.to_owned(), Some(ASSIGN)),
            Head::Encode => ("Encoder", "encoder", String::new(), None),
        };
        let class = interface.classes.map_or("", |index| interface.enums[index].name.as_str());
        let refusals = refusals(interface);
        let function = function.map_or(String::new(), |text| {
            text.replace("CLASS", class).replace("INPUT", input).replace("REFUSALS", refusals)
        });
        Self { name, noun, alias, function }
    }
}

/// Returns the embedded bytes and the function that checks them; two empty texts without a path.
fn embedded(name: &str, path: Option<&str>) -> (String, String) {
    match path {
        None => (String::new(), String::new()),
        Some(path) => (
            format!(
                "/// The aligned bytes of the model, which stay in flash.\n#[allow({ALLOW})]\n#[rustfmt::skip]\n\
                 pub static MODEL: &[u8] = ::nearkin::include_model!({});\n\n",
                literal::text(path)
            ),
            format!(
                "    /// Checks the model that is embedded in the program.
    ///
    /// # Errors
    /// If the file was replaced after this code was generated.
    pub fn embedded() -> Result<{name}<'static>, ::nearkin::LoadError> {{
        {name}::from_bytes(MODEL)
    }}

"
            ),
        ),
    }
}

/// Returns the type alias of a classification.
fn class_alias(interface: &RustInterface<'_>) -> String {
    let class = interface.classes.map_or("", |index| interface.enums[index].name.as_str());
    format!(
        "/// A class with its neighbors and flags.\n#[allow({ALLOW})]\n#[rustfmt::skip]\n\
         pub type Classification<'m> = ::nearkin::typed::Classification<'m, {class}, NEIGHBORS>;\n\n"
    )
}

const REGRESSION: &str = "/// A value with its neighbors and flags.
#[allow(dead_code, unreachable_pub)]
pub type Regression<'m> = ::nearkin::typed::Regression<'m, NEIGHBORS>;

";

const ASSIGNMENT: &str = "/// A cluster with its distance and flags.
#[allow(dead_code, unreachable_pub)]
pub type Assignment<'m> = ::nearkin::typed::Assignment<'m, QUERY_WORDS>;

";

const CLASSIFY: &str = "    /// Returns the class of a row.
    ///
    /// # Errors
    /// REFUSALS
    #[rustfmt::skip]
    pub fn classify(&self, input: &INPUT) -> Result<Classification<'_>, ::nearkin::InputError> {
        ::nearkin::typed::classify::<CLASS, QUERY_WORDS, NEIGHBORS>(&self.model, &input.cells())
    }

";

const REGRESS: &str = "    /// Returns the value of a row.
    ///
    /// # Errors
    /// REFUSALS
    pub fn regress(&self, input: &INPUT) -> Result<Regression<'_>, ::nearkin::InputError> {
        ::nearkin::typed::regress::<QUERY_WORDS, NEIGHBORS>(&self.model, &input.cells())
    }

";

const ASSIGN: &str = "    /// Returns the cluster of a row.
    ///
    /// # Errors
    /// REFUSALS
    pub fn assign(&self, input: &INPUT) -> Result<Assignment<'_>, ::nearkin::InputError> {
        ::nearkin::typed::assign::<QUERY_WORDS>(&self.model, &input.cells())
    }

";
