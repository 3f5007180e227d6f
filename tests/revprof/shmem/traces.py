#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Traces of a program with every family of OpenSHMEM calls (exact_times.c), in all formats: each has what the plain traces have.

    traces.py --revprof REVPROF --model MODEL --otf2-print OTF2_PRINT --pj-dump PJ_DUMP --output DIRECTORY PROGRAM
"""
import argparse
import collections
import json
import os
import re
import shutil
import subprocess
import sys

PROCESSES = 3
PUTS = {"shmem_put", "shmem_p", "shmem_iput", "shmem_put_nbi"}
GETS = {"shmem_get", "shmem_g", "shmem_iget", "shmem_get_nbi"}
ATOMICS = {"shmem_atomic_set": "SWAP", "shmem_atomic_add": "ACCUMULATE", "shmem_atomic_inc": "INCREMENT",
           "shmem_atomic_and": "ACCUMULATE", "shmem_atomic_or": "ACCUMULATE", "shmem_atomic_xor": "ACCUMULATE",
           "shmem_atomic_fetch_add": "FETCH_AND_ADD", "shmem_atomic_compare_swap": "COMPARE_AND_SWAP"}
COLLECTIVES = {"shmem_barrier_all": "BARRIER", "shmem_barrier": "BARRIER", "shmem_sync_all": "BARRIER", "shmem_broadcast": "BCAST",
               "shmem_collect": "ALLGATHERV", "shmem_fcollect": "ALLGATHER", "shmem_alltoall": "ALLTOALL", "shmem_alltoalls": "ALLTOALL",
               "shmem_sum_to_all": "ALLREDUCE", "shmem_max_to_all": "ALLREDUCE", "shmem_malloc": "ALLOCATE", "shmem_free": "DEALLOCATE"}
WAITS = {"shmem_wait_until", "shmem_test"}


def run(*words):
    ended = subprocess.run([str(word) for word in words], capture_output=True, text=True, timeout=250, check=False)
    if ended.returncode != 0:
        sys.exit(f"{words}: exit code {ended.returncode}\n{ended.stdout}{ended.stderr}")
    return ended.stdout


def plain_lines(directory):
    lines = []
    for rank in range(PROCESSES):
        with open(f"{directory}/p{rank}.trace", encoding="utf-8") as file:
            lines += [line.split() for line in file if not line.startswith("#")]
    return lines


def expect(what, found, expected):
    if found != expected:
        sys.exit(f"{what}: found {found}, expected {expected}")


def check_otf2(options, calls):
    definitions = run(options.otf2_print, "-G", f"{options.output}/otf2/traces.otf2")
    if "symmetric heap" not in definitions or not re.search(r"PARADIGM +\S+.*SHMEM", definitions):
        sys.exit(f"no window of the symmetric heap, or no paradigm SHMEM:\n{definitions}")
    events = run(options.otf2_print, f"{options.output}/otf2/traces.otf2")
    records = [line for line in events.splitlines() if re.match(r"[A-Z_]+ +\d", line)]
    count = collections.Counter(line.split()[0] for line in records)
    puts, gets = (sum(calls[name] for name in names) for names in (PUTS, GETS))
    atomics = sum(calls[name] for name in ATOMICS)
    expect("RMA_PUT", count["RMA_PUT"], puts)
    expect("RMA_GET", count["RMA_GET"], gets)
    expect("RMA_ATOMIC", count["RMA_ATOMIC"], atomics)
    types = collections.Counter(re.search(r"Type: ([A-Z_]+)", line)[1] for line in records if line.startswith("RMA_ATOMIC"))
    expect("types of atomics", types, collections.Counter({kind: sum(calls[name] for name, other in ATOMICS.items() if other == kind)
                                                           for kind in ATOMICS.values()}))
    expect("RMA_OP_COMPLETE_BLOCKING", count["RMA_OP_COMPLETE_BLOCKING"],
           puts + gets + atomics - calls["shmem_put_nbi"] - calls["shmem_get_nbi"])
    whole = gets - calls["shmem_get_nbi"] + calls["shmem_atomic_fetch_add"] + calls["shmem_atomic_compare_swap"]
    expect("RMA_OP_COMPLETE_REMOTE", count["RMA_OP_COMPLETE_REMOTE"], puts + gets + atomics - whole)
    expect("RMA_WAIT_CHANGE", count["RMA_WAIT_CHANGE"], sum(calls[name] for name in WAITS))
    for record, call in (("REQUEST", "set"), ("ACQUIRE", "set"), ("RELEASE", "clear")):
        expect(f"RMA_{record}_LOCK", count[f"RMA_{record}_LOCK"], calls[f"shmem_{call}_lock"])
    ends = [line for line in records if line.startswith("RMA_COLLECTIVE_END")]
    found = collections.Counter(re.search(r"Operation: ([A-Z_]+)", line)[1] for line in ends)
    expected = collections.Counter()
    for name, operation in COLLECTIVES.items():
        expected[operation] += calls[name]
    expect("collectives", found, +expected)
    expect("RMA_COLLECTIVE_BEGIN", count["RMA_COLLECTIVE_BEGIN"], len(ends))
    expect("levels", len([line for line in ends if "PROCESS" in line and "MEMORY" in line]),
           sum(calls[name] for name in ("shmem_barrier_all", "shmem_barrier", "shmem_malloc", "shmem_free")))
    expect("METRIC", count["METRIC"], PROCESSES)
    with open(f"{options.output}/otf2/traces.marker", "rb") as file:  # otf2-print leaves markers out
        expect("markers", file.read().count(b'transfers "begin"'), PROCESSES)


def check_chrome(options, lines):
    with open(f"{options.output}/trace.json", encoding="utf-8") as file:
        events = json.load(file)["traceEvents"]
    moved = [line for line in lines if line[0] == "U"]
    for phase in "sf":
        arrows = [event for event in events if event["ph"] == phase and event["cat"] == "transfer"]
        expect(f"arrows, {phase}", collections.Counter(arrow["name"] for arrow in arrows), collections.Counter(line[1] for line in moved))
        expect(f"bytes, {phase}", sorted(arrow["args"]["bytes"] for arrow in arrows), sorted(int(line[5]) for line in moved))
        expect(f"numbers, {phase}", len({arrow["id"] for arrow in arrows}), len(moved))
    expect("markers", [event["name"] for event in events if event["ph"] == "i"], ['transfers "begin"'] * PROCESSES)
    expect("counters", sorted(event["args"]["value"] for event in events if event["ph"] == "C"), [0.5, 1.5, 2.5])


def check_paje(options, lines):
    dump = run(options.pj_dump, "-u", f"{options.output}/paje.trace").splitlines()
    messages = len([line for line in lines if line[0] == "R"])
    expect("links", len([line for line in dump if line.startswith("Link")]), len([line for line in lines if line[0] == "U"]) + messages)
    expect("events", len([line for line in dump if line.startswith("Event")]), PROCESSES)
    values = sorted(float(line.split(",")[-1]) for line in dump if line.startswith("Variable"))
    expect("values", values, [0.5, 1.5, 2.5])


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("revprof", "model", "otf2-print", "pj-dump", "output"):
        parser.add_argument("--" + name, required=True)
    parser.add_argument("program")
    options = parser.parse_args()
    shutil.rmtree(options.output, ignore_errors=True)
    os.makedirs(os.path.dirname(options.output), exist_ok=True)
    run(options.revprof, "run", "--trace", "otf2,chrome,paje", "--model", options.model, "--output", options.output, "-n", PROCESSES,
        "--", options.program)
    lines = plain_lines(options.output)
    calls = collections.Counter(line[1] for line in lines if line[0] == "M")
    unknown = {name for name in calls if name.startswith("shmem_atomic")} - set(ATOMICS)
    expect("atomics that nobody has counted", unknown, set())
    transfers = collections.Counter(line[1] for line in lines if line[0] == "U")
    expect("puts and gets", transfers, collections.Counter(
        put=sum(calls[name] for name in PUTS) + sum(calls[name] for name in ATOMICS) - transfers_that_read(lines), get=sum(
            calls[name] for name in GETS) + transfers_that_read(lines)))
    check_otf2(options, calls)
    check_chrome(options, lines)
    check_paje(options, lines)


def transfers_that_read(lines):
    """Atomics with a result that take what another one has left are gets."""
    return sum(1 for transfer, call in zip(lines, lines[1:]) if transfer[:2] == ["U", "get"] and call[1].startswith("shmem_atomic"))


if __name__ == "__main__":
    main()
