#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""How long a prediction takes: wall time of programs under `revprof run`, under smpirun, and by themselves.

CASES has a line for each case: platform, processes, a directory of the program's files (- for none), its build for the
host's MPI, its build by smpicc, and its arguments. The three ways take turns; medians are printed. Nothing else should
run meanwhile.
"""
import argparse
import collections
import os
import pathlib
import statistics
import sys
import tempfile
import time

sys.dont_write_bytecode = True
import accuracy

Case = collections.namedtuple("Case", "platform processes files command")
Times = collections.namedtuple("Times", "plain predicted simulated")


def read_cases(text):
    cases = []
    for line in text.splitlines():
        words = line.split()
        if not words or words[0].startswith("#"):
            continue
        if len(words) < 5 or not words[1].isdigit():
            sys.exit("wall_time: expected platform, processes, directory of files or -, host's build, smpicc's build and "
                     f"arguments, found \"{line}\"")
        files = None if words[2] == "-" else pathlib.Path(words[2])
        cases.append(Case(words[0], int(words[1]), files, words[3:]))
    return cases


def name_of(case):
    return f"{case.platform} {pathlib.Path(case.command[0]).name} {case.processes}"


def summary_lines(rows):
    """Of [(case, times)], per number of processes: what a prediction takes, as parts of the other two, in the median."""
    lines = []
    for processes in sorted({case.processes for case, _ in rows}):
        group = [times for case, times in rows if case.processes == processes]
        of_simulated = statistics.median(t.predicted / t.simulated for t in group)
        of_plain = statistics.median(t.predicted / t.plain for t in group)
        shortest = min(t.predicted for t in group)
        lines.append(f"{processes} processes, {len(group)} cases: {of_simulated:.2f} of smpirun's and {of_plain:.2f} of the plain "
                     f"run's time in the median; the shortest takes {shortest:.2f} s")
    return lines


def run_plainly(options, case):
    mpirun = ["mpirun", "--oversubscribe", "-np", case.processes]
    with tempfile.TemporaryDirectory() as directory:
        accuracy.run([*mpirun, *accuracy.words_of(options, 0, case.processes)], options.timeout,
                     cwd=accuracy.copied(options, directory))


def seconds_of(action, *arguments):
    begin = time.monotonic()
    action(*arguments)
    return time.monotonic() - begin


def times_of(options, case):
    model = accuracy.model_of(options, case.platform)
    ways = Times((run_plainly, options, case),
                 (accuracy.predict, options, model, case.platform, "", case.processes),
                 (accuracy.simulate_command, options, case.platform, case.processes))
    runs = [Times(*(seconds_of(*way) for way in ways)) for _ in range(options.runs)]
    return Times(*(statistics.median(way) for way in zip(*runs)))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cases", type=pathlib.Path, metavar="CASES")
    parser.add_argument("--build", type=pathlib.Path, default=accuracy.SOURCE / "build" / "release")
    parser.add_argument("--runs", type=int, default=3, help="of each case in each way")
    parser.add_argument("--timeout", type=int, default=600, help="seconds for each run")
    options = parser.parse_args()
    options.build = options.build.resolve()
    options.model, options.shipped, options.explain = None, True, False
    rows = []
    with tempfile.TemporaryDirectory() as directory:
        options.cache = pathlib.Path(directory)
        print(f"load {os.getloadavg()[0]:.1f}")
        print("| case | plain s | predicted s | smpirun s | predicted / smpirun |\n|---|---|---|---|---|", flush=True)
        for case in read_cases(options.cases.read_text()):
            options.files, options.command = case.files, case.command
            accuracy.revprof_simulate(options, case.platform, "--dry-run")
            try:
                times = times_of(options, case)
            except accuracy.TooLong as reason:
                print(f"| {name_of(case)} | left out: {reason} |", flush=True)
                continue
            rows.append((case, times))
            print(f"| {name_of(case)} | {times.plain:.2f} | {times.predicted:.2f} | {times.simulated:.2f} | "
                  f"{times.predicted / times.simulated:.2f} |", flush=True)
    print("\n" + "\n".join(summary_lines(rows)))


if __name__ == "__main__":
    main()
