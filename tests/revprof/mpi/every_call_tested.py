#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""every_call_tested.py MPI.TABLE FOLDER: each call of the table occurs in a test program."""

import pathlib
import re
import sys


def main():
    table, folder = map(pathlib.Path, sys.argv[1:3])
    calls = set()
    for line in table.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            calls.update(re.findall(r"\b(MPI_[A-Z][A-Za-z0-9_]*)\(", line))
    sources = "".join(path.read_text(encoding="utf-8") for path in folder.glob("*.[ch]pp"))
    tested = set(re.findall(r"\bMPI_[A-Z][A-Za-z0-9_]*", sources))
    missing = sorted(calls - tested)
    print(f"{len(calls)} calls in the table, {len(calls) - len(missing)} of them tested")
    if len(calls) < 50 or missing:
        sys.exit("no test calls " + ", ".join(missing))


if __name__ == "__main__":
    main()
