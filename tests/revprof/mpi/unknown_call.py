#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""A call that no table knows ends a run where it may move data, and is noted once where it cannot."""

import shutil
import sys

import launcher


def main():
    options = launcher.parser(__doc__, ("model", "output", "program")).parse_args()
    environment = {"MODEL": options.model, "REVPROF_QUIET": "1", "REVPROF_OUTPUT": options.output}
    wrong = []

    def run(sort, variables):
        shutil.rmtree(options.output, ignore_errors=True)
        return launcher.run(options, 2, variables, [options.program, sort])

    asks = run("asks", environment)
    if asks.returncode != 0 or asks.stderr.count("note: MPI_Made is newer than revprof") != 1:
        wrong.append(f"asks: exit code {asks.returncode}, {asks.stderr}")
    moves = run("moves", environment)
    if moves.returncode != 2 or "MPI_Made is newer than revprof, which does not know it and cannot let it" not in moves.stderr:
        wrong.append(f"moves: exit code {moves.returncode}, {moves.stderr}")
    plain = run("moves", {"REVPROF_QUIET": "1"})  # without a model nothing is predicted
    if plain.returncode != 0 or "well" not in plain.stdout:
        wrong.append(f"without a model: exit code {plain.returncode}, {plain.stderr}")
    print("\n".join(wrong))
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
