//! The files that a command reads and writes, and conflicts between them.

use std::path::{Path, PathBuf};

use crate::cli::Command;
use crate::error::{Error, Result};
use crate::output::is_stdout;
use crate::recipe::Csv;

/// A file and the argument that names it.
type Named<'a> = (&'static str, &'a Path);

impl Command {
    /// Checks the arguments as far as possible without reading a file.
    ///
    /// # Errors
    /// [`Error::Usage`] when standard input or output has two uses, an output would replace an input or another output, or
    /// the options for the CSV contradict each other.
    pub fn check(&self) -> Result<()> {
        let (inputs, outputs) = self.paths();
        let conflict = conflict(&inputs, &outputs).or_else(|| self.csv().and_then(|csv| Csv::conflict(&csv)));
        conflict.map_or(Ok(()), |message| Err(Error::Usage(message)))
    }

    /// Returns the files that the command reads, and those that it writes.
    fn paths(&self) -> (Vec<Named<'_>>, Vec<Named<'_>>) {
        fn named<'a>(name: &'static str, path: Option<&'a PathBuf>) -> Option<Named<'a>> {
            path.map(|path| (name, path.as_path()))
        }
        match self {
            Self::Fit(args) => {
                let recipe = named("--recipe", args.recipe.as_ref());
                let more = [("--save-recipe", args.save_recipe.as_ref()), ("--trace", args.clusters.trace.as_ref())];
                let inputs = [("DATA.csv", args.data.as_path())].into_iter().chain(recipe).collect();
                let outputs = [("--output", args.output.as_path())].into_iter();
                (inputs, outputs.chain(more.into_iter().filter_map(|(name, path)| named(name, path))).collect())
            }
            Self::Predict(args) => (
                vec![("MODEL.nkn", &args.model), ("DATA.csv", &args.data)],
                named("--output", args.output.as_ref()).into_iter().collect(),
            ),
            Self::Encode(args) => (
                vec![("MODEL.nkn", &args.model), ("DATA.csv", &args.data)],
                named("--output", args.output.as_ref()).into_iter().collect(),
            ),
            Self::Evaluate(args) => (vec![("MODEL.nkn", &args.model), ("DATA.csv", &args.data)], Vec::new()),
            Self::Inspect(args) => (vec![("MODEL.nkn", &args.model)], Vec::new()),
            Self::Verify(args) => (
                [("MODEL.nkn", args.model.as_path()), ("DATA.csv", &args.data)]
                    .into_iter()
                    .chain(named("--training", args.training.as_ref()))
                    .collect(),
                args.vectors.iter().filter_map(|path| named("--vectors", Some(path))).collect(),
            ),
            Self::Generate(args) => (vec![("MODEL.nkn", &args.model)], vec![("--output", &args.output)]),
            Self::Report(args) => {
                (vec![("MODEL.nkn", &args.model), ("DATA.csv", &args.data)], vec![("--output", &args.output)])
            }
            Self::Completions(_) => (Vec::new(), Vec::new()),
        }
    }

    /// Returns the options for the CSV, if no recipe can override them.
    fn csv(&self) -> Option<Csv> {
        match self {
            Self::Predict(args) => Some(args.csv.clone().into()),
            Self::Encode(args) => Some(args.csv.clone().into()),
            Self::Evaluate(args) => Some(args.csv.clone().into()),
            Self::Verify(args) => Some(args.csv.clone().into()),
            Self::Report(args) => Some(args.csv.clone().into()),
            Self::Fit(_) | Self::Inspect(_) | Self::Generate(_) | Self::Completions(_) => None,
        }
    }
}

/// Returns a message about the first conflict, if there is one.
fn conflict(inputs: &[Named<'_>], outputs: &[Named<'_>]) -> Option<String> {
    for (what, files) in [("standard input", inputs), ("standard output", outputs)] {
        // `-` is the name of both.
        let mut users = files.iter().filter(|(_, path)| is_stdout(path));
        if let (Some((first, _)), Some((second, _))) = (users.next(), users.next()) {
            return Some(format!("{first} and {second} are both {what}"));
        }
    }
    for (at, (output, path)) in outputs.iter().enumerate() {
        if is_stdout(path) {
            continue;
        }
        if let Some((input, _)) = inputs.iter().find(|(_, input)| same(path, input)) {
            return Some(format!("{output} would overwrite {input} ({})", path.display()));
        }
        if let Some((other, _)) = outputs[..at].iter().find(|(_, other)| same(path, other)) {
            return Some(format!("{output} would overwrite {other} ({})", path.display()));
        }
    }
    None
}

/// Returns whether two paths are the same regular file, or will be.
fn same(a: &Path, b: &Path) -> bool {
    match (a.canonicalize(), b.canonicalize()) {
        (Ok(a), Ok(b)) => a == b && a.is_file(),
        _ => a == b,
    }
}

#[cfg(test)]
mod tests {
    use crate::cli::Cli;
    use clap::Parser;

    fn refused(line: &str) -> String {
        let cli = Cli::try_parse_from(line.split(' ')).expect(line);
        cli.command.check().expect_err(line).to_string()
    }

    #[test]
    fn standard_input_and_output_are_used_once() {
        assert_eq!(refused("nearkin predict - -"), "MODEL.nkn and DATA.csv are both standard input");
        assert_eq!(refused("nearkin fit - --recipe - -o m.nkn"), "DATA.csv and --recipe are both standard input");
        assert_eq!(
            refused("nearkin fit d.csv --save-recipe - -o -"),
            "--output and --save-recipe are both standard output"
        );
    }

    #[test]
    fn an_output_does_not_replace_an_input_or_another_output() {
        assert_eq!(refused("nearkin fit d.csv -o d.csv --force"), "--output would overwrite DATA.csv (d.csv)");
        assert_eq!(refused("nearkin fit d.csv -o m.nkn --trace m.nkn"), "--trace would overwrite --output (m.nkn)");
        assert_eq!(
            refused("nearkin fit Cargo.toml -o ./Cargo.toml"),
            "--output would overwrite DATA.csv (./Cargo.toml)"
        );
        let cli = Cli::try_parse_from(["nearkin", "predict", "m.nkn", "-", "-o", "-"]).expect("right");
        cli.command.check().expect("input and output are two");
    }

    #[test]
    fn a_csv_that_contradicts_itself_is_refused() {
        assert_eq!(refused("nearkin evaluate m.nkn d.csv --quote # --comment #"), "--quote and --comment are both #");
    }
}
