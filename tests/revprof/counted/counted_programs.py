#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Counted programs: the same results as plain ones, and the same computation in every run.

Between host MPIs a program differs by a few instructions, as their mpi.h does.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile

ENVIRONMENT = {**os.environ, "REVPROF_TRACE": "none"}
for name in ("MODEL", "REVPROF_MODEL", "REVPROF_COMPUTE", "LD_PRELOAD"):
    ENVIRONMENT.pop(name, None)


def output(words, expected=0, **options):
    done = subprocess.run(words, env=ENVIRONMENT, timeout=300, text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, check=False, **options)
    if done.returncode != expected:
        sys.exit(f"{' '.join(words)}: expected exit code {expected}, found {done.returncode}\n{done.stdout}{done.stderr}")
    return done


def predicted(options, program, directory, *settings):
    """Standard output, and the summary."""
    words = [options.revprof, "run", "--model", options.model, "-n", options.processes, "-o", directory, *settings]
    done = output(words + ["--", program])
    with open(os.path.join(directory, "summary.json"), encoding="utf-8") as file:
        return done, json.load(file)


def expect(what, truth):
    if not truth:
        sys.exit(f"expected {what}")


def check_runs(options, scratch):
    of_host = []
    pairs = [program.split("=") for program in options.programs]
    for number, (plain, counted) in enumerate(pairs):
        results = output([options.launchers[number], "-n", options.processes, plain]).stdout
        expect(f"{counted} without revprof to print {results!r}",
               output([options.launchers[number], "-n", options.processes, counted]).stdout == results)
        for run in range(2):
            done, summary = predicted(options, counted, os.path.join(scratch, f"{number}.{run}"))
            expect(f"{counted} under revprof to print {results!r}, found {done.stdout!r}", done.stdout == results)
            said = " ".join(done.stderr.split())
            expect("a summary that says what counts", "instructions, counted in " in said)
            expect("a warning that an instruction's time is assumed", "in the mean, are assumed" in said)
            expect("computation that is counted", summary["computation"]["from"] == "counted")
            expect("computation that is assumed", summary["trust"]["assumed"] > 0)
            times = summary["process_picoseconds"]
            booked = sum(segment["seconds"] for segment in summary["computation"]["segments"])
            charged = sum(lanes[0][1] for lanes in times) * 1e-12
            expect(f"all {charged} s in segments, found {booked}", abs(booked - charged) <= 1e-9 * charged)
            expect("computation on each process", all(lanes[0][1] > 0 for lanes in times))
            if run == 0:
                of_host.append(times)
            expect(f"the same times in every run, found\n{of_host[-1]}\n{times}", times == of_host[-1])
    for times in of_host:
        for lanes, others in zip(of_host[0], times):
            expect("the same computation on every host but for one instruction in 1000, found "
                   f"{lanes[0][1]} and {others[0][1]} ps", abs(lanes[0][1] - others[0][1]) <= 1e-3 * lanes[0][1])
    return of_host[0]


def check_settings(options, scratch, times):
    plain, counted = options.programs[0].split("=")
    _, summary = predicted(options, counted, os.path.join(scratch, "stated"), "--compute", "counted", "--instruction", "6e-10")
    expect("twice the computation of assumed instructions",
           all(abs(found[0][1] - 2 * lanes[0][1]) <= 1000 for found, lanes in zip(summary["process_picoseconds"], times)))
    expect("that nothing is assumed", summary["trust"]["assumed"] == 0 and not
           [text for text in summary["warnings"] if "instruction" in text])
    done, summary = predicted(options, plain, os.path.join(scratch, "plain"))
    expect("a second line that tells of communication alone and what adds computation",
           re.search("^  communication alone: .*revprof flags.*--compute cpu", done.stderr, re.MULTILINE | re.DOTALL))
    expect("no computation", summary["lanes"][0]["compute_seconds"] == 0)
    refused = output([options.revprof, "run", "--model", options.model, "-n", "2", "-o", os.path.join(scratch, "none"),
                      "--compute", "counted", "--", plain], expected=2)
    expect("a message that the program does not count", "expected one that is compiled with `revprof flags`" in refused.stderr)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("revprof", "model"):
        parser.add_argument("--" + name, required=True)
    parser.add_argument("--processes", default="2")
    parser.add_argument("--launchers", nargs="+", required=True, help="of each program")
    parser.add_argument("programs", nargs="+", help="PLAIN=COUNTED, of each host MPI")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        check_settings(options, scratch, check_runs(options, scratch))


if __name__ == "__main__":
    main()
