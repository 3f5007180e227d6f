#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Whether a library has every call of its host's mpi.h that the page of calls says it intercepts.

    intercepts.py SOURCE/revprof/calls MPI.H LIBRARY.so
"""
import pathlib
import subprocess
import sys

calls, header, library = map(pathlib.Path, sys.argv[1:])
sys.path.insert(0, str(calls))
import conformance  # noqa: E402
import mpi_table  # noqa: E402

listed = subprocess.run(["nm", "--dynamic", "--defined-only", library], check=True, capture_output=True, text=True)
has = {line.split()[-1] for line in listed.stdout.splitlines()}
rows = {row.name: row for row in mpi_table.read(calls / "mpi.table") if row.kind != "equation"}
said = {call for call in conformance.read_declared(header) if conformance.intercepted(call, rows)}
if len(said) < 200:
    sys.exit(f"{header}: expected 200 calls that are intercepted, found {len(said)}")
if said - has:
    sys.exit(f"{library} lacks " + ", ".join(sorted(said - has)))
