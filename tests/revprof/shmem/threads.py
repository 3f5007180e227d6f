#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Threads of a PE have clocks of their own, which go on from where they begin and meet where one waits for another's end. What they
hand each other by plain stores nobody sees: where the host's order then is not that of the clocks, the summary says so.

    threads.py --oshrun OSHRUN --library LIBRARY --model MODEL --output DIRECTORY -n 2 PROGRAM
"""
import json
import os
import shutil
import subprocess
import sys

import exact_times

SKIPPED = 77
LATE, THREADS = "heard of after a wait", "by another thread than the one before"


def run(options, variables, part):
    shutil.rmtree(options.output, ignore_errors=True)
    words = [options.oshrun, "-n", str(options.processes)]
    for name, value in variables.items():
        words += ["-x", f"{name}={value}"]
    ended = subprocess.run(words + [options.program, part], capture_output=True, text=True, timeout=90)
    if ended.returncode == SKIPPED:
        sys.exit(SKIPPED)
    if ended.returncode != 0:
        sys.exit(f"{part}: exit code {ended.returncode}\n{ended.stdout}{ended.stderr}")
    with open(os.path.join(options.output, "summary.json"), encoding="utf-8") as file:
        return json.load(file)


def main():
    options = exact_times.parser_of(__doc__).parse_args()
    os.makedirs(os.path.dirname(options.output), exist_ok=True)
    variables = exact_times.under_revprof(options)
    summary = run(options, variables, "joined")
    found = [lanes[0][0] for lanes in summary["process_picoseconds"]]
    # 10, 50, and 5.016 until the word is there: a quiet of the thread, and 0.3 of the PE that waits. Then a second quiet.
    expected = [65_216_000, 65_016_000]
    if found != expected or any("timing decided" in text for text in summary["warnings"]):
        sys.exit(f"joined: expected {expected} ps, found {found}; {summary['warnings']}")
    for part, what in (("answered", LATE), ("quieted", THREADS)):
        warnings = run(options, variables, part)["warnings"]
        if not any(what in text for text in warnings):
            sys.exit(f"{part}: expected \"{what}\", found {warnings}")


if __name__ == "__main__":
    main()
