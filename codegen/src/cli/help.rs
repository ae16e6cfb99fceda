//! The longer texts of `--help`.

use std::fmt::Write as _;

use crate::encoders::{Key, METHODS};
use crate::scaler::SCALERS;

/// The text after the commands of `nearkin --help`: from a CSV to firmware.
pub(super) const TOUR: &str = "\
From a CSV to firmware:
  nearkin fit penguins.csv --target species -o penguins.nkn    fit; print quality and costs
  nearkin inspect penguins.nkn                                 columns, steps, sizes
  nearkin predict penguins.nkn new.csv --proba --distance      the device's predictions, on the host
  nearkin verify penguins.nkn penguins.csv                     compare device and f64 arithmetic
  nearkin generate penguins.nkn -o penguins.rs                 typed Rust for the firmware
  nearkin report penguins.nkn penguins.csv -o penguins.html    one page with plots

Smaller models: fit … --storage i8 or --storage auto. Clusters: fit … --clusters 8.
Details: nearkin COMMAND --help.
Exit code: 0 done, 1 data or verification failed, 2 wrong usage.";

/// The text after the options of `predict`.
pub(super) const PREDICT: &str = "\
Examples:
  nearkin predict penguins.nkn new.csv -o answers.csv
  nearkin predict penguins.nkn - --proba --nearest 3 < new.csv

Columns: prediction; marks (missing, unknown, outside, novel; empty if none applies); p_CLASS with --proba; \
distance with --distance; score for k-means; row_1, distance_1, ... with --nearest (row numbers start at 0).";

/// The text after the options of `encode`.
pub(super) const ENCODE: &str = "\
Examples:
  nearkin encode penguins.nkn penguins.csv -o encoded.csv
  nearkin encode penguins.nkn penguins.csv --training      the encoding of training rows";

/// The text after the options of `evaluate`.
pub(super) const EVALUATE: &str = "\
Examples:
  nearkin evaluate penguins.nkn test.csv
  nearkin evaluate penguins.nkn test.csv --format json | jq .accuracy";

/// The text after the options of `inspect`.
pub(super) const INSPECT: &str = "\
Examples:
  nearkin inspect penguins.nkn
  nearkin inspect penguins.nkn --format json";

/// The text after the options of `verify`.
pub(super) const VERIFY: &str = "\
Examples:
  nearkin verify penguins.nkn penguins.csv
  nearkin verify penguins.nkn penguins.csv --vectors vectors.rs     vectors to replay on the chip

The exit code is 1 if more predictions differ than --max-changed allows, or an encoded number by more than --max-error.";

/// The text after the options of `generate`.
pub(super) const GENERATE: &str = "\
Examples:
  nearkin generate penguins.nkn -o src/penguins.rs            typed access to a model in flash
  nearkin generate penguins.nkn -o src/penguins.rs --baked    no loader; with penguins.tables";

/// The text after the options of `report`.
pub(super) const REPORT: &str = "\
Example:
  nearkin report penguins.nkn test.csv -o report.html";

/// The text after the options of `completions`.
pub(super) const COMPLETIONS: &str = "\
Examples:
  nearkin completions bash > ~/.local/share/bash-completion/completions/nearkin
  nearkin completions zsh > ~/.zfunc/_nearkin
  nearkin completions fish > ~/.config/fish/completions/nearkin.fish";

/// Returns the text after the short list of options of `fit`: the encoders, two per line, and examples.
pub(super) fn brief_fit() -> String {
    let mut text = String::from("Encoders (keys NAME:key=value,... are listed by --help-all):\n");
    let (left, right) = METHODS.split_at(METHODS.len().div_ceil(2));
    let longest = |texts: &mut dyn Iterator<Item = &str>| texts.map(str::len).max().unwrap_or(0);
    let names = [left, right].map(|side| longest(&mut side.iter().map(|method| method.name)));
    let brief = longest(&mut left.iter().map(|method| method.brief));
    for (at, method) in left.iter().enumerate() {
        let _ = write!(text, "  {:<2$}  {:<3$}", method.name, method.brief, names[0], brief);
        if let Some(method) = right.get(at) {
            let _ = write!(text, "   {:<2$}  {}", method.name, method.brief, names[1]);
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
    }
    text.push_str(
        "
Examples:
  nearkin fit penguins.csv --target species -o penguins.nkn
  nearkin fit motor.csv --clusters 32 --reject 0.999 --storage i8 -o motor.nkn",
    );
    text
}

fn encoders() -> String {
    let mut text = String::from("Encoders:\n");
    for method in METHODS {
        let _ = writeln!(text, "  {:<20} {}", method.name, method.summary);
    }
    text
}

/// Hides an option of `fit` that few users need from `--help`, which fits on a screen; `--help-all` lists it.
pub(super) fn brief(option: clap::Arg) -> clap::Arg {
    const SHOWN: &[&str] = &[
        "data",
        "output",
        "recipe",
        "save_recipe",
        "format",
        "help_all",
        "target",
        "drop",
        "numeric",
        "categorical",
        "missing",
        "encoder",
        "encode",
        "scaler",
        "neighbors",
        "metric",
        "prototypes",
        "reject",
        "clusters",
        "storage",
        "cv",
    ];
    let is_shown = SHOWN.contains(&option.get_id().as_str());
    option.hide_short_help(!is_shown)
}

/// Returns every key of an encoder, with the encoders that accept it, in the order of the list.
pub(super) fn encoder_keys() -> Vec<(Key, Vec<&'static str>)> {
    let mut keys: Vec<(Key, Vec<&str>)> = Vec::new();
    for method in METHODS {
        for &key in method.keys {
            match keys.iter_mut().find(|(known, _)| *known == key) {
                Some((_, methods)) => methods.push(method.name),
                None => keys.push((key, vec![method.name])),
            }
        }
    }
    keys
}

/// Returns the text after all options of `fit`: the encoders, their keys and the scalers, one per line, and examples.
pub(super) fn fit() -> String {
    let mut text = encoders();
    text.push_str("\nKeys of encoders (NAME:key=value,...):\n");
    for (key, methods) in encoder_keys() {
        let of = if let [one] = methods[..] { format!(" ({one})") } else { String::new() };
        let _ = writeln!(text, "  {:<22} {}{of}", key.name, key.about);
    }
    text.push_str("\nScalers:\n");
    for scaler in SCALERS {
        let _ = writeln!(text, "  {:<20} {}", scaler.name, scaler.about);
    }
    text.push_str(
        "
Examples:
  nearkin fit penguins.csv --target species -o penguins.nkn
  nearkin fit houses.csv --target price --drop id --encode zip=target:smoothing=10 -o houses.nkn
  nearkin fit motor.csv --clusters 32 --reject 0.999 --storage i8 -o motor.nkn
  nearkin fit penguins.csv --target species --save-recipe penguins.toml -o penguins.nkn
  nearkin fit penguins.csv --recipe penguins.toml --metric manhattan -o penguins.nkn

COL=VALUE is split at the first '='; quote a name that contains one: --encode '\"a=b\"=ordinal'.
A yes/no flag accepts =false, which overrides a recipe: --lean=false.",
    );
    text
}
