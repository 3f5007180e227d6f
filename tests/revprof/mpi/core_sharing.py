#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Under revprof, processes of MPICH that wait yield their cores where these are fewer than they are, and else spin."""

import os
import re
import shutil
import sys

import launcher


def main():
    options = launcher.parser(__doc__).parse_args()
    cores = sorted(os.sched_getaffinity(0))
    for count, expected in ((1, "yields"), (2, "spins")):
        if count > len(cores):
            break
        os.sched_setaffinity(0, cores[:count])
        shutil.rmtree(options.output, ignore_errors=True)
        ended = launcher.run(options, 2, launcher.under_revprof(options), [options.program])
        # mpiexec may write the lines of two processes as one.
        words = re.findall("yields|spins", ended.stdout)
        print(f"2 processes, {count} core(s): {words} {ended.stderr}")
        if words != [expected] * 2:
            sys.exit(f"expected that each {expected}")


if __name__ == "__main__":
    main()
