//! Wrong usage of the binary: exit codes and exact messages on standard error.

use std::process::{Command, Output, Stdio};
use std::{fs, io};

use crate::child;
use crate::folder::{Folder, text};

/// Runs the binary in an empty folder.
fn nearkin(arguments: &[&str]) -> Output {
    Folder::new().run(arguments)
}

/// Asserts exit code 2, an empty standard output and this standard error.
fn refuses(arguments: &[&str], stderr: &str) {
    let output = nearkin(arguments);
    assert_eq!(text(&output.stderr), stderr, "{arguments:?}");
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    assert!(output.stdout.is_empty(), "{arguments:?}");
}

#[test]
fn no_argument_shows_the_help_as_wrong_usage() {
    let output = nearkin(&[]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("Usage: nearkin <COMMAND>"));
}

#[test]
fn help_and_version_are_not_errors() {
    for arguments in [&["--help"][..], &["fit", "--help"], &["predict", "-h"], &["--version"]] {
        let output = nearkin(arguments);
        assert_eq!(output.status.code(), Some(0), "{arguments:?}");
        assert!(output.stderr.is_empty(), "{arguments:?}");
    }
    assert_eq!(nearkin(&["predict", "--help"]).stdout, nearkin(&["predict", "-h"]).stdout, "one short form");
    let version = nearkin(&["--version"]).stdout;
    let expected = format!("nearkin {} (writes model format {})\n", env!("CARGO_PKG_VERSION"), nearkin::FORMAT_VERSION);
    assert_eq!(text(&version), expected);
}

