//! `nearkin fit`: reads, measures, fits, verifies, writes, and says what it cost.

use crate::cli::notes::{self, Carried};
use crate::cli::run::fit_report::{PrototypesReport, report};
use crate::cli::run::{json, reasons, trace::Trace};
use crate::cli::{Bar, FitArgs, Format};
use crate::data::{Dataset, check_ids, read_path_telling};
use crate::error::{Error, Result};
use crate::evaluate::compare_storage;
use crate::evaluate::estimate::estimate_on;
use crate::evaluate::predict::{Wants, predict};
use crate::evaluate::validate::{Measured, measure};
use crate::fit::{Plan, fit, read_options, sampled};
use crate::kmeans::{Init, Iteration};
use crate::model;
use crate::model::aligned::Aligned;
use crate::model::provenance::Provenance;
use crate::output::{self, Output};
use crate::progress::Progress;
use crate::recipe::{ModelKind, Prototypes, Recipe};
use crate::text::quantity::harmless;

/// Runs `fit`.
///
/// # Errors
/// Whatever is wrong with options, data or files; nothing is written then.
pub(super) fn run(args: &FitArgs) -> Result<()> {
    let recipe = args.resolve()?;
    // Before the work: what may not be written is known first, and nothing is written unless all can be.
    let outputs = Outputs::create(args)?;
    let given = recipe.clone();
    let options = read_options(&recipe);
    let bar = Bar::start("reading");
    let data = read_path_telling(&args.data, &options, Progress::new(&bar.listener()))?;
    drop(bar);
    let mut warnings = check_ids(&data, &options)?;
    let plan = Plan::new(recipe, &data)?;
    let (plan, data) = sampled(plan, data, &mut warnings)?;
    if args.clusters.trace.is_some() && plan.kind != ModelKind::KMeans {
        return Err(Error::usage("--trace belongs to --model kmeans: no other fit has iterations"));
    }
    notes::tell(&data.notes, Carried::by(args.format.format));
    let bar = Bar::start("comparing storages");
    let (plan, storages) = compare_storage::resolve(plan, &data, Progress::new(&bar.listener()))?;
    warnings.extend(compare_storage::warning(&plan, &storages));
    drop(bar);
    let bar = Bar::start("measuring");
    // A target of k-means or of an encoder is not predicted, so there is nothing to measure.
    let measured = match plan.kind {
        ModelKind::Knn => measure(&plan, &data, Progress::new(&bar.listener()))?,
        _ => None,
    };
    drop(bar);
    let before = match (plan.recipe.prototypes, &measured) {
        (Some(_), Some(_)) => {
            let bar = Bar::start("measuring with all rows");
            let recipe = Recipe { prototypes: None, ..plan.recipe.clone() };
            measure(&Plan { recipe, ..plan.clone() }, &data, Progress::new(&bar.listener()))?
        }
        _ => None,
    };
    let mut trace = args.clusters.trace.is_some().then(Trace::default);
    let mut fitted = {
        let bar = Bar::start("clustering");
        let tell = bar.listener();
        let (starts, iterations) = most_iterations(&plan.recipe);
        let mut keep = |iteration: Iteration<'_>| {
            tell(iterations * iteration.run as u64 + iteration.number as u64, starts * iterations);
            if let Some(trace) = &mut trace {
                trace.add(&iteration);
            }
        };
        fit(&plan, &data, Some(&mut keep))?
    };
    warnings.append(&mut fitted.warnings);
    if plan.recipe.lean != Some(true) {
        let headline = measured.as_ref().and_then(|measured| measured.quality.headline());
        let resolved = plan.resolved(&data);
        fitted.parts.provenance = Provenance::new(&data.source, fitted.rows, headline, resolved).to_json();
        fitted.blob = model::write(&fitted.parts)?;
    }
    let aligned = Aligned::new(&fitted.blob);
    let model = aligned.load()?;
    verify(&plan, &model, &data)?;
    let storage_costs = match &measured {
        Some(own) => {
            let bar = Bar::start("comparing storages");
            let flash = fitted.blob.len() as u64;
            compare_storage::compare(&plan, &data, own, flash, Progress::new(&bar.listener()))?
        }
        None => Vec::new(),
    };
    let headline = |measured: &Option<Measured>| measured.as_ref().and_then(|found| found.quality.headline());
    let prototypes = plan.recipe.prototypes.map(|how| PrototypesReport {
        how: how.to_string(),
        rows: fitted.parts.rows,
        before: headline(&before),
        after: headline(&measured),
    });
    let quality = measured.map(|measured| measured.quality);
    // Of prototypes only editing keeps most rows.
    let are_stored = matches!(plan.recipe.prototypes, None | Some(Prototypes::Edited));
    let instructions = estimate_on(&model, &data, are_stored)?;
    let mut report = report(args, &plan, &data, &fitted, &model, quality, warnings);
    report.prototypes = prototypes;
    report.storages = storages;
    report.storage_costs = storage_costs;
    report.instructions = instructions;
    let recipe = plan.resolved(&data).to_toml_commented(&|key| reasons::why(key, &given, &plan, &data));
    outputs.write(&recipe, trace.as_ref().map(json).unwrap_or_default().as_str(), &fitted.blob)?;
    let text = match args.format.format {
        Format::Text => harmless(&report.to_string()).into_owned(),
        Format::Json => json(&report),
    };
    if output::is_stdout(&args.output) {
        // The model is what standard output carries; the report must not mix with it.
        let _ = std::io::Write::write_all(&mut std::io::stderr(), text.as_bytes());
        return Ok(());
    }
    output::print(&text)
}

