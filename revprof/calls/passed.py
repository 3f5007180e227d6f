#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Reads passed.table, and makes of it the rows that C++ looks calls up in.

    passed.py passed.table passed_rows.hpp
"""
import fnmatch
import os
import re
import sys

import generate


def read(path):
    rows = []
    with open(path, encoding="utf-8") as table:
        for number, line in enumerate(table, 1):
            if line.startswith("#") or not line.strip():
                continue
            columns = re.split(r"\s{2,}", line.strip(), maxsplit=1)
            if len(columns) != 2 or not columns[0].startswith(("MPI_", "shmem_", "_my_pe", "_num_pes", "my_pe", "num_pes")):
                sys.exit(f"{path}:{number}: expected a call or pattern, two blanks, and a reason")
            rows.append(tuple(columns))
    return rows


def reason(rows, call):
    """Why a call is passed, or its form with large counts; None: no row says that it may be."""
    names = [call, call[:-2]] if call.endswith("_c") else [call]
    return next((why for pattern, why in rows if any(fnmatch.fnmatchcase(name, pattern) for name in names)), None)


def rows_hpp(rows):
    quoted = [[column.replace("\\", "\\\\").replace('"', '\\"') for column in row] for row in rows]
    lines = [f'    {{"{pattern}", "{reason}"}},' for pattern, reason in quoted]
    return (generate.HEAD.replace("mpi.table by generate.py", "passed.table by passed.py") +
            "#pragma once\n\nnamespace revprof {\n\n"
            "struct PassedRow {\n  const char* pattern;\n  const char* reason;\n};\n\n"
            "constexpr PassedRow passed_rows[] = {\n" + "\n".join(lines) + "\n};\n\n}  // namespace revprof\n")


def main():
    table, output = sys.argv[1:]
    temporary = output + ".new"
    with open(temporary, "w", encoding="utf-8") as file:
        file.write(rows_hpp(read(table)))
    os.replace(temporary, output)


if __name__ == "__main__":
    main()