#[test]
fn a_wrong_command_or_flag_gets_the_nearest() {
    refuses(
        &["predct"],
        "nearkin: unrecognized subcommand 'predct'\n\n  tip: a similar subcommand exists: 'predict'\n\n\
         Usage: nearkin <COMMAND>\n\nFor more information, try '--help'.\n",
    );
    let output = nearkin(&["fit", "d.csv", "-o", "m.nkn", "--neighbor", "3"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("tip: a similar argument exists: '--neighbors'"));
}

#[test]
fn a_wrong_value_gets_the_allowed_ones_and_the_nearest() {
    refuses(
        &["fit", "d.csv", "-o", "m.nkn", "--model", "kmean"],
        "nearkin: invalid value 'kmean' for '--model <KIND>'\n  [possible values: knn, kmeans, encode]\n\n  \
         tip: a similar value exists: 'kmeans'\n\nFor more information, try '--help'.\n",
    );
    refuses(
        &["fit", "d.csv", "-o", "m.nkn", "--metric", "euclidian"],
        "nearkin: invalid value 'euclidian' for '--metric <METRIC>': unknown metric \"euclidian\" \
         (did you mean \"euclidean\"?); use one of euclidean, manhattan, chebyshev, minkowski:P, hamming, cosine, dot\n\n\
         For more information, try '--help'.\n",
    );
    refuses(
        &["fit", "d.csv", "-o", "m.nkn", "--scale", "a"],
        "nearkin: invalid value 'a' for '--scale <COL=NAME>': \"a\" has no '='; write COLUMN=VALUE\n\n\
         For more information, try '--help'.\n",
    );
    for (flag, wrong, near) in [
        ("--encoder", "one-hott", "did you mean \"one-hot\"?"),
        ("--scaler", "standart", "did you mean \"standard\"?"),
        ("--encode", "a=ordnal", "did you mean \"ordinal\"?"),
        ("--missing", "a=medain", "did you mean \"median\"?"),
        ("--unknown", "a=vlaue", "did you mean \"value\"?"),
        ("--init", "randm", "did you mean \"random\"?"),
        ("--empty", "relocat", "did you mean \"relocate\"?"),
        ("--prototypes", "condense", "did you mean \"condensed\"?"),
        ("--weights", "distanc", "a similar value exists: 'distance'"),
        ("--storage", "i18", "a similar value exists: 'i16'"),
    ] {
        let output = nearkin(&["fit", "d.csv", "-o", "m.nkn", flag, wrong]);
        assert_eq!(output.status.code(), Some(2), "{flag} {wrong}");
        assert!(text(&output.stderr).contains(near), "{flag} {wrong}: {}", text(&output.stderr));
    }
}

#[test]
fn options_that_contradict_are_refused_before_any_file_is_read() {
    let fit = |more: &[&'static str]| [&["fit", "no-such.csv", "--target", "y", "-o", "m.nkn"], more].concat();
    for (more, stderr) in [
        (
            &["--model", "knn", "--clusters", "3"][..],
            "nearkin: --clusters requires --model kmeans, but the model is knn\n",
        ),
        (
            &["--weights", "distance", "--metric", "dot"],
            "nearkin: --weights distance cannot be combined with --metric dot, which is a similarity and has no 1/distance\n",
        ),
        (&["--reject", "99"], "nearkin: --reject 99: a quantile must be between 0 and 1, as in 0.99\n"),
        (&["--reject", "-1"], "nearkin: --reject -1: a quantile must be between 0 and 1, as in 0.99\n"),
        (
            &["--holdout", "0.2", "--cv", "5"],
            "nearkin: --cv and --holdout exclude each other; use folds or held-out rows\n",
        ),
        (&["--neighbors", "0"], "nearkin: --neighbors 0: must be at least 1\n"),
        (&["--drop", "y"], "nearkin: column \"y\" is the --target column and cannot be in --drop\n"),
        (&["--missing", "a=drop", "--missing", "a=mean"], "nearkin: --missing: column \"a\" is given twice\n"),
        (&["--save-recipe", "no-such.csv"], "nearkin: --save-recipe would overwrite DATA.csv (no-such.csv)\n"),
    ] {
        refuses(&fit(more), stderr);
    }
    refuses(&["predict", "-", "-"], "nearkin: MODEL.nkn and DATA.csv are both standard input\n");
}

#[test]
fn results_that_a_model_does_not_have_are_refused() {
    let folder = Folder::new();
    folder.write("d.csv", b"x,y\n1,10.5\n2,20.5\n3,30.5\n4,40.5\n");
    let refused = |arguments: &[&str], words: &str| {
        let output = folder.run(arguments);
        assert_eq!((output.status.code(), text(&output.stderr)), (Some(2), words));
    };
    let fit = ["fit", "d.csv", "--target", "y", "-k", "1", "--holdout", "0", "-o", "m.nkn"];
    refused(
        &[&fit[..], &["--trace", "t.json"]].concat(),
        "nearkin: --trace requires --model kmeans: other fits have no iterations\n",
    );
    assert_eq!(folder.files(), ["d.csv"], "nothing is written");
    assert!(folder.run(&fit).status.success());
    refused(
        &["predict", "m.nkn", "d.csv", "--nearest", "5"],
        "nearkin: --nearest 5 exceeds the 4 rows stored in m.nkn\n",
    );
    let output = folder.run(&["predict", "m.nkn", "d.csv", "--proba"]);
    assert!(output.status.success());
    assert!(text(&output.stderr).contains("--proba has no effect: m.nkn has no classes"));
}

#[test]
fn a_seed_that_a_recipe_cannot_keep_is_refused() {
    refuses(
        &["fit", "no.csv", "--target", "y", "--seed", "9223372036854775808", "-o", "no.nkn"],
        "nearkin: --seed 9223372036854775808: must be at most 9223372036854775807\n",
    );
}

#[test]
fn a_wrong_recipe_names_its_file_and_line() {
    let folder = Folder::new();
    let fit = ["fit", "d.csv", "--target", "y", "-o", "m.nkn", "--recipe", "r.toml"];
    for (recipe, stderr) in [
        ("seed = 1\nneighbours = 3\n", "nearkin: r.toml:2: unknown key \"neighbours\" (did you mean \"neighbors\"?)\n"),
        ("neighbors = \"3\"\n", "nearkin: r.toml:1: neighbors: invalid type: string \"3\", expected u32\n"),
        ("neighbors = 3\nclusters = 2\n", "nearkin: --neighbors requires --model knn, but the model is kmeans\n"),
    ] {
        folder.write("r.toml", recipe.as_bytes());
        let output = folder.run(&fit);
        assert_eq!(text(&output.stderr), stderr);
        assert_eq!(output.status.code(), Some(2));
    }
    fs::remove_file(folder.path().join("r.toml")).expect("the file exists");
    let output = folder.run(&fit);
    assert_eq!(text(&output.stderr), "nearkin: r.toml: No such file or directory (os error 2)\n");
    assert_eq!(output.status.code(), Some(1));
    assert!(folder.files().is_empty(), "nothing was written");
}

#[test]
fn completions_are_printed_for_three_shells() {
    for (shell, sign) in
        [("bash", "complete -F _nearkin"), ("zsh", "#compdef nearkin"), ("fish", "complete -c nearkin")]
    {
        let output = nearkin(&["completions", shell]);
        assert_eq!(output.status.code(), Some(0), "{shell}");
        assert!(text(&output.stdout).contains(sign), "{shell}");
        assert!(text(&output.stdout).contains("euclidean") || text(&output.stdout).contains("metric"), "{shell}");
    }
    refuses(
        &["completions", "powershell"],
        "nearkin: invalid value 'powershell' for '<SHELL>'\n  [possible values: bash, zsh, fish]\n\n\
         For more information, try '--help'.\n",
    );
}

/// Loads the completions into each shell and completes `nearkin ver`; zsh cannot complete without a terminal, so it only
/// loads them. Shells other than bash may be missing, except with `CI=true`, where `tests/run` installs them.
#[test]
fn completions_load_and_complete() {
    let is_ci = std::env::var_os("CI").is_some_and(|ci| ci == "true");
    let folder = Folder::new();
    for (shell, file, script, expected) in [
        (
            "bash",
            "nearkin.bash",
            "source ./nearkin.bash; COMP_WORDS=(nearkin ver); COMP_CWORD=1; _nearkin nearkin ver nearkin; \
             echo \"${COMPREPLY[@]}\"; \
             COMP_WORDS=(nearkin fit --storage ''); COMP_CWORD=3; _nearkin nearkin '' --storage; echo \"${COMPREPLY[@]}\"",
            "verify\nf32 i16 i8 auto\n",
        ),
        (
            "zsh",
            "_nearkin",
            "fpath=($PWD $fpath); autoload -Uz compinit; compinit -u -D; autoload +X _nearkin && print ${_comps[nearkin]}",
            "_nearkin\n",
        ),
        ("fish", "nearkin.fish", "source ./nearkin.fish; complete -C 'nearkin ver' | string split -f1 \\t", "verify\n"),
    ] {
        folder.write(file, &nearkin(&["completions", shell]).stdout);
        let mut command = Command::new(shell);
        command.args(["-c", script]).current_dir(folder.path()).env("HOME", folder.path());
        let output = match child::output(&mut command) {
            Ok(output) => output,
            Err(error) if error.kind() == io::ErrorKind::NotFound && shell != "bash" && !is_ci => {
                eprintln!("NOT RUN: the completions in {shell}, which is not installed");
                continue;
            }
            Err(error) => panic!("{shell}: {error}"),
        };
        assert_eq!((text(&output.stdout), text(&output.stderr)), (expected, ""), "{shell}");
    }
}

#[test]
fn a_closed_output_pipe_is_not_a_failure() {
    let (reader, writer) = io::pipe().expect("a pipe can be created");
    drop(reader);
    let child = Command::new(env!("CARGO_BIN_EXE_nearkin"))
        .args(["completions", "bash"])
        .stdout(writer)
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary can be started");
    let output = child::finish(child);
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stderr.is_empty());
}

#[test]
fn colors_are_for_terminals() {
    let output = nearkin(&["fit", "--help"]);
    assert!(!output.stdout.contains(&0x1b));
    let output = nearkin(&["fit"]);
    assert!(!output.stderr.contains(&0x1b));
}
