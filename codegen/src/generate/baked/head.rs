//! The question that the model answers: a class, a value or a cluster.

use std::fmt::Write as _;

use nearkin::format::Head;

use crate::generate::baked::writer::BakedWriter;
use crate::generate::items::{ALLOW, borrows_row, refusals};

impl BakedWriter<'_, '_> {
    /// The answer's type, and the function that gives it.
    pub(super) fn question(&mut self, input: &str) {
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
        let call = format!("{call}({query}, flags)");
        let call = if name == "classify" { call } else { format!("Ok({call})") };
        let _ = write!(
            self.questions,
            "/// A {docs}, with its {found} and what happened on the way.
#[allow({ALLOW})]
#[rustfmt::skip]
pub type {answer} = {alias};

/// Gives the {docs} of a row.
///
/// # Errors
/// {refusals}
{borrows_row}#[allow({ALLOW})]
#[rustfmt::skip]
pub fn {name}(input: &{input}) -> Result<{answer}, ::nearkin::InputError> {{
    let mut flags = ::nearkin::Flags::default();
    let mut query = [0; QUERY_WORDS];
    to_query(input, &mut query, &mut flags)?;
    {call}
}}

",
            found = if name == "assign" { "distance" } else { "neighbors" },
            refusals = refusals(self.interface),
            borrows_row = borrows_row(self.interface),
        );
    }
}
