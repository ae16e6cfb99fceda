//! Generated code compiles without warnings and returns the same bits as the model.

mod build_script;
mod models;
mod program;
mod rows;

use std::path::Path;

use models::{MODELS, Spec};
use nearkin_codegen::generate::{Delivery, Generated, Logging, Source, generate};
use nearkin_codegen::model::aligned::Aligned;
use nearkin_codegen::recipe::{Storage, Weights};
use nearkin_codegen::{Fit, Fitted};
use program::Program;

/// Returns the code of a fitted model, loaded and baked.
fn both(spec: &Spec, blob: &[u8], logging: Logging) -> [Generated; 2] {
    let name = format!("{}.nkn", spec.name);
    let source = Source { name: &name, command: "a test", bytes: blob };
    [Delivery::Loaded { embed: Some(name.clone()) }, Delivery::Baked { tables: format!("{}.tables", spec.name) }]
        .map(|delivery| generate(source, &delivery, logging).expect("code of a fitted model"))
}

/// Runs on the host: every head, storage and kind of column, with ordinary and unusual rows.
#[test]
fn loaded_and_baked_code_return_equal_bits_and_compile_without_warnings() {
    let mut program = Program::new("generated", Logging::Debug);
    for spec in MODELS {
        let blob = spec.fit();
        let aligned = Aligned::new(&blob);
        let rows = rows::rows(&aligned.load().expect("a fitted model loads"), &blob);
        let [loaded, baked] = both(spec, &blob, Logging::Debug);
        program.add_queries(spec, &blob, &loaded, &baked, &rows);
    }
    program.is_formatted();
    program.has_no_warning();
    let printed = program.run();
    let lines: Vec<&str> = printed.lines().collect();
    assert_eq!(lines.len(), MODELS.len(), "{printed}");
    for (line, spec) in lines.iter().zip(MODELS) {
        assert!(line.starts_with(&format!("{}: ", spec.name)) && line.ends_with(" rows equal"), "{line}");
    }
}

/// Every type that a module declares, loaded and baked, implements `defmt::Format`.
#[test]
fn code_with_defmt_formats_every_type_and_compiles_without_warnings() {
    let mut program = Program::new("generated_defmt", Logging::Defmt);
    for spec in MODELS {
        let blob = spec.fit();
        let [loaded, baked] = both(spec, &blob, Logging::Defmt);
        program.add_logging(spec, &blob, &loaded, &baked);
    }
    program.is_formatted();
    program.has_no_warning();
}

#[test]
fn generated_code_is_reproducible() {
    let spec = &MODELS[0];
    assert_eq!(both(spec, &spec.fit(), Logging::Debug), both(spec, &spec.fit(), Logging::Debug));
}

/// A classifier, a regression, k-means and an encoder.
const HEADS: [&str; 4] = ["penguins", "penguins_target", "clusters", "penguins_encoder"];

fn one_of_each_head() -> impl Iterator<Item = &'static Spec> {
    HEADS.into_iter().map(|name| MODELS.iter().find(|spec| spec.name == name).expect("a name in MODELS"))
}

/// Snapshots make changes to generated code visible in review.
#[test]
fn code_of_each_head_equals_the_snapshots() {
    for spec in one_of_each_head() {
        let blob = spec.fit();
        let [loaded, baked] = both(spec, &blob, Logging::Debug);
        let name = spec.name;
        let [file, baked_file] = ["", "_baked"].map(|delivery| format!("{name}{delivery}.rs"));
        let tables = baked.tables.expect("baked code has tables");
        equal_committed(
            "generated/snapshots",
            [
                (&format!("{name}.nkn"), blob),
                (&format!("{name}.tables"), tables),
                (&file, loaded.rust.into_bytes()),
                (&baked_file, baked.rust.into_bytes()),
            ],
        );
    }
}

