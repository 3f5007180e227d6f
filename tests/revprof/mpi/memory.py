#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""A long program may grow by 1 MiB more under librevprof.so than it does plainly."""

import argparse
import shutil
import subprocess
import sys

ALLOWED_KILOBYTES = 1024


def growth(options, environment):
    """In kB, of the process that has grown most."""
    command = [options.mpiexec, "-n", "2"]
    for name, value in environment.items():
        command += ["-x", f"{name}={value}"]
    ended = subprocess.run(command + [options.program], capture_output=True, text=True,
                           timeout=150, check=True)
    return max(int(line) for line in ended.stdout.split())


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("mpiexec", "library", "model", "output", "program"):
        parser.add_argument("--" + name, required=True)
    options = parser.parse_args()
    shutil.rmtree(options.output, ignore_errors=True)
    plain = growth(options, {})
    under = growth(options, {"LD_PRELOAD": options.library, "MODEL": options.model,
                             "REVPROF_QUIET": "1", "REVPROF_OUTPUT": options.output})
    print(f"growth in kB: plain {plain}, under revprof {under}")
    if under > plain + ALLOWED_KILOBYTES:
        sys.exit(f"expected at most {plain + ALLOWED_KILOBYTES} kB")


if __name__ == "__main__":
    main()
