#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Predicted times of every event, worked out by hand on models/exact.json and the equations below; and the program must do what
it does without revprof.

    exact_times.py --mpirun MPIRUN [--berkeley] --model MODEL --output DIRECTORY -n THREADS PROGRAM
"""
import argparse
import json
import math
import os
import re
import shutil
import subprocess
import sys

# Constant, times log p, times d, in microseconds.
EQUATIONS = {
    "shmem_transit": (5, 0, 0.002), "shmem_gap": (2, 0, 0.001), "MPI_Wait": (0.5, 0, 0), "upc_put": (1, 0, 0.001), "upc_memput": (1.2, 0, 0.001),
    "upc_memset": (1.1, 0, 0.001), "upc_get": (3, 0, 0.002), "upc_memget": (4, 0, 0.002), "upc_memcpy": (1.5, 0, 0.001), "upc_fence": (0.2, 0, 0),
    "upc_lock": (2, 0, 0), "upc_unlock": (1, 0, 0), "upc_barrier": (10, 10, 0), "upc_wait": (9, 9, 0), "upc_all_broadcast": (3, 2, 0.01),
    "upc_all_scatter": (4, 2, 0.01), "upc_all_gather": (5, 2, 0.01), "upc_all_gather_all": (6, 3, 0.01), "upc_all_exchange": (7, 3, 0.01),
    "upc_all_permute": (2, 0, 0.01), "upc_all_reduce": (8, 4, 0.01), "upc_all_prefix_reduce": (9, 4, 0.01), "upc_all_alloc": (1, 1, 0.01),
    "upc_nb_put_init": (0.4, 0, 0.001), "upc_nb_get_init": (4.5, 0, 0.002), "upc_nb_sync": (0.3, 0, 0)}


def richer_model(options):
    with open(options.model, encoding="utf-8") as file:
        model = json.load(file)
    for call, (constant, startup, data) in EQUATIONS.items():
        regime = {"min_bytes": 0, "max_bytes": 1 << 40, "min_processes": 1, "max_processes": 1 << 20, "startup": "log(p)" if startup else None,
                  "data": "d", "c": constant / 1e6, "s": startup / 1e6, "k": data / 1e6}
        model["calls"][call] = [{"regimes": [regime]}]
    path = options.output + ".model.json"
    with open(path, "w", encoding="utf-8") as file:
        json.dump(model, file)
    return path


def microseconds(call, data=0, processes=2):
    constant, startup, per_byte = EQUATIONS[call]
    return constant + startup * math.log2(processes) + per_byte * data


def expected(p, berkeley):
    """By part and thread, in microseconds; a thread without a line of its own has the last one's ("*")."""
    def together(call, data=0):  # a collective of one thread costs nothing
        return 0 if p == 1 else microseconds(call, data, p)

    def first(time):  # of thread 0; what has affinity to the thread itself costs nothing
        return {0: time if p > 1 else 0, "*": 0}

    def alike(time):
        return {"*": time}

    barrier = "upc_wait" if berkeley else "upc_barrier"
    times = {}
    times["put"] = first(1.008)
    # It is there at 5.016. Berkeley UPC does not tell of fences.
    times["put_fence"] = {0: 1.008 if berkeley else 5.016, "*": 0} if p > 1 else {"*": 0 if berkeley else 0.2}
    if p == 1:
        times["put_fence"] = {0: 0 if berkeley else 0.2}
    times["strict_put"] = first(5.016)
    times["memput"] = first(2.2)
    times["memput_barrier"] = alike((7 if p > 1 else 0) + together(barrier))
    times["memset"] = first(2.1)
    times["get"] = first(3.016)
    times["memget"] = first(6)
    times["copy_out"] = times["copy_in"] = first(2.5)
    times["copy_of_others"] = first(2.5 if p == 1 else 5)
    times["strict_get"] = first(5.016 + 3.016)
    if p > 1:
        # Put at 50, there at 55.016. Thread 1 looks at its own memory; to the others it takes 3.016 to have it.
        times["flag"] = {0: 55.016, 1: 55.016, "*": 58.032}
        # Put at 20, there at 25.016; the last thread gets it, or is the one that has it.
        times["relaxed_flag"] = {0: 21.008, p - 1: 25.016 if p == 2 else 28.032, "*": 0}
    times["lock"] = {0: 13, "*": 0}
    # From 13 on; given back at 16.
    times["next_lock"] = {p - 1: 15}
    times["attempt"] = {0: 18}
    times["failed_attempt"] = {p - 1: 18 if p == 1 else 16}
    times["barrier"] = alike(p - 1 + together(barrier))
    times["split"] = {k: max(k + 5.5, p - 1 + microseconds("upc_wait", 0, p)) for k in range(p)} if p > 1 else alike(5)
    times["split_put"] = alike(together("upc_wait"))
    times["nb_put_begun"] = {0: 0}
    times["nb_put"] = {0: 7 if p > 1 else 3.3, "*": 0}
    times["nb_nothing"] = {0: 1}
    times["nb_get"] = {0: 6.5 if p > 1 else 1, "*": 0}
    if berkeley:
        times["nb_failed_trysync"] = {0: 0}
        times["nb_memput"] = {0: 7 if p > 1 else 0.3}
        times["nb_memget"] = {0: 6.5 if p > 1 else 0}
        times["nb_copy_out"] = {0: 7 if p > 1 else 0}
        times["nb_copy_in"] = {0: 7.3 if p > 1 else 0}
    for name in ("broadcast", "scatter", "gather", "gather_all", "exchange"):
        times[name] = alike(7 + together("upc_all_" + name, 16))
    times["permute"] = alike(7 + (microseconds("upc_all_permute", 16) if p > 1 else 0))
    times["reduce"] = alike(7 + together("upc_all_reduce", 8))
    times["prefix_reduce"] = alike(7 + together("upc_all_prefix_reduce", 8))
    broadcast, gather = together("upc_all_broadcast", 16), together("upc_all_gather", 16)
    if p > 1:
        times["broadcast_mysync"] = {p - 1: 9 + broadcast, "*": 7 + broadcast}
        times["gather_mysync"] = {0: 9 + gather, p - 1: 9 + gather, "*": gather}
        times["exchange_nosync"] = {0: 7 + together("upc_all_exchange", 16), "*": together("upc_all_exchange", 16)}
    else:
        times["broadcast_mysync"] = times["gather_mysync"] = alike(16)
        times["exchange_nosync"] = alike(7)
    times["prefix_mysync"] = alike(7 + together("upc_all_prefix_reduce", 8))
    times["all_alloc"] = times["all_lock_alloc"] = alike(7 + together("upc_all_alloc", 8))
    times["nothing"] = alike(0)
    times["regions"] = alike(6)
    times["left_out"] = alike(0)
    times["without_context"] = first(2.2)
    return times


