#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""The Fortran scenarios take exactly as long as those of C (tests/revprof/mpi/exact_times.py)."""

import os
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "mpi"))
import exact_times  # noqa: E402
import launcher  # noqa: E402


def main():
    options = launcher.parser(__doc__).parse_args()
    wrong = 0
    for scenario in ("send", "nonblocking", "collectives"):
        processes, expected = exact_times.EXPECTED[scenario]
        got = [tuple(lanes[0]) for lanes in exact_times.run(options, scenario, processes)]
        with open(os.path.join(options.output, "p0.trace"), encoding="utf-8") as file:
            said = [line.strip() for line in file if line[0] in "KV"]
        marks = "exact_times" in os.path.basename(options.program)  # the one in both languages does not
        if said != (["K 0 it begins", "V 0 0.5 half"] if marks else []):
            print(f"{scenario}: the trace says {said}")
            wrong += 1
        if got != expected:
            print(f"{scenario}: got {got}, expected {expected}")
            wrong += 1
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
