//! The advice in an error or note names only options that the command has.

use crate::folder::{Folder, text};

/// Files with one fault each, for models of the columns `x`, `c` and `y`.
const FAULTY: &[&[u8]] = &[
    b"",
    b"x,c,y\n",
    b"x,c,y\n1,u,a\noffline,v,b\n",
    b"x,c,y\n\"1,5\",u,a\n2,v,b\n",
    b"x,c,y\n1 234,u,a\n2,v,b\n",
    b"x,c,y\n,u,a\n2,v,b\n",
    b"x,c,y\n1e39,u,a\n2,v,b\n",
    b"x,c,y\n1,,a\n2,v,b\n",
    b"x,c,y\n1,never seen,a\n2,v,b\n",
    b"x,c,y\n1,u,\n2,v,\n",
    b"x,c,y\n,,\n,,\n",
    b"x,c,y\n1,?,a\n2,V,b\n3,v,b\n",
    b"x,c,y\n?,u,a\n-,v,b\n3,v,b\n",
    b"x,c,y\n1,'u',a\n2,'v',b\n",
    b"x,c,y\n1,u,never seen\n2,v,b\n",
    b"x,c,y\n1,u\n2,v,b\n",
    b"x,c,y\n1,u,a,more\n2,v,b\n",
    b"x,x,c,y\n1,1,u,a\n2,2,v,b\n",
    b"x,c,y,,\n1,u,a,,\n2,v,b,,\n",
    b"1,u,a\n2,v,b\n",
    b"x;c;y\n1,5;u;a\n2;v;b\n",
    b"x c y\n1 u a\n",
    b"# a logger\nx,c,y\n1,u,a\n2,v,b\n",
    b"a title\nx,c,y\n1,u,a\n2,v,b\n",
    b"X,C,Y\n1,u,a\n",
    b"x,c,y\n\"1,u,a\n2,v,b\n",
    b"x,c,y\n1,\xE9,a\n2,v,b\n",
    b"x\0,\0c\0",
    b"x,c,y\n1,u\0,a\n2,v,b\n",
    b"PK\x03\x04",
    b"@relation t\n@attribute x numeric\n@data\n1\n",
    b"x,c,y\n-9999,u,a\n2,v,b\n3,v,b\n4,v,b\n5,v,b\n6,v,b\n7,v,b\n8,v,b\n9,v,b\n10,v,b\n11,v,b\n12,v,b\n",
];

const TRAINING: &str = "x,c,y\n1,u,a\n2,v,b\n3,u,a\n4,v,b\n1,u,a\n2,v,b\n3,u,a\n4,v,b\n";

/// Returns the options that a text names, except those that follow "with" or "without" (options of an earlier fit).
fn flags(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (at, _) in text.match_indices("--") {
        let before = text[..at].trim_end_matches(['(', ' ']);
        let flag = text[at..].split(|c: char| c != '-' && !c.is_ascii_lowercase()).next().unwrap_or_default();
        let begins = !text[..at].ends_with("var(") && text[..at].ends_with([' ', '(', '\n', '\'', '`']);
        if begins && flag.len() > 2 && !before.ends_with("with") && !before.ends_with("without") {
            found.push(flag.to_owned());
        }
    }
    found
}

#[test]
fn options_are_found_in_a_text() {
    assert_eq!(
        flags("no; --drop \"x\", or (--no-header if it is) -- fit with --missing x=mean"),
        ["--drop", "--no-header"]
    );
}

#[test]
fn advice_names_options_of_the_command() {
    let folder = Folder::new();
    folder.write("training.csv", TRAINING.as_bytes());
    folder.write("numbers.csv", TRAINING.replace(",a\n", ",1.5\n").replace(",b\n", ",2.5\n").as_bytes());
    folder.ok(&["fit", "training.csv", "--target", "y", "-k", "1", "--unknown", "c=error", "-o", "class.nkn"]);
    folder.ok(&["fit", "numbers.csv", "--target", "y", "-k", "1", "-o", "value.nkn"]);
    folder.ok(&["fit", "training.csv", "--target", "y", "--clusters", "2", "-o", "cluster.nkn"]);
    let mut refused = 0;
    let mut named = 0;
    for command in ["fit", "predict", "encode", "evaluate", "verify", "report"] {
        let help = folder.ok(&[command, if command == "fit" { "--help-all" } else { "--help" }]);
        let models: &[&str] = if command == "fit" { &["-"] } else { &["class.nkn", "value.nkn", "cluster.nkn"] };
        for (model, fault) in models.iter().flat_map(|model| FAULTY.iter().map(move |fault| (*model, fault))) {
            folder.write("d.csv", fault);
            let arguments: &[&str] = match command {
                "fit" => &["fit", "d.csv", "--target", "y", "-k", "1", "-o", "m.nkn", "--force"],
                "report" => &["report", model, "d.csv", "-o", "page.html"],
                _ => &[command, model, "d.csv"],
            };
            let output = folder.run(arguments);
            let mut said = text(&output.stderr).to_owned() + text(&output.stdout);
            if command == "report" && output.status.success() {
                let page = folder.read("page.html");
                said += text(&page).rsplit("</style>").next().expect("a page has a style");
            }
            refused += usize::from(!output.status.success());
            for flag in flags(&said) {
                let is_there = help.contains(&format!("{flag} "))
                    || help.contains(&format!("{flag}["))
                    || help.contains(&format!("{flag}\n"));
                assert!(is_there, "{command} has no {flag}\n{}\n{said}", String::from_utf8_lossy(fault));
                named += 1;
            }
            // A panic has another exit code, and every error has a message.
            assert!(matches!(output.status.code(), Some(0..=2)), "{arguments:?}\n{said}");
            assert!(output.status.success() || said.contains("nearkin: "), "{arguments:?}\n{said}");
        }
    }
    assert!(refused > 150 && named > 150, "{refused} refused, {named} options named");
}
