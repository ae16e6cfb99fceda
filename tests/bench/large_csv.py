"""Fits models to a CSV of a million rows; compares time with pandas reading the file, and peak memory with the file size.

    pip install pandas==3.1.1
    cargo build --release -p nearkin-codegen --bin nearkin
    python3 tests/bench/large_csv.py [NEARKIN] [ROWS]

The CSV is that of `make_large_csv.py`: 10 columns, about 90 bytes per row. Runs alternate, three of each; prints medians.
Peak memory is the largest resident set of the process. The last line is a fit with `--cv 5` to 20,000 rows of 64 numbers.
"""

import os
import random
import statistics
import subprocess
import sys
import tempfile

from processes import ROOT, measure

HERE = os.path.dirname(os.path.abspath(__file__))
REPEATS = 3
CLUSTERS = ["--clusters", "8", "--n-init", "1", "--max-iter", "20"]
FITS = [
    ("encoders, hashing", ["--model", "encode", "--drop", "row,activity", "--encoder", "hashing"]),
    ("encoders, count", ["--model", "encode", "--drop", "row,activity", "--encoder", "count"]),
    ("encoders, one-hot", ["--model", "encode", "--drop", "row,activity"]),
    ("k-means, one-hot", [*CLUSTERS, "--drop", "row,activity,device"]),
    ("k-means, count", [*CLUSTERS, "--drop", "row,activity", "--encoder", "count"]),
]


def write_clusters(path):
    """Writes 20,000 rows of 64 numbers around six centers, reproducibly."""
    draw = random.Random(1)
    centers = [[draw.gauss(0, 2) for _ in range(64)] for _ in range(6)]
    with open(path, "w", encoding="utf-8") as file:
        file.write(",".join(f"x{column}" for column in range(64)) + ",y\n")
        for _ in range(20_000):
            cluster = draw.randrange(6)
            file.write(",".join(f"{mean + draw.gauss(0, 1.5):.4f}" for mean in centers[cluster]) + f",c{cluster}\n")


def main():
    nearkin = sys.argv[1] if len(sys.argv) > 1 else os.path.join(ROOT, "target", "release", "nearkin")
    rows = sys.argv[2] if len(sys.argv) > 2 else "1000000"
    with tempfile.TemporaryDirectory() as folder:
        table = os.path.join(folder, "large.csv")
        subprocess.run([sys.executable, os.path.join(HERE, "make_large_csv.py"), table, "--rows", rows], check=True)
        size = os.path.getsize(table)
        commands = {"pandas.read_csv": [sys.executable, "-c", f"import pandas; pandas.read_csv({table!r})"]}
        for name, options in FITS:
            commands[name] = [nearkin, "fit", table, *options, "-o", os.path.join(folder, "m.nkn"), "--force"]
        measured = {name: [] for name in commands}
        for _ in range(REPEATS):
            for name, command in commands.items():
                _, seconds, peak = measure(command)
                measured[name].append((seconds, peak))
    print(f"{rows} rows, {size / 1e6:.0f} MB")
    reading = statistics.median(seconds for seconds, _ in measured["pandas.read_csv"])
    print(f"{'work':<28} {'seconds':>8} {'of pandas':>9} {'peak MB':>8} {'of the file':>11}")
    for name, runs in measured.items():
        seconds, peak = statistics.median(s for s, _ in runs), statistics.median(p for _, p in runs)
        print(f"{name:<28} {seconds:8.2f} {seconds / reading:9.2f} {peak / 1e6:8.0f} {peak / size:11.2f}")
    with tempfile.TemporaryDirectory() as folder:
        table = os.path.join(folder, "clusters.csv")
        write_clusters(table)
        model = os.path.join(folder, "m.nkn")
        command = [nearkin, "fit", table, "--target", "y", "--cv", "5", "-o", model, "--force"]
        runs = [measure(command)[1:] for _ in range(REPEATS)]
    seconds, peak = statistics.median(s for s, _ in runs), statistics.median(p for _, p in runs)
    print(f"--cv 5, 20,000 x 64: {seconds:.1f} s, {peak / 1e6:.0f} MB")


if __name__ == "__main__":
    main()
