#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Each call of mpi.table is in a Fortran test program, and its clock moves when those programs run.

every_call_charged.py --table MPI.TABLE --sources FOLDER --header MPI.H --mpiexec PROGRAM --library SO
                      --model JSON --output DIR PROGRAM...
"""

import argparse
import json
import pathlib
import re
import shutil
import sys

HERE = pathlib.Path(__file__).resolve()
sys.path.insert(0, str(HERE.parents[1] / "mpi"))
sys.path.insert(0, str(HERE.parents[3] / "revprof" / "calls"))
import generate  # noqa: E402
import launcher  # noqa: E402

PROCESSES = 3
NOT_TESTED = {"MPI_Comm_join"}  # begins with a socket, which Fortran has not


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    launcher.add_options(parser)
    for name in ("table", "sources", "header", "library", "model", "output"):
        parser.add_argument("--" + name, required=True)
    parser.add_argument("programs", nargs="+")
    options = parser.parse_args()

    declared = set(re.findall(r"\bMPI_\w+(?=\()", pathlib.Path(options.header).read_text(encoding="utf-8")))
    rows = [row for row in generate.read(options.table) if row.name in declared]
    sources = "".join(path.read_text(encoding="utf-8") for path in pathlib.Path(options.sources).glob("*.F90"))
    called = {name.lower() for name in re.findall(r"\bMPI_[A-Z]\w*", sources)}
    missing = [row.name for row in rows if row.name.lower() not in called and row.name not in NOT_TESTED]

    charged = set()
    for program in options.programs:
        shutil.rmtree(options.output, ignore_errors=True)
        ended = launcher.run(options, PROCESSES, launcher.under_revprof(options), [program])
        if ended.returncode != 0:
            sys.exit(f"{program}: exit code {ended.returncode}\n{ended.stdout}\n{ended.stderr}")
        with open(pathlib.Path(options.output) / "summary.json", encoding="utf-8") as file:
            charged |= {call["call"] for call in json.load(file)["calls"] if call["count"] > 0}
    unseen = [row.name for row in rows
              if row.stand_in != "-" and row.name not in charged and row.name not in NOT_TESTED]

    print(f"{len(rows)} calls, {len(rows) - len(missing)} of them tested, {len(charged)} charged")
    if missing or unseen or len(charged) < 80:
        sys.exit(f"no test calls {', '.join(missing) or 'none'}; not charged: {', '.join(unseen) or 'none'}")


if __name__ == "__main__":
    main()
