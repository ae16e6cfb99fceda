//! The prediction function: of a class, a value or a cluster.

use std::fmt::Write as _;

use nearkin::format::Head;

use crate::generate::baked::writer::BakedWriter;
use crate::generate::items::{ALLOW, borrows_row, refusals};

impl BakedWriter<'_, '_> {
    /// Writes the type of a prediction, and the function that returns it.
    pub(super) fn prediction(&mut self, input: &str) {
        let payload = self.model.payload();
        let words = self.model.query_words();
        let class = self.interface.classes.map_or("", |index| self.interface.enums[index].name.as_str());
        let (prediction, alias, docs, name, call) = match payload.head {
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
        let call = format!("{call}({query}, flags)");
        let call = if name == "classify" { call } else { format!("Ok({call})") };
        let _ = write!(
            self.functions,
            "/// A {docs} with its {detail} and flags.
#[allow({ALLOW})]
#[rustfmt::skip]
pub type {prediction} = {alias};

/// Returns the {docs} of a row.
///
/// # Errors
/// {refusals}
{borrows_row}#[allow({ALLOW})]
#[rustfmt::skip]
pub fn {name}(input: &{input}) -> Result<{prediction}, ::nearkin::InputError> {{
    let mut flags = ::nearkin::Flags::default();
    let mut query = [0; QUERY_WORDS];
    to_query(input, &mut query, &mut flags)?;
    {call}
}}

",
            detail = if name == "assign" { "distance" } else { "neighbors" },
            refusals = refusals(self.interface),
            borrows_row = borrows_row(self.interface),
        );
    }
}
