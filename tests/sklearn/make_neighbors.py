"""Writes the predictions of scikit-learn for the data sets of tests/data, which the Rust tests compare with.

    python3 tests/sklearn/make_neighbors.py

Needs the versions in requirements.txt. Everything is computed in f64 by brute force. A predicted row is marked as tied if
the distances of its k-th and its next neighbor differ by less than 1e-6, relatively (computed directly, without scikit-learn's
dot products): the prediction then depends on which of the two is selected, and scikit-learn's choice is arbitrary.
"""
import json
import os

import numpy as np
import pandas as pd
import sklearn
from scipy.spatial.distance import cdist
from sklearn.cluster import KMeans
from sklearn.compose import ColumnTransformer
from sklearn.impute import SimpleImputer
from sklearn.metrics import adjusted_rand_score
from sklearn.model_selection import StratifiedKFold
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler

HERE = os.path.dirname(os.path.abspath(__file__))
DATA = os.path.join(HERE, "..", "data")
TIE = 1e-6
FOLDS = 5
VERSIONS = {"scikit-learn": sklearn.__version__, "numpy": np.__version__, "pandas": pd.__version__}

SPLITS = [("penguins", "species", True), ("iris", "species", True), ("digits", "digit", False)]
REAL = [("penguins", "species"), ("iris", "species"), ("wine", "cultivar"), ("digits", "digit"),
        ("nano_gestures_features", "label"), ("mushroom", "class"), ("car_evaluation", "acceptability"),
        ("wifi_localization", "room"), ("robot_sensor24", "OUTPUT"), ("room_occupancy_with_gaps", "Room_Occupancy_Count"),
        ("german_credit", "risk"), ("banknote", "forged")]


# Columns with the time of the measurement.
DROPPED = {"room_occupancy_with_gaps": ["Date", "Time"]}


def read(path):
    """Reads a CSV. Empty cells and NA are missing; columns with only numbers are numeric, all others text."""
    table = pd.read_csv(path, dtype=str, keep_default_na=False)
    table = table.map(str.strip).replace({"": np.nan, "NA": np.nan})
    for name in table.columns:
        try:
            table[name] = table[name].astype(float)
        except ValueError:
            pass
    return table


def pipeline(features, scaled):
    """Mean imputation and z-scores for numbers; one-hot encoding, with a separate level for missing values, for categories."""
    numeric = [c for c in features if features[c].dtype == float]
    categorical = [c for c in features if c not in numeric]
    numbers = [SimpleImputer(strategy="mean")] + ([StandardScaler()] if scaled else [])
    categories = make_pipeline(SimpleImputer(strategy="constant", fill_value="(missing)"),
                               OneHotEncoder(handle_unknown="ignore", sparse_output=False))
    return ColumnTransformer([("numbers", make_pipeline(*numbers), numeric), ("categories", categories, categorical)])


def as_classes(target):
    return target.map(lambda x: str(int(x)) if isinstance(x, float) else x)


def neighbors(train, y, test, k):
    """Returns the predicted classes, the k + 1 smallest distances, and whether the k-th and the next are tied."""
    model = KNeighborsClassifier(k, algorithm="brute").fit(train, y)
    predicted = model.predict(test)
    distances = np.sort(cdist(test, train), axis=1)[:, : k + 1]
    tied = distances[:, k] - distances[:, k - 1] <= TIE * distances[:, k]
    return predicted, distances, tied


def splits():
    out = {}
    for name, target, scaled in SPLITS:
        train, test = (read(os.path.join(DATA, "split", f"{name}_{part}.csv")) for part in ("train", "test"))
        columns = pipeline(train.drop(columns=target), scaled).fit(train.drop(columns=target))
        x, q = columns.transform(train.drop(columns=target)), columns.transform(test.drop(columns=target))
        predicted, distances, tied = neighbors(x, as_classes(train[target]), q, 3)
        accuracy = float((predicted == as_classes(test[target])).mean())
        out[name] = {"k": 3, "scaler": "standard" if scaled else "none", "target": target, "accuracy": accuracy,
                     "predicted": list(predicted), "tied": [int(t) for t in tied],
                     "distances": [[float(f"{d:.9g}") for d in row] for row in distances]}
        print(name, accuracy, int(tied.sum()), "ties")
    return out


