#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""every_call_tested.py MPI.TABLE FOLDER: each call of the table, and the persistent form of each
collective that MPI-4 gives one, occurs in a test program."""

import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "revprof" / "calls"))
import generate  # noqa: E402


def main():
    table, folder = map(pathlib.Path, sys.argv[1:3])
    calls = {row.name for row in generate.read(table) if row.name.startswith("MPI_")}
    sources = "".join(path.read_text(encoding="utf-8") for path in folder.glob("*.[ch]pp"))
    tested = set(re.findall(r"\bMPI_[A-Z][A-Za-z0-9_]*", sources))
    missing = sorted(calls - tested)
    print(f"{len(calls)} calls in the table, {len(calls) - len(missing)} of them tested")
    if len(calls) < 150 or missing:
        sys.exit("no test calls " + ", ".join(missing))


if __name__ == "__main__":
    main()