/// Computes the flash in the header by hand. `TABLES` has 726 words: of 344 rows, 344 words of numbers, 172 of codes, 86 of
/// classes and 97 of row numbers in 9 bits each; 21 planes; and two coded records of 3 words. Each of the four stored columns
/// has 20 bytes (a scaler of 8 bytes, an imputed number of 8, two slots of 2); for `encode`, 24 bytes, since its scaler is an
/// enum with a tag. They contain no pointers, so their sizes on a chip are the same.
#[test]
fn the_header_of_baked_code_states_the_size_of_its_tables() {
    let spec = &MODELS[0];
    let [_, baked] = both(spec, &spec.fit(), Logging::Debug);
    assert!(baked.rust.contains("static TABLES: [u32; 726]"));
    assert!(baked.rust.contains("static STORED: [::nearkin::baked::IntegerColumn; 4]"));
    let costs = format!(
        "// Cost: {} bytes of flash for the tables of `classify`, {} for those of `encode` if it is called;\n",
        726 * 4 + 4 * 20,
        4 * 24
    );
    assert!(baked.rust.contains(&costs));
}

#[test]
fn the_gestures_example_is_up_to_date() {
    let options = |fit: Fit| fit.target("label").neighbors(3).storage(Storage::I8);
    is_up_to_date("gestures", "gestures", Logging::Debug, options);
    is_up_to_date("gestures", "gestures", Logging::Defmt, options);
}

#[test]
fn the_anomaly_example_is_up_to_date() {
    is_up_to_date("vibration", "anomaly", Logging::Debug, |fit| fit.clusters(8).reject(0.99).storage(Storage::I8));
}

/// Fits and generates an example's model, and compares it with the committed files.
#[track_caller]
fn is_up_to_date(name: &str, example: &str, logging: Logging, options: impl Fn(Fit) -> Fit) {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../examples/data/{name}.csv"));
    let Fitted { blob, warnings, .. } = options(Fit::from_csv(data)).fit().expect("the example fits");
    assert_eq!(warnings, Vec::<String>::new());
    let (module, flag) = match logging {
        Logging::Debug => ("model.rs", ""),
        Logging::Defmt => ("model_defmt.rs", " --defmt"),
    };
    let command = format!("nearkin generate {name}.nkn -o model.rs --baked{flag}");
    let source = Source { name: &format!("{name}.nkn"), command: &command, bytes: &blob };
    let baked = generate(source, &Delivery::Baked { tables: "model.tables".to_owned() }, logging)
        .expect("code of a fitted model");
    let tables = baked.tables.expect("baked code has tables");
    equal_committed(
        &format!("../examples/{example}/src"),
        [(module, baked.rust.into_bytes()), ("model.tables", tables)],
    );
}

#[test]
fn the_models_of_the_over_the_air_example_are_up_to_date() {
    let fit = |drop: &[&str], weights| {
        let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/data/penguins.csv");
        let fit = Fit::from_csv(data).target("species").drop(drop.iter().copied()).storage(Storage::I8).neighbors(3);
        let fit = fit.with(|recipe| recipe.weights = weights);
        fit.fit().expect("the example fits").blob
    };
    let factory = fit(&["year"], None);
    let command = "nearkin generate factory.nkn -o penguins.rs";
    let source = Source { name: "factory.nkn", command, bytes: &factory };
    let embed = Some("../models/factory.nkn".to_owned());
    let loaded = generate(source, &Delivery::Loaded { embed }, Logging::Debug).expect("code of a fitted model");
    equal_committed("../examples/over-the-air/src", [("penguins.rs", loaded.rust.into_bytes())]);
    let retrained = fit(&["year"], Some(Weights::Distance));
    let other = fit(&["year", "island"], None);
    equal_committed(
        "../examples/over-the-air/models",
        [("factory.nkn", factory), ("retrained.nkn", retrained), ("other.nkn", other)],
    );
}

/// Compares with committed files, `folder` being relative to `tests`; `NEARKIN_BLESS=1` overwrites them.
fn equal_committed<const N: usize>(folder: &str, files: [(&str, Vec<u8>); N]) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    for (name, bytes) in files {
        let path = folder.join(name);
        if std::env::var_os("NEARKIN_BLESS").is_some() {
            std::fs::write(&path, &bytes).expect("the folder is writable");
        }
        let committed = std::fs::read(&path).unwrap_or_default();
        assert!(
            committed == bytes,
            "{name} differs from the committed file; if the change is intended, set NEARKIN_BLESS=1"
        );
    }
}
