#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Predicted times on models/exact.json, worked out by hand from DESIGN section 4, exactly.

For 1000 bytes that model says: MPI_Send 2 us, MPI_Recv 2 us, transit 7 us, MPI_Isend 1 us,
MPI_Irecv 0.5 us, MPI_Wait 0.5 us, MPI_Sendrecv 4 us; over 4 processes MPI_Allreduce 38 us,
MPI_Barrier 30 us, MPI_Bcast 32 us, MPI_Reduce 34 us, MPI_Gather 34 us, MPI_Scan 31 us. Its low
lane is half of these, its high lane twice.
"""

import argparse
import json
import os
import shutil
import sys

import launcher

US = 1_000_000  # picoseconds

# scenario: processes, then per process, on lane 0: end, compute, communication, waiting
EXPECTED = {
    # The message leaves at 1 and is there at 8; from 1 on it is no longer waited for.
    "send": (2, [(3 * US, 1 * US, 2 * US, 0), (8 * US, 0, 7 * US, 1 * US)]),
    # Long there when the receiver looks: 20 + 2.
    "late_receiver": (2, [(2 * US, 0, 2 * US, 0), (22 * US, 20 * US, 2 * US, 0)]),
    # Sender: 1 + 10, and its message has left; receiver: there at 7, after 0.5 + 3.
    "nonblocking": (2, [(11 * US, 10 * US, 1 * US, 0), (7 * US, 3 * US, 4 * US, 0)]),
    "sendrecv": (2, [(7 * US, 0, 7 * US, 0), (7 * US, 0, 7 * US, 0)]),
    "probed": (2, [(2 * US, 0, 2 * US, 0), (7 * US, 0, 7 * US, 0)]),
    "frozen": (2, [(2 * US, 2 * US, 0, 0), (0, 0, 0, 0)]),
    "looks_at_the_clock": (2, [(100_000, 0, 100_000, 0), (110_000, 0, 110_000, 0)]),
    # 3 + 38 = 41, + 30 = 71, + 32 = 103, + 34 = 137; the gather ends at its root and at the late
    # rank 3 at 142 + 34 = 176, elsewhere at 171; the scan starts at 176 everywhere: 207; the
    # nonblocking barrier ends at 207 + 30, 10 of which are computed.
    "collectives": (4, [
        (237 * US, 10 * US, 219 * US, 8 * US),
        (237 * US, 11 * US, 219 * US, 7 * US),
        (237 * US, 12 * US, 219 * US, 6 * US),
        (237 * US, 18 * US, 219 * US, 0)]),
    # Spawned when both are there, at 2, for the assumed 1; a child computes 3 and sends. It is
    # in another world, beyond every block: transit 14.
    "spawned": (2, [
        (20_000_000, 1 * US, 15_000_000, 4 * US), (20_000_000, 2 * US, 15_000_000, 3 * US)]),
}
# What the children of "spawned" did before they began is waiting and the spawn itself.
CHILDREN_OF_SPAWNED = [(8_000_000, 3 * US, 3_000_000, 2 * US)] * 2
# "send" on the lanes mean, low, high, equation
LANES_OF_SEND = [[3 * US, 2 * US, 5 * US, 3 * US], [8 * US, 4_500_000, 15 * US, 8 * US]]


def run(options, scenario, processes):
    shutil.rmtree(options.output, ignore_errors=True)
    ended = launcher.run(options, processes, launcher.under_revprof(options),
                         [options.program, scenario])
    if ended.returncode != 0:
        sys.exit(f"{scenario}: exit code {ended.returncode}\n{ended.stderr}")
    return times_in(options.output)


def times_in(directory):
    with open(os.path.join(directory, "summary.json"), encoding="utf-8") as file:
        return json.load(file)["process_picoseconds"]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    launcher.add_options(parser)
    for name in ("library", "model", "output", "program"):
        parser.add_argument("--" + name, required=True)
    options = parser.parse_args()
    wrong = 0
    for scenario, (processes, expected) in EXPECTED.items():
        if scenario == "spawned" and options.host == "mpich":
            continue  # it cannot spawn as Debian builds it
        rows = run(options, scenario, processes)
        got = [tuple(lanes[0]) for lanes in rows]
        if got != expected:
            print(f"{scenario}: got {got}, expected {expected}")
            wrong += 1
        if scenario == "spawned":
            got = [tuple(lanes[0]) for lanes in times_in(os.path.join(options.output, "spawned"))]
            if got != CHILDREN_OF_SPAWNED:
                print(f"children of spawned: got {got}, expected {CHILDREN_OF_SPAWNED}")
                wrong += 1
        if scenario == "send":
            lanes = [[lane[0] for lane in row] for row in rows]
            if lanes != LANES_OF_SEND:
                print(f"lanes of send: got {lanes}, expected {LANES_OF_SEND}")
                wrong += 1
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
