#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""The Fortran scenarios take exactly as long as those of C (tests/revprof/mpi/exact_times.py)."""

import argparse
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "mpi"))
import exact_times  # noqa: E402
import launcher  # noqa: E402


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    launcher.add_options(parser)
    for name in ("library", "model", "output", "program"):
        parser.add_argument("--" + name, required=True)
    options = parser.parse_args()
    wrong = 0
    for scenario in ("send", "nonblocking", "collectives"):
        processes, expected = exact_times.EXPECTED[scenario]
        got = [tuple(lanes[0]) for lanes in exact_times.run(options, scenario, processes)]
        if got != expected:
            print(f"{scenario}: got {got}, expected {expected}")
            wrong += 1
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
