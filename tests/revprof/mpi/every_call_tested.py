#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Each call of mpi.table that a host has is called by its test programs, and charged when they run.

every_call_tested.py --table MPI.TABLE --header MPI.H [--not-tested CALL]... --sources FILE... --runs DIR...
MPI.H is the host's mpi.h after the preprocessor. DIR holds the summary.json that a test left; a call is charged
where it is counted in one of them. Which calls are never charged, as they cost nothing, the table says.
"""
import argparse
import json
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "revprof" / "calls"))
import generate  # noqa: E402

# A call that is named in a comment or a message is not made.
UNCALLED = {"fortran": r"'[^'\n]*'|\"[^\"\n]*\"|![^\n]*", "c": r'"(?:\\.|[^"\\\n])*"|//[^\n]*|/\*.*?\*/'}


def calls_in(path):
    """Also in the files of its folder that it includes; in small letters, as Fortran knows no others."""
    text = path.read_text(encoding="utf-8")
    included = [path.parent / name for name in re.findall(r'^#include "([^"]+)"', text, flags=re.MULTILINE)]
    language = "fortran" if path.suffix in (".F90", ".inc") else "c"
    text = re.sub(UNCALLED[language], "", text, flags=re.DOTALL)
    own = {name.lower() for name in re.findall(r"\bMPI_[A-Z]\w*", text)}
    return own.union(*(calls_in(file) for file in included if file.exists()))


def charged_in(directory):
    summaries = list(directory.rglob("summary.json"))  # also those of spawned programs
    if not summaries:
        sys.exit(f"{directory}: expected the summary of a test's run")
    calls = [call for path in summaries for call in json.loads(path.read_text(encoding="utf-8"))["calls"]]
    return {call["call"] for call in calls if call["count"] > 0}


def is_charged_itself(row):
    """A persistent collective is charged where it is started and completed."""
    persistent = row.kind in generate.COLLECTIVE and row.name.endswith("_init")
    return row.charge != "nothing" and not persistent


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--table", required=True)
    parser.add_argument("--header", type=pathlib.Path, required=True)
    parser.add_argument("--not-tested", action="append", default=[], help="a call that no test of this host can make")
    parser.add_argument("--sources", type=pathlib.Path, nargs="+", required=True)
    parser.add_argument("--runs", type=pathlib.Path, nargs="+", required=True)
    options = parser.parse_args()

    declared = set(re.findall(r"\bMPI_\w+(?=\s*\()", options.header.read_text(encoding="utf-8")))
    rows = [row for row in generate.read(options.table) if row.name in declared and row.name not in options.not_tested]
    called = set().union(*map(calls_in, options.sources))
    charged = set().union(*map(charged_in, options.runs))
    uncalled = [row.name for row in rows if row.name.lower() not in called]
    moving = [row for row in rows if is_charged_itself(row)]
    unmoved = [row.name for row in moving if row.name not in charged]
    print(f"{len(rows)} calls of the table, {len(rows) - len(uncalled)} of them called; "
          f"{len(moving)} move a clock, {len(moving) - len(unmoved)} of them did")
    if len(rows) < 150 or uncalled or unmoved:
        sys.exit(f"no test calls: {', '.join(uncalled) or '-'}\nnot charged: {', '.join(unmoved) or '-'}")


if __name__ == "__main__":
    main()
