#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Predicted times of every family of OpenSHMEM calls, worked out by hand on models/exact.json, to the
picosecond; and what the calls do must be what they do without revprof.

    exact_times.py --oshrun OSHRUN --library LIBRARY --model MODEL --output DIRECTORY -n PROCESSES PROGRAM
"""
import argparse
import json
import math
import os
import re
import shutil
import subprocess
import sys

# Those of models/exact.json: constant, times log p, times d, in microseconds.
EQUATIONS = {
    "shmem_transit": (5, 0, 0.002), "shmem_gap": (2, 0, 0.001), "shmem_put": (1, 0, 0.001), "shmem_p": (0.6, 0, 0),
    "shmem_put_nbi": (0.4, 0, 0.001), "shmem_get": (4, 0, 0.002), "shmem_g": (3, 0, 0), "shmem_get_nbi": (4.5, 0, 0.002),
    "shmem_iput": (1.5, 0, 0.001), "shmem_iget": (5, 0, 0.002), "shmem_quiet": (0.2, 0, 0), "shmem_fence": (0.1, 0, 0),
    "shmem_wait_until": (0.3, 0, 0), "shmem_atomic_add": (0.7, 0, 0), "shmem_atomic_fetch_add": (3.5, 0, 0),
    "shmem_atomic_compare_swap": (3.7, 0, 0), "shmem_set_lock": (2, 0, 0), "shmem_clear_lock": (1, 0, 0),
    "shmem_barrier_all": (10, 10, 0), "shmem_barrier": (8, 8, 0), "shmem_sync_all": (6, 6, 0), "shmem_broadcast": (3, 2, 0.01),
    "shmem_fcollect": (4, 3, 0.01), "shmem_collect": (5, 3, 0.02), "shmem_sum_to_all": (7, 4, 0.01), "shmem_alltoall": (6, 5, 0.01),
    "shmem_alltoalls": (9, 5, 0.01), "shmem_max_to_all": (2, 1, 0.01)}


def microseconds(call, data=0, processes=2):
    """Rounded to whole picoseconds, as each price is."""
    constant, startup, per_byte = EQUATIONS[call]
    return round(1e6 * (constant + startup * math.log2(processes) + per_byte * data)) / 1e6


def crowd(p):
    """When each process has been told by all, who tell one after the other, as their ports are free."""
    ends = [0.7 * p + 0.3] * p
    for sender in range(p):
        free = 0.0
        for target in range(p):
            if target != sender:
                sent = max(0.7 * target, free)
                free = sent + microseconds("shmem_gap")
                ends[target] = max(ends[target], sent + microseconds("shmem_transit"))
    return dict(enumerate(ends))


def expected(p):
    """By part and process, in microseconds; a process without a line of its own has the last one's ("*")."""
    def alone(call, data=0):  # a collective of one process costs nothing
        return 0 if p == 1 else microseconds(call, data, p)

    def all_alike(time):
        return {"*": time}

    def second(time, first=0.0):  # of process 1, which is process 0 where there is no other
        return {0: first, 1: time, "*": 0} if p > 1 else {0: time}

    to_itself = p == 1  # a put to itself is there after as long as it takes
    there = 2.0 if to_itself else 7.0  # of 1000 bytes
    times = {}
    times["put"] = {0: 2, "*": 0}
    times["put_quiet"] = {0: 2.2 if to_itself else 7, "*": 0}
    # 2 + 2, and 0.2; the second one leaves at 3, when the port is free.
    times["two_puts"] = {0: 4.2 if to_itself else 10, "*": 0}
    times["put_nbi"] = {0: 3.2 if to_itself else 7, "*": 0}
    times["get_nbi"] = {0: 6.5, "*": 0}
    times["get"] = {0: 6, "*": 0}
    times["g"] = {0: 3, "*": 0}
    times["strided"] = {0: 2.5 + 7, "*": 0}
    times["context"] = {0: 2.2}
    times["context_quiet"] = {0: 2.4 if to_itself else 7, "*": 0}
    # The put leaves at 0, the fence ends at 2.1; the port is free at 3: the flag leaves, and is there 5.016 later.
    times["flag"] = second(8.016, 2.7) if p > 1 else {0: 3.0}
    # The put is there at 5 + 16; the flag, which leaves at 10 and would be there at 15.016, is not before.
    times["fence"] = second(21.0, 9.7) if p > 1 else {0: 9 + 0.1 + 0.6 + 0.3}
    times["test"] = second(5.008, 0.6) if p > 1 else {0: 0.9}
    # 20, and 5 until it is seen; then the others of a sync of all. At 0.3 after 0.7 where it is one process.
    times["rounds"] = all_alike(2 * (25 + alone("shmem_sync_all")) if p > 1 else 2 * (20 + 0.6 + 0.3))
    # They leave at 10, 20.6, 31.2 and 41.8; process 1 sees the second one 5.016 later.
    times["early"] = {1: 25.616} if p > 1 else {0: 42.4 + 0.3}
    times["held"] = {1: 25.916} if p > 1 else {0: 42.4 + 0.6}
    # Process k's is there at 10 k + 5, process 0's own at 0.7.
    times["all"] = {0: 1.0 if p == 1 else 10 * (p - 1) + 5}
    # Process 0's own comes last: at 10 p + 0.7; process 1's is there at 10 (p - 1) + 5.
    times["again"] = {k: 10 * (p - k) + 0.7 for k in range(1, p)} | {0: 10 * p + 1.0}
    times["fetch_add"] = {0: 3.5, "*": 0}
    times["fetched"] = second(5.0, 3.5) if p > 1 else {0: 3.8}
    times["compare"] = {0: 3.7, "*": 0}
    times["bitwise"] = all_alike(0.7 * p)
    times["crowd"] = crowd(p)
    if p > 1:
        # The word is there at 50 + 5.016; then the read takes its time. The one who wrote it goes on at 50.6.
        times["reads_flag"] = {0: 58.016, p - 1: 50.6, "*": 0}
    times["lock"] = {0: 13, "*": 0}
    times["next_lock"] = {p - 1: 15.0}
    times["barrier_all"] = all_alike(p - 1 + alone("shmem_barrier_all"))
    times["barrier_completes"] = all_alike(21 + alone("shmem_barrier_all") if p > 1 else 9)
    times["sync_does_not"] = all_alike(9 + alone("shmem_sync_all"))
    times["broadcast"] = all_alike(7 + alone("shmem_broadcast", 32))
    times["fcollect"] = all_alike(alone("shmem_fcollect", 16))
    times["collect"] = all_alike(alone("shmem_collect", 8 * sum(1 + k % 2 for k in range(p)) // p))
    times["alltoall"] = all_alike(alone("shmem_alltoall", 16))
    times["alltoalls"] = all_alike(alone("shmem_alltoalls", 8))
    times["max"] = all_alike(alone("shmem_max_to_all", 4))
    times["sum"] = all_alike(alone("shmem_sum_to_all", 8))
    if p > 2:
        last = (p - 1) // 2 * 2
        times["half"] = {k: last + microseconds("shmem_barrier", 0, (p + 1) // 2) if k % 2 == 0 else 0 for k in range(p)}
    if p > 1:
        times["message"] = {0: 2, p - 1: 7 if p <= 4 else 14, "*": 0}  # MPI's own transit, whatever a put's is
    times["malloc"] = all_alike(alone("shmem_barrier_all"))
    return times


def launch(options, variables):
    words = [options.oshrun, "-n", str(options.processes)]
    for name, value in variables.items():
        words += ["-x", f"{name}={value}"]
    program = options.program if isinstance(options.program, list) else [options.program]
    ended = subprocess.run(words + program, capture_output=True, text=True, timeout=140)
    if ended.returncode != 0:
        sys.exit(f"{options.program}: exit code {ended.returncode}\n{ended.stdout}{ended.stderr}")
    return ended


def times_in(errors):
    """By part and process, ps."""
    return {(part, int(rank)): float(time) for part, rank, time in re.findall(r"took (\w+) (\d+) (-?\d+)", errors)}


def check_times(errors, processes, parts):
    wrong = 0
    found = times_in(errors)
    for part, times in parts.items():
        for rank in range(processes):
            if rank not in times and "*" not in times:
                continue
            time = round(1e6 * times.get(rank, times.get("*")))
            if found.get((part, rank)) != time:
                print(f"{part}, process {rank}: {found.get((part, rank))} ps, expected {time}")
                wrong += 1
    return wrong


def parser_of(description):
    parser = argparse.ArgumentParser(description=description)
    for name in ("oshrun", "library", "model", "output"):
        parser.add_argument("--" + name, required=True)
    parser.add_argument("-n", dest="processes", type=int, required=True)
    parser.add_argument("program")
    return parser


def under_revprof(options):
    return {"LD_PRELOAD": options.library, "REVPROF_MODEL": options.model, "REVPROF_QUIET": "1", "REVPROF_OUTPUT": options.output,
            "REVPROF_STEP": "1e-9", "REVPROF_WTIME_TICK": "1e-12"}


def check(options, parts):
    """parts(processes): their times, by process. Returns the summary, and how much is wrong."""
    plain = launch(options, {})
    shutil.rmtree(options.output, ignore_errors=True)
    os.makedirs(os.path.dirname(options.output), exist_ok=True)
    predicted = launch(options, under_revprof(options))
    wrong = check_times(predicted.stderr, options.processes, parts(options.processes))
    if sorted(plain.stdout.splitlines()) != sorted(predicted.stdout.splitlines()):
        print(f"plainly:\n{plain.stdout}under revprof:\n{predicted.stdout}")
        wrong += 1
    with open(os.path.join(options.output, "summary.json"), encoding="utf-8") as file:
        summary = json.load(file)
    for lane in summary["lanes"]:
        parts = sum(lane[name] for name in ("compute_seconds", "communication_seconds", "waiting_seconds"))
        if round(1e12 * parts) != round(1e12 * lane["predicted_seconds"]):
            print(f"{lane['name']}: the parts add up to {parts}, not {lane['predicted_seconds']}")
            wrong += 1
    return summary, wrong


def main():
    options = parser_of(__doc__).parse_args()
    _, wrong = check(options, expected)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