/// The starts of k-means, and the iterations that each does at the most: it ends sooner when nothing moves.
fn most_iterations(recipe: &Recipe) -> (u64, u64) {
    let is_given = matches!(recipe.init, Some(Init::Rows(_)));
    let starts = if is_given { 1 } else { recipe.n_init.unwrap_or(1) };
    (starts.into(), recipe.max_iter.unwrap_or(1).into())
}

/// The files that `fit` writes: all or none.
struct Outputs {
    recipe: Option<Output>,
    trace: Option<Output>,
    model: Output,
}

impl Outputs {
    fn create(args: &FitArgs) -> Result<Self> {
        let some = |path: &Option<std::path::PathBuf>, ours: &[u8]| {
            path.as_ref().map(|path| Output::create(path, ours, args.force)).transpose()
        };
        Ok(Self {
            recipe: some(&args.save_recipe, output::RECIPE)?,
            trace: some(&args.clusters.trace, output::JSON)?,
            model: Output::create(&args.output, output::MODEL, args.force)?,
        })
    }

    fn write(self, recipe: &str, trace: &str, model: &[u8]) -> Result<()> {
        let mut all = vec![(self.model, model)];
        all.extend(self.trace.map(|output| (output, trace.as_bytes())));
        all.extend(self.recipe.map(|output| (output, recipe.as_bytes())));
        for (output, bytes) in &mut all {
            output.put(bytes)?;
        }
        // The model last: where it is, the others are too.
        all.into_iter().rev().try_for_each(|(output, _)| output.commit())
    }
}

/// Rows that are answered to verify a model: fitting has put every row through the device's encoding already, and
/// answering all of them is quadratic in the rows.
const ANSWERED: usize = 2000;

/// Loads what was fitted and answers usable rows with it, as the device will.
fn verify(plan: &Plan, model: &nearkin::Model<'_>, data: &Dataset) -> Result<()> {
    if plan.kind == ModelKind::Encode {
        return Ok(());
    }
    let needs = |row: &usize| {
        let missing = |index: usize| data.columns[index].is_missing(*row);
        !plan.features.iter().any(|feature| feature.drops_rows() && missing(feature.index))
    };
    let mut rows: Vec<usize> = (0..data.len()).filter(needs).collect();
    if rows.len() > ANSWERED {
        rows = (0..ANSWERED).map(|at| rows[at * rows.len() / ANSWERED]).collect();
    }
    let bar = Bar::start("verifying");
    predict(model, &data.take(&rows), Wants::default(), Progress::new(&bar.listener())).map(|_| ())
}
