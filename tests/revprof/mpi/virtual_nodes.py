#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""REVPROF_VIRTUAL_NODES: which nodes a program sees, at several numbers of processes.

models/exact.json has 4 ranks a node. Off (`none`, the default) it sees what it sees plainly.
"""

import shutil
import sys

import launcher

WRONG = {"0": "expected none, model, or a whole number of at least 1, found \"0\"", "all": "found \"all\""}


def joined(ranks):
    return ",".join(map(str, ranks))


def expected_lines(processes, ranks_per_node):
    """Name, ranks on the node in reversed order, leaders; of this parity; without rank 0."""
    lines = []
    for rank in range(processes):
        node = rank // ranks_per_node
        on_node = [r for r in range(processes) if r // ranks_per_node == node]
        leaders = (processes + ranks_per_node - 1) // ranks_per_node
        same = [r for r in on_node if r % 2 == rank % 2]
        others = "none" if rank == 0 else joined(r for r in on_node if r != 0)
        lines.append(f"node{node} {joined(reversed(on_node))} {leaders} {joined(same)} {others}")
    return lines


def run(options, processes, environment):
    shutil.rmtree(options.output, ignore_errors=True)
    return launcher.run(options, processes, environment, [options.program])


def lines_under(options, processes, value):
    environment = {**launcher.under_revprof(options), "REVPROF_VIRTUAL_NODES": value}
    ended = run(options, processes, environment)
    if ended.returncode != 0:
        sys.exit(f"{processes} processes, {value}: exit code {ended.returncode}\n{ended.stderr}")
    return ended.stdout.splitlines()


def main():
    parser = launcher.parser(__doc__)
    parser.add_argument("--short", action="store_true", help="the program prints names and sizes alone")
    options = parser.parse_args()

    # MPICH polls without yielding: many processes on few cores take long.
    many = 6 if options.host == "openmpi" else 3
    cases = [(1, "64", 64), (2, "1", 1), (3, "2", 2), (many, "model", 4)]
    for processes, value, ranks_per_node in cases[2:3] if options.short else cases:
        got = lines_under(options, processes, value)
        expected = expected_lines(processes, ranks_per_node)
        if options.short:
            expected = [f"{line.split()[0]} {len(line.split()[1].split(','))}" for line in expected]
        if got != expected:
            sys.exit(f"{processes} processes, {value}: got\n{got}\nexpected\n{expected}")

    plain = run(options, 2, {}).stdout
    off = lines_under(options, 2, "none")
    if not plain or off != plain.splitlines():
        sys.exit(f"none: got\n{off}\nplainly\n{plain}")
    for value, message in WRONG.items() if not options.short else ():
        ended = run(options, 2, {**launcher.under_revprof(options), "REVPROF_VIRTUAL_NODES": value})
        if ended.returncode != 2 or message not in ended.stderr:
            sys.exit(f"{value}: exit code {ended.returncode}\n{ended.stderr}")


if __name__ == "__main__":
    main()
