//! Which files a command reads and writes, and whether they are in each other's way.

use std::path::{Path, PathBuf};

use crate::cli::Command;
use crate::error::{Error, Result};
use crate::output::is_stdout;
use crate::recipe::Csv;

/// A file and the argument that names it.
type Named<'a> = (&'static str, &'a Path);

impl Command {
    /// Checks what can be known of the arguments without reading a file.
    ///
    /// # Errors
    /// [`Error::Usage`] when standard input or output has two uses, an output would replace an input or another output, or
    /// the options for the CSV contradict each other.
    pub fn check(&self) -> Result<()> {
        let (inputs, outputs) = self.paths();
        let conflict = conflict(&inputs, &outputs).or_else(|| self.csv().and_then(|csv| Csv::conflict(&csv)));
        conflict.map_or(Ok(()), |message| Err(Error::Usage(message)))
    }

    /// Gives the files that the command reads, and those that it writes.
    fn paths(&self) -> (Vec<Named<'_>>, Vec<Named<'_>>) {
        fn given<'a>(name: &'static str, path: Option<&'a PathBuf>) -> Option<Named<'a>> {
            path.map(|path| (name, path.as_path()))
        }
        match self {
            Self::Fit(args) => {
                let recipe = given("--recipe", args.recipe.as_ref());
                let more = [("--save-recipe", args.save_recipe.as_ref()), ("--trace", args.clusters.trace.as_ref())];
                let inputs = [("DATA.csv", args.data.as_path())].into_iter().chain(recipe).collect();
                let outputs = [("--output", args.output.as_path())].into_iter();
                (inputs, outputs.chain(more.into_iter().filter_map(|(name, path)| given(name, path))).collect())
            }
            Self::Predict(args) => (
                vec![("MODEL.nkn", &args.model), ("DATA.csv", &args.data)],
                given("--output", args.output.as_ref()).into_iter().collect(),
            ),
            Self::Encode(args) => (
                vec![("MODEL.nkn", &args.model), ("DATA.csv", &args.data)],
                given("--output", args.output.as_ref()).into_iter().collect(),
            ),
            Self::Evaluate(args) => (vec![("MODEL.nkn", &args.model), ("DATA.csv", &args.data)], Vec::new()),
            Self::Inspect(args) => (vec![("MODEL.nkn", &args.model)], Vec::new()),
            Self::Verify(args) => (
                [("MODEL.nkn", args.model.as_path()), ("DATA.csv", &args.data)]
                    .into_iter()
                    .chain(given("--training", args.training.as_ref()))
                    .collect(),
                args.vectors.iter().filter_map(|path| given("--vectors", Some(path))).collect(),
            ),
            Self::Generate(args) => (vec![("MODEL.nkn", &args.model)], vec![("--output", &args.output)]),
            Self::Report(args) => {
                (vec![("MODEL.nkn", &args.model), ("DATA.csv", &args.data)], vec![("--output", &args.output)])
            }
            Self::Completions(_) => (Vec::new(), Vec::new()),
        }
    }

    /// Gives what is said about the CSV, where no recipe has a say in it.
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

/// Gives what stands in the way, if anything does.
fn conflict(inputs: &[Named<'_>], outputs: &[Named<'_>]) -> Option<String> {
    for (what, files) in [("standard input", inputs), ("standard output", outputs)] {
        // `-` is the name of both.
        let mut users = files.iter().filter(|(_, path)| is_stdout(path));
        if let (Some((first, _)), Some((second, _))) = (users.next(), users.next()) {
            return Some(format!("{first} and {second} both mean {what}"));
        }
    }
    for (at, (output, path)) in outputs.iter().enumerate() {
        if is_stdout(path) {
            continue;
        }
        if let Some((input, _)) = inputs.iter().find(|(_, input)| same(path, input)) {
            return Some(format!("{output} would replace {input}, {}", path.display()));
        }
        if let Some((other, _)) = outputs[..at].iter().find(|(_, other)| same(path, other)) {
            return Some(format!("{output} would replace {other}, {}", path.display()));
        }
    }
    None
}

/// Tells whether two paths are one regular file, or will be.
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
    fn standard_input_and_output_have_one_use() {
        assert_eq!(refused("nearkin predict - -"), "MODEL.nkn and DATA.csv both mean standard input");
        assert_eq!(refused("nearkin fit - --recipe - -o m.nkn"), "DATA.csv and --recipe both mean standard input");
        assert_eq!(
            refused("nearkin fit d.csv --save-recipe - -o -"),
            "--output and --save-recipe both mean standard output"
        );
    }

    #[test]
    fn an_output_does_not_replace_an_input_or_another_output() {
        assert_eq!(refused("nearkin fit d.csv -o d.csv --force"), "--output would replace DATA.csv, d.csv");
        assert_eq!(refused("nearkin fit d.csv -o m.nkn --trace m.nkn"), "--trace would replace --output, m.nkn");
        assert_eq!(refused("nearkin fit Cargo.toml -o ./Cargo.toml"), "--output would replace DATA.csv, ./Cargo.toml");
        let cli = Cli::try_parse_from(["nearkin", "predict", "m.nkn", "-", "-o", "-"]).expect("right");
        cli.command.check().expect("input and output are two");
    }

    #[test]
    fn a_csv_that_contradicts_itself_is_refused() {
        assert_eq!(refused("nearkin evaluate m.nkn d.csv --quote # --comment #"), "--quote and --comment are both #");
    }
}
