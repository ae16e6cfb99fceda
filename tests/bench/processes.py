"""Runs the programs that the benchmarks compare, each in a separate process."""

import json
import os
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def measure(command):
    """Runs a command that must succeed; returns its output, its seconds and its peak resident memory in bytes."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as errors:
        start = time.perf_counter()
        child = subprocess.Popen(command, stdout=out, stderr=errors)
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        seconds = time.perf_counter() - start
        if child.returncode != 0:
            errors.seek(0)
            sys.exit(f"{' '.join(command)}\n{errors.read().decode()}")
        out.seek(0)
        return out.read().decode(), seconds, usage.ru_maxrss * 1024


def run_with_threads(command, threads):
    """Runs a command that prints JSON, limited to a number of threads; returns the parsed output."""
    env = dict(os.environ, OMP_NUM_THREADS=str(threads), OPENBLAS_NUM_THREADS=str(threads))
    return json.loads(subprocess.run(command, env=env, check=True, capture_output=True, text=True).stdout)


def build_example(name):
    """Builds a release example of nearkin-codegen; returns its path."""
    subprocess.run(["cargo", "build", "--release", "-q", "-p", "nearkin-codegen", "--no-default-features", "--example",
                    name], cwd=ROOT, check=True)
    target = os.environ.get("CARGO_TARGET_DIR", os.path.join(ROOT, "target"))
    return os.path.join(target, "release", "examples", name)
