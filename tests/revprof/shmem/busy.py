#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""busy.c does what it does plainly, and the summary says which waits could not be followed.

    busy.py --revprof REVPROF --oshrun OSHRUN --model MODEL --output DIRECTORY PROGRAM
"""
import argparse
import json
import os
import shutil
import subprocess
import sys


def run(*words):
    ended = subprocess.run([str(word) for word in words], capture_output=True, text=True, timeout=140, check=False,
                           env={**os.environ, "OMPI_MCA_btl": "^uct"})
    if ended.returncode != 0:
        sys.exit(f"{words}: exit code {ended.returncode}\n{ended.stdout}{ended.stderr}")
    return sorted(ended.stdout.splitlines())


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("revprof", "oshrun", "model", "output"):
        parser.add_argument("--" + name, required=True)
    parser.add_argument("program")
    options = parser.parse_args()
    shutil.rmtree(options.output, ignore_errors=True)
    os.makedirs(os.path.dirname(options.output), exist_ok=True)
    plain = run(options.oshrun, "-n", 2, options.program)
    predicted = run(options.revprof, "run", "--quiet", "1", "--model", options.model, "--output", options.output, "-n", 2, "--", options.program)
    if plain != predicted or "1: 20000" not in plain:
        sys.exit(f"plainly {plain}, under revprof {predicted}")
    with open(os.path.join(options.output, "summary.json"), encoding="utf-8") as file:
        summary = json.load(file)
    # The flag's record is gone; that of the last put is there.
    if not any("1 waits for what had been forgotten" in warning for warning in summary["warnings"]):
        sys.exit(f"expected one wait for what had been forgotten: {summary['warnings']}")
    for lanes in summary["process_picoseconds"]:
        for total, *parts in lanes:
            if total != sum(parts):
                sys.exit(f"{parts} do not add up to {total}")


if __name__ == "__main__":
    main()
