//! Rows of a CSV for a model, as `predict`, `encode`, `evaluate`, `verify` and `report` read them.

use std::collections::BTreeMap;

use nearkin::Model;
use nearkin::encode::{InputKind, Lookup};
use nearkin::format::Head;

use crate::cli::{Bar, CsvArgs};
use crate::data::{Dataset, Kind, read_path_with_progress};
use crate::error::Result;
use crate::model::provenance::Provenance;
use crate::progress::Progress;
use crate::recipe::Csv;

/// Whether the target is read, and whether it must exist.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TargetColumn {
    /// Not read.
    Ignored,
    /// Read if it exists.
    Optional,
    /// Read; a file without it is an error.
    Required,
}

/// Reads the columns of the model, with their kinds, and the target as `column` specifies.
///
/// Options for the CSV that the command line does not set are those of the recipe in the model.
///
/// # Errors
/// Whatever is wrong with the file.
pub(super) fn read(model: &Model<'_>, path: &std::path::Path, csv: &CsvArgs, column: TargetColumn) -> Result<Dataset> {
    let (recipe, damaged) = match Provenance::of(model) {
        Ok(provenance) => (provenance.map(|provenance| provenance.recipe), None),
        // The predictions do not depend on it.
        Err(error) => (None, Some(format!("{error}; its options for the CSV are ignored"))),
    };
    let fitted = recipe.as_ref().map(|recipe| recipe.csv.clone()).unwrap_or_default();
    let mut options = Csv::from(csv.clone()).over(fitted).read_options();
    let names = model.column_names().expect("checked when the model was loaded");
    options.kinds = BTreeMap::new();
    for (index, name) in (0u16..).zip(names.iter()) {
        let kind = match model.column(index).map(|column| column.kind) {
            Some(InputKind::Number(_)) => Kind::Numeric,
            Some(InputKind::Category(category)) => {
                if let Lookup::Texts(texts) = category.lookup {
                    options.spellings.insert(name.to_owned(), texts.iter().map(str::to_owned).collect());
                }
                Kind::Categorical
            }
            None => Kind::Categorical,
        };
        options.kinds.insert(name.to_owned(), kind);
    }
    options.features = Some(names.iter().map(str::to_owned).collect());
    options.named_by = Some("the model");
    options.target_may_be_absent = column == TargetColumn::Optional;
    if column != TargetColumn::Ignored
        && let Some(target) = model.target_name()
    {
        let kind = if matches!(model.payload().head, Head::Regress(_)) { Kind::Numeric } else { Kind::Categorical };
        options.target = Some(target.to_owned());
        let classes = (0..model.payload().classes).filter_map(|class| model.class_name(class));
        options.spellings.insert(target.to_owned(), classes.map(str::to_owned).collect());
        options.kinds.insert(target.to_owned(), kind);
    }
    let bar = Bar::start("reading");
    let mut data = read_path_with_progress(path, &options, Progress::new(&bar.listener()))?;
    data.notes.extend(damaged);
    Ok(data)
}
