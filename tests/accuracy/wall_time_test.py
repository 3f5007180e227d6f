#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""What wall_time.py reads and makes of three times; with HOST_BUILD, SIMULATED_BUILD and BUILD, that it runs a program."""
import pathlib
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
import wall_time
from wall_time import Times

CASES = wall_time.read_cases("# a comment\nfat-tree-64 16 - a.host a.smpi -n 3\n\ntorus-64 64 input b.host b.smpi\n")
assert CASES[0] == ("fat-tree-64", 16, None, ["a.host", "a.smpi", "-n", "3"]), CASES
assert CASES[1].files == pathlib.Path("input"), CASES
try:
    wall_time.read_cases("fat-tree-64 a.host a.smpi 3 4")
except SystemExit as reason:
    assert "fat-tree-64 a.host" in str(reason)
else:
    sys.exit("expected a message of a line without a number of processes")

ROWS = [(CASES[0], Times(1, 2, 4)), (CASES[0], Times(2, 3, 2)), (CASES[1], Times(2, 3, 6))]
assert wall_time.summary_lines(ROWS) == [
    "16 processes, 2 cases: 1.00 of smpirun's and 1.75 of the plain run's time in the median; the shortest takes 2.00 s",
    "64 processes, 1 cases: 0.50 of smpirun's and 1.50 of the plain run's time in the median; the shortest takes 3.00 s"]

if len(sys.argv) > 1:
    host, simulated, build = sys.argv[1:]
    with tempfile.TemporaryDirectory() as directory:
        cases = pathlib.Path(directory) / "cases"
        cases.write_text(f"fat-tree-64 4 - {host} {simulated}\n", encoding="utf-8")
        ended = subprocess.run([pathlib.Path(__file__).with_name("wall_time.py"), cases, "--build", build, "--runs", "1"],
                               capture_output=True, text=True, timeout=150, check=False)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert "4 processes, 1 cases: " in ended.stdout, ended.stdout
