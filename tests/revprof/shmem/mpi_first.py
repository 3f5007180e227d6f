#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""mpi_first.c does what it does plainly, and is predicted to its end, whichever call or exit that is.

    mpi_first.py --oshrun OSHRUN --library LIBRARY --model MODEL --output DIRECTORY -n PROCESSES PROGRAM
"""
import json
import os
import shutil
import sys

import exact_times

ALLREDUCE = 20.032  # of two processes, 8 bytes, in microseconds


def main():
    options = exact_times.parser_of(__doc__).parse_args()
    program = options.program
    # The later one has computed for 2 us when all meet.
    both = 2 + exact_times.microseconds("shmem_barrier_all") + ALLREDUCE
    for arguments, time in ([], both + 3), (["leave"], both):
        options.program = [program, *arguments]
        plain = exact_times.launch(options, {})
        shutil.rmtree(options.output, ignore_errors=True)
        predicted = exact_times.launch(options, exact_times.under_revprof(options))
        if sorted(plain.stdout.splitlines()) != sorted(predicted.stdout.splitlines()):
            sys.exit(f"plainly:\n{plain.stdout}under revprof:\n{predicted.stdout}")
        with open(os.path.join(options.output, "summary.json"), encoding="utf-8") as file:
            found = json.load(file)["lanes"][0]["predicted_seconds"]
        if round(1e12 * found) != round(1e6 * time):
            sys.exit(f"{arguments}: {1e6 * found} us, expected {time}")


if __name__ == "__main__":
    main()
