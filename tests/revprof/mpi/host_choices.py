#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""What the host decides is said, and by what; where it decides nothing, nothing is said."""

import json
import os
import shutil
import sys

import launcher

# What the program does: what is said of it.
SAID = {"threads": None,
        "atomics": "atomic operations that another process had preceded: MPI_Fetch_and_op at host_choices",
        "later_words": "atomic operations that another process had preceded: MPI_Fetch_and_op at host_choices",
        "later_looks": "atomic operations that another process had preceded: MPI_Put at host_choices",
        "own_atomics": None, "one_thread": None, "slow_sender": None, "nothing_left": None,
        "refused_sends": None, "poked": None}


def warnings(options, what):
    shutil.rmtree(options.output, ignore_errors=True)
    result = launcher.run(options, 3, launcher.under_revprof(options), [options.program, what])
    if result.returncode != 0:
        sys.exit(f"{what}: exit code {result.returncode}\n{result.stdout}\n{result.stderr}")
    with open(os.path.join(options.output, "summary.json"), encoding="utf-8") as file:
        return [text for text in json.load(file)["warnings"] if "timing decided" in text]


def main():
    options = launcher.parser(__doc__).parse_args()
    for what, said in SAID.items():
        found = warnings(options, what)
        if said is None and found or said is not None and not any(said in text for text in found):
            sys.exit(f"{what}: expected {said}, found {found}")


if __name__ == "__main__":
    main()
