"""The batched search side by side with scikit-learn's brute force and faiss Flat: same rows, queries, k and threads.

    python3 tests/bench/neighbors.py [rows queries k]

needs numpy, scikit-learn and faiss-cpu; builds the release example `bench_neighbors` first. Runs alternate, so that a busy
machine slows all. Prints medians and the ratios other / nearkin (above 1: nearkin is faster). nearkin's time is that of
the whole prediction: cells to stored form, exact search in f32, neighbours, vote. The neighbours are compared too.
"""
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
REPEATS = 5


def worker(name, train, queries, rows, n_queries, features, k, threads):
    """One of the others, in a process of its own, so that the environment sets the number of threads."""
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


def run(command, threads):
    env = dict(os.environ, OMP_NUM_THREADS=str(threads), OPENBLAS_NUM_THREADS=str(threads))
    return json.loads(subprocess.run(command, env=env, check=True, capture_output=True, text=True).stdout)


def main():
    import numpy as np

    rows, queries, k = [int(a) for a in sys.argv[1:]] or [20_000, 5_000, 5]
    subprocess.run(["cargo", "build", "--release", "-q", "-p", "nearkin-codegen", "--no-default-features", "--example",
                    "bench_neighbors"], cwd=ROOT, check=True)
    target = os.environ.get("CARGO_TARGET_DIR", os.path.join(ROOT, "target"))
    binary = os.path.join(target, "release", "examples", "bench_neighbors")
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
                            out = run([binary, *paths, *shape, str(threads), "2"], threads)
                        else:
                            out = run([sys.executable, os.path.abspath(__file__), "--worker", name, *paths, *shape,
                                       str(threads)], threads)
                        seconds.append(out["seconds"][-1])
                        sums[name] = out["rows_sum"]
                ours = statistics.median(times["nearkin"])
                line = ", ".join(f"{name} {statistics.median(t):.3f} s (ratio {statistics.median(t) / ours:.2f})"
                                 for name, t in times.items() if name != "nearkin")
                agree = "all neighbours equal" if len(set(sums.values())) == 1 else f"neighbours differ: {sums}"
                print(f"{features:3} features, {threads} thread(s): nearkin {ours:.3f} s, {line}; {agree}", flush=True)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--worker"]:
        worker(sys.argv[2], *sys.argv[3:5], *map(int, sys.argv[5:]))
    else:
        main()
