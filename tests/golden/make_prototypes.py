#!/usr/bin/env python3
"""Writes prototypes.json: the rows that Hart's and Wilson's rules keep, from scikit-learn and imbalanced-learn.

    pip install scikit-learn==1.9.1 imbalanced-learn==0.14.2
    python3 tests/golden/make_prototypes.py

Wilson's rule is imbalanced-learn's EditedNearestNeighbours. Its CondensedNearestNeighbour is not Hart's rule (it keeps all
rows of the smallest class and one random row of each other class), so Hart's rule is implemented here, with scikit-learn's
search. nearkin breaks ties differently, so rows for which a tie could matter are left out.
"""

import csv
import json
from pathlib import Path

import numpy as np
from imblearn.under_sampling import EditedNearestNeighbours
from sklearn.metrics import pairwise_distances
from sklearn.neighbors import KNeighborsClassifier, NearestNeighbors

ROOT = Path(__file__).resolve().parent.parent
SETS = [
    ("data/split/digits_train.csv", "digit", "euclidean"),
    ("data/split/digits_train.csv", "digit", "manhattan"),
    ("data/real/wine.csv", None, "euclidean"),
    ("data/real/robot_sensor24.csv", None, "euclidean"),
]
ROWS = 500


def read(path, target):
    with open(ROOT / path) as file:
        header, *rows = list(csv.reader(file))
    at = header.index(target) if target else len(header) - 1
    rows = rows[:ROWS]
    y = np.array([row[at] for row in rows])
    x = np.array([[float(cell) for i, cell in enumerate(row) if i != at] for row in rows])
    return header[at], x, y


def condensed(x, y, metric):
    kept = [0]
    nearest = None
    while True:
        before = len(kept)
        for row in range(len(x)):
            if row in kept:
                continue
            if nearest is None:
                rows = sorted(kept)
                nearest = KNeighborsClassifier(1, metric=metric, algorithm="brute").fit(x[rows], y[rows])
            if nearest.predict(x[row : row + 1])[0] != y[row]:
                kept.append(row)
                nearest = None
        if len(kept) == before:
            return sorted(kept)


def edited(x, y, metric):
    rule = EditedNearestNeighbours(sampling_strategy="all", n_neighbors=3, kind_sel="mode")
    # One neighbor more, since the nearest neighbor of a row is the row itself.
    rule.set_params(n_neighbors=NearestNeighbors(n_neighbors=4, metric=metric, algorithm="brute"))
    rule.fit_resample(x, np.unique(y, return_inverse=True)[1])
    return sorted(int(row) for row in rule.sample_indices_)


cases = []
for path, target, metric in SETS:
    target, x, y = read(path, target)
    # Removes rows for which a tie could matter, until there are none.
    rows = np.arange(len(x))
    while True:
        ranks = np.sort(pairwise_distances(x[rows], metric=metric), axis=1)
        tied = (np.diff(ranks[:, :6], axis=1) <= 1e-6 * ranks[:, 1:6]).any(axis=1)
        if not tied.any():
            break
        rows = rows[~tied]
    x, y = x[rows], y[rows]
    case = {"data": path, "target": target, "metric": metric, "rows": [int(row) for row in rows]}
    case["condensed"] = condensed(x, y, metric)
    case["edited"] = edited(x, y, metric)
    print(path, metric, len(rows), len(case["condensed"]), len(case["edited"]))
    cases.append(case)
(ROOT / "golden/prototypes.json").write_text(json.dumps(cases, separators=(",", ":")) + "\n")
