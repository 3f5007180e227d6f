#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""A sparse exchange (NBX) is predicted alike in each run, and one message of it as by hand."""

import math
import sys

import launcher
import updates

# With models/exact.json, ns. Of two processes, process 1 sends one message of 4 bytes in the first round.
COMPUTES, ISSEND, TRANSIT, LATENCY, POLLS, BARRIER = 40_000, 502, 5_008, 5_000, 10, 20_000


def by_hand():
    """Process 0 polls and takes the message when its envelope is there; process 1 hears of it in its next round of questions."""
    asks = COMPUTES + ISSEND
    answered = COMPUTES + LATENCY + TRANSIT  # from the receive on as long as a message takes
    return asks + math.ceil((answered - asks) / POLLS) * POLLS + BARRIER


def predicted(options, processes, rounds, runs):
    """Of the latest process, on the first lane, ps."""
    words = [options.program, str(rounds)]
    return max(lanes[0][0] for lanes in updates.same_in_each_run(options, processes, words, runs))


def main():
    options = launcher.parser(__doc__).parse_args()
    one = predicted(options, 2, 1, runs=2) - predicted(options, 2, 0, runs=1)
    if one != by_hand() * 1000:
        sys.exit(f"{one} ps, by hand {by_hand() * 1000}")
    for processes in (3, 5):
        predicted(options, processes, 4, runs=4)


if __name__ == "__main__":
    main()
