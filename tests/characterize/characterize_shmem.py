# SPDX-License-Identifier: BSD-3-Clause
"""Runs characterize_shmem as users do: characterize_shmem.py BUILD OSHRUN CASE. What it shares with characterize is tested there."""
import json
import os
import re
import subprocess
import sys
import tempfile

BUILD, OSHRUN = os.path.abspath(sys.argv[1]), sys.argv[2]
PROGRAM = os.path.join(BUILD, "bin", "characterize_shmem")
QUICK = ("--blocks", "none", "--no-computation", "--min-repetitions", "4", "--max-repetitions", "4")

BLOCKS = ("put", "put_nbi", "get", "get_nbi", "transit", "gap")
STRIDED = ("iput", "iget")
WORDS = {"p": 8, "g": 8} | {"atomic_" + name: 0 for name in "set add inc fetch fetch_add fetch_inc swap compare_swap".split()} | {
    name: 0 for name in "quiet fence wait_until test set_lock clear_lock".split()}
COLLECTIVES = "broadcast collect fcollect alltoall sum_to_all".split()
LATE = "broadcast.late broadcast.early sum_to_all.late".split()


def oshrun(processes, *options, check=True):
    command = [OSHRUN, "--oversubscribe", "-np", str(processes), PROGRAM, *options]
    result = subprocess.run(command, capture_output=True, text=True, timeout=280, check=False)
    if check and result.returncode != 0:
        sys.exit(f"{command} ended with {result.returncode}:\n{result.stderr}")
    return result


def cells():
    """{(call, class, p, d): median} of m.csv."""
    with open("m.csv", encoding="utf-8") as file:
        rows = [line.strip().split(",") for line in file if not line.startswith(("#", "call,"))]
    return {(row[0], row[1], int(row[2]), int(row[3])): float(row[10]) for row in rows}


def every_cell():
    oshrun(3, "--time-budget", "250", *QUICK, "--bytes", "0,1,8,4096", "--no-fit", "-o", "m.json")
    found, counts = cells(), (1, 2, 3)
    expected = {("shmem_" + call, "beyond", 2, d) for call in BLOCKS for d in (0, 1, 8, 4096)}
    expected |= {("shmem_" + call, "beyond", 2, d) for call in STRIDED for d in (0, 8, 4096)}
    expected |= {("shmem_" + call, "beyond", 2, d) for call, d in WORDS.items()}
    expected |= {(call, "within 1", p, d) for call, _, p, d in expected if call != "shmem_gap"}
    expected |= {("shmem_gap", "beyond", 3, d) for d in (0, 1, 8, 4096)} | {("shmem_atomic_fetch_add", "beyond", 3, 0)}
    expected |= {("shmem_" + call, "beyond", p, d) for call in COLLECTIVES for p in counts for d in (0, 8, 4096)}
    expected |= {("shmem_" + call, "beyond", p, 0) for call in ("barrier_all", "sync_all") for p in counts}
    expected |= {("shmem_" + call, "beyond", p, d) for call in LATE for p in (2, 3) for d in (0, 8, 4096)}
    expected |= {("shmem_" + call, "beyond", p, 0) for call in ("barrier_all.late", "sync_all.late", "set_lock.next") for p in (2, 3)}
    # On a host too busy for all of them within the budget the rest is missing, but nothing else is there.
    assert set(found) <= expected, set(found) - expected
    missing = {cell[0] for cell in expected} - {cell[0] for cell in found}
    assert not missing, missing


def goes_on():
    """A further launch, with MPI's calls beside; a model and its datasheet of all."""
    calls = "shmem_put,shmem_transit,shmem_gap,shmem_barrier_all,MPI_Allreduce"
    oshrun(2, "--time-budget", "20", *QUICK, "--calls", calls, "--bytes", "8,64,4096", "--no-fit", "-o", "m.json")
    assert {"shmem_put", "MPI_Allreduce"} <= {cell[0] for cell in cells()}
    oshrun(2, "--append", "m.csv")
    with open("m.csv", encoding="utf-8") as file:
        text = file.read()
    assert "# launches: 2" in text and re.search("^# mpi: .*, OpenSHMEM", text, re.MULTILINE), text
    with open("m.json", encoding="utf-8") as file:
        model = json.load(file)
    assert {"shmem_put", "shmem_transit", "shmem_barrier_all", "MPI_Allreduce"} <= set(model["calls"])
    with open("m.tex", encoding="utf-8") as file:
        pages = file.read()
    for call in ("transit", "gap", "put", "barrier_all"):
        assert f"shmem_{call}" in pages.replace("\\brk{}", "").replace("\\_", "_"), call
    wrong = oshrun(2, "--calls", "shmem_putt", check=False)
    assert wrong.returncode == 2 and 'characterize_shmem: --calls: expected some of shmem_put, ' in wrong.stderr, wrong.stderr


def other_library():
    """A model with OpenSHMEM's calls alone serves MPI's, and the other way round; of both each has its own."""
    def served(call, equations):
        model = {"format": "revprof-model", "version": 1, "point_to_point": {"eager_limit_bytes": 0, "block_sizes": []}, "calls": {}, "machine": {
            "name": "m", "description": "", "mpi": "", "date": "", "ranks_per_node": 1, "source": "", "statistic": "", "size_meaning": ""}}
        for name in equations:
            model["calls"][name] = [{"regimes": [{"min_bytes": 0, "max_bytes": 100, "min_processes": 1, "max_processes": 9, "startup": None,
                                                  "data": "d", "c": 1e-6, "s": 0, "k": 0}]}]
        with open("m.json", "w", encoding="utf-8") as file:
            json.dump(model, file)
        result = subprocess.run([os.path.join(BUILD, "bin", "revprof"), "model", "eval", "m.json", call, "-p", "2", "-d", "8"],
                                capture_output=True, text=True, timeout=100, check=True)
        return re.findall(r"; (\w+) stands in", result.stderr)

    pairs = {"MPI_Put": "shmem_put", "MPI_Get": "shmem_get", "MPI_Fetch_and_op": "shmem_atomic_fetch_add",
             "MPI_Compare_and_swap": "shmem_atomic_compare_swap", "MPI_Barrier": "shmem_barrier_all", "MPI_Bcast": "shmem_broadcast",
             "MPI_Allgather": "shmem_fcollect", "MPI_Alltoall": "shmem_alltoall", "MPI_Allreduce": "shmem_sum_to_all",
             "MPI_Win_lock": "shmem_set_lock", "MPI_Send": "shmem_transit"}
    for mpi, shmem in pairs.items():
        assert served(mpi, list(pairs.values())) == [shmem], (mpi, served(mpi, list(pairs.values())))
        assert served(mpi, [shmem, mpi]) == [] and served(shmem, [shmem, mpi]) == [], mpi
        if mpi != "MPI_Send":
            assert served(shmem, list(pairs)) == [mpi], (shmem, served(shmem, list(pairs)))


with tempfile.TemporaryDirectory() as directory:
    os.chdir(directory)
    globals()[sys.argv[3]]()
    os.chdir("/")
