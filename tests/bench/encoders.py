#!/usr/bin/env python3
"""Compares the speed of nearkin's encoders with scikit-learn and category_encoders on the same seeded text columns.

    pip install numpy pandas==3.1.1 scikit-learn==1.9.1 category_encoders==2.11.2 statsmodels==0.15.0
    cargo build --release --no-default-features -p nearkin-codegen --example bench_encoders
    OMP_NUM_THREADS=1 python3 tests/bench/encoders.py target/release/examples/bench_encoders [ROWS]

Measures fitting and encoding of columns in memory. nearkin: building the dictionary of the texts, fitting, and encoding
every row in single precision (for one-hot and hashing: the index of the slot, as stored), or the training values where they
differ; for contrasts of 5,000 levels each level is encoded once. Python: fit_transform() of a data frame of the same strings.
Times are CPU times of one thread, so that other load on the machine has little effect, and the fastest of several runs. Peak
memory is that of nearkin's process, including the texts. A time limit ends runs that take too long (GLMM with many levels).
"""
import json
import multiprocessing
import resource
import subprocess
import sys
import time
import warnings

warnings.simplefilter("ignore")
import numpy as np
import pandas as pd

SEED = 20261130
LEVELS = [10, 100, 5000]
LIMIT = 60.0


def unit(stream, rows):
    at = np.arange(1, rows + 1, dtype=np.uint64)
    with np.errstate(over="ignore"):
        z = np.uint64(SEED ^ (stream << 40)) + at * np.uint64(0x9E3779B97F4A7C15)
        z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return ((z ^ (z >> np.uint64(31))) >> np.uint64(11)).astype(np.float64) / 2.0**53


def data(rows):
    units = [unit(c, rows) for c in range(3)]
    level = [(u * u * n).astype(np.uint64) for u, n in zip(units, LEVELS)]
    text = pd.DataFrame({f"c{c}": [f"level {v}" for v in level[c]] for c in range(3)}, dtype=object)
    effect = (level[1] * 31 % 100 + level[2] * 7919 % 100).astype(np.float64)
    return text, effect / 10.0 + 5.0 * unit(7, rows), (unit(8, rows) * 200.0 < effect).astype(np.float64)


def encoder(library, name):
    if library == "sklearn":
        from sklearn.preprocessing import OneHotEncoder, OrdinalEncoder, TargetEncoder
        return {"ordinal": OrdinalEncoder, "one-hot": OneHotEncoder, "target:smooth=auto": TargetEncoder}.get(name, lambda: None)()
    import category_encoders as ce
    return {
        "ordinal": ce.OrdinalEncoder, "count": ce.CountEncoder, "one-hot": ce.OneHotEncoder, "sum": ce.SumEncoder,
        "backward-difference": ce.BackwardDifferenceEncoder, "helmert": ce.HelmertEncoder, "polynomial": ce.PolynomialEncoder,
        "binary": ce.BinaryEncoder, "base-n:base=3": lambda: ce.BaseNEncoder(base=3),
        "hashing:shared=true": lambda: ce.HashingEncoder(max_process=1), "target": ce.TargetEncoder,
        "m-estimate": ce.MEstimateEncoder, "james-stein": ce.JamesSteinEncoder, "glmm": ce.GLMMEncoder, "woe": ce.WOEEncoder,
        "leave-one-out": ce.LeaveOneOutEncoder, "cat-boost": ce.CatBoostEncoder,
    }.get(name, lambda: None)()


def measure(out, library, name, columns, text, y, repeats):
    # As in nearkin's benchmark: after a large block was freed, the C library keeps freed memory.
    bytearray(31 << 20)
    times, means = [], []
    frame = text.iloc[:, :columns]
    for _ in range(repeats):
        e = encoder(library, name)
        if e is None:
            break
        start = time.process_time()
        encoded = e.fit_transform(frame, y)
        times.append(time.process_time() - start)
    if times and library == "ce" and name not in ("one-hot", "hashing:shared=true"):
        # As new rows: leave-one-out and CatBoost encode training rows differently.
        encoded = e.transform(frame)
        if encoded.shape[1] == columns:
            means = [float(encoded.iloc[:, c].mean()) for c in range(columns)]
    out.put((min(times) if times else None, means))


def timed(*arguments):
    out = multiprocessing.Queue()
    process = multiprocessing.Process(target=measure, args=(out, *arguments))
    process.start()
    try:
        result = out.get(timeout=LIMIT)
    except Exception:
        result = ("timeout", 0.0)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    process.terminate()
    process.join()
    if result[0] == "timeout":
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return "timeout", after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return result


def runs(program, rows):
    """Yields nearkin's results, each from a separate process, so that its peak memory is that of one case."""
    at = 0
    while True:
        command = [program, str(rows), str(at)]
        line = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        if not line:
            return
        yield json.loads(line)
        at += 1


def main():
    rows = int(sys.argv[2]) if len(sys.argv) > 2 else 100_000
    text, numbers, bits = data(rows)
    print(f"| encoder ({rows} rows) | levels | nearkin, ms | scikit-learn, times slower | category_encoders, times slower | peak memory | largest difference of means |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for case in runs(sys.argv[1], rows):
        y = bits if case["binary_target"] else numbers
        cells, difference = [], ""
        for library in ("sklearn", "ce"):
            # category_encoders' dense outputs of 5,000 levels do not fit in memory.
            if library == "ce" and (case["each_level"] or (case["columns"] == 3 and case["encoder"] == "one-hot")):
                cells.append("(too wide)")
                continue
            seconds, means = timed(library, case["encoder"], case["columns"], text, y, 5 if case["encoder"] != "glmm" else 1)
            if seconds == "timeout":
                spent, means = means, []
                cells.append(f"> {spent / case['seconds']:,.0f} x")
            else:
                cells.append("" if seconds is None else f"{seconds / case['seconds']:,.0f} x")
            # category_encoders orders levels differently, so ordinal codes and digits differ.
            if means and case["encoder"] not in ("ordinal", "binary", "base-n:base=3"):
                difference = f"{max(abs(a - b) / max(1.0, abs(a)) for a, b in zip(means, case['means'])):.0e}"
        label = f"`{case['encoder']}`" + (", binary target" if case["binary_target"] else "")
        label += ", each level once" if case["each_level"] else ""
        levels = ", ".join(str(n) for n in LEVELS[: case["columns"]])
        memory = "" if case["peak_bytes"] is None else f"{case['peak_bytes'] / 1e6:.0f} MB"
        print(f"| {label} | {levels} | {1e3 * case['seconds']:.1f} | {cells[0]} | {cells[1]} | {memory} | {difference} |", flush=True)


if __name__ == "__main__":
    main()
