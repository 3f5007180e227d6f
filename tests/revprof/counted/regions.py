#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""A region of OpenMP between MPI calls takes its slowest thread, counted and by CPU time, and says where that is the host's choice; calls of libraries cost what the machine says."""

import argparse
import json
import os
import subprocess
import sys
import tempfile

ENVIRONMENT = {**os.environ, "REVPROF_TRACE": "none"}
for name in ("MODEL", "REVPROF_MODEL", "REVPROF_COMPUTE", "LD_PRELOAD", "OMP_NUM_THREADS", "OMP_THREAD_LIMIT"):
    ENVIRONMENT.pop(name, None)
SWEEPS, EACH = 5, 4 * 2_000_000  # turns of the slowest thread in a region


def run(options, model, directory, arguments, *settings):
    words = [options.revprof, "run", "--model", model, "-n", "1", "-o", directory, *settings, "--", options.program, *arguments]
    done = subprocess.run(words, env=ENVIRONMENT, timeout=300, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    if done.returncode != 0:
        sys.exit(f"{' '.join(words)}: {done.returncode}\n{done.stdout}{done.stderr}")
    with open(os.path.join(directory, "summary.json"), encoding="utf-8") as file:
        return done.stdout, json.load(file)


def expect(what, truth):
    print(what)
    if not truth:
        sys.exit(f"expected {what}")


def check_slowest(options, scratch):
    work = {}
    for what in ("slowest", "each"):
        _, summary = run(options, options.model, os.path.join(scratch, what), [what])
        work[what] = summary["computation"]["work"]
    expect(f"as many instructions as the slowest thread's alone, found {work}", abs(work["each"] / work["slowest"] - 1) < 1e-3)
    expect(f"some for each of {SWEEPS * EACH} turns, found {work}", 3 < work["each"] / (SWEEPS * EACH) < 10)
    for what, chosen in (("each", False), ("loop", True), ("region", True)):
        _, summary = run(options, options.model, os.path.join(scratch, "turns_" + what), [what])
        found = summary["computation"]["work"]
        expect(f"the slowest thread's instructions in a {what}, whoever it is, found {found}", abs(found / work["each"] - 1) < 1e-3)
        said = any("parallel regions whose threads took their work as they came" in text for text in summary["warnings"])
        expect(f"the host's choice said of {what}: {chosen}", said == chosen)
    said, summary = run(options, options.model, os.path.join(scratch, "cpu"), ["each"], "--compute", "cpu")
    all_threads, slowest = (float(word) for word in said.split())
    found = summary["lanes"][0]["compute_seconds"]
    # CPU times of the same run, read beside revprof's own; of four threads with 1 to 4 parts all take 2.5 times the slowest.
    expect(f"the slowest thread's {slowest} s, not all threads' {all_threads} s, found {found} s",
           0.5 * slowest < found < 0.5 * (slowest + all_threads))


def model_with(options, scratch, rows):
    """The model, and so many seconds for one of each row."""
    def row(seconds):
        return {"regimes": [{"min_work": 1, "max_work": 10**9, "min_processes": 1, "max_processes": 64, "startup": None,
                             "data": "d", "c": 0, "s": 0, "k": seconds}]}
    with open(options.model, encoding="utf-8") as file:
        model = json.load(file)
    model["computation"] = {"cache_bytes": {}, "simd_bytes": 0, "times": {name: row(seconds) for name, seconds in rows.items()}}
    path = os.path.join(scratch, "model.json")
    with open(path, "w", encoding="utf-8") as file:
        json.dump(model, file)
    return path


def seconds_of_calls(options, model, directory, what):
    """Of one turn's calls, in ns, without the program's own instructions of 1 ns each."""
    computed = {}
    for count in (1000, 3000):
        said, summary = run(options, model, f"{directory}{count}", [what, str(count)], "--instruction", "1e-9")
        computed[count] = summary["process_picoseconds"][0][0][1] - 1000 * summary["computation"]["work"]
        if what == "blas":
            expect("the product 320", said.split()[0] == "320")
    return (computed[3000] - computed[1000]) / 2000 / 1000


def check_libraries(options, scratch):
    known = model_with(options, scratch, {
        "library.exp.call": 3e-6, "library.memcpy.call": 1e-6, "library.memcpy.byte": 1e-9,
        "library.dgemm.call": 2e-6, "library.dgemm.flop": 1e-8})
    # Where the model says nothing: 30 instructions an exp(), 10 and 0.05 a byte a memcpy(), 500 and 0.3 an operation a dgemm().
    # A product of 2 by 5 and 5 by 3 numbers takes 60 operations. A dgemm() that counts itself is no library's.
    others = options.program
    for name, model, what, of_calls in (
            ("known", known, "calls", 3000 + 1000 + 100), ("unknown", options.model, "calls", 30 + 10 + 5),
            ("known_blas", known, "blas", 2000 + 600), ("unknown_blas", options.model, "blas", 500 + 18), ("own_blas", known, "blas", 0)):
        options.program = options.own_blas if name == "own_blas" else others
        found = seconds_of_calls(options, model, os.path.join(scratch, name), what)
        expect(f"{of_calls} ns for the calls of each turn of {name}, found {found}", abs(found - of_calls) < 1e-3)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("revprof", "model", "program", "own-blas"):
        parser.add_argument("--" + name, required=True)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        check_slowest(options, scratch)
        check_libraries(options, scratch)


if __name__ == "__main__":
    main()
