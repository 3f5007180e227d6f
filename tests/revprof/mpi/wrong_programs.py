#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Programs that cannot go on end, with exit code 3, and it is said who waits for what."""

import argparse
import concurrent.futures
import json
import os
import re
import shutil
import sys

import launcher

WORLD = "MPI_COMM_WORLD"
CYCLE_2 = "cycle: 0 waits for 1, which waits for 0"
CYCLE_8 = ("cycle: 0 waits for 1, which waits for 2, which waits for 3, which waits for 4, which waits for 5, which waits for 6, "
           "which waits for 7, which waits for 0")
CYCLE_3 = "cycle: 0 waits for 1, which waits for 2, which waits for 0"

# The word, its processes, and what is said of it.
PROGRAMS = [
    ("receives", 2, ["process 0: MPI_Recv from process 1, tag 7, " + WORLD,
                     "process 1: MPI_Recv from process 0, tag 7, " + WORLD, CYCLE_2]),
    ("receives", 3, [CYCLE_3]),
    ("receives", 8, ["process 7: MPI_Recv from process 0, tag 7, " + WORLD, CYCLE_8]),
    ("wrong_tag", 3, ["process 1: MPI_Recv from process 0, tag 7, " + WORLD,
                      "there: 1 from process 0, tag 8, not received"]),
    ("wrong_communicator", 2, ["process 0: MPI_Recv from process 1, tag 7, communicator"]),
    ("anybody", 3, ["process 0: MPI_Recv from any process, any tag, " + WORLD, "process 1: MPI_Finalize",
                    "process 2: MPI_Finalize"]),
    ("one_too_many", 2, ["process 0: MPI_Recv from process 1, tag 5, " + WORLD,
                         "process 0 waits for process 1, which makes no call any more"]),
    ("sends", 2, ["process 0: MPI_Send to process 1, tag 1, " + WORLD, CYCLE_2]),
    ("sends", 3, [CYCLE_3]),
    ("sends", 8, [CYCLE_8]),
    ("synchronous", 2, ["process 1: MPI_Ssend to process 0, tag 1, " + WORLD, CYCLE_2]),
    ("synchronous_waits", 2, ["process 0: MPI_Wait for 1 request: a send to process 1, tag 1, " + WORLD, CYCLE_2]),
    ("chain", 3, ["process 0: MPI_Recv from process 1, tag 7, " + WORLD, "process 1: MPI_Recv from process 2, tag 7, " + WORLD,
                  "process 2: MPI_Finalize", "0 waits for process 1|which makes no call any more"]),
    ("exchanges", 3, ["process 0: MPI_Sendrecv to process 1, tag 1, " + WORLD + "; from process 1, tag 1", CYCLE_3]),
    ("waits", 2, ["process 0: MPI_Wait for 1 request: a receive from process 1, tag 3, " + WORLD, CYCLE_2]),
    ("waits_for_all", 3, ["process 1: MPI_Waitall for 2 requests: 2 receives from process 0, tag 3"]),
    ("waits_for_any", 3, ["process 0: MPI_Waitany for 2 requests: a receive from process 1, tag 3, " + WORLD +
                          "; a receive from process 2, tag 3"]),
    ("waits_to_send", 2, ["process 0: MPI_Wait for 1 request: a send to process 1, tag 1, " + WORLD]),
    ("persistent", 2, ["process 0: MPI_Wait for 1 request: a receive from process 1, tag 3"]),
    ("probes", 3, ["process 0: MPI_Probe from process 1, tag 4, " + WORLD, CYCLE_3]),
    ("probes", 8, [CYCLE_8]),
    ("matched_probes", 2, ["process 1: MPI_Mprobe from any process, tag 4, " + WORLD]),
    ("barrier_missed", 3, ["process 0: MPI_Recv from process 1, tag 7",
                           "process 2: MPI_Barrier on " + WORLD + ", which process 0 did not call", CYCLE_2]),
    ("barrier_missed", 8, ["process 7: MPI_Barrier on " + WORLD + ", which process 0 did not call", CYCLE_2]),
    ("barrier_at_end", 3, ["process 1: MPI_Barrier on " + WORLD + ", which process 0 did not call",
                           "process 0: MPI_Finalize", "process 1 waits for process 0, which makes no call any more"]),
    ("root_missed", 2, ["process 1: MPI_Bcast on " + WORLD + ", root process 0, which process 0 did not call"]),
    ("gathering", 3, ["process 0: MPI_Gather on " + WORLD + ", root process 0, which process 1 did not call"]),
    ("nonblocking", 3, ["process 1: MPI_Wait for 1 request: MPI_Ibarrier on " + WORLD]),
    ("two_communicators", 2, ["process 0: MPI_Barrier on communicator", "which process 1 did not call"]),
    ("constructor", 3, ["process 1: MPI_Comm_split on " + WORLD + ", which process 0 did not call"]),
    ("fences", 2, ["process 1: MPI_Win_fence", "which process 0 did not call"]),
    ("fences", 8, ["process 7: MPI_Win_fence", "which process 0 did not call"]),
    ("windows_at_end", 2, ["process 1: MPI_Win_free", "which process 0 did not call"]),
    ("roots", 2, ["process 1: MPI_Reduce on " + WORLD + ", root process 1", "has called MPI_Reduce"]),
    ("other_collective", 2, ["MPI_Recv from process 1, tag 7|has called MPI_Barrier there instead"]),
]

