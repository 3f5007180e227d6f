#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Who has a core of its own, bound to it, shares none; who is bound to the same one does, and the summary says so."""

import json
import os
import shutil
import sys

import launcher

PROCESSES = 2


def sharing(options, cores):
    shutil.rmtree(options.output, ignore_errors=True)
    environment = {**launcher.under_revprof(options), "REVPROF_COMPUTE": "cpu"}
    ended = launcher.run(options, PROCESSES, environment, [options.program, *map(str, cores)])
    if ended.returncode != 0:
        sys.exit(f"exit code {ended.returncode}\n{ended.stdout}\n{ended.stderr}")
    with open(os.path.join(options.output, "summary.json"), encoding="utf-8") as file:
        warnings = json.load(file)["warnings"]
    print(f"bound to {cores}: {warnings}")
    return [warning for warning in warnings if "processes shared" in warning]


def main():
    options = launcher.parser(__doc__).parse_args()
    cores = sorted(os.sched_getaffinity(0))
    said = sharing(options, [cores[0]] * PROCESSES)
    if len(said) != 1 or not said[0].startswith("2 processes shared 1 core of"):
        sys.exit("they share a core, and nothing says so")
    if len(cores) >= PROCESSES and sharing(options, cores[:PROCESSES]):
        sys.exit("they share no core")


if __name__ == "__main__":
    main()
