//! Fitting and code generation in a build script, so that firmware always contains the model of the current data.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use crate::error::{Error, Result};
use crate::generate::{Delivery, Logging, Source, generate};
use crate::output;
use crate::recipe::{Metric, Recipe, Storage};
use crate::session::{Session, Silent};

/// The modules that this build script has written, so that a second model does not overwrite the first.
static WRITTEN: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// A fit that produces Rust code: the same as `nearkin fit` followed by `nearkin generate`, with the same defaults.
///
/// In `build.rs`, with this crate as a build dependency (without default features):
///
/// ```no_run
/// fn main() -> nearkin_codegen::Result<()> {
///     let out = std::env::var_os("OUT_DIR").expect("cargo sets it");
///     nearkin_codegen::Fit::from_csv("data/penguins.csv").target("species").neighbors(5).generate_to(out)?;
///     Ok(())
/// }
/// ```
///
/// In the firmware, which depends only on `nearkin`:
///
/// ```text
/// mod penguins {
///     include!(concat!(env!("OUT_DIR"), "/penguins.rs"));
/// }
/// ```
///
/// `examples/build-script` is a complete example. Paths are relative to the folder of the package. Messages use the option
/// names of the command line: `--neighbors` means [`neighbors`](Self::neighbors).
///
/// # Examples
/// ```
/// use nearkin_codegen::Fit;
/// use nearkin_codegen::recipe::{Metric, Storage, Weights};
///
/// let data = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/data/penguins.csv");
/// let out = tempfile::tempdir().expect("a folder");
/// let module = Fit::from_csv(data)
///     .target("species")
///     .drop(["body_mass_g"])
///     .categorical(["year"])
///     .metric(Metric::Manhattan)
///     .storage(Storage::I16)
///     .reject(0.99)
///     .with(|recipe| recipe.weights = Some(Weights::Distance)) // any option of the command line
///     .name("species")
///     .baked()
///     .defmt()
///     .generate_to(&out)?;
/// assert_eq!(module, out.path().join("species.rs"));
/// assert!(std::fs::metadata(out.path().join("species.tables")).is_ok_and(|tables| tables.len() > 344));
///
/// let recipe = out.path().join("groups.toml");
/// std::fs::write(&recipe, "drop = [\"island\", \"species\", \"sex\", \"year\"]").expect("written");
/// let fitted = Fit::from_recipe(data, recipe)?.clusters(6).fit()?;
/// assert_eq!((&fitted.blob[..4], fitted.warnings.len()), (&b"NKIN"[..], 0));
/// # Ok::<(), nearkin_codegen::Error>(())
/// ```
///
/// # Build time
/// Without default features, 96 crates are compiled once, which takes about a minute on one core and half of that on two
/// idle ones. After that, the model is fitted again only if the data, the recipe or the build script has changed; this takes
/// about a second for the penguins. Cargo builds the dependencies of a build script without optimization: to fit thousands
/// of rows, set `opt-level = 2` in `[profile.release.build-override]`. Measured with
/// `CARGO_TARGET_DIR=$(mktemp -d) cargo build --release` in `examples/build-script`.
#[derive(Debug, Clone)]
#[must_use = "nothing is fitted until `generate_to` is called"]
pub struct Fit {
    data: PathBuf,
    recipe: Recipe,
    baked: bool,
    logging: Logging,
    name: Option<String>,
}

/// A fitted model, with information about the fit.
///
/// # Examples
/// ```
/// use nearkin_codegen::{Fit, Fitted};
///
/// let data = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/data/penguins.csv");
/// let Fitted { blob, rows, score, recipe, warnings, .. } = Fit::from_csv(data).target("species").drop(["year"]).fit()?;
/// assert_eq!((&blob[..4], rows, warnings.len()), (&b"NKIN"[..], 344, 0));
/// assert!(score.is_some_and(|accuracy| accuracy > 0.95)); // a build script can refuse a worse model
/// assert_eq!(recipe.neighbors, Some(5)); // the default
/// # Ok::<(), nearkin_codegen::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Fitted {
    /// The model's bytes: the content of a `.nkn` file.
    pub blob: Vec<u8>,
    /// The number of training rows used.
    pub rows: usize,
    /// Accuracy, or R2 for a regression, on held-out rows or in cross-validation; `None` without validation.
    pub score: Option<f64>,
    /// Every option of the fit, including defaults and inferred values; fitting with it gives the same model.
    pub recipe: Recipe,
    /// Notes about the file (settings that were detected, unusual content) and warnings about columns and options.
    pub warnings: Vec<String>,
}

