"""Compares encoders on columns with many levels: width, flash, accuracy, time and peak memory of `nearkin fit`.

    cargo build --release -p nearkin-codegen --bin nearkin
    python3 tests/bench/access.py [NEARKIN] [ENCODER ...]

The data are those of `make_access_table.py`: 32,769 rows, 8 integer-coded columns, 15,626 levels, 75 % positive rows. Each
line of the output is one run of `nearkin fit` (k = 15, euclidean) with 25 % of the rows held out; peak memory is the largest
resident set of the process. Needs only the standard library.
"""

import json
import os
import subprocess
import sys
import tempfile

from processes import ROOT, measure

HERE = os.path.dirname(os.path.abspath(__file__))
COLUMNS = "resource,manager,family_detail,department,title,rollup_2,rollup_1,family"
ROWS, LEVELS = 32_769, 15_626
# Encoders, and further options for each.
ENCODERS = [
    ("one-hot", []),
    ("ordinal", ["--scale-encoded"]),
    ("count", ["--scale-encoded"]),
    ("binary", []),
    ("hashing:components=32", []),
    ("target", []),
    ("target:cv=5", []),
    ("m-estimate:m=10", []),
    ("james-stein", []),
    ("glmm", []),
    ("woe", []),
    ("leave-one-out", []),
    ("cat-boost:a=10", []),
]


def fit(nearkin, table, model, encoder, more):
    """Fits a model; returns the report, the seconds and the peak memory in bytes."""
    if encoder.split(":")[0] in ("m-estimate", "james-stein", "glmm", "woe", "leave-one-out", "cat-boost"):
        encoder += ("," if ":" in encoder else ":") + "positive=yes"
    command = [nearkin, "fit", table, "--target", "granted", "--categorical", COLUMNS, "--encoder", encoder]
    command += ["-k", "15", "-o", model, "--format", "json", *more]
    out, seconds, peak = measure(command)
    return json.loads(out), seconds, peak


def main():
    nearkin = sys.argv[1] if len(sys.argv) > 1 else os.path.join(ROOT, "target", "release", "nearkin")
    selected = sys.argv[2:]
    with tempfile.TemporaryDirectory() as folder:
        table, model = os.path.join(folder, "access.csv"), os.path.join(folder, "m.nkn")
        subprocess.run([sys.executable, os.path.join(HERE, "make_access_table.py"), table], check=True)
        print(f"dense one-hot matrix: {ROWS} x {LEVELS} = {ROWS * LEVELS * 8 / 1e6:.0f} MB in f64, {ROWS * LEVELS / 1e6:.0f} MB in bytes")
        print("| encoder | width | flash of the encoder | model | accuracy | balanced accuracy | seconds | peak memory |")
        print("| --- | --- | --- | --- | --- | --- | --- | --- |")
        for encoder, more in ENCODERS:
            if selected and encoder not in selected:
                continue
            report, seconds, peak = fit(nearkin, table, model, encoder, more)
            quality = report["measured"]["quality"]["classification"]
            if encoder == ENCODERS[0][0] or selected:
                majority = max(c["support"] for c in quality["classes"]) / sum(c["support"] for c in quality["classes"])
                print(f"| (always the majority class) | | | | {100 * majority:.1f} % | 50.0 % | | |")
            width = sum(column["width"] for column in report["columns"])
            flash = sum(column["bytes"] for column in report["columns"])
            print(
                f"| `{' '.join([encoder, *more])}` | {width:,} | {flash / 1024:.0f} KB | {report['sizes']['flash'] / 1024:.0f} KB"
                f" | {100 * quality['accuracy']:.1f} % | {100 * quality['balanced_accuracy']:.1f} % | {seconds:.0f} | {peak / 1e6:.0f} MB |",
                flush=True,
            )


if __name__ == "__main__":
    main()
