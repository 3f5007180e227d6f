#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Predicted times of the families of OpenSHMEM calls that exact_times.c and order.c leave out, by hand on models/exact.json; and
whether every row of shmem.table is called by one of the three.

    families.py --table TABLE --oshrun OSHRUN --library LIBRARY --model MODEL --output DIRECTORY -n PROCESSES PROGRAM
"""
import os
import re
import sys

import exact_times
from exact_times import microseconds

# They cost nothing.
ENDS = {"shmem_init", "shmem_init_thread", "start_pes", "shmem_finalize", "shmem_global_exit"}
HEAP = ("calloc", "realloc", "free", "align", "malloc_with_hint", "shmalloc", "shrealloc", "shfree", "shmemalign")
REDUCTIONS = ("sum", "prod", "min", "and", "or", "xor")
ATOMICS = {"set": 0.6, "add": 0.7, "inc": 0.7, "and": 0.7, "or": 0.7, "xor": 0.7, "fetch": 3.5, "fetch_inc": 3.5, "swap": 3.5,
           "fetch_and": 3.5, "fetch_or": 3.5, "fetch_xor": 3.5, "old_forms": 3.5 + 3.5 + 3.7 + 3.5}


def expected(p):
    def alone(call, data=0):  # a collective of one process costs nothing
        return 0 if p == 1 else microseconds(call, data, p)

    times = {part: {"*": alone("shmem_barrier_all")} for part in HEAP}
    # It waits for the put, of 1000 bytes, on its context; without one it is a quiet.
    times["ctx_destroy"] = {0: 2.2 if p == 1 else 7, "*": 0.2}
    for part in ("wait", "old_wait"):
        times[part] = {0: 0.9} if p == 1 else {0: 0.6, 1: 5.016, "*": 0}
    for part, time in ATOMICS.items():
        times["atomic_" + part] = {0: time, "*": 0}
    for part in REDUCTIONS:
        times[part] = {"*": alone("shmem_sum_to_all", 4)}
    times["sync"] = {"*": alone("shmem_barrier_all")}
    times["test_lock"] = {0: 2, "*": 0}
    times["clear_lock"] = {0: 3, "*": 0}
    return times


def names_in(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def rows_without_call(table):
    """Of shmem.table, whose forms are names with places for a type (T) and a width (N)."""
    folder = os.path.dirname(os.path.abspath(__file__))
    text = "".join(names_in(os.path.join(folder, name)) for name in ("exact_times.c", "order.c", "families.c"))
    missing = []
    for line in names_in(table).splitlines():
        columns = re.split(r" {2,}", line.strip())
        if line.startswith("#") or len(columns) < 5 or columns[0] == "equation":
            continue
        family, forms = columns[-2], columns[-1].split("(")[0].split()
        patterns = [form[1:] if form.startswith("=") else "shmem_" + form.replace("[ctx_]", "(?:ctx_)?") for form in forms]
        patterns = [pattern.replace("T_", "[a-z]+_", 1) if "T_" in pattern else re.sub(r"N(?=$|_)", "[0-9]+", pattern) for pattern in patterns]
        if family not in ENDS and not any(re.search(rf"\b{pattern}\(", text) for pattern in patterns):
            missing.append(family)
    return missing


def main():
    parser = exact_times.parser_of(__doc__)
    parser.add_argument("--table", required=True)
    options = parser.parse_args()
    _, wrong = exact_times.check(options, expected)
    missing = rows_without_call(options.table)
    if missing:
        print(f"no program calls {missing}")
    sys.exit(1 if wrong or missing else 0)


if __name__ == "__main__":
    main()
