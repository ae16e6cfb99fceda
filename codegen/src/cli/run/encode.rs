//! `nearkin encode`: the encoded columns, expanded, as CSV or JSON.

use serde::Serialize;

use crate::cli::notes::{self, NotesIn};
use crate::cli::run::json::widened;
use crate::cli::run::predict::line;
use crate::cli::run::rows::{self, TargetColumn};
use crate::cli::{EncodeArgs, Format};
use crate::error::Result;
use crate::evaluate::training_file::Training;
use crate::fit::training_encoding;
use crate::model::aligned::Aligned;
use crate::model::encode;
use crate::model::output_names;
use crate::output::{self, Output};

/// Everything that `encode --format json` prints.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct EncodeReport {
    /// Always `encode`.
    command: &'static str,
    /// The names of the outputs.
    columns: Vec<String>,
    /// The outputs of each row.
    rows: Vec<Vec<f32>>,
    /// Notes on the file.
    notes: Vec<String>,
}

/// Runs `encode`.
///
/// # Errors
/// Whatever is wrong with model, data or files; nothing is written then.
pub(super) fn run(args: &EncodeArgs) -> Result<()> {
    let aligned = Aligned::read(&args.model)?;
    let model = aligned.load_named(&args.model.display().to_string())?;
    let (names, encoded, notes) = if args.training {
        let Training { plan, data } =
            Training::read(&model, &args.data).map_err(|error| error.in_file(&args.model.display().to_string()))?;
        let (names, rows) = training_encoding(&plan, &data)?;
        (names, rows, data.notes)
    } else {
        let data = rows::read(&model, &args.data, &args.csv, TargetColumn::Ignored)?;
        let rows = encode(&model, &data)?.into_iter().map(|(row, _)| row).collect();
        (output_names(&model), rows, data.notes)
    };
    notes::print(&notes, NotesIn::table(args.format.format));
    let path = args.output.clone().unwrap_or_else(|| "-".into());
    let header = line(&names);
    let (ours, text) = match args.format.format {
        Format::Text => {
            let mut text = header.clone();
            for row in &encoded {
                text.push_str(&line(&row.iter().map(f32::to_string).collect::<Vec<_>>()));
            }
            (header.into_bytes(), text)
        }
        Format::Json => {
            let report = EncodeReport { command: "encode", columns: names, rows: encoded, notes };
            (output::JSON.to_vec(), widened(&report))
        }
    };
    let mut out = Output::create(&path, &ours, args.force)?;
    out.put(text.as_bytes())?;
    out.commit()
}
