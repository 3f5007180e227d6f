#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""A coarray program prints under revprof what it prints plainly, and its one-sided calls are predicted.

    coarrays.py --revprof REVPROF --mpirun MPIRUN --model MODEL --output DIRECTORY -n PROCESSES PROGRAM
"""
import argparse
import json
import os
import shutil
import subprocess
import sys


def run(*words):
    ended = subprocess.run([str(word) for word in words], capture_output=True, text=True, timeout=110, check=False)
    if ended.returncode != 0:
        sys.exit(f"{words}: exit code {ended.returncode}\n{ended.stdout}{ended.stderr}")
    return ended.stdout


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("revprof", "mpirun", "model", "output"):
        parser.add_argument("--" + name, required=True)
    parser.add_argument("-n", dest="processes", type=int, required=True)
    parser.add_argument("program")
    options = parser.parse_args()
    shutil.rmtree(options.output, ignore_errors=True)
    os.makedirs(os.path.dirname(options.output), exist_ok=True)
    expected = f"{options.processes} images: {3 * options.processes} visits, token {options.processes - 1}\n"
    plain = run(options.mpirun, "-n", options.processes, options.program)
    predicted = run(options.revprof, "run", "--quiet", "1", "--model", options.model, "--output", options.output, "-n", options.processes,
                    "--", options.program)
    if (plain, predicted) != (expected, expected):
        sys.exit(f"expected {expected!r}, plainly {plain!r}, under revprof {predicted!r}")
    with open(os.path.join(options.output, "summary.json"), encoding="utf-8") as file:
        calls = {call["call"]: call for call in json.load(file)["calls"]}
    for call in ("MPI_Put", "MPI_Get", "MPI_Win_lock", "MPI_Allreduce"):
        if calls.get(call, {"seconds": 0})["seconds"] <= 0:
            sys.exit(f"no time of {call} is predicted: {sorted(calls)}")


if __name__ == "__main__":
    main()
