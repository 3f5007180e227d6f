#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""The OTF2 records of records.c, in their order and at hand-computed times, and the line of the program that makes each call, in
all formats. The parts are those of Oeste, Knuepfer and Ilsche, "Towards Parallel Performance Analysis Tools for the OpenSHMEM
Standard" (2014): put and get, completion, collectives, locks, atomics and waiting.

    records.py --revprof REVPROF --model MODEL --otf2-print OTF2_PRINT --pj-dump PJ_DUMP --lines 0|1 --source RECORDS_C --output DIRECTORY PROGRAM
"""
import argparse
import json
import os
import re
import shutil
import subprocess
import sys

# Of each call what the source makes of it, its record's name, when it begins and ends (us), and what is recorded between: at the
# begin (0) or at the end (1).
BARRIER = [("shmem_barrier_all", "shmem_barrier_all", 0, 20, [(0, "RMA_COLLECTIVE_BEGIN", ""), (1, "RMA_COLLECTIVE_END", "BARRIER")])]
PUT_AND_GET = [  # a put is complete here when its call returns, a get is complete everywhere
    ("shmem_long_put", "shmem_put", 20, 21.032, [(0, "RMA_PUT", "0"), (1, "RMA_OP_COMPLETE_BLOCKING", "0")]),
    ("shmem_long_get", "shmem_get", 21.032, 25.096, [(0, "RMA_GET", "1"), (1, "RMA_OP_COMPLETE_BLOCKING", "1")])]
COMPLETION = [  # one that has only begun, and the quiet: 25.096 + 5 + 0.002 * 32
    ("shmem_long_put_nbi", "shmem_put_nbi", 25.096, 25.096, [(0, "RMA_PUT", "2")]),
    ("shmem_quiet", "shmem_quiet", 25.096, 30.16, [(1, "RMA_OP_COMPLETE_REMOTE", "0"), (1, "RMA_OP_COMPLETE_REMOTE", "2")])]
LOCK = [  # clear_lock completes what the holder has done: the update is there at 30.16 + 5
    ("shmem_long_atomic_add", "shmem_atomic_add", 30.16, 30.86, [(0, "RMA_ATOMIC", "3"), (1, "RMA_OP_COMPLETE_BLOCKING", "3")]),
    ("shmem_set_lock", "shmem_set_lock", 30.86, 32.86, [(0, "RMA_REQUEST_LOCK", ""), (1, "RMA_ACQUIRE_LOCK", "")]),
    ("shmem_clear_lock", "shmem_clear_lock", 32.86, 35.16, [(1, "RMA_OP_COMPLETE_REMOTE", "3"), (1, "RMA_RELEASE_LOCK", "")])]
ATOMIC = [("shmem_long_atomic_fetch_add", "shmem_atomic_fetch_add", 35.16, 38.66,
           [(0, "RMA_ATOMIC", "4"), (1, "RMA_OP_COMPLETE_BLOCKING", "4")])]
WAIT = [("shmem_long_wait_until", "shmem_wait_until", 20, 40.16, [(1, "RMA_WAIT_CHANGE", "")])]  # 35.16 + 5


def broadcast(begin, end):
    return [("shmem_broadcast64", "shmem_broadcast", begin, end, [(0, "RMA_COLLECTIVE_BEGIN", ""), (1, "RMA_COLLECTIVE_END", "BCAST")])]


# It takes 3 + 2 * log2(2) + 0.01 * 32: the root goes on from its own clock, the other from its own, which is later.
CALLS = [BARRIER + PUT_AND_GET + COMPLETION + LOCK + ATOMIC + broadcast(38.66, 43.98), BARRIER + WAIT + broadcast(40.16, 45.48)]


def run(*words):
    ended = subprocess.run([str(word) for word in words], capture_output=True, text=True, timeout=140, check=False)
    if ended.returncode != 0:
        sys.exit(f"{words}: exit code {ended.returncode}\n{ended.stdout}{ended.stderr}")
    return ended.stdout


def expect(what, found, expected):
    if found != expected:
        sys.exit(f"{what}: found\n{found}\nexpected\n{expected}")


def picoseconds(microseconds):
    return round(microseconds * 1e6)


def expected_records(calls):
    records = []
    for _, name, begin, end, between in calls:
        records.append(("ENTER", picoseconds(begin), name))
        records += [(record, picoseconds(end if late else begin), what) for late, record, what in between]
        records.append(("LEAVE", picoseconds(end), name))
    return records


def line_of(source, text):
    numbers = [number for number, line in enumerate(source, 1) if text + "(" in line]
    if len(numbers) != 1:
        sys.exit(f"{text} is called in lines {numbers}: expected one")
    return f"records.c:{numbers[0]}"


def check_otf2(options, places):
    found, place = [[], []], [[], []]
    attribute = re.compile(r'\("place" <\d+>; STRING; "([^"]*)"')
    entered = None
    for line in run(options.otf2_print, f"{options.output}/otf2/traces.otf2").splitlines():
        record = re.match(r"([A-Z_]+) +(\d) +(\d+) +(.*)", line)
        if record is None:
            named = attribute.search(line)
            if named is not None:
                place[entered].append(named[1])
            continue
        entered = int(record[2])
        what = re.search(r'Region: "([a-z_]+)"|Operation: ([A-Z]+)|Matching: (\d+)', record[4])
        found[entered].append((record[1], int(record[3]), next(filter(None, what.groups())) if what else ""))
    for rank, calls in enumerate(CALLS):
        expect(f"records of process {rank}", found[rank], expected_records(calls))
        expect(f"OTF2: places of process {rank}", place[rank], places[rank])


def check_others(options, places):
    with open(f"{options.output}/trace.json", encoding="utf-8") as file:
        events = [event for event in json.load(file)["traceEvents"] if event["ph"] == "X"]
    dump = run(options.pj_dump, "-u", f"{options.output}/paje.trace").splitlines()
    states = [[word.strip() for word in line.split(",")] for line in dump if line.startswith("State")]
    for rank, expected in enumerate(places):
        own = [event["args"].get("place") for event in events if event["tid"] == rank + 1]
        expect(f"Chrome: places of process {rank}", own, expected)
        own = [state[-1] for state in states if state[1] == f"process {rank}"]
        expect(f"Paje: places of process {rank}", own, expected)
    run(options.revprof, "report", options.output, "--html")
    with open(f"{options.output}/report.html", encoding="utf-8") as file:
        listed = re.search(r'"places":(\[[^\]]*\])', file.read())
    expect("HTML: places", sorted(json.loads(listed[1])), sorted({place for own in places for place in own}))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("revprof", "model", "otf2-print", "pj-dump", "lines", "source", "output"):
        parser.add_argument("--" + name, required=True)
    parser.add_argument("program")
    options = parser.parse_args()
    shutil.rmtree(options.output, ignore_errors=True)
    os.makedirs(os.path.dirname(options.output), exist_ok=True)
    with open(options.source, encoding="utf-8") as file:
        source = list(file)
    places = [[line_of(source, call[0]) for call in calls] for calls in CALLS]
    arguments = ["--trace", "otf2,chrome,paje", "--model", options.model, "-n", 2]
    run(options.revprof, "run", *arguments, "--output", options.output, "--", options.program)
    check_otf2(options, [[], []])
    if options.lines == "1":
        shutil.rmtree(options.output)
        run(options.revprof, "run", "--call-sites", 1, *arguments, "--output", options.output, "--", options.program)
        check_otf2(options, places)
        check_others(options, places)


if __name__ == "__main__":
    main()
