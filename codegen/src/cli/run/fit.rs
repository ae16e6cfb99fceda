//! `nearkin fit`: runs a session, writes its files and prints the report.

use crate::cli::notes::{self, NotesIn};
use crate::cli::run::fit_report::{FitReport, PrototypesReport, report};
use crate::cli::run::{json, reasons, trace::Trace};
use crate::cli::{Bar, FitArgs, Format};
use crate::error::{Error, Result};
use crate::evaluate::estimate::estimate_on;
use crate::evaluate::validate::ValidationScore;
use crate::kmeans::Iteration;
use crate::model::aligned::Aligned;
use crate::output::{self, Output};
use crate::progress::{Listener, Progress};
use crate::recipe::{ModelKind, Prototypes};
use crate::session::{Observer, Outcome, Session, Stage};
use crate::text::quantity::escape_control;

/// Runs `fit`.
///
/// # Errors
/// Whatever is wrong with options, data or files; nothing is written then.
pub(super) fn run(args: &FitArgs) -> Result<()> {
    let given = args.resolve()?;
    // Before the work: nothing is written unless every output can be.
    let outputs = Outputs::create(args)?;
    let mut terminal = Terminal::new(args.clusters.trace.is_some());
    let session = Session::read(given.clone(), &args.data, &mut terminal)?;
    if args.clusters.trace.is_some() && session.plan.kind() != ModelKind::KMeans {
        return Err(Error::usage("--trace requires --model kmeans: other fits have no iterations"));
    }
    notes::print(&session.data.notes, NotesIn::report(args.format.format));
    let outcome = session.fit(&mut terminal)?;
    let report = full_report(args, &outcome, &mut terminal)?;
    let Outcome { plan, data, fitted, .. } = &outcome;
    let recipe = plan.resolved(data).to_toml_commented(&|key| reasons::reason(key, &given, plan, data));
    outputs.write(&recipe, terminal.trace.as_ref().map(json).unwrap_or_default().as_str(), &fitted.blob)?;
    let text = match args.format.format {
        Format::Text => escape_control(&report.to_string()).into_owned(),
        Format::Json => json(&report),
    };
    if output::is_stdout(&args.output) {
        // Standard output carries the model; the report must not mix with it.
        let _ = std::io::Write::write_all(&mut std::io::stderr(), text.as_bytes());
        return Ok(());
    }
    output::print(&text)
}

/// Reports the fit, and compares it with other storages and with all rows instead of prototypes.
fn full_report(args: &FitArgs, outcome: &Outcome, terminal: &mut Terminal) -> Result<FitReport> {
    let Outcome { plan, data, fitted, validation, storages, warnings } = outcome;
    let headline =
        |validation: &Option<ValidationScore>| validation.as_ref().and_then(|found| found.quality.headline());
    let before = headline(&outcome.validate_all_rows(terminal)?);
    let storage_costs = outcome.compare_storages(terminal)?;
    let aligned = Aligned::new(&fitted.blob);
    let model = aligned.load()?;
    let quality = validation.as_ref().map(|validation| validation.quality.clone());
    let mut report = report(args, plan, data, fitted, &model, quality, warnings.clone());
    report.prototypes = plan.prototypes().map(|how| PrototypesReport {
        how: how.to_string(),
        rows: fitted.tables.rows,
        before,
        after: headline(validation),
    });
    report.storages.clone_from(storages);
    report.storage_costs = storage_costs;
    // Of the prototypes only editing keeps most rows.
    let are_stored = matches!(plan.prototypes(), None | Some(Prototypes::Edited));
    report.instructions = estimate_on(&model, data, are_stored)?;
    Ok(report)
}

/// Progress bars, and the iterations for `--trace`.
struct Terminal {
    bar: Option<(Bar, Box<Listener<'static>>)>,
    /// The runs of k-means, and the most iterations of each.
    iterations: (u64, u64),
    trace: Option<Trace>,
}

impl Terminal {
    fn new(traces: bool) -> Self {
        Self { bar: None, iterations: (0, 0), trace: traces.then(Trace::default) }
    }
}

impl Observer for Terminal {
    fn stage(&mut self, stage: Stage) {
        let what = match stage {
            Stage::Read => "reading",
            Stage::CompareStorage => "comparing storages",
            Stage::Validate => "validating",
            Stage::ValidateAllRows => "validating with all rows",
            Stage::Fit { runs, max_iter } => {
                self.iterations = (runs, max_iter);
                "fitting"
            }
            Stage::Check => "checking",
        };
        self.end();
        let bar = Bar::start(what);
        let listener = Box::new(bar.listener());
        self.bar = Some((bar, listener));
    }

    fn end(&mut self) {
        self.bar = None;
    }

    fn progress(&self) -> Progress<'_> {
        self.bar.as_ref().map_or(Progress::NONE, |(_, listener)| Progress::new(listener))
    }

    fn iteration(&mut self, iteration: &Iteration<'_>) {
        let (runs, max_iter) = self.iterations;
        self.progress().report(max_iter * iteration.run as u64 + iteration.number as u64, runs * max_iter);
        if let Some(trace) = &mut self.trace {
            trace.add(iteration);
        }
    }
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
