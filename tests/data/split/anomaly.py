"""Writes anomaly_train.csv and anomaly_test.csv: the penguins of the split as nine numbers, and whether a row is outside
every cluster of scikit-learn's k-means.

    pip install scikit-learn==1.9.1
    python3 tests/data/split/anomaly.py

The initial centroids are the first 32 distinct rows, scaled. A row is novel if it is farther from each centroid than every
training row of that cluster. Prints the smallest distance of a test row from this boundary, in standard deviations.
"""
import csv
import pathlib

import numpy as np
from sklearn.cluster import KMeans
from sklearn.preprocessing import StandardScaler

HERE = pathlib.Path(__file__).parent
NUMBERS = ["bill_length_mm", "bill_depth_mm", "flipper_length_mm", "body_mass_g"]
LEVELS = [("island", level) for level in ("Biscoe", "Dream", "Torgersen")] + [("sex", level) for level in ("female", "male")]
CLUSTERS = 32


def read(part):
    with open(HERE / f"penguins_{part}.csv", newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    return np.array([[float(row[name]) for name in NUMBERS] + [float(row[name] == level) for name, level in LEVELS] for row in rows])


def write(part, rows, novel):
    with open(HERE / f"anomaly_{part}.csv", "w", newline="", encoding="utf-8") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow([*NUMBERS, *(level for _, level in LEVELS), "novel"])
        out.writerows([*(f"{cell:g}" for cell in row), int(mark)] for row, mark in zip(rows, novel))


train, test = read("train"), read("test")
scaler = StandardScaler().fit(train)
points = scaler.transform(train)
_, first = np.unique(train, axis=0, return_index=True)
start = np.sort(first)[:CLUSTERS]
model = KMeans(CLUSTERS, init=points[start], n_init=1).fit(points)
distances = model.transform(points)
radii = np.array([distances[model.labels_ == cluster, cluster].max() for cluster in range(CLUSTERS)])
scores = (model.transform(scaler.transform(test)) - radii).min(axis=1)
write("train", train, np.zeros(len(train)))
write("test", test, scores > 0)
print("initial rows (from 0):", ",".join(str(row) for row in start))
print("novel:", int((scores > 0).sum()), "of", len(test))
print("smallest distance from the boundary:", f"{np.abs(scores).min():.4f}")
print("inertia:", model.inertia_)
