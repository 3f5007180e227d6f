#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""`revprof simulate` on a small platform: simulated_machine.py REVPROF PLATFORM.xml CASE."""
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile

REVPROF, PLATFORM, CASE = sys.argv[1:]
GIVE_UP_SECONDS = 150
# Bandwidths and latencies as they stand in the platform's file.
FLAGS = """--cfg=smpi/lat-factor:0:1
--cfg=smpi/bw-factor:0:1
--cfg=network/TCP-gamma:0
--cfg=network/crosstraffic:0
--cfg=network/weight-S:0
"""
GRID = """start_up 2,4 0
transit 2 0,1k,64k
MPI_Bcast,MPI_Bcast.next,MPI_Allreduce 2,4 8,1k
MPI_Barrier 2,4 0
MPI_Iallreduce 4 8
"""


def command(output, *more):
    pathlib.Path("flags").write_text(FLAGS, encoding="utf-8")
    pathlib.Path("grid").write_text(GRID, encoding="utf-8")
    return [REVPROF, "simulate", PLATFORM, "-n", "4", "-o", output, "--grid", "grid", "--flags", "flags", "--name", "four", *more]


def simulate(output, *more):
    ended = subprocess.run(command(output, *more), capture_output=True, text=True, timeout=GIVE_UP_SECONDS, check=False)
    assert ended.returncode == 0, (ended.returncode, ended.stdout, ended.stderr)
    return ended


def times_of(output):
    return pathlib.Path(output).with_suffix(".csv").read_text(encoding="utf-8")


def model():
    said = simulate("one.json").stderr
    assert re.search(r"^revprof: MPI_Barrier: \d+ cells, \d+ s, \d+ s of a core$", said, flags=re.M), said
    assert re.search(r"^revprof: MPI_Iallreduce, 8 bytes: ", said, flags=re.M), said
    times = times_of("one.json")
    assert "# machine: four\n" in times and "# command: revprof simulate cluster-8.xml -n 4\n" in times, times
    lines = [line.split(",") for line in times.splitlines() if line[:1] not in "#c"]
    # Within 4 is on one switch: two links of 1 us each; 0.3 us to send and as much to receive.
    one_byte = next(float(line[10]) for line in lines if line[:4] == ["transit", "beyond", "2", "0"])
    assert abs(one_byte - 2.6e-6) < 1e-7, one_byte
    # In a row the root goes on: two messages of 0.3 us each to the four.
    one_more = next(float(line[10]) for line in lines if line[:4] == ["MPI_Bcast.next", "beyond", "4", "8"])
    assert abs(one_more - 0.6e-6) < 1e-8, one_more
    cells = {tuple(line[:4]) for line in lines if line[0] == "MPI_Bcast"}
    assert cells == {("MPI_Bcast", "beyond", p, d) for p in "24" for d in ("8", "1024")}, cells
    # How much overlaps is not timed there.
    assert [line[15] for line in lines if line[0] == "MPI_Iallreduce"] == [""], lines
    assert {line[2] for line in lines if line[0] == "start_up"} == {"2", "4"}, lines
    assert not os.path.exists("one.parts")
    checked = subprocess.run([REVPROF, "model", "check", "one.json"], capture_output=True, text=True, timeout=60, check=False)
    assert checked.returncode == 0, checked.stderr


def goes_on():
    """Interrupted after the first run of the simulator, or later on a busy host, the same command goes on."""
    with subprocess.Popen(command("two.json"), stderr=subprocess.PIPE, text=True) as process:
        for line in process.stderr:
            if line.startswith("revprof: start_up, 2 processes: 1 cells"):
                process.send_signal(signal.SIGINT)
                break
        rest = process.stderr.read()
        code = process.wait(GIVE_UP_SECONDS)
        # Between two runs of the simulator the signal ends the command itself, with nothing to say.
        assert code == -signal.SIGINT or (code == 128 + signal.SIGINT and "the same command goes on" in rest), (code, rest)
    assert os.path.exists("two.parts") and not os.path.exists("two.json")
    refused = subprocess.run([*command("two.json")[:-1], "other"], capture_output=True, text=True, timeout=60, check=False)
    assert refused.returncode == 2 and "two.parts: expected what an interrupted run" in refused.stderr, refused.stderr
    ended = simulate("two.json")
    assert "of 6 runs of the simulator are left" in ended.stderr and "6 of 6" not in ended.stderr, ended.stderr
    simulate("one.json")
    assert times_of("one.json") == times_of("two.json")


def jumps():
    """SMPI's own factors: its times jump where a message and its 16 bytes of header pass 1,426, 9,376 and 65,472 bytes."""
    words = [REVPROF, "simulate", PLATFORM, "-n", "2", "-o", "four.json"]
    ended = subprocess.run(words, capture_output=True, text=True, timeout=280, check=False)
    assert ended.returncode == 0, (ended.returncode, ended.stdout, ended.stderr)
    times = times_of("four.json")
    found = re.search(r"^# jumps: (.*)$", times, flags=re.M).group(1).split()
    assert {"1410", "9360", "65456"} < set(found), found
    sizes = {call: {line.split(",")[3] for line in times.splitlines() if line.startswith(call + ",beyond,")}
             for call in ("MPI_Send", "transit", "exchange")}
    assert all({"9360", "9361"} < of for of in sizes.values()), sizes
    assert "4096" in sizes["transit"] and "4097" not in sizes["transit"], sizes
    assert re.search(r"^exchange,exchange_both 2 .*\b9360,9361\b", pathlib.Path("four.grid").read_text(encoding="utf-8"), flags=re.M)


def failure():
    """What the simulator says is handed on, and what there is stays."""
    pathlib.Path("grid").write_text("MPI_Nothing 2 0\n", encoding="utf-8")
    words = [REVPROF, "simulate", PLATFORM, "-n", "4", "-o", "three.json", "--grid", "grid"]
    ended = subprocess.run(words, capture_output=True, text=True, timeout=GIVE_UP_SECONDS, check=False)
    assert ended.returncode == 1 and "MPI_Nothing" in ended.stderr and not os.path.exists("three.json"), ended


with tempfile.TemporaryDirectory() as directory:
    os.chdir(directory)
    {"model": model, "goes_on": goes_on, "jumps": jumps, "failure": failure}[CASE]()
