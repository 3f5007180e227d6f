#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""revprof compare and revprof profile of an OpenSHMEM program: its runs that are timed, and not predicted, leave their times.

    timed.py --revprof REVPROF --model MODEL --output DIRECTORY PROGRAM
"""
import argparse
import os
import shutil
import subprocess
import sys


def run(*words):
    ended = subprocess.run([str(word) for word in words], capture_output=True, text=True, timeout=140, check=False)
    if ended.returncode != 0:
        sys.exit(f"{words}: exit code {ended.returncode}\n{ended.stdout}{ended.stderr}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("revprof", "model", "output"):
        parser.add_argument("--" + name, required=True)
    parser.add_argument("program")
    options = parser.parse_args()
    shutil.rmtree(options.output, ignore_errors=True)
    os.makedirs(options.output)
    run(options.revprof, "compare", "--model", options.model, "--runs", 1, "-n", 2, "-o", f"{options.output}/compare", "--", options.program)
    with open(f"{options.output}/compare/measured1/measured.json", encoding="utf-8") as file:
        measured = file.read()
    for call in ("shmem_put", "shmem_max_to_all"):
        if f'"{call}"' not in measured:
            sys.exit(f"no time of {call} was measured: {measured}")
    run(options.revprof, "profile", "-n", 2, "-o", f"{options.output}/heat.profile", "--", options.program)
    with open(f"{options.output}/heat.profile", encoding="utf-8") as file:
        profile = file.read()
    if "shmem_put" not in profile:
        sys.exit(f"expected a segment that ends at shmem_put: {profile}")


if __name__ == "__main__":
    main()
