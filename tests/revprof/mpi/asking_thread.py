#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""A thread that asks until another one lets it go on has waited for no simulated time, on any lane.

On models/exact.json: MPI_Irecv 0.5 us, MPI_Send 2, transit 7; half of them in lane low, twice in high.
"""

import json
import os
import shutil
import sys

import launcher

# The message leaves at 0.5 and is there at 7.5, the answer at 14.5.
ENDS = [[14_500_000, 7_250_000, 29_000_000, 14_500_000], [9_500_000, 4_750_000, 19_000_000, 9_500_000]]
# Whose message is there while the other one asks is the host's choice: that one's leaves at 7.5, or 30 in high.
MOST = 60_000_000


def ends_of(options, *words):
    shutil.rmtree(options.output, ignore_errors=True)
    ended = launcher.run(options, 2, launcher.under_revprof(options), [options.program, *words])
    if ended.returncode != 0:
        sys.exit(f"exit code {ended.returncode}\n{ended.stdout}\n{ended.stderr}")
    with open(os.path.join(options.output, "summary.json"), encoding="utf-8") as file:
        summary = json.load(file)
    ends = [[lane[0] for lane in row] for row in summary["process_picoseconds"]]
    print(ends, summary["warnings"])
    if not any("timing decided" in warning for warning in summary["warnings"]):
        sys.exit("the host has decided, and nothing says so")
    return ends


def main():
    options = launcher.parser(__doc__).parse_args()
    if ends_of(options) != ENDS:
        sys.exit(f"expected {ENDS}")
    if max(map(max, ends_of(options, "both"))) > MOST:
        sys.exit(f"expected no more than {MOST}")


if __name__ == "__main__":
    main()
