//! A model and the rows of a CSV for it, as `predict`, `encode` and `evaluate` read them.

use std::collections::BTreeMap;

use nearkin::Model;
use nearkin::encode::Kind as ColumnKind;
use nearkin::format::Head;

use crate::cli::{CsvArgs, note};
use crate::data::{Dataset, Kind, read_path};
use crate::error::Result;
use crate::provenance::Provenance;
use crate::recipe::Csv;

/// Reads the columns that the model needs, in the kinds that it has; the target too where it is there and wanted.
///
/// What the recipe in the model says of the CSV holds where the command line says nothing.
///
/// # Errors
/// Whatever is wrong with the file.
pub(super) fn read(model: &Model<'_>, path: &std::path::Path, csv: &CsvArgs, with_target: bool) -> Result<Dataset> {
    let recipe = Provenance::of(model)?.map(|provenance| provenance.recipe);
    let fitted = recipe.as_ref().map(|recipe| recipe.csv.clone()).unwrap_or_default();
    let mut options = Csv::from(csv.clone()).over(fitted).read_options();
    let names = model.column_names().expect("checked when the model was loaded");
    options.kinds = BTreeMap::new();
    for (index, name) in (0u16..).zip(names.iter()) {
        let kind = match model.column(index).map(|column| column.kind) {
            Some(ColumnKind::Number(_)) => Kind::Numeric,
            _ => Kind::Categorical,
        };
        options.kinds.insert(name.to_owned(), kind);
    }
    options.features = Some(names.iter().map(str::to_owned).collect());
    options.features_named_by = "the model";
    if with_target && let Some(target) = model.target_name() {
        let kind = if matches!(model.payload().head, Head::Regress(_)) { Kind::Numeric } else { Kind::Categorical };
        options.target = Some(target.to_owned());
        options.kinds.insert(target.to_owned(), kind);
    }
    let data = read_path(path, &options)?;
    data.notes.iter().for_each(|text| note(text));
    Ok(data)
}
