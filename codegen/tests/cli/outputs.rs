//! The files that remain when the disk is full or the user interrupts the tool, and the limits of hostile CSVs.

use std::io::Write as _;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::child;
use crate::folder::{Folder, text};

const TABLE: &str = "x,colour,y\n1,red,a\n2,blue,b\n3,red,a\n4,blue,b\n5,red,a\n6,blue,b\n";

/// A table of `rows` rows of fixed numbers.
fn numbers(rows: u32) -> String {
    let mut csv = String::from("a,b,c,d\n");
    for row in 0..rows {
        let cell = |salt: u32| (row.wrapping_mul(2_654_435_761) ^ salt.wrapping_mul(40_503)) % 10_007;
        csv += &format!("{},{},{},{}\n", cell(1), cell(2), cell(3), cell(4));
    }
    csv
}

/// Runs a command in a separate mount namespace with a file system of 64 KB at `./tiny`, which disappears with the command.
/// Returns `None`, with a message, if tests may not mount file systems on this machine.
fn on_a_tiny_disk(folder: &Folder, command: &str) -> Option<std::process::Output> {
    std::fs::create_dir_all(folder.path().join("tiny")).expect("a folder can be created");
    let mount = "mount -t tmpfs -o size=64k tiny tiny";
    for namespace in [["--mount"].as_slice(), &["--user", "--map-root-user", "--mount"]] {
        let run = |script: &str| {
            let mut unshare = Command::new("unshare");
            unshare.args(namespace).args(["sh", "-c", script]).env("NEARKIN", env!("CARGO_BIN_EXE_nearkin"));
            child::output(unshare.current_dir(folder.path()))
        };
        if run(mount).is_ok_and(|output| output.status.success()) {
            return Some(run(&format!("{mount} && cd tiny && {command}")).expect("the mount succeeded before"));
        }
    }
    eprintln!("NOT RUN: tests may not mount a file system on this machine (unshare --mount, mount -t tmpfs)");
    None
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_leaves_the_old_model_and_no_partial_file() {
    let folder = Folder::new();
    folder.write("small.csv", TABLE.as_bytes());
    folder.write("large.csv", numbers(6_000).as_bytes());
    // There is room for a small model but not for the large one (6,000 rows of 4 numbers); the small one must survive.
    let command = "\"$NEARKIN\" fit ../small.csv --target y -o m.nkn >/dev/null && cp m.nkn ../before.nkn
        \"$NEARKIN\" fit ../large.csv --target d --task regress --holdout 0 -o m.nkn; echo \"code $?\"
        cmp m.nkn ../before.nkn && ls -A";
    let Some(output) = on_a_tiny_disk(&folder, command) else { return };
    let (stdout, stderr) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(stdout, "code 1\nm.nkn\n", "{stderr}");
    assert!(stderr.contains("m.nkn: No space left on device"), "{stderr}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_leaves_no_partial_file_of_other_outputs() {
    let folder = Folder::new();
    folder.write("large.csv", numbers(6_000).as_bytes());
    let command = "\"$NEARKIN\" fit ../large.csv --target d --task regress --holdout 0 --save-recipe r.toml -o m.nkn
        echo \"code $?\"; ls -A
        \"$NEARKIN\" fit ../large.csv --target d --task regress --holdout 0 -o ../m.nkn >/dev/null
        \"$NEARKIN\" predict ../m.nkn ../large.csv --nearest 9 -o p.csv; echo \"code $?\"; ls -A
        \"$NEARKIN\" generate ../m.nkn --baked -o m.rs; echo \"code $?\"; ls -A
        \"$NEARKIN\" report ../m.nkn ../large.csv -o r.html; echo \"code $?\"; ls -A";
    let Some(output) = on_a_tiny_disk(&folder, command) else { return };
    let (stdout, stderr) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(stdout, "code 1\n".repeat(4), "{stderr}");
    assert_eq!(stderr.matches("No space left on device").count(), 4, "{stderr}");
}

/// Returns whether a process has blocked a signal in order to wait for it, according to Linux.
#[cfg(target_os = "linux")]
fn waits_for(process: u32, signal: i32) -> bool {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let blocked = status.lines().find_map(|line| line.strip_prefix("SigBlk:")).unwrap_or("0").trim();
    u64::from_str_radix(blocked, 16).is_ok_and(|blocked| blocked >> (signal - 1) & 1 == 1)
}

#[cfg(target_os = "linux")]
#[test]
fn an_interrupted_fit_leaves_the_old_model_and_nothing_else() {
    for (name, signal) in [("INT", 2), ("TERM", 15), ("HUP", 1)] {
        let folder = Folder::new();
        folder.write("d.csv", numbers(30_000).as_bytes());
        folder.write("m.nkn", b"NKIN old");
        // With default signals: a shell ignores some for commands in the background, and children inherit that.
        let fit = Command::new("env")
            .args(["--default-signal=INT,TERM,HUP", env!("CARGO_BIN_EXE_nearkin")])
            // Much more work than the test waits for.
            .args(["fit", "d.csv", "--clusters", "500", "--n-init", "1000", "--max-iter", "1000", "--tol", "0"])
            .args(["--save-recipe", "r.toml", "--trace", "t.json", "-o", "m.nkn"])
            .current_dir(folder.path())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the binary can be started");
        let start = Instant::now();
        // Until the tool waits for the signal and the temporary files of all three outputs exist.
        while (!waits_for(fit.id(), signal) || folder.files().len() < 5) && start.elapsed() < Duration::from_secs(60) {
            std::thread::sleep(Duration::from_millis(5));
        }
        assert_eq!(folder.files().len(), 5, "{name}: {:?}", folder.files());
        std::thread::sleep(Duration::from_millis(300)); // so that it reads or fits
        let killed = Command::new("kill")
            .args([format!("-{name}"), fit.id().to_string()])
            .status()
            .expect("kill is a standard command");
        assert!(killed.success());
        assert_eq!(child::finish(fit).status.code(), Some(128 + signal), "{name}");
        assert_eq!(folder.files(), ["d.csv", "m.nkn"], "{name}");
        assert_eq!(folder.read("m.nkn"), b"NKIN old", "{name}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_signal_that_is_ignored_stays_ignored() {
    let folder = Folder::new();
    folder.copy("examples/data/penguins.csv", "d.csv");
    // The shell ignores SIGHUP, as nohup does; the fit waits for its input, receives SIGHUP, and then its input.
    let command = "trap '' HUP
        mkfifo pipe; \"$NEARKIN\" fit - --target species -o m.nkn < pipe > /dev/null & exec 3> pipe
        while [ ! -d /proc/$! ] || [ $(ls /proc/$!/task | wc -l) -lt 2 ]; do sleep 0.01; done
        kill -HUP $!; sleep 0.1; cat d.csv >&3; exec 3>&-; wait $!; echo \"code $?\"";
    let mut shell = Command::new("sh");
    shell.args(["-c", command]).env("NEARKIN", env!("CARGO_BIN_EXE_nearkin")).current_dir(folder.path());
    let output = child::output(&mut shell).expect("sh is a standard command");
    assert_eq!(text(&output.stdout), "code 0\n", "{}", text(&output.stderr));
}

/// Fits the text that `write` writes, through standard input and in an address space of `kilobytes`; returns standard
/// error and the exit code.
#[cfg(target_os = "linux")]
fn through_a_pipe(
    kilobytes: u32,
    write: impl Fn(&mut dyn std::io::Write) -> std::io::Result<()> + Send,
) -> (String, i32) {
    let folder = Folder::new();
    let mut fit = Command::new("sh")
        .args(["-c", &format!("ulimit -v {kilobytes}; exec \"$0\" fit - --target y -o m.nkn")])
        .arg(env!("CARGO_BIN_EXE_nearkin"))
        // Each thread reserves address space, and machines differ in how many they start.
        .env("RAYON_NUM_THREADS", "2")
        .current_dir(folder.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("sh is a standard command");
    let mut pipe = std::io::BufWriter::new(fit.stdin.take().expect("standard input is a pipe"));
    let output = std::thread::scope(|scope| {
        scope.spawn(move || {
            // The tool may close its input before the end of the text.
            let _ = write(&mut pipe).and_then(|()| pipe.flush());
            drop(pipe.into_parts());
        });
        child::finish(fit)
    });
    assert!(folder.files().is_empty(), "{:?}", folder.files());
    (text(&output.stderr).to_owned(), output.status.code().expect("no signal ended it"))
}

/// 1 GB without a line ending, in 400 MB of address space.
#[cfg(target_os = "linux")]
#[test]
fn a_line_of_a_gigabyte_is_refused_in_bounded_memory() {
    for start in ["", "x,y\n1,a\n2,"] {
        let (stderr, code) = through_a_pipe(400_000, |pipe| {
            pipe.write_all(start.as_bytes())?;
            let block = vec![b'7'; 1 << 20];
            (0..1024).try_for_each(|_| pipe.write_all(&block))
        });
        let line = start.lines().count().max(1);
        assert_eq!(
            stderr,
            format!("nearkin: -:{line}: a row is longer than 16777216 bytes; does the file have line endings?\n")
        );
        assert_eq!(code, 1);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_million_columns_are_refused_in_bounded_memory() {
    let (stderr, code) = through_a_pipe(400_000, |pipe| {
        (0..1_000_000).try_for_each(|column| write!(pipe, "c{column},"))?;
        pipe.write_all(b"y\n")?;
        (0..4).try_for_each(|_| {
            (0..1_000_000).try_for_each(|_| pipe.write_all(b"1,")).and_then(|()| pipe.write_all(b"a\n"))
        })
    });
    assert!(stderr.starts_with("nearkin: -:1: more than 65536 columns"), "{stderr}");
    assert_eq!(code, 1);
}

/// Classes, levels and columns with names that start as formulas do.
#[test]
fn a_formula_in_a_csv_is_not_a_formula_in_the_results() {
    let folder = Folder::new();
    let hostile = "\"=HYPERLINK(\"\"http://x\"\",\"\"y\"\")\",@colour,y\n";
    let row = |number: u32| {
        let (level, class) = [("=1+2", "=cmd|'/c calc'!A1"), ("-2+3", "+1+1"), ("-", "-")][number as usize % 3];
        format!("{number},{level},{class}\n")
    };
    folder.write("d.csv", (hostile.to_owned() + &(0..30).map(row).collect::<String>()).as_bytes());
    folder.ok(&["fit", "d.csv", "--target", "y", "--holdout", "0", "-o", "m.nkn"]);
    for command in [["predict", "--proba"].as_slice(), &["encode"]] {
        let csv = folder.ok(&[&command[..1], &["m.nkn", "d.csv"], &command[1..]].concat());
        for cell in csv.split([',', '\n']).map(|cell| cell.trim_start_matches('"')) {
            let calculates = cell.starts_with(['=', '+', '-', '@']) && cell != "-" && cell.parse::<f64>().is_err();
            assert!(!calculates, "{command:?}: {cell}");
        }
    }
    let csv = folder.ok(&["predict", "m.nkn", "d.csv"]);
    assert!(csv.lines().any(|line| line.starts_with("'=cmd|'/c calc'!A1,")), "{csv}");
    assert!(csv.lines().any(|line| line.starts_with("-,")), "a lone sign is a class like any other\n{csv}");
    let json = folder.ok(&["predict", "m.nkn", "d.csv", "--format", "json"]);
    assert!(json.contains("\"=cmd|'/c calc'!A1\""), "JSON has the name as it is\n{json}");
}

/// The target is a linear function of both features, so the nearest rows explain nearly all of its variance with any
/// storage.
#[test]
fn scores_of_storages_are_named_by_their_metric() {
    let folder = Folder::new();
    let rows = (0..60).fold("a,b,y,c\n".to_owned(), |text, row| {
        let (a, b) = (row % 10, row / 10);
        text + &format!("{a},{b},{}.5,{}\n", 10 * a + b, if a < 5 { "low" } else { "high" })
    });
    folder.write("line.csv", rows.as_bytes());
    let storages = |arguments: &[&str]| {
        let fit = ["fit", "line.csv", "--storage", "auto", "--force", "-o", "m.nkn"];
        let printed = folder.ok(&[&fit[..], arguments].concat());
        let line = printed.lines().find_map(|line| line.strip_prefix("storage in cross-validation: "));
        line.expect("the report compares the storages").to_owned()
    };
    let regression = storages(&["--target", "y", "--drop", "c", "--task", "regress"]);
    assert!(
        regression.starts_with("i8 R2 0.9") && regression.contains(" % of predictions changed), f32 R2 0.9"),
        "{regression}"
    );
    let classification = storages(&["--target", "c", "--drop", "y"]);
    assert!(classification.starts_with("i8 ") && classification.contains(" %"), "{classification}");
    assert!(!classification.contains("R2"), "{classification}");
}
