#!/usr/bin/env python3
"""Fits the instruction costs of the steps of a call on each chip, and writes codegen/src/evaluate/estimate/costs.rs.

    tests/toolchain/setup
    tests/device/costs.py            measures, fits and writes
    tests/device/costs.py --check    measures, and prints the errors of the current estimates

Each model is fitted by `nearkin fit`, which counts the steps of a call, and measured by `device-bench` in QEMU, loaded and
baked, with separate costs. The costs minimize the squared relative errors; costs that the measurements do not determine stay
close to the initial guesses in this file. Needs only the standard library.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
TARGETS = {"anomaly": "novel", "banknote": "forged", "iris": "species", "penguins": "species", "wifi": "room",
           "digits": "digit"}
MODELS = [
    ("digits", "--scaler none --storage i8 --neighbors 3"),
    ("digits", "--scaler none --storage i8 --prototypes lvq:10"),
    ("digits", "--scaler none --storage i8 --prototypes lvq:4"),
    ("digits", "--scaler none --storage i16 --prototypes lvq:4"),
    ("digits", "--scaler none --storage f32 --prototypes lvq:5"),
    ("penguins", "--storage i8 --neighbors 3"),
    ("penguins", "--storage i8 --neighbors 3 --prototypes lvq:5"),
    ("penguins", "--storage i16 --neighbors 3"),
    ("penguins", "--storage f32 --neighbors 3"),
    ("iris", "--storage i8 --neighbors 3"),
    ("iris", "--storage f32 --neighbors 3"),
    ("banknote", "--storage i8 --neighbors 3"),
    ("banknote", "--storage f32 --neighbors 3"),
    ("wifi", "--storage i8 --neighbors 3"),
    ("wifi", "--storage i16 --neighbors 3"),
    ("anomaly", "--storage i8 --clusters 32 --reject 1 --init rows:" + ",".join(map(str, range(32)))),
]
BOARDS = ["m4f", "m0", "riscv32"]
DELIVERIES = ["loaded", "baked"]
STORAGES = ["f32", "i16", "i8"]
# The number of test rows.
ROWS = "100"
# Initial guesses: one number for all storages, or one for each storage.
SHARED = ["call", "categories", "lookups", "codes", "offers", "groups", "nodes", "buckets", "votes", "verdicts"]
BY_STORAGE = ["numbers", "rows", "words"]
GUESS = {
    "m4f": dict(call=900, categories=150, lookups=35, codes=20, offers=60, groups=10, nodes=40, buckets=150, votes=60, verdicts=200,
                numbers=[60, 70, 70], rows=[25, 15, 12], words=[7, 8, 9]),
    "m0": dict(call=1800, categories=250, lookups=45, codes=35, offers=80, groups=15, nodes=60, buckets=300, votes=150, verdicts=900,
               numbers=[300, 350, 350], rows=[40, 25, 20], words=[300, 25, 30]),
    "riscv32": dict(call=1000, categories=180, lookups=40, codes=25, offers=70, groups=12, nodes=50, buckets=200, votes=100,
                    verdicts=600, numbers=[200, 250, 250], rows=[30, 20, 15], words=[180, 15, 25]),
}
# The weight of a cost's deviation from its guess, compared to the relative error of a measurement.
REGULARIZATION = 0.01


def run(*arguments):
    done = subprocess.run([str(a) for a in arguments], cwd=ROOT, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    if done.returncode:
        sys.exit(f"{' '.join(str(a) for a in arguments)}:\n{done.stdout}{done.stderr}")
    return done.stdout


def update_snapshots(arguments, **environment):
    """Runs tests that overwrite snapshots; other failures of these tests are reported by `tests/run`."""
    subprocess.run(["cargo", "test", "--quiet", *arguments], cwd=ROOT, env={**os.environ, **environment},
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL)


def build():
    """Builds both programs; returns their paths, which cargo prints."""
    found = {}
    for arguments in (["-p", "nearkin-codegen", "--bin", "nearkin"],
                      ["-p", "nearkin-tests", "--features", "device", "--bin", "device-bench"]):
        for line in run("cargo", "build", "--quiet", "--message-format", "json", *arguments).splitlines():
            message = json.loads(line)
            if message.get("executable"):
                found[message["target"]["name"]] = message["executable"]
    return found["nearkin"], found["device-bench"]


def measure(nearkin, bench, data, options, folder):
    """Returns the steps of a call, the estimates, and the mean instructions by board, for each delivery."""
    model = folder / "model.nkn"
    report = json.loads(run(nearkin, "fit", f"tests/data/split/{data}_train.csv", "--target", TARGETS[data], "-o", model,
                            "--force", "--format", "json", *options.split(),
                            *([] if "--clusters" in options else ["--holdout", "0"])))
    estimate = report["instructions"]
    header = generated_header(nearkin, model, folder)
    storage = next((s for s in STORAGES if s in options.split()), "f32")
    both = []
    for delivery in DELIVERIES:
        measured = {}
        for line in run(bench, "--data", data, "--algorithm", delivery, "--rows", ROWS, "--model", model).splitlines()[1:]:
            words = line.split()
            if words[:1] == [data]:
                measured[words[1]] = int(words[4])
        # The measured firmware passes categories to a loaded model as text, but to baked code as level indices.
        work = estimate["work"] if delivery == "loaded" else dict(estimate["work"], lookups=0.0)
        estimated = dict(m4f=estimate["cortex_m4f"], m0=estimate["cortex_m0"], riscv32=estimate["riscv32"])
        both.append(dict(data=data, options=options, delivery=delivery, storage=storage, work=work, measured=measured,
                         estimated=estimated if delivery == "loaded" else header))
    return both


def generated_header(nearkin, model, folder):
    """Returns the estimates in the header of baked code, which are computed from its stored rows."""
    module = folder / "model.rs"
    run(nearkin, "generate", model, "-o", module, "--baked", "--force")
    numbers = re.search(r"about (\d+) instructions per call on Cortex-M4F, (\d+) on Cortex-M0, (\d+) on RV32IMAC",
                        module.read_text())
    return dict(zip(BOARDS, map(int, numbers.groups())))


def unknowns(guess):
    """Returns the names and initial guesses of all costs of one board."""
    named = [((name, None), guess[name]) for name in SHARED]
    return named + [((name, s), guess[name][s]) for name in BY_STORAGE for s in range(3)]


def row(model, named):
    """Returns how often each cost occurs in a call of this model."""
    work = dict(model["work"], call=1.0)
    return [work[name] if s is None or STORAGES[s] == model["storage"] else 0.0 for (name, s), _ in named]


def fit(models, board):
    """Returns non-negative costs, by coordinate descent in units of the guesses."""
    named = unknowns(GUESS[board])
    rows, wanted = [], []
    for model in models:
        measured = model["measured"][board]
        rows.append([amount * guess / measured for amount, (_, guess) in zip(row(model, named), named)])
        wanted.append(1.0)
    for at in range(len(named)):
        rows.append([REGULARIZATION if i == at else 0.0 for i in range(len(named))])
        wanted.append(REGULARIZATION)
    x = [1.0] * len(named)
    left = [w - sum(a * b for a, b in zip(r, x)) for r, w in zip(rows, wanted)]
    for _ in range(20_000):
        for i in range(len(named)):
            square = sum(r[i] * r[i] for r in rows)
            step = max(sum(r[i] * e for r, e in zip(rows, left)) / square, -x[i])
            if step:
                x[i] += step
                left = [e - r[i] * step for r, e in zip(rows, left)]
    return {name: factor * guess for (name, guess), factor in zip(named, x)}


def rust(costs):
    lines = ["//! The measured cost of each step of a call on each chip; written by `tests/device/costs.py`.",
             "", "use crate::evaluate::estimate::{Costs, Work};"]
    for delivery in DELIVERIES:
        lines += ["",
                  f"/// Costs of {delivery} code, by chip (Cortex-M4F, Cortex-M0, RV32IMAC), then by storage (f32, i16, i8).",
                  f"pub(super) const {delivery.upper()}: [[Costs; 3]; 3] = ["]
        for board in BOARDS:
            lines.append("    [")
            for s in range(3):
                of_board = costs[delivery][board]
                of = lambda name: of_board.get((name, None), of_board.get((name, s)))
                pieces = [name for name in ("numbers", "categories", "lookups", "rows", "words", "codes", "offers",
                                            "groups", "nodes", "buckets", "votes", "verdicts")]
                inner = ", ".join(f"{name}: {of(name):.1f}" for name in pieces)
                lines.append(f"        Costs {{ call: {of('call'):.1f}, of: Work {{ {inner} }} }},")
            lines.append("    ],")
        lines.append("];")
    return "\n".join(lines + [""])


def report(models):
    print(f"{'board':<8} {'measured':>9} {'estimated':>9} {'error':>8}  instructions per call")
    for board in BOARDS:
        for model in sorted(models, key=lambda model: DELIVERIES.index(model["delivery"])):
            measured, estimated = model["measured"][board], model["estimated"][board]
            error = 100 * (estimated / measured - 1)
            print(f"{board:<8} {measured:>9} {estimated:>9} {error:>+6.1f} %  {model['delivery']:<6} {model['data']} {model['options']}", flush=True)


def main():
    nearkin, bench = build()
    with tempfile.TemporaryDirectory() as folder:
        models = [one for model in MODELS for one in measure(nearkin, bench, *model, Path(folder))]
    if "--check" in sys.argv:
        return report(models)
    costs = {delivery: {board: fit([m for m in models if m["delivery"] == delivery], board) for board in BOARDS}
             for delivery in DELIVERIES}
    path = ROOT / "codegen/src/evaluate/estimate/costs.rs"
    path.write_text(rust(costs))
    run("rustfmt", "--edition", "2024", path)
    for board in BOARDS:
        named = unknowns(GUESS[board])
        for model in models:
            values = [costs[model["delivery"]][board][name] for name, _ in named]
            model["estimated"][board] = round(sum(a * c for a, c in zip(row(model, named), values)))
    report(models)
    # Snapshots that contain estimates.
    update_snapshots(["-p", "nearkin-tests", "--test", "generated"], NEARKIN_BLESS="1")
    update_snapshots(["-p", "nearkin-codegen", "--features", "cli", "--test", "cli", "snapshots::"], NEARKIN_UPDATE_SNAPSHOTS="1")


main()
