#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""What the order of the processes decides is decided by the simulated clocks: predicted times of order.c, worked out by hand on
models/exact.json, in several runs, every other one on a busy host.

    order.py --oshrun OSHRUN --library LIBRARY --model MODEL --output DIRECTORY -n PROCESSES PROGRAM
"""
import argparse
import heapq
import json
import os
import shutil
import subprocess
import sys

import exact_times

RUNS, BUSY = 2, 4
TASKS, ROUNDS = 24, 3
# Microseconds; TRANSIT: of 0 bytes, as an atomic's size makes no difference.
TAKE, COMPARE, SWAP, FETCH, SET, PUT, QUIET, LOCK, UNLOCK, TRANSIT = 3.5, 3.7, 3.5, 3.5, 0.6, 0.6, 0.2, 2, 1, 5
WORD_TRANSIT, WORD_GAP, GET = 5.016, 2.008, 3


def in_order(clocks, serve):
    """serve(rank, time) until it says None: the next one's time; the earliest first, ties by rank."""
    waiting = [(time, rank) for rank, time in enumerate(clocks)]
    heapq.heapify(waiting)
    ends = [0.0] * len(clocks)
    while waiting:
        time, rank = heapq.heappop(waiting)
        ends[rank], again = serve(rank, time)
        if again:
            heapq.heappush(waiting, (ends[rank], rank))
    return ends


def tickets(p):
    taken = iter(range(TASKS + p))

    def serve(_rank, time):
        task = next(taken)
        if task >= TASKS:
            return time + TAKE, False
        return time + TAKE + (400 if task % 7 == 3 else 10), True
    return in_order([0.0] * p, serve)


def winners(p):
    def work(rank, number):
        return (rank * 7 + number * 3) % 5
    won, rounds = set(), [0] * p

    def serve(rank, time):
        number = rounds[rank]
        rounds[rank] += 1
        time += COMPARE
        if number not in won:
            won.add(number)
            time += 20
        if number + 1 == ROUNDS:
            return time, False
        return time + work(rank, number + 1), True
    return in_order([work(rank, 0) for rank in range(p)], serve)


def swaps(p):
    last = [0, None]  # whose it is, and when it is there

    def serve(rank, time):
        found, there = last
        if there is None:
            end = time + SWAP
            last[:] = rank + 1, time + (SWAP if rank == p - 1 else TRANSIT)
        else:  # as a read of what another one has left
            end = max(time, there) + SWAP
            last[:] = rank + 1, end
        return end + 10 * found, False
    return in_order([(rank * 3) % 4 for rank in range(p)], serve)


def polls(p):
    ends = [50 + SET]
    there = 50 + SET
    for rank in range(1, p):
        time = rank
        while time < 50:
            time += FETCH
        ends.append(max(time, there) + FETCH)
    return ends


def looks(p):
    ends, free = [50 + p * SET + GET], 0.0
    for rank in range(1, p):
        sent = max(50 + rank * SET, free)
        free = sent + WORD_GAP
        ends.append(sent + WORD_TRANSIT + GET)
    return ends


def woken(p):
    clocks = [100.0] * p
    clocks[0] = PUT + 200
    clocks[p - 1] = WORD_TRANSIT
    if p == 1:
        clocks = [PUT + 200]
    numbers = iter(range(p))
    return in_order(clocks, lambda _rank, time: (time + TAKE + 10 * next(numbers), False))


