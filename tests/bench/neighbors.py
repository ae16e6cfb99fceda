"""Compares the speed of the batched search with scikit-learn (brute force) and faiss (Flat): same rows, queries, k, threads.

    python3 tests/bench/neighbors.py [rows queries k]

Needs numpy, scikit-learn and faiss-cpu; builds the release example `bench_neighbors` first. Runs alternate, so that other
load on the machine affects all. Prints medians and the ratios other / nearkin (above 1: nearkin is faster). nearkin's time
includes the whole prediction: conversion of the rows, exact search in f32 and vote. Also compares the neighbors.
"""
import json
import os
import statistics
import sys
import tempfile
import time

from processes import build_example, run_with_threads

REPEATS = 5


def worker(name, train, queries, rows, n_queries, features, k, threads):
    """Measures scikit-learn or faiss; runs in a separate process, whose environment sets the number of threads."""
    import numpy as np

    x = np.fromfile(train, "<f4").reshape(rows, features)
    q = np.fromfile(queries, "<f4").reshape(n_queries, features)
    if name == "faiss":
        import faiss

        faiss.omp_set_num_threads(threads)
        index = faiss.IndexFlatL2(features)
        index.add(x)
        search = lambda: index.search(q, k)[1]
    else:
        from sklearn.neighbors import NearestNeighbors

        model = NearestNeighbors(n_neighbors=k, algorithm="brute", n_jobs=threads).fit(x)
        search = lambda: model.kneighbors(q)[1]
    search()
    start = time.perf_counter()
    found = search()
    print(json.dumps({"seconds": [time.perf_counter() - start], "rows_sum": int(found.sum())}))


def main():
    import numpy as np

    rows, queries, k = [int(a) for a in sys.argv[1:]] or [20_000, 5_000, 5]
    binary = build_example("bench_neighbors")
    rng = np.random.default_rng(0)
    print(f"{rows} rows, {queries} queries, k = {k}, medians of {REPEATS} runs")
    with tempfile.TemporaryDirectory() as folder:
        paths = [os.path.join(folder, name) for name in ("train", "queries")]
        for features in (16, 64):
            for path, count in zip(paths, (rows, queries)):
                rng.normal(size=(count, features)).astype("<f4").tofile(path)
            shape = [str(n) for n in (rows, queries, features, k)]
            for threads in (1, 2):
                times = {"nearkin": [], "scikit-learn": [], "faiss": []}
                sums = {}
                for _ in range(REPEATS):
                    for name, seconds in times.items():
                        if name == "nearkin":
                            out = run_with_threads([binary, *paths, *shape, str(threads), "2"], threads)
                        else:
                            out = run_with_threads([sys.executable, os.path.abspath(__file__), "--worker", name, *paths, *shape,
                                                    str(threads)], threads)
                        seconds.append(out["seconds"][-1])
                        sums[name] = out["rows_sum"]
                ours = statistics.median(times["nearkin"])
                line = ", ".join(f"{name} {statistics.median(t):.3f} s (ratio {statistics.median(t) / ours:.2f})"
                                 for name, t in times.items() if name != "nearkin")
                agree = "all neighbors equal" if len(set(sums.values())) == 1 else f"neighbors differ: {sums}"
                print(f"{features:3} features, {threads} thread(s): nearkin {ours:.3f} s, {line}; {agree}", flush=True)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--worker"]:
        worker(sys.argv[2], *sys.argv[3:5], *map(int, sys.argv[5:]))
    else:
        main()