def folds():
    out = {}
    for name, target in REAL:
        table = read(os.path.join(DATA, "real", f"{name}.csv"))
        y = as_classes(table[target])
        classes = sorted(set(y), key=lambda c: (float(c), c)) if all(c.lstrip("-").isdigit() for c in set(y)) else sorted(set(y))
        index = {c: i for i, c in enumerate(classes)}
        dropped = DROPPED.get(name, [])
        features = table.drop(columns=[target, *dropped])
        fold_of, predicted, tied = (np.zeros(len(table), int) for _ in range(3))
        for fold, (train, test) in enumerate(StratifiedKFold(FOLDS, shuffle=True, random_state=0).split(features, y)):
            columns = pipeline(features, True).fit(features.iloc[train])
            x, q = columns.transform(features.iloc[train]), columns.transform(features.iloc[test])
            labels, _, ties = neighbors(x, y.iloc[train], q, 5)
            fold_of[test], predicted[test], tied[test] = fold, [index[c] for c in labels], ties
        points = pipeline(features, True).fit_transform(features)
        # Distinct rows, spread over the file.
        start = []
        for at in np.linspace(0, len(points) - 1, len(classes)).astype(int):
            while any((points[at] == points[row]).all() for row in start):
                at += 1
            start.append(int(at))
        found = KMeans(len(classes), init=points[start], n_init=1).fit(points)
        inertia, ties_met = lloyd(points, start)
        correct = int(sum(classes[p] == t for p, t in zip(predicted, y)))
        letters = "0123456789abcdefghijklmnopqrstuvwxyz"
        out[name] = {"target": target, "drop": dropped, "k": 5, "classes": classes, "correct": correct, "ties": int(tied.sum()),
                     "fold": "".join(map(str, fold_of)), "predicted": "".join(letters[p] for p in predicted),
                     "tied": "".join(map(str, tied)),
                     "k_means": {"start": start, "inertia": float(found.inertia_), "iterations": int(found.n_iter_),
                                 "ties": ties_met, "inertia_ties_to_smaller": inertia,
                                 "adjusted_rand_index": float(adjusted_rand_score(y, found.labels_))}}
        print(name, correct / len(y), int(tied.sum()), "ties;", found.inertia_, found.n_iter_, inertia, ties_met)
    return out


def lloyd(points, start):
    """Lloyd's k-means with exact differences, where ties go to the smaller cluster index; returns inertia and number of ties.

    If a row is equally far from two centroids, scikit-learn's choice depends on the rounding of its dot products, and
    the other choice can lead to another result.
    """
    centroids, labels, ties = points[start], None, 0
    tolerance = 1e-4 * points.var(axis=0).mean()
    for _ in range(300):
        distances = cdist(points, centroids, "sqeuclidean")
        best = np.sort(distances, axis=1)
        ties += int((best[:, 1] - best[:, 0] <= 1e-9 * best[:, 1]).sum())
        # Equal distances remain equal in spite of rounding.
        new = np.argmax(distances <= best[:, :1] * (1 + 1e-12) + 1e-300, axis=1)
        moved = np.array([points[new == cluster].mean(axis=0) for cluster in range(len(start))])
        shift = ((moved - centroids) ** 2).sum()
        done = labels is not None and (new == labels).all() or shift <= tolerance
        centroids, labels = moved, new
        if done:
            break
    return float(cdist(points, centroids, "sqeuclidean").min(axis=1).sum()), ties


def write(name, answers):
    with open(os.path.join(HERE, name), "w") as file:
        file.write(json.dumps({"versions": VERSIONS, **answers}).replace('}, "', '},\n"') + "\n")


if __name__ == "__main__":
    write("splits.json", splits())
    write("folds.json", folds())
