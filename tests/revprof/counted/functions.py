#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""A program whose functions are regions: how often each runs, and its times with and without what it calls."""

import argparse
import json
import os
import subprocess
import sys
import tempfile

# The function, its visits by two processes in ten rounds, and what it calls.
VISITS = {"solve(int)": 20, "recursive(int)": 100, "leaf(long)": 120, "straight(long)": 20, "throwing(int)": 20, "jumping()": 20}


def expect(what, truth):
    if not truth:
        sys.exit(f"expected {what}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("revprof", "model", "plain", "program"):
        parser.add_argument("--" + name, required=True)
    options = parser.parse_args()
    environment = {**os.environ, "REVPROF_TRACE": "none"}
    outputs, summaries = [], []
    with tempfile.TemporaryDirectory() as scratch:
        for number, program in enumerate([options.plain, options.program, options.program]):
            directory = os.path.join(scratch, str(number))
            words = [options.revprof, "run", "--model", options.model, "-n", "2", "-o", directory, "--", program]
            done = subprocess.run(words, env=environment, timeout=300, text=True, capture_output=True, check=False)
            expect(f"exit code 0, found {done.returncode}\n{done.stderr}", done.returncode == 0)
            outputs.append(done.stdout)
            with open(os.path.join(directory, "summary.json"), encoding="utf-8") as file:
                summaries.append(json.load(file))
        text = subprocess.run([options.revprof, "report", directory], text=True, capture_output=True, timeout=60,
                              check=True).stdout
    expect(f"the same results, found {outputs}", len(set(outputs)) == 1)
    expect("the same prediction in every run", summaries[1]["process_picoseconds"] == summaries[2]["process_picoseconds"])
    regions = {row["region"].replace("(anonymous namespace)::", ""): row for row in summaries[1]["computation"]["regions"]}
    for name, visits in VISITS.items():
        expect(f"{visits} visits of {name}, found {regions}", name in regions and regions[name]["visits"] == visits)
    expect("no region that began before the run", "main" not in regions and "start(int*, char***)" not in regions)
    for region in regions.values():
        expect(f"no exclusive time beyond the inclusive one: {region}",
               0 <= region["exclusive_seconds"] <= region["inclusive_seconds"])
    expect(f"that straight's instructions are its own, found {regions['straight(long)']}", regions["straight(long)"]["exclusive_seconds"] > 0)
    solve = regions["solve(int)"]["inclusive_seconds"]
    parts = sum(row["exclusive_seconds"] for row in regions.values())
    expect(f"that all of solve's {solve} s are some region's, found {parts}", abs(parts - solve) < 1e-11)
    expect("a table of regions", "inclusive  exclusive" in text and "recursive(int)" in text)


if __name__ == "__main__":
    main()
