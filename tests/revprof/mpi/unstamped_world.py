#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""A program that spawns processes without librevprof.so must end with a message that says so."""

import argparse
import shutil
import subprocess
import sys


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("mpiexec", "library", "model", "output", "program"):
        parser.add_argument("--" + name, required=True)
    options = parser.parse_args()
    shutil.rmtree(options.output, ignore_errors=True)
    command = [options.mpiexec, "-n", "1", "-x", f"LD_PRELOAD={options.library}",
               "-x", f"MODEL={options.model}", "-x", f"REVPROF_OUTPUT={options.output}",
               options.program, "plainly"]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    print(ended.stderr)
    if ended.returncode == 0 or "run without librevprof" not in ended.stderr:
        sys.exit(f"exit code {ended.returncode}; expected another one, and a message")


if __name__ == "__main__":
    main()
