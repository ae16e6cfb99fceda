"""Compares the speed of k-means with scikit-learn: the same points, initial centroids, iterations and threads.

    python3 tests/bench/kmeans.py [rows features clusters iterations]

Needs numpy and scikit-learn; builds the release example `bench_kmeans` first. Runs alternate, so that other load on the
machine affects both. Prints medians and the ratio scikit-learn / nearkin (above 1: nearkin is faster).
"""
import json
import os
import statistics
import sys
import tempfile
import time

from processes import build_example, run_with_threads

REPEATS = 5


def worker(path, rows, features, clusters, iterations):
    """Measures scikit-learn; runs in a separate process, whose environment sets the number of threads."""
    import warnings

    import numpy as np
    from sklearn.cluster import KMeans

    warnings.simplefilter("ignore")
    points = np.fromfile(path, "<f8").reshape(rows, features)
    out = {}
    for name, init in (("given", points[:clusters]), ("plus_plus", "k-means++")):
        model = KMeans(clusters, init=init, n_init=1, max_iter=iterations, tol=0.0, random_state=0)
        start = time.perf_counter()
        model.fit(points)
        out[name] = {"seconds": [time.perf_counter() - start], "inertia": model.inertia_, "iterations": int(model.n_iter_),
                     "sizes": np.bincount(model.labels_, minlength=clusters).tolist()}
    print(json.dumps(out))


def main():
    import numpy as np

    shape = [int(a) for a in sys.argv[1:]] or [100_000, 16, 32, 20]
    rows, features, clusters, iterations = shape
    binary = build_example("bench_kmeans")
    rng = np.random.default_rng(0)
    data = {
        "one cloud": rng.normal(size=(rows, features)),
        "overlapping clusters": rng.normal(size=(clusters, features))[rng.integers(clusters, size=rows)] * 2.0
        + rng.normal(size=(rows, features)),
    }
    print(f"{rows} x {features}, {clusters} clusters, at most {iterations} iterations, medians of {REPEATS} runs")
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "points.f64")
        for title, points in data.items():
            points.astype("<f8").tofile(path)
            for threads in (1, 2):
                times = {"given": ([], []), "plus_plus": ([], [])}
                for _ in range(REPEATS):
                    ours = run_with_threads([binary, path, *map(str, shape), str(threads), "1"], threads)
                    theirs = run_with_threads([sys.executable, os.path.abspath(__file__), "--worker", path, *map(str, shape)], threads)
                    assert abs(ours["given"]["inertia"] / theirs["given"]["inertia"] - 1) < 1e-9, (ours, theirs)
                    assert ours["given"]["sizes"] == theirs["given"]["sizes"]
                    for start, (a, b) in times.items():
                        a.extend(ours[start]["seconds"])
                        b.extend(theirs[start]["seconds"])
                for start, (a, b) in times.items():
                    a, b = statistics.median(a), statistics.median(b)
                    print(f"{title:22} {start:9} {threads} thread(s): nearkin {a:.4f} s, scikit-learn {b:.4f} s, ratio {b / a:.2f}")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--worker"]:
        worker(sys.argv[2], *map(int, sys.argv[3:]))
    else:
        main()
