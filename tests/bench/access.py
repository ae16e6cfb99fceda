"""Fits a table of many levels with one encoder after the other: width, flash, accuracy, time and peak memory of `nearkin fit`.

    cargo build --release -p nearkin-codegen --bin nearkin
    python3 tests/bench/access.py [NEARKIN] [ENCODER ...]

The table is that of `make_access_table.py`: 32,769 rows, 8 integer-coded columns, 15,626 levels, 75 % of the rows positive.
Every row of the answer is one run of `fit` (k = 15, euclidean) that holds 25 % of the rows out; peak memory is the largest
resident set of that process. Standard library only.
"""

import json
import os
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
COLUMNS = "resource,manager,family_detail,department,title,rollup_2,rollup_1,family"
ROWS, LEVELS = 32_769, 15_626
# The encoder, and what it has to be given beside its name.
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
    """One fit: its report, seconds and peak bytes."""
    if encoder.split(":")[0] in ("m-estimate", "james-stein", "glmm", "woe", "leave-one-out", "cat-boost"):
        encoder += ("," if ":" in encoder else ":") + "positive=yes"
    command = [nearkin, "fit", table, "--target", "granted", "--categorical", COLUMNS, "--encoder", encoder]
    command += ["-k", "15", "-o", model, "--format", "json", *more]
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as errors:
        start = time.perf_counter()
        child = subprocess.Popen(command, stdout=out, stderr=errors)
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        seconds = time.perf_counter() - start
        if child.returncode != 0:
            errors.seek(0)
            sys.exit(f"{' '.join(command)}\n{errors.read().decode()}")
        out.seek(0)
        return json.load(out), seconds, usage.ru_maxrss * 1024


def main():
    nearkin = sys.argv[1] if len(sys.argv) > 1 else os.path.join(ROOT, "target", "release", "nearkin")
    chosen = sys.argv[2:]
    with tempfile.TemporaryDirectory() as folder:
        table, model = os.path.join(folder, "access.csv"), os.path.join(folder, "m.nkn")
        subprocess.run([sys.executable, os.path.join(HERE, "make_access_table.py"), table], check=True)
        print(f"one-hot, expanded as the article does it: {ROWS} x {LEVELS} = {ROWS * LEVELS * 8 / 1e6:.0f} MB in f64, {ROWS * LEVELS / 1e6:.0f} MB in bytes")
        print("| encoder | width | encoder's flash | model | accuracy | balanced | seconds | peak memory |")
        print("| --- | --- | --- | --- | --- | --- | --- | --- |")
        for encoder, more in ENCODERS:
            if chosen and encoder not in chosen:
                continue
            report, seconds, peak = fit(nearkin, table, model, encoder, more)
            quality = report["measured"]["quality"]["classification"]
            if encoder == ENCODERS[0][0] or chosen:
                most = max(c["support"] for c in quality["classes"]) / sum(c["support"] for c in quality["classes"])
                print(f"| (always the more frequent class) | | | | {100 * most:.1f} % | 50.0 % | | |")
            width = sum(column["width"] for column in report["columns"])
            flash = sum(column["bytes"] for column in report["columns"])
            print(
                f"| `{' '.join([encoder, *more])}` | {width:,} | {flash / 1024:.0f} KB | {report['sizes']['flash'] / 1024:.0f} KB"
                f" | {100 * quality['accuracy']:.1f} % | {100 * quality['balanced_accuracy']:.1f} % | {seconds:.0f} | {peak / 1e6:.0f} MB |",
                flush=True,
            )


if __name__ == "__main__":
    main()