# That come to their end: what the summary says of them.
MISUSES = [
    ("sizes", ["collectives that do not match: MPI_Bcast of 8 bytes on process 0, MPI_Bcast of 16 bytes on process 1"]),
    ("unreceived", ["process 1 has not received a message from process 0 with tag 9"]),
    ("leaked_request", ["process 0 has 1 request of a receive that it never completed"]),
    ("leaked_send", ["process 0 has 1 request of a send that it never completed"]),
    ("leaked_communicator", ["each of processes 0, 1 has not freed 1 communicator"]),
    ("right", []),
]

# That are ended: variables, and what is said.
ENDED = [
    ("spins", {"REVPROF_TIMEOUT": "3"}, ["timeout: not ended after 3 s", "process 1: MPI_Recv from process 0, tag 7"]),
    ("aborts", {"REVPROF_QUIET": "0"}, ["process 0 has called MPI_Abort"]),
]


def look_at_misuse(options, word, said):
    if word == "sizes" and options.host == "mpich":
        return ""  # refuses it by itself
    shutil.rmtree(options.output, ignore_errors=True)
    result = launcher.run(options, 2, launcher.under_revprof(options), [options.program, word], timeout=120)
    if result.returncode != 0:  # as MPICH 4.2 ends a program that leaves messages
        plain = launcher.run(options, 2, {}, [options.program, word], timeout=120)
        if plain.returncode == 0:
            return f"{word}: exit code {result.returncode}\n{result.stderr}"
    with open(os.path.join(options.output, "summary.json"), encoding="utf-8") as file:
        warnings = json.load(file)["warnings"]
    found = [text for text in warnings if "collectives that" in text or text.startswith(("process ", "each of processes "))]
    return "" if found == said else f"{word}: expected {said}, found {found}"


def look_at_end(options, word, variables, said):
    shutil.rmtree(options.output, ignore_errors=True)
    environment = {**launcher.under_revprof(options), **variables}
    result = launcher.run(options, 2, environment, [options.program, word], timeout=120)
    wrong = [line for line in said if line not in result.stderr]
    if result.returncode == 0 or wrong:
        return f"{word}: expected {wrong}, exit code {result.returncode}\n{result.stderr}"
    return ""


def look_at(options, word, processes, said):
    shutil.rmtree(options.output, ignore_errors=True)
    result = launcher.run(options, processes, launcher.under_revprof(options), [options.program, word], timeout=120)
    told = f"{word} on {processes} processes: exit code {result.returncode}\n{result.stderr}"
    if result.returncode == 0:
        return f"it has ended well: {told}"
    if f"deadlock: none of the {processes} processes can go on" not in result.stderr:
        return f"no deadlock is said: {told}"
    for line in said:
        if not any(part in result.stderr for part in line.split("|")):
            return f"expected \"{line}\": {told}"
    if not re.search(r"process \d: .* at \S*wrong_programs\S*\+0x", result.stderr):
        return f"no place: {told}"
    with open(os.path.join(options.output, "summary.json"), encoding="utf-8") as file:
        summary = json.load(file)
    if not any("deadlocked" in text for text in summary["warnings"]):
        return f"no warning in the summary: {summary['warnings']}"
    left = [name for name in os.listdir(options.output) if name.startswith(".")]
    if left or not os.path.exists(os.path.join(options.output, f"p{processes - 1}.trace")):
        return f"left over: {left}, {os.listdir(options.output)}"
    return ""


def main():
    options = launcher.parser(__doc__).parse_args()
    shutil.rmtree(options.output, ignore_errors=True)  # a folder here: each run has its own in it
    os.makedirs(options.output)
    cases = [*((look_at, case) for case in PROGRAMS), *((look_at_misuse, case) for case in MISUSES),
             *((look_at_end, case) for case in ENDED)]

    def looked_at(number):
        look, case = cases[number]
        own = {**vars(options), "output": os.path.join(options.output, str(number))}
        return look(argparse.Namespace(**own), *case)

    # Most of their time they start and wait.
    with concurrent.futures.ThreadPoolExecutor(3) as several:
        wrong = [text for text in several.map(looked_at, range(len(cases))) if text]
    for text in wrong:
        print("FAILED:", text)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