impl Fit {
    /// Fits the rows of a CSV; options that are not set are inferred, as on the command line.
    pub fn from_csv(data: impl Into<PathBuf>) -> Self {
        Self { data: data.into(), recipe: Recipe::default(), baked: false, logging: Logging::Debug, name: None }
    }

    /// Fits the rows of a CSV with the options of a TOML recipe, such as `nearkin fit --save-recipe` writes; options that
    /// are set afterwards override it.
    ///
    /// # Errors
    /// [`Error::Io`] if the recipe cannot be read, [`Error::Usage`] with the line if it is invalid.
    pub fn from_recipe(data: impl Into<PathBuf>, recipe: impl Into<PathBuf>) -> Result<Self> {
        let file = recipe.into();
        rerun_if_changed(&file);
        let read = || {
            let text = std::fs::read_to_string(&file).map_err(|source| Error::io(&file, source))?;
            Recipe::from_toml(&file.display().to_string(), &text)
        };
        let recipe = read().inspect_err(tell_error)?;
        Ok(Self { recipe, ..Self::from_csv(data) })
    }

    /// Sets the column to predict.
    pub fn target(self, column: impl Into<String>) -> Self {
        self.with(|recipe| recipe.target = Some(column.into()))
    }

    /// Leaves out columns.
    pub fn drop<S: Into<String>>(self, columns: impl IntoIterator<Item = S>) -> Self {
        self.with(|recipe| recipe.drop = columns.into_iter().map(Into::into).collect())
    }

    /// Reads columns as categories, even if all their cells are numbers.
    pub fn categorical<S: Into<String>>(self, columns: impl IntoIterator<Item = S>) -> Self {
        self.with(|recipe| recipe.categorical = columns.into_iter().map(Into::into).collect())
    }

    /// Sets the number of neighbors that vote.
    pub fn neighbors(self, k: u32) -> Self {
        self.with(|recipe| recipe.neighbors = Some(k))
    }

    /// Fits k-means with this number of clusters instead of nearest neighbors.
    pub fn clusters(self, clusters: u32) -> Self {
        self.with(|recipe| recipe.clusters = Some(clusters))
    }

    /// Sets the metric.
    pub fn metric(self, metric: Metric) -> Self {
        self.with(|recipe| recipe.metric = Some(metric))
    }

    /// Sets the type of stored numbers.
    pub fn storage(self, storage: Storage) -> Self {
        self.with(|recipe| recipe.storage = Some(storage))
    }

    /// Sets the quantile of the training distances beyond which a row is novel.
    pub fn reject(self, quantile: f64) -> Self {
        self.with(|recipe| recipe.reject = Some(quantile))
    }

    /// Changes any option of the recipe.
    pub fn with(mut self, change: impl FnOnce(&mut Recipe)) -> Self {
        change(&mut self.recipe);
        self
    }

    /// Generates the whole model as Rust code, without a loader: smallest and fastest, but not replaceable at run time.
    pub fn baked(mut self) -> Self {
        self.baked = true;
        self
    }

    /// Derives `defmt::Format` for the generated types; the firmware must depend on `defmt`, and enable nearkin's feature
    /// `defmt`.
    pub fn defmt(mut self) -> Self {
        self.logging = Logging::Defmt;
        self
    }

    /// Sets the name of the generated files without extension; by default, that of the data file.
    pub fn name(mut self, name: impl Into<String>) -> Self {
        self.name = Some(name.into());
        self
    }

