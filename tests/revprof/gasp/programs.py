#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Instrumented programs of 4 threads by `revprof run`: they do what they do plainly, take as long as worked out by hand, the same in
every run, and their OTF2 traces have UPC's records. One without MPI is started by upcrun. `revprof check` knows them.

    programs.py --revprof REVPROF --mpirun MPIRUN --otf2-print OTF2_PRINT --model MODEL --output DIRECTORY HEAT PIPELINE ALONE
"""
import argparse
import collections
import json
import os
import re
import shutil
import subprocess
import sys

from exact_times import richer_model

THREADS = 4
# By the equations of exact_times.py, in microseconds; a barrier of 4 threads takes 30.
PREDICTED = {
    # In each round thread 2 is the last: 2 gets of 4.016 and 22; two barriers. One barrier before, and a sum of 16.08 behind.
    "heat": 30 + 5 * (2 * 4.016 + 22 + 60) + 16.08,
    # Each hop: 10, the value leaves and holds the port for 2.008, the flag is there 5.016 later. 12 hops between two barriers.
    "pipeline": 30 + 12 * (10 + 2.008 + 5.016) + 30}
RECORDS = {
    "heat": {"RMA_PUT": 0, "RMA_GET": 5 * 6, "RMA_COLLECTIVE_END": 4 * (1 + 10 + 1)},
    # Gets of the thread's own memory into which another one has put: the flag, once for each time that it is waited for, and the value.
    "pipeline": {"RMA_PUT": 24, "RMA_GET": 2 * 11, "RMA_COLLECTIVE_END": 8}}
REGIONS = {"heat": ("upc_forall", 20), "pipeline": ("lap", 12)}


def run(words, code=0, **variables):
    ended = subprocess.run([str(word) for word in words], capture_output=True, text=True, timeout=140, check=False, env={**os.environ, **variables})
    if ended.returncode != code:
        sys.exit(f"{words}: exit code {ended.returncode}\n{ended.stdout}{ended.stderr}")
    return ended


def expect(what, found, expected):
    if found != expected:
        sys.exit(f"{what}: found {found}, expected {expected}")


def summary(output):
    with open(f"{output}/summary.json", encoding="utf-8") as file:
        return json.load(file)


def check_otf2(options, name, output):
    definitions = run([options.otf2_print, "-G", f"{output}/otf2/traces.otf2"]).stdout
    if not re.search(r"PARADIGM +\S+.*UPC", definitions) or "shared memory" not in definitions:
        sys.exit(f"{name}: no paradigm UPC, or no window of its shared memory:\n{definitions}")
    events = run([options.otf2_print, f"{output}/otf2/traces.otf2"]).stdout.splitlines()
    count = collections.Counter(line.split()[0] for line in events if re.match(r"[A-Z_]+ +\d", line))
    for record, expected in RECORDS[name].items():
        expect(f"{name}: {record}", count[record], expected)
    region, expected = REGIONS[name]
    expect(f"{name}: region {region}", sum(1 for line in events if line.startswith("ENTER") and f'"{region}"' in line), expected)


def check_path(output):
    """A strict put completes what was posted: the flag that leaves next is among the value that goes with it, and no more."""
    with open(f"{output}/path.json", encoding="utf-8") as file:
        charges = json.load(file)["charges"]
    expect("streams of the flags", {charge["streams"] for charge in charges if "streams" in charge}, {2})


def check_program(options, name, program):
    plain = run([options.mpirun, "-n", THREADS, program]).stdout
    found = []
    for number in range(2):
        output = f"{options.output}.{name}.{number}"
        shutil.rmtree(output, ignore_errors=True)
        settings = ["--model", options.richer, "--step", "1e-9", "--trace", "otf2", "--critical-path", 1, "--output", output, "--quiet", 1]
        predicted = run([options.revprof, "run", *settings, "-n", THREADS, "--", program])
        expect(f"{name}: output", predicted.stdout, plain)
        found.append(summary(output)["process_picoseconds"])
    expect(f"{name}: second run", found[1], found[0])
    picoseconds = [process[0][0] for process in found[0]]
    # A collective's equation is rounded to whole picoseconds.
    if any(abs(time - PREDICTED[name] * 1e6) > 20 for time in picoseconds):
        sys.exit(f"{name}: {picoseconds} ps, expected {PREDICTED[name] * 1e6}")
    check_otf2(options, name, output)
    if name == "pipeline":
        check_path(output)


def check_alone(options):
    output = f"{options.output}.alone"
    shutil.rmtree(output, ignore_errors=True)
    upcrun = f"{options.output}.upcrun"
    with open(upcrun, "w", encoding="utf-8") as file:
        file.write('#!/bin/sh\n[ "$1 $2" = "-n 1" ] || exit 5\nshift 2\nexec "$@"\n')
    os.chmod(upcrun, 0o755)
    settings = ["--model", options.richer, "--step", "1e-9", "--output", output, "--quiet", 1, "--mpirun", upcrun]
    expect("alone: output", run([options.revprof, "run", *settings, "-n", 1, "--", options.programs[2]]).stdout, "alone\n")
    expect("alone", [lanes[0][0] for lanes in summary(output)["process_picoseconds"]], [5_000_000])
    said = run([options.revprof, "run", *settings[:-2], "-n", 1, "--", options.programs[2]], code=2, PATH="/nowhere").stderr
    if "upcrun" not in said:
        sys.exit(f"expected a word on upcrun: {said}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("revprof", "mpirun", "otf2-print", "model", "output"):
        parser.add_argument("--" + name, required=True)
    parser.add_argument("programs", nargs=3)
    options = parser.parse_args()
    os.makedirs(os.path.dirname(options.output), exist_ok=True)
    options.richer = richer_model(options)
    for name, program in zip(PREDICTED, options.programs):
        check_program(options, name, program)
    check_alone(options)
    said = run([options.revprof, "check", options.programs[0]]).stdout
    if "works: a UPC program" not in said or "--inst-local" not in said:
        sys.exit(f"revprof check: {said}")


if __name__ == "__main__":
    main()
