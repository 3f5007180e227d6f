#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Processes that take their tasks from a counter in a window get them in the order of the simulated clocks."""

import heapq
import sys

import launcher
import updates

TAKE = 5.008  # us: an MPI_Fetch_and_op of 4 bytes, for which transit of models/exact.json stands in; the flush is in it
TASKS = 60


def last_end(processes, tasks):
    """When the last process finds no task any more, us from the start of all: by hand, ties by rank."""
    clocks = [(0, rank) for rank in range(processes)]
    ends = []
    for task in range(tasks + processes):
        time, rank = heapq.heappop(clocks)
        time += TAKE
        if task < tasks:
            heapq.heappush(clocks, (time + (40 if task % 7 == 3 else 1) * 60, rank))
        else:
            ends.append(time)
    return max(ends)


def predicted(options, processes, tasks):
    """Of the process that ends last, on the first lane, ps."""
    words = [options.program, str(tasks)]
    return max(lanes[0][0] for lanes in updates.same_in_each_run(options, processes, words, runs=3))


def main():
    options = launcher.parser(__doc__).parse_args()
    for processes in (2, 3, 4):
        taken = predicted(options, processes, TASKS) - predicted(options, processes, 0)
        by_hand = round((last_end(processes, TASKS) - last_end(processes, 0)) * 1e6)
        if taken != by_hand:
            sys.exit(f"{processes} processes: {taken} ps, by hand {by_hand}")


if __name__ == "__main__":
    main()
