#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""REVPROF_CPU_THREADS: whose CPU time counts when other threads compute than the one that calls MPI.

They use 100 ms together, which is certain; the calling thread waits for them, and uses far less.
"""

import json
import os
import shutil
import sys

import launcher


def main():
    options = launcher.parser(__doc__).parse_args()
    for threads, expected in (("calling", lambda s: s < 0.05), ("all", lambda s: s >= 0.1)):
        shutil.rmtree(options.output, ignore_errors=True)
        environment = {**launcher.under_revprof(options), "REVPROF_COMPUTE": "cpu",
                       "REVPROF_CPU_THREADS": threads}
        launcher.run(options, 2, environment, [options.program], timeout=60)
        with open(os.path.join(options.output, "summary.json"), encoding="utf-8") as file:
            rows = json.load(file)["process_picoseconds"]
        for lanes in rows:
            seconds = lanes[0][1] * 1e-12
            print(f"{threads}: {seconds} s of computation")
            if not expected(seconds):
                sys.exit("that is wrong")


if __name__ == "__main__":
    main()