    /// Fits, writes the module `NAME.rs` and its model (`NAME.nkn`, or `NAME.tables` if baked) into a folder, and returns
    /// the path of the module.
    ///
    /// In a build script, it also tells cargo that the build depends on the data
    /// ([`from_recipe`](Self::from_recipe): and on the recipe), and prints warnings and errors as cargo expects them, so that
    /// a failed build reports file, line and column. Detected settings of the file are warnings too, unless the recipe
    /// contains them.
    ///
    /// # Errors
    /// [`Error::Data`] with the place of invalid data; [`Error::Usage`] for contradictory options, or if the build script
    /// has already written a module with that name; [`Error::Io`] for files.
    pub fn generate_to(&self, folder: impl AsRef<Path>) -> Result<PathBuf> {
        rerun_if_changed(&self.data);
        self.claim(folder.as_ref()).and_then(|()| self.write(folder.as_ref())).inspect_err(tell_error)
    }

    /// Reserves the name of the module in a folder; a build script can use each name once.
    fn claim(&self, folder: &Path) -> Result<()> {
        if !is_build_script() {
            return Ok(());
        }
        let module = folder.join(self.file_name() + ".rs");
        let mut written = WRITTEN.lock().unwrap_or_else(PoisonError::into_inner);
        if written.contains(&module) {
            let name = self.file_name();
            let data = self.data.display();
            return Err(Error::usage(format!(
                "{data}: this build script has already written a module {name:?}; rename one of them with Fit::name"
            )));
        }
        written.push(module);
        Ok(())
    }

    fn write(&self, folder: &Path) -> Result<PathBuf> {
        let name = self.file_name();
        let Fitted { blob, warnings, .. } = self.fit()?;
        warnings.iter().for_each(|warning| tell_cargo("warning", warning));
        let (model, tables) = (format!("{name}.nkn"), format!("{name}.tables"));
        let delivery = if self.baked {
            Delivery::Baked { tables: tables.clone() }
        } else {
            Delivery::Loaded { embed: Some(model.clone()) }
        };
        let source = Source { name: &model, command: "a build script", bytes: &blob };
        let generated = generate(source, &delivery, self.logging)?;
        match &generated.tables {
            Some(bytes) => output::write(&folder.join(tables), b"", true, bytes)?,
            None => output::write(&folder.join(model), output::MODEL, true, &blob)?,
        }
        let module = folder.join(format!("{name}.rs"));
        output::write(&module, output::RUST, true, generated.rust.as_bytes())?;
        Ok(module)
    }

    /// Fits the model in memory.
    ///
    /// # Errors
    /// As [`generate_to`](Self::generate_to).
    pub fn fit(&self) -> Result<Fitted> {
        let outcome = Session::read(self.recipe.clone(), &self.data, &mut Silent)?.fit(&mut Silent)?;
        let file = &outcome.data.source.name;
        let mut warnings: Vec<String> = outcome.data.notes.iter().map(|note| format!("{file}: {note}")).collect();
        warnings.extend(outcome.warnings);
        Ok(Fitted {
            rows: outcome.fitted.rows,
            score: outcome.validation.and_then(|validation| validation.quality.headline()),
            recipe: outcome.plan.resolved(&outcome.data),
            blob: outcome.fitted.blob,
            warnings,
        })
    }

    fn file_name(&self) -> String {
        let stem = || self.data.file_stem().map_or("model".into(), |stem| stem.to_string_lossy().into_owned());
        self.name.clone().unwrap_or_else(stem)
    }
}

fn rerun_if_changed(file: &Path) {
    tell_cargo("rerun-if-changed", &file.display().to_string());
}

/// Prints an error for cargo: one that `main` returns is printed with `Debug`, which is hard to read.
fn tell_error(error: &Error) {
    tell_cargo("error", &error.to_string());
}

fn is_build_script() -> bool {
    std::env::var_os("OUT_DIR").is_some() && std::env::var_os("CARGO_MANIFEST_DIR").is_some()
}

/// Prints an instruction to cargo, if a build script is running.
fn tell_cargo(what: &str, text: &str) {
    if is_build_script() {
        for line in text.lines() {
            // A build script's standard output is a pipe to cargo; if it is closed, nobody needs the line.
            let _ = writeln!(std::io::stdout(), "cargo::{what}={line}");
        }
    }
}
