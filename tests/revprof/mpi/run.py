#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Runs an MPI test program plainly and under librevprof; what it prints and returns must agree.

run.py --host openmpi|mpich --mpiexec PROGRAM -n PROCESSES
       [--library SO --model JSON --output DIR] [--both-copies]
       [--measured] [--exit CODE] [--unfinished] [--behind SO] [--variable NAME=VALUE]... -- PROGRAM ARGUMENTS...
Under revprof the summary's times must also add up, exactly, on every process and lane. With --measured the calls are
timed instead (REVPROF_MEASURE), and that must not be noticed either.
"""

import argparse
import json
import os
import shutil
import sys

import launcher

# How the kernel's single copy between processes is switched off.
WITHOUT_SINGLE_COPY = {"openmpi": {"OMPI_MCA_btl_vader_single_copy_mechanism": "none"},
                       "mpich": {"UCX_TLS": "sysv,self"}}


# Where a process ends without MPI_Finalize, MPICH's launcher may see its socket close before its exit code and say 1
# or 9 (SIGKILL, of a neighbour) instead, in half of plain runs under strace: such a run is tried again.
ATTEMPTS = {"mpich": 20}


def launch(options, environment):
    attempts = ATTEMPTS.get(options.host, 1) if options.unfinished else 1
    for _ in range(attempts):
        if options.output:
            shutil.rmtree(options.output, ignore_errors=True)
        result = launcher.run(options, options.processes, environment, options.command, options.timeout)
        if result.returncode == options.exit:
            break
    return result


def expect(condition, what, result=None):
    if condition:
        return
    print(f"FAILED: {what}")
    if result is not None:
        print(f"exit code {result.returncode}\n{result.stdout}\n{result.stderr}")
    sys.exit(1)


def check_sums(directory, processes):
    """compute + communication + waiting = predicted time: whole picoseconds, no tolerance."""
    with open(os.path.join(directory, "summary.json"), encoding="utf-8") as file:
        summary = json.load(file)
    rows = summary["process_picoseconds"]
    expect(len(rows) == processes, f"{len(rows)} processes in the summary, expected {processes}")
    for rank, lanes in enumerate(rows):
        for predicted, compute, communication, waiting in lanes:
            expect(predicted == compute + communication + waiting,
                   f"rank {rank}: {compute} + {communication} + {waiting} is not {predicted}")
            expect(min(predicted, compute, communication, waiting) >= 0,
                   f"rank {rank}: a negative time")


def check_measured(directory, processes):
    """Calls were seen and have times; how long these are nobody asserts."""
    with open(os.path.join(directory, "measured.json"), encoding="utf-8") as file:
        measured = json.load(file)
    for key in ("process_seconds", "core_shares"):
        expect(len(measured[key]) == processes, f"{len(measured[key])} {key}, expected {processes}")
    expect(measured["calls"], "no calls were measured")
    for call in measured["calls"]:
        expect(call["count"] > 0 and call["seconds"] >= 0, f"{call}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    launcher.add_options(parser)
    parser.add_argument("-n", "--processes", type=int, required=True)
    parser.add_argument("--library")
    parser.add_argument("--model")
    parser.add_argument("--output")
    parser.add_argument("--both-copies", action="store_true",
                        help="also with the kernel's single copy switched off")
    parser.add_argument("--measured", action="store_true", help="time the calls, predict nothing")
    parser.add_argument("--exit", type=int, default=0, help="expected exit code")
    parser.add_argument("--unfinished", action="store_true", help="MPI_Finalize is not reached")
    parser.add_argument("--variable", action="append", default=[], help="NAME=VALUE for all runs")
    parser.add_argument("--behind", help="preloaded behind the library")
    parser.add_argument("--timeout", type=float, default=150)
    parser.add_argument("command", nargs="+")
    options = parser.parse_args()

    os.environ.update(dict(text.split("=", 1) for text in options.variable))
    plain = launch(options, {})
    expect(plain.returncode == options.exit, f"plain: expected exit code {options.exit}", plain)
    if not options.library:
        return
    variants = [{}]
    if options.measured:
        variants = [{"REVPROF_MEASURE": "1"}]
    if options.both_copies:
        variants.append(WITHOUT_SINGLE_COPY[options.host])
    for variant in variants:
        environment = {**launcher.under_revprof(options), **variant}
        if options.behind:
            environment["LD_PRELOAD"] += ":" + options.behind
        under = launch(options, environment)
        expect(under.returncode == options.exit,
               f"under revprof {variant}: expected exit code {options.exit}", under)
        expect(under.stdout == plain.stdout,
               f"plain it prints\n{plain.stdout}\nunder revprof {variant}", under)
        if options.unfinished:
            expect(not os.path.exists(os.path.join(options.output, "summary.json")), "a summary of an unfinished run")
            continue
        if options.measured:
            check_measured(options.output, options.processes)
        else:
            check_sums(options.output, options.processes)


if __name__ == "__main__":
    main()