def meeting(p):
    if p < 3:
        return []
    last = (p - 1) // 2 * 2
    ends, number = [], 0
    for rank in range(p):
        number += rank % 2
        ends.append(60 + TAKE + 10 * number if rank % 2 else 50 + TAKE + exact_times.microseconds("shmem_barrier", 0, last // 2 + 1))
    return ends


def locks(p):
    def work(rank, number):
        return (rank * 5 + number * 2) % 7
    free, rounds = [0.0], [0] * p

    def serve(rank, time):
        number = rounds[rank]
        rounds[rank] += 1
        free[0] = max(time, free[0]) + LOCK + 3 + UNLOCK
        return (free[0], False) if number + 1 == ROUNDS else (free[0] + work(rank, number + 1), True)
    return in_order([work(rank, 0) for rank in range(p)], serve)


def mixed(p):
    def work(rank, number):
        return (rank * 5 + number * 2) % 7 + (37 * rank + number) / 1000
    rounds, line, testers, held = [0] * p, [], [], [False]
    ends = [0.0] * p
    events = [(work(rank, 0), rank, "wants") for rank in range(p)]

    def take(time, rank):
        held[0] = True
        heapq.heappush(events, (time + LOCK + 3 + UNLOCK, rank, "leaves"))
    heapq.heapify(events)
    while events:
        time, rank, what = heapq.heappop(events)
        if what == "wants":
            if not held[0]:
                take(time, rank)
            else:
                (testers if (rank + rounds[rank]) % 2 else line).append(rank)
            continue
        rounds[rank] += 1
        ends[rank] = time
        if rounds[rank] < 2 * ROUNDS:
            heapq.heappush(events, (time + work(rank, rounds[rank]), rank, "wants"))
        held[0] = False
        if line or testers:  # each in the order in which they came
            take(time, (line or testers).pop(0))
    return ends


def tries(p):
    free, rounds, ends = [0.0], [0] * p, [0.0] * p

    def work(rank, number):
        return 1 + (37 * rank + number) / 1000

    def serve(rank, time):
        number = rounds[rank] + 1
        rounds[rank] = number
        if free[0] > time:
            end = time + (700 + rank) / 1000
        else:
            end = free[0] = time + LOCK + 2 + UNLOCK
        return (end, False) if number == 4 * ROUNDS else (end + work(rank, number), True)
    return in_order([work(rank, 0) for rank in range(p)], serve)


def spinners(p):
    state = {"holder": None, "writer": None, "there": 0.0, "holds": set()}

    def serve(rank, time):
        if rank in state["holds"]:  # it gives the lock back
            state["holds"].remove(rank)
            state.update(holder=None, writer=rank, there=time + (PUT if rank == 0 else WORD_TRANSIT))
            return max(time + PUT + QUIET, state["there"]), False
        if state["holder"] is not None:
            return time + COMPARE, True
        end = time + COMPARE
        if state["writer"] not in (None, rank):  # what another one has left
            end = max(time, state["there"]) + COMPARE
        state.update(holder=rank, writer=rank, there=end)
        state["holds"].add(rank)
        return end + 13, True
    return in_order([(rank * 5) % 7 for rank in range(p)], serve)


def check(options, errors):
    found = exact_times.times_in(errors)
    wrong = 0
    parts = {"tickets": tickets, "winners": winners, "swaps": swaps, "polls": polls, "looks": looks, "woken": woken, "meeting": meeting,
             "locks": locks, "testers": locks, "mixed": mixed, "tries": tries, "spinners": spinners}
    for name, by_hand in parts.items():
        for rank, time in enumerate(by_hand(options.processes)):
            expected = round(1e6 * time)
            if found.get((name, rank)) != expected:
                print(f"{name}, process {rank}: {found.get((name, rank))} ps, by hand {expected}")
                wrong += 1
    return wrong


def run(options, variables):
    shutil.rmtree(options.output, ignore_errors=True)
    predicted = exact_times.launch(options, variables)
    with open(os.path.join(options.output, "summary.json"), encoding="utf-8") as file:
        warnings = [text for text in json.load(file)["warnings"] if "timing decided" in text]
    if warnings:
        print(f"the host has decided: {warnings}")
    return predicted.stdout, check(options, predicted.stderr) + len(warnings)


def main():
    options = exact_times.parser_of(__doc__).parse_args()
    os.makedirs(os.path.dirname(options.output), exist_ok=True)
    variables = exact_times.under_revprof(options)
    plain = exact_times.launch(options, {}).stdout
    wrong = 0
    for number in range(RUNS):
        busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(BUSY * (number % 2))]
        try:
            printed, errors = run(options, variables)
        finally:
            for process in busy:
                process.kill()
                process.wait()
        if printed != plain:
            print(f"plainly:\n{plain}under revprof:\n{printed}")
        wrong += errors + (printed != plain)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
