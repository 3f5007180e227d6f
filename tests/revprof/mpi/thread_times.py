#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Threads that compute and communicate side by side: each has its own clocks, which meet where threads begin and end."""

import json
import os
import shutil
import sys

import launcher

MICROSECOND = 10**6  # in picoseconds; a step takes one


def with_thread_times(options):
    """The model, in which a region of T threads takes 5 us + T 2 us, and to begin a thread 10 us."""
    def row(c, k):
        return {"regimes": [{"min_work": 1, "max_work": 100, "min_processes": 1, "max_processes": 64,
                             "startup": None, "data": "d", "c": c, "s": 0, "k": k}]}
    with open(options.model, encoding="utf-8") as file:
        model = json.load(file)
    model["computation"] = {"cache_bytes": {}, "simd_bytes": 0, "times": {
        "threads.region.fork_join": row(5e-6, 2e-6), "threads.thread.fork_join": row(1e-5, 0)}}
    os.makedirs(os.path.dirname(options.output), exist_ok=True)
    options.model = options.output + ".threads.json"
    with open(options.model, "w", encoding="utf-8") as file:
        json.dump(model, file)


def predicted(options, processes, *arguments):
    shutil.rmtree(options.output, ignore_errors=True)
    environment = {**launcher.under_revprof(options), "REVPROF_COMPUTE": "steps", "REVPROF_STEP": "1e-6",
                   "OMP_NUM_THREADS": "2"}
    launcher.run(options, processes, environment, [options.program, *arguments], timeout=120)
    with open(os.path.join(options.output, "summary.json"), encoding="utf-8") as file:
        summary = json.load(file)
    for lanes in summary["process_picoseconds"]:
        for whole, *parts in lanes:
            if whole != sum(parts):
                sys.exit(f"{arguments}: {whole} ps are not {parts}")
    if any("another thread" in text for text in summary["warnings"]):
        sys.exit(f"{arguments}: found a warning that the host's timing decided: {summary['warnings']}")
    return [lanes[0][0] for lanes in summary["process_picoseconds"]]


def expect(what, found, expected):
    print(f"{what}: {found}")
    if found != expected:
        sys.exit(f"{what}: expected {expected} ps, found {found}")


def main():
    options = launcher.parser(__doc__).parse_args()
    for threads, microseconds in ((1, 500 + 1500 + 300), (2, 500 + 2000 + 300), (4, 500 + 4000 + 300)):
        expect(f"joined, {threads} threads", predicted(options, 1, "join", str(threads)), [microseconds * MICROSECOND])
    expect("detached", predicted(options, 1, "detached", "1"), [5000 * MICROSECOND])
    for what in ("exchange", "openmp"):
        alone = predicted(options, 2, what, "1")
        if min(alone) < 1000 * MICROSECOND:
            sys.exit(f"{what}: expected ten times 100 us of computation, found {alone}")
        for threads in (2, 4):
            expect(f"{what}, {threads} threads", predicted(options, 2, what, str(threads)), alone)
    with_thread_times(options)
    for threads, microseconds in ((1, 510 + 1500 + 300), (2, 520 + 2000 + 300), (4, 540 + 4000 + 300)):
        expect(f"joined, {threads} threads that begin", predicted(options, 1, "join", str(threads)), [microseconds * MICROSECOND])
    expect("three regions of one thread", predicted(options, 2, "openmp", "1"), alone)
    for threads in (2, 4):
        # The first region begins the threads.
        regions = (3 * (5 + 2 * threads) + 10 * (threads - 1)) * MICROSECOND
        expect(f"three regions of {threads} threads", predicted(options, 2, "openmp", str(threads)),
               [time + regions for time in alone])


if __name__ == "__main__":
    main()
