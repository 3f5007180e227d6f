#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Processes that ask while they compute are predicted alike in each run, on a busy host as well."""

import json
import os
import shutil
import subprocess
import sys

import launcher

RUNS = 5
BUSY = 4  # loops beside every other run


def predicted(options, processes, words, host_may_decide):
    """Of each process; nothing where the run says that the host has decided an order, which it may."""
    shutil.rmtree(options.output, ignore_errors=True)
    environment = {**launcher.under_revprof(options), "REVPROF_STEP": "1e-9"}
    result = launcher.run(options, processes, environment, words, timeout=120)
    if result.returncode != 0:
        sys.exit(f"exit code {result.returncode}\n{result.stdout}\n{result.stderr}")
    with open(os.path.join(options.output, "summary.json"), encoding="utf-8") as file:
        summary = json.load(file)
    if any("timing decided" in text for text in summary["warnings"]):
        print(f"the host has decided: {summary['warnings']}")
        return None if host_may_decide else sys.exit(1)
    return summary["process_picoseconds"]


def same_in_each_run(options, processes, words, runs=RUNS, busy_loops=BUSY, host_may_decide=False):
    """Each process's picoseconds, in every other run on a busy host. Runs that may say that the host has decided are not compared."""
    found = []
    for number in range(runs):
        busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(busy_loops * (number % 2))]
        try:
            found.append(predicted(options, processes, words, host_may_decide))
        finally:
            for process in busy:
                process.kill()
                process.wait()
        print(found[-1], flush=True)
    compared = [times for times in found if times is not None]
    if not compared:
        sys.exit("the host has decided in every run: it is too busy for this test")
    if any(times != compared[0] for times in compared):
        sys.exit("predictions differ")
    return compared[0]


def main():
    options = launcher.parser(__doc__).parse_args()
    same_in_each_run(options, 2, [options.program])
    same_in_each_run(options, 4, [options.program, "asking"], runs=2)


if __name__ == "__main__":
    main()