def launch(options, variables, *arguments, code=0):
    ended = subprocess.run([options.mpirun, "-n", str(options.threads), options.program, *arguments], capture_output=True, text=True, timeout=140,
                           check=False, env={**os.environ, **variables})
    if ended.returncode != code:
        sys.exit(f"{options.program}: exit code {ended.returncode}\n{ended.stdout}{ended.stderr}")
    return ended


def check_times(errors, options):
    wrong = 0
    found = {(part, int(rank)): int(time) for part, rank, time in re.findall(r"took (\w+) (\d+) (-?\d+)", errors)}
    for part, times in expected(options.threads, options.berkeley).items():
        for rank in range(options.threads):
            if rank not in times and "*" not in times:
                continue
            time = round(1e6 * times.get(rank, times.get("*")))
            # A collective's equation is rounded to whole picoseconds.
            if abs(found.get((part, rank), -1) - time) > 2:
                print(f"{part}, thread {rank}: {found.get((part, rank))} ps, expected {time}")
                wrong += 1
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("mpirun", "model", "output"):
        parser.add_argument("--" + name, required=True)
    parser.add_argument("--berkeley", action="store_true")
    parser.add_argument("-n", dest="threads", type=int, required=True)
    parser.add_argument("program")
    options = parser.parse_args()
    plain = launch(options, {})
    shutil.rmtree(options.output, ignore_errors=True)
    os.makedirs(os.path.dirname(options.output), exist_ok=True)
    settings = {"REVPROF_MODEL": richer_model(options), "REVPROF_QUIET": "1", "REVPROF_OUTPUT": options.output, "REVPROF_STEP": "1e-9",
                "REVPROF_WTIME_TICK": "1e-12"}
    predicted = launch(options, settings)
    wrong = check_times(predicted.stderr, options)
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
    # A thread that ends the program alone: with its code, and without results.
    launch(options, {**settings, "REVPROF_OUTPUT": options.output + ".alone"}, "alone", code=9)
    if os.path.exists(options.output + ".alone/summary.json"):
        print("results of a program that one thread has ended")
        wrong += 1
    shutil.rmtree(options.output + ".alone", ignore_errors=True)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
