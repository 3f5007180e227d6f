#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Communicators, windows and files at once: at least nine tenths of what the host allows plainly."""

import os
import shutil
import sys
import tempfile

import launcher


# Plain MPICH 4.0.2 crashes where it can open no more; fewer than a process may open.
FILES = "900"


def count(options, environment, *what):
    shutil.rmtree(options.output, ignore_errors=True)
    result = launcher.run(options, 2, environment, [options.program, *what], timeout=150)
    if result.returncode != 0:
        print(f"{what[0]}: exit code {result.returncode}\n{result.stdout}\n{result.stderr}")
        sys.exit(1)
    return int(result.stdout.split()[-1])


def main():
    options = launcher.parser(__doc__).parse_args()

    with tempfile.TemporaryDirectory() as folder:
        for what in (["communicators"], ["windows"], [os.path.join(folder, "files"), FILES]):
            plain = count(options, {}, *what)
            under = count(options, launcher.under_revprof(options), *what)
            print(f"{os.path.basename(what[0])}: {plain} plainly, {under} under revprof")
            if under < 0.9 * plain:
                sys.exit(1)


if __name__ == "__main__":
    main()
