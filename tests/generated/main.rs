//! Generated code compiles as it is, without a warning, and gives the bits of the model.

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

/// Both deliveries of a fitted model.
fn both(spec: &Spec, blob: &[u8], logging: Logging) -> [Generated; 2] {
    let name = format!("{}.nkn", spec.name);
    let source = Source { name: &name, command: "a test", bytes: blob };
    [Delivery::Loaded { embed: Some(name.clone()) }, Delivery::Baked { tables: format!("{}.tables", spec.name) }]
        .map(|delivery| generate(source, &delivery, logging).expect("a fitted model generates"))
}

/// Answers on the host, loaded and baked: of every head, storage and kind of column, for ordinary and odd rows.
#[test]
fn loaded_and_baked_code_give_equal_bits_and_draw_no_warning() {
    let mut program = Program::new("generated", Logging::Debug);
    for spec in MODELS {
        let blob = spec.fit();
        let aligned = Aligned::new(&blob);
        let rows = rows::rows(&aligned.load().expect("a fitted model loads"), &blob);
        let [loaded, baked] = both(spec, &blob, Logging::Debug);
        program.ask(spec, &blob, &loaded, &baked, &rows);
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

/// Each type that a module declares, loaded and baked, can be logged as it is.
#[test]
fn code_with_defmt_logs_every_type_and_draws_no_warning() {
    let mut program = Program::new("generated_defmt", Logging::Defmt);
    for spec in MODELS {
        let blob = spec.fit();
        let [loaded, baked] = both(spec, &blob, Logging::Defmt);
        program.log(spec, &blob, &loaded, &baked);
    }
    program.is_formatted();
    program.has_no_warning();
}

#[test]
fn the_same_model_gives_the_same_code() {
    let spec = &MODELS[0];
    assert_eq!(both(spec, &spec.fit(), Logging::Debug), both(spec, &spec.fit(), Logging::Debug));
}

/// A classifier, a regression, k-means and an encoder.
const HEADS: [&str; 4] = ["penguins", "penguins_target", "clusters", "penguins_encoder"];

fn of_each_head() -> impl Iterator<Item = &'static Spec> {
    HEADS.into_iter().map(|name| MODELS.iter().find(|spec| spec.name == name).expect("it is among the models"))
}

/// What a user reads, kept so that a change of it is seen in review.
#[test]
fn each_head_is_as_in_the_snapshots() {
    for spec in of_each_head() {
        let blob = spec.fit();
        let [loaded, baked] = both(spec, &blob, Logging::Debug);
        let name = spec.name;
        let [file, baked_file] = ["", "_baked"].map(|delivery| format!("{name}{delivery}.rs"));
        let tables = baked.tables.expect("baked code has tables");
        are_kept(
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

/// Flash in the header: `TABLES` of 726 words (344 rows: their numbers, half as many words of codes, a quarter of classes,
/// 97 of numbers of 9 bits; 21 planes, two coded records of 3) and four stored columns (a scale of 8 bytes, an imputed number
/// of 8, two places of 4); for `encode` four of 24 bytes, with a scaler that has a tag. Nothing in them is as wide as an
/// address, so a chip has the same.
#[test]
fn the_header_of_baked_code_tells_its_tables_bytes() {
    let spec = &MODELS[0];
    let [_, baked] = both(spec, &spec.fit(), Logging::Debug);
    assert!(baked.rust.contains("static TABLES: [u32; 726]"));
    assert!(baked.rust.contains("static STORED: [::nearkin::baked::IntegerColumn; 4]"));
    let told = format!(
        "// Cost: {} bytes of flash for the tables of `classify`, {} for those of `encode` if it is called;\n",
        726 * 4 + 4 * 20,
        4 * 24
    );
    assert!(baked.rust.contains(&told));
}

/// The examples' models are what this version fits and generates from their data.
#[test]
fn the_gestures_of_the_example_are_generated_anew() {
    let options = |fit: Fit| fit.target("label").neighbors(3).storage(Storage::I8);
    is_baked_anew("gestures", "gestures", Logging::Debug, options);
    is_baked_anew("gestures", "gestures", Logging::Defmt, options);
}

#[test]
fn the_vibration_of_the_anomaly_example_is_generated_anew() {
    is_baked_anew("vibration", "anomaly", Logging::Debug, |fit| fit.clusters(8).reject(0.99).storage(Storage::I8));
}

#[track_caller]
fn is_baked_anew(name: &str, example: &str, logging: Logging, options: impl Fn(Fit) -> Fit) {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../examples/data/{name}.csv"));
    let Fitted { blob, warnings, .. } = options(Fit::from_csv(data)).fit().expect("the example fits");
    assert_eq!(warnings, Vec::<String>::new());
    let (module, flag) = match logging {
        Logging::Debug => ("model.rs", ""),
        Logging::Defmt => ("model_defmt.rs", " --defmt"),
    };
    let command = format!("nearkin generate {name}.nkn -o model.rs --baked{flag}");
    let source = Source { name: &format!("{name}.nkn"), command: &command, bytes: &blob };
    let baked =
        generate(source, &Delivery::Baked { tables: "model.tables".to_owned() }, logging).expect("it generates");
    let tables = baked.tables.expect("baked code has tables");
    are_kept(&format!("../examples/{example}/src"), [(module, baked.rust.into_bytes()), ("model.tables", tables)]);
}

/// The same for the models that the example sends and receives.
#[test]
fn the_models_of_the_updates_are_fitted_anew() {
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
    let loaded = generate(source, &Delivery::Loaded { embed }, Logging::Debug).expect("it generates");
    are_kept("../examples/over-the-air/src", [("penguins.rs", loaded.rust.into_bytes())]);
    let retrained = fit(&["year"], Some(Weights::Distance));
    let other = fit(&["year", "island"], None);
    are_kept(
        "../examples/over-the-air/models",
        [("factory.nkn", factory), ("retrained.nkn", retrained), ("other.nkn", other)],
    );
}

/// Compares with the files of a folder of the tests; `NEARKIN_BLESS=1` writes them anew.
fn are_kept<const N: usize>(folder: &str, files: [(&str, Vec<u8>); N]) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    for (name, bytes) in files {
        let path = folder.join(name);
        if std::env::var_os("NEARKIN_BLESS").is_some() {
            std::fs::write(&path, &bytes).expect("the folder can be written");
        }
        let kept = std::fs::read(&path).unwrap_or_default();
        assert!(kept == bytes, "{name} differs from what is kept; look at it, then set NEARKIN_BLESS=1");
    }
}
