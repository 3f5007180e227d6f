# SPDX-License-Identifier: BSD-3-Clause
"""Runs characterize as users do, on an MPI and on a simulated cluster: characterize_run.py BUILD MPIRUN CASE."""
import concurrent.futures
import contextlib
import csv
import json
import os
import re
import resource
import signal
import subprocess
import sys
import tempfile
import time

BUILD = os.path.abspath(sys.argv[1])
MPIRUN = sys.argv[2]
HERE = os.path.dirname(os.path.abspath(__file__))
CHARACTERIZE = os.path.join(BUILD, "bin", "characterize")
SIMULATED = os.path.join(BUILD, "bin", "characterize_smpi")

COLLECTIVES = ("Barrier Bcast Gather Gatherv Scatter Scatterv Allgather Allgatherv Alltoall Alltoallv Alltoallw "
               "Reduce Allreduce Reduce_scatter Reduce_scatter_block Scan Exscan").split()
PARTS = ([call + ".late" for call in ("Barrier", "Bcast", "Gather", "Scatter", "Allgather", "Alltoall", "Reduce", "Allreduce")]
         + ["Barrier.last", "Allreduce.last"]
         + [call + ".early" for call in ("Bcast", "Scatter", "Scatterv", "Scan", "Exscan", "Gather", "Gatherv", "Reduce")]
         + [call + ".next" for call in ("Bcast", "Scatter", "Gather", "Reduce")]
         + ["I" + call.lower() + part for call in COLLECTIVES for part in (".early", ".wait")])
NEIGHBOURS = [start + call for start in ("Neighbor_", "Ineighbor_")
              for call in "allgather allgatherv alltoall alltoallv alltoallw".split()]
FILES = "File_write_at File_write_at_all File_read_at File_read_at_all".split()
CONSTRUCTORS = ["Comm_dup", "Cart_create"]
BY_MEMBERS = ["Comm_split", "Comm_create"]
TRANSFERS = "Put Get Accumulate".split()
EPOCHS = "Fetch_and_op Compare_and_swap Win_flush Win_lock Win_unlock".split()
ATOMICS = "Fetch_and_op Compare_and_swap".split()
PAIRS = "Send Ssend Isend Start Recv Irecv Wait Sendrecv".split()

# Of cluster-8.xml: 4 nodes on a switch, 2 switches; a hop takes 1 us, 10 GB/s; SMPI's factors are 1 (flags below).
FLAGS = ("--cfg=smpi/async-small-thresh:65536 --cfg=smpi/simulate-computation:no --cfg=smpi/wtime:1e-9 "
         "--cfg=smpi/lat-factor:0:1 --cfg=smpi/bw-factor:0:1 --cfg=network/TCP-gamma:0 "
         "--cfg=network/crosstraffic:0 --cfg=network/weight-S:0 --log=root.thres:error").split()


# Of one run: it hangs, however busy the host is.
GIVE_UP_SECONDS = 580


def mpirun(processes, *options, check=True):
    command = [MPIRUN, "-np", str(processes), CHARACTERIZE, *options]
    result = subprocess.run(command, capture_output=True, text=True, timeout=GIVE_UP_SECONDS, check=False)
    if check and result.returncode != 0:
        sys.exit(f"{command} ended with {result.returncode}:\n{result.stderr}")
    return result


def simulated(*options, flags=(), budget="1e6", platform="cluster-8.xml"):
    hosts = os.path.join(HERE, "cluster-8.hosts")
    command = ["smpirun", "-quiet", "-platform", os.path.join(HERE, platform), "-hostfile", hosts, "-np", "8",
               *FLAGS, *flags, SIMULATED, "-o", "m.json", "--time-budget", budget, "--min-repetitions", "2", *options]
    result = subprocess.run(command, capture_output=True, text=True, timeout=GIVE_UP_SECONDS, check=False)
    if result.returncode != 0:
        sys.exit(f"{command} ended with {result.returncode}:\n{result.stdout}{result.stderr}")
    return result


def simulate(*options, **settings):
    simulated(*options, **settings)
    return read("m.csv")


def read(path):
    """The header as a dictionary, and {(call, class, p, d): median}; of several launches the last one's."""
    with open(path, encoding="utf-8") as file:
        lines = file.read().splitlines()
    assert lines[0] == "# revprof-measurements 4", lines[0]
    header = dict(line[2:].split(": ", 1) for line in lines[1:] if line.startswith("# ") and ": " in line)
    cells = {}
    for line in lines[1:]:
        if line.startswith("#") or line.startswith("call,"):
            continue
        call, place, processes, size, _, _, _, _, _, _, median, *_ = line.split(",")
        cells[call, place, int(processes), int(size)] = float(median)
    return header, cells


def column(name):
    """{(call, class, p, d): value}, as text, of a column of the measurement file."""
    with open("m.csv", encoding="utf-8") as file:
        table = list(csv.DictReader(line for line in file if not line.startswith("#")))
    return {(row["call"], row["class"], int(row["processes"]), int(row["bytes"])): row[name] for row in table}


def close(value, expected, part=0.01):
    assert abs(value - expected) <= part * expected, f"{value} instead of {expected}"


def every_cell(processes, counts):
    sizes = (0, 8, 4096)
    # The budget is for the busiest host.
    mpirun(processes, "--time-budget", "200", "--min-repetitions", "6", "--max-repetitions", "6", "--bytes", "0,8,4096", "--blocks", "none", "--no-computation", "--no-fit", "-o", "m.json")
    header, cells = read("m.csv")
    # 256 bytes is what a sender may leave with a receiver that is asleep. On a busy host, where processes
    # start late, it may be anything or unknown.
    late, starts = map(int, re.match(r"(\d+) of (\d+)", header["late_starts"]).groups())
    assert late > starts / 10 or int(header["eager_limit_bytes"]) > 256, header
    collectives = COLLECTIVES + ["I" + call.lower() for call in COLLECTIVES]
    expected = {("MPI_" + call, "beyond", p, d) for call in collectives for p in counts for d in sizes
                if not call.endswith("arrier") or d == 0}
    expected |= {("MPI_" + part, "beyond", p, d) for part in PARTS for p in counts for d in sizes
                 if p > 1 and ("arrier" not in part or d == 0)}
    # A process and its neighbours in 1, 2 and 3 dimensions.
    expected |= {("MPI_" + call, "beyond", p, d) for call in NEIGHBOURS for p in (3, 5, 7) for d in sizes}
    expected |= {("MPI_" + call, "beyond", p, d) for call in FILES for p in counts for d in sizes}
    expected |= {("MPI_File_open", "beyond", p, 4) for p in counts}
    expected |= {("MPI_File_close", "beyond", p, 0) for p in counts}
    expected |= {("MPI_" + call, "beyond", p, 0) for call in CONSTRUCTORS for p in counts}
    expected |= {("MPI_" + call, "beyond", p, members)
                 for call in BY_MEMBERS for p in counts for members in {1, 2, p} if members <= p}
    expected |= {("MPI_Win_create", "beyond", p, 24) for p in counts if p > 1} | {("start_up", "beyond", processes, 0)}
    expected |= {("MPI_" + call, "beyond", 2, d) for call in PAIRS for d in sizes}
    expected |= {("MPI_" + call, "beyond", 2, d) for call in TRANSFERS for d in sizes}
    expected |= {("MPI_" + call, "beyond", 2, 0) for call in EPOCHS}
    expected |= {("MPI_" + call + ".next", "beyond", p, 0) for call in ATOMICS for p in counts if p > 1}
    expected |= {("MPI_Win_fence", "beyond", p, 0) for p in counts}
    expected |= {("MPI_" + call, "within 1", 2, d) for call in PAIRS for d in sizes}
    expected |= {("transit", place, 2, d) for place in ("within 1", "beyond") for d in sizes}
    gaps = ("gap", "send_gap")
    expected |= {(gap, "beyond", p, d) for gap in gaps for p in {2, *counts} - {1} for d in sizes}
    exchanges = ("exchange", "exchange_both")  # exchange.next says nothing where all are equally far
    expected |= {(call, "beyond", p, d) for call in exchanges for p in counts if p > 1 for d in sizes}
    # On a host too busy for all of them within the budget the rest is missing, but nothing else is there.
    assert set(cells) <= expected, set(cells) - expected
    calls = {cell[0] for cell in cells}
    assert calls == {cell[0] for cell in expected}, calls
    # Collectives have the time of process 0, those that may overlap the part that does.
    for cell, root in column("root").items():
        collective = cell[0][4:] in collectives + PARTS[:8] + NEIGHBOURS + FILES + CONSTRUCTORS + BY_MEMBERS + ["Win_create", "File_open", "File_close", "Win_fence"]
        assert (root != "") == (collective or cell[0] in exchanges), (cell, root)
    for cell, overlap in column("overlap").items():
        nonblocking = cell[0].startswith("MPI_Ineighbor") or cell[0][4:] in collectives[len(COLLECTIVES):] and cell[2] > 1
        assert overlap == "" or nonblocking and 0 <= float(overlap) <= 1, (cell, overlap)


def every_cell_on_two():
    every_cell(2, (1, 2))


def every_cell_on_three():
    every_cell(3, (1, 2, 3))


def one_process():
    result = mpirun(1, "--calls", "MPI_Bcast,transit", "--bytes", "8", "--time-budget", "2", "--cache", "cold", "--no-fit",
                    "-o", "m.json")
    assert result.stderr.count("point to point needs two processes") == 1, result.stderr
    header, cells = read("m.csv")
    assert header["cache"] == "cold" and set(cells) == {("MPI_Bcast", "beyond", 1, 8)}, (header, cells)


def computation():
    operations = ["operation." + name for name in ("integer_add.chain", "branch_missed.throughput", "call.chain", "float_fused.throughput",
                                                   "simd_sqrt.chain")]
    memory = ["memory." + name for name in ("L1.latency", "L1.read", "L1.triad", "main.read")]
    # The budget is for the busiest host; two repetitions of each cell are soon over.
    mpirun(2, "--calls", ",".join(["MPI_Barrier"] + operations + memory), "--time-budget", "200", "--min-repetitions", "2",
           "--max-repetitions", "2", "--warm-up", "0", "--cache", "cold", "--bytes", "8", "--max-bytes", "8", "--max-memory", "2G",
           "--blocks", "none", "--no-fit", "-o", "m.json")
    header, cells = read("m.csv")
    found = {name: {cell[2:] for cell in cells if cell[0] == name} for name in {cell[0] for cell in cells}}
    levels = header["caches"].split()[::2] + ["main"]
    expected = operations + [name for name in memory if name.split(".")[1] in levels]
    assert set(found) == set(expected) | {"MPI_Barrier"}, found
    for name in expected:
        work = ((4096, 16384, 65536) if name in operations else
                (1024, 4096, 16384) if name.endswith("latency") else (196608, 786432, 3145728))
        assert found[name] == {(q, w) for q in (1, 2) for w in work}, (name, found[name])
    assert all(cell[1] == "beyond" and seconds > 0 for cell, seconds in cells.items() if cell[0] != "MPI_Barrier"), cells
    assert int(header["simd_bytes"]) in (8, 16, 32) and all(int(size) > 0 for size in header["caches"].split()[1::2]), header
    subprocess.run([os.path.join(BUILD, "bin", "revprof"), "fit", "m.csv", "-o", "m.json", "--no-datasheet"], check=True,
                   stdout=subprocess.DEVNULL, timeout=GIVE_UP_SECONDS)
    with open("m.json", encoding="utf-8") as file:
        model = json.load(file)
    assert set(model["calls"]) == {"MPI_Barrier"} and set(model["computation"]["times"]) == set(expected), model
    assert model["computation"]["simd_bytes"] == int(header["simd_bytes"]), model["computation"]


def computation_goes_on():
    names = ("operation.float_add.chain", "memory.L1.latency")
    mpirun(1, "--calls", ",".join(names), "--time-budget", "20", "--max-repetitions", "10", "--no-fit", "-o", "m.json")
    _, cells = read("m.csv")
    assert {cell[0] for cell in cells} == set(names) and {cell[2] for cell in cells} == {1}, cells
    with open("m.journal", encoding="utf-8") as file:
        lines = file.read().splitlines()
    # As if it had been killed after two cells.
    kept = [line for line in lines if line.startswith(("#", "layout"))]
    done = [line for line in lines if line not in kept][:2]
    with open("m.journal", "w", encoding="utf-8") as file:
        file.write("\n".join(kept + done) + "\n")
    for other, message in (((), ""), (("--no-computation",), "--no-computation: expected")):
        result = mpirun(1, "--resume", "m.csv", "--no-fit", "--time-budget", "10", *other, check=False)
        assert (result.returncode == 0) == (not other) and message in result.stderr, result.stderr
    _, again = read("m.csv")
    assert set(again) == set(cells), again
    for line in done:
        cell = line.split(",")
        assert sum(repetitions(cell[:4])) >= len(cell[7].split()), (cell, again)


def bad_options():
    os.mkfifo("fifo")
    os.mkfifo("fifo.csv")
    cases = ((("--calls", "MPI_Nosuch"), "MPI_Nosuch"), (("--bytes", "8,x"), "--bytes: expected"),
             (("--typo", "1"), "typo"), (("-o", "machine.txt"), "--output: expected"),
             (("--time-budget", "-1"), "--time-budget: expected"),
             (("--sync", "luck"), "--sync: expected"), (("--cache", "hot"), "--cache: expected"),
             (("--job-script", "cron"), "--job-script: expected"),
             (("--resume", "nowhere.csv"), "nowhere.csv: cannot be read"),
             (("--append", "m.json"), "--append: expected a measurement file"), (("--processes", "0"), "--processes: expected"),
             (("--options", "nowhere"), "--options: expected"),
             (("--options", "fifo"), "found \"fifo\", a FIFO"),
             (("--resume", "fifo.csv"), "fifo.csv: cannot be read"),
             (("--io-directory", "nowhere"), "--io-directory: expected"))
    with concurrent.futures.ThreadPoolExecutor(4) as several:
        results = list(several.map(lambda case: mpirun(2, *case[0], check=False), cases))
    for (options, message), result in zip(cases, results):
        assert result.returncode != 0, options
        lines = [line for line in result.stderr.splitlines() if line.startswith("characterize: ")]
        assert len(lines) == 1 and message in lines[0], result.stderr


def job_scripts():
    for scheduler, start in (("slurm", "#SBATCH --time=00:20:00"), ("pbs", "#PBS -l walltime=00:20:00")):
        script = mpirun(1, "--time-budget", "600", "--job-script", scheduler).stdout
        assert script.startswith("#!/bin/bash\n") and start in script and "--time-budget 600" in script, script
        subprocess.run(["bash", "-n"], input=script, text=True, check=True)
        # What it would run: first a new machine, then one more launch.
        shell = "srun() { echo \"$@\"; }; mpirun() { echo \"$@\"; }; PBS_O_WORKDIR=.\n" + script
        said = [subprocess.run(["bash", "-c", f"{before}{shell}"], capture_output=True, text=True, check=True).stdout
                for before in ("", "touch cluster.csv; ")]
        os.remove("cluster.csv")
        assert "characterize -o cluster.json --name cluster" in said[0] and "characterize --append cluster.csv" in said[1], said
    with open("/dev/full", "w", encoding="utf-8") as full:
        lost = subprocess.run([CHARACTERIZE, "--job-script", "slurm"], stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert lost.returncode == 2 and "standard output: cannot be written: No space left" in lost.stderr, lost


def spent_seconds():
    """At the end of each cell."""
    with open("m.journal", encoding="utf-8") as file:
        return [float(line.split(",")[4]) for line in file if not line.startswith(("#", "layout"))]


def in_time():
    # Without a budget this would go on for days. A host may be so busy that no cell is begun; a simulated one never is.
    mpirun(2, "--time-budget", "2", "--no-fit", "-o", "m.json", "--calls", "MPI_Bcast,MPI_Allreduce,MPI_Alltoall",
           "--processes", "2", "--bytes", "8", "--max-bytes", "8", "--blocks", "none", "--precision", "1e-9", "--min-repetitions", "1000000", "--max-repetitions", "1000000")
    spent = spent_seconds() or [2.0]
    under_way = max(after - before for before, after in zip([0.0] + spent, spent))
    assert 1.5 <= spent[-1] <= 2.2 + under_way, (spent[-1], under_way)
    print(f"{spent[-1]:.2f} s of 2 s, {len(spent)} cells")


def simulated_in_time():
    # All of it takes 0.6 s of simulated time, which does not hang on how busy the host is.
    simulate("--calls", "MPI_Bcast,MPI_Allreduce,MPI_Alltoall", "--processes", "2,4,8", "--blocks", "none", "--no-fit", budget="0.4")
    spent = spent_seconds()
    assert len(spent) > 50 and 0.35 <= spent[-1] <= 0.44, (len(spent), spent[-1])


def simulated_gaps():
    """Calls without any time are said, and how many; with all of them nothing is."""
    calls = ("MPI_Bcast", "MPI_Allreduce", "MPI_Alltoall")
    for budget in ("0.0002", "0.4"):
        said = simulated("--calls", ",".join(calls), "--processes", "2,4,8", "--blocks", "none", "--no-fit", budget=budget).stderr
        with open("m.csv", encoding="utf-8") as file:
            timed = {line.split(",")[0] for line in file} & set(calls)
        missing = len(calls) - len(timed)
        assert (missing > 0) == (budget == "0.0002"), (budget, timed)
        assert (f"{missing} of {len(calls)} have no time at all" in said) == (missing > 0), said
        for name in ("m.csv", "m.journal"):
            os.remove(name)


def simulated_streams():
    """A stream's messages stand in the memory of the process that gets them, not of all: 56 MiB, not 448 or more."""
    simulate("--calls", "gap,send_gap", "--processes", "8", "--bytes", "2M", "--blocks", "none", "--no-fit")
    most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    assert most < 300, most


def unwritable_file():
    result = mpirun(2, "-o", "nowhere/machine.json", check=False)
    assert result.returncode != 0
    assert result.stderr.count("nowhere/machine.csv: cannot be written") == 1, result.stderr


def files():
    os.mkdir("disk")
    mpirun(2, "--calls", "MPI_File_open,MPI_File_write_at_all,MPI_File_read_at", "--bytes", "8,4096,64k,256k",
           "--io-directory", "disk", "--min-repetitions", "3", "--max-repetitions", "3", "--blocks", "none", "--sync", "barrier", "-o", "m.json")
    header, cells = read("m.csv")
    assert not os.listdir("disk"), os.listdir("disk")
    assert header["files_in"].startswith("disk ("), header
    assert all(median > 0 for median in cells.values()), cells
    with open("m.json", encoding="utf-8") as file:
        model = json.load(file)
    assert model["machine"]["source"].endswith("; files in " + header["files_in"]), model["machine"]
    assert set(model["calls"]) == {"MPI_File_open", "MPI_File_write_at_all", "MPI_File_read_at"}, set(model["calls"])
    with open("m.tex", encoding="utf-8") as file:
        assert f"& {header['files_in']}" in file.read()


def interrupted():
    os.mkdir("disk")
    command = [MPIRUN, "-np", "2", CHARACTERIZE, "--time-budget", "60", "-o", "m.json", "--no-fit",
               "--io-directory", "disk", "--calls", "MPI_File_open,MPI_File_write_at", "--precision", "1e-9",
               "--min-repetitions", "1000000", "--max-repetitions", "1000000"]
    # Open MPI's mpirun kills after a second, which is too little on a busy host. It always waits so long: nobody gets
    # out of MPI_Finalize any more.
    patient = {**os.environ, "OMPI_MCA_odls_base_sigkill_timeout": "8"}
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=patient) as run:
        # Interrupt once the run is on its way: the file is there from the start.
        deadline = time.monotonic() + 60
        while not os.path.exists("m.csv") and time.monotonic() < deadline:
            time.sleep(0.1)
        time.sleep(3)
        while not os.listdir("disk") and time.monotonic() < deadline:  # one has been closed, the next not opened
            time.sleep(0.01)
        assert os.listdir("disk"), "no files are being measured"
        run.send_signal(signal.SIGINT)
        run.wait(30)
    _, cells = read("m.csv")
    expect_in_journal(cells)
    mpirun(2, "--resume", "m.csv", "--io-directory", "disk", "--time-budget", "1", "--no-fit")
    assert set(cells) <= set(read("m.csv")[1])
    assert not [name for name in os.listdir(".") if ".tmp" in name], os.listdir(".")
    assert not os.listdir("disk"), os.listdir("disk")


def repetitions(cell):
    """How many of a cell the measurement file holds, launch by launch."""
    start = ",".join(str(part) for part in cell) + ","
    with open("m.csv", encoding="utf-8") as file:
        return [int(line.split(",")[5]) for line in file if line.startswith(start)]


def expect_in_journal(cells):
    with open("m.journal", encoding="utf-8") as file:
        lines = file.read().splitlines()
    assert lines[0] == "# revprof-journal 4", lines[0]
    for cell in cells:
        start = ",".join(str(part) for part in cell) + ","
        assert any(line.startswith(start) for line in lines), cell


def killed():
    options = ("--calls", "MPI_Bcast,MPI_Allreduce", "--bytes", "8,512", "--precision", "1e-9", "--blocks", "none", "--sync", "barrier",
               "--min-repetitions", "20000", "--max-repetitions", "20000", "--no-fit")
    command = [MPIRUN, "-np", "2", CHARACTERIZE, "--time-budget", "90", "-o", "m.json", *options]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True) as run:
        # Once a few cells are measured everything is killed, and nothing can be saved any more.
        deadline = time.monotonic() + 60
        journal = ""
        while journal.rpartition("\n")[0].count("\nMPI_") < 2 and time.monotonic() < deadline:
            time.sleep(0.02)
            if os.path.exists("m.journal"):
                with open("m.journal", encoding="utf-8") as file:
                    journal = file.read()
        for process in children(run.pid) + [run.pid]:
            with contextlib.suppress(ProcessLookupError):  # a helper of mpirun's that has ended by now
                os.kill(process, signal.SIGKILL)
        run.wait(30)
    whole_lines = journal.rpartition("\n")[0].splitlines()
    done = [line.split(",") for line in whole_lines if line.startswith("MPI_")]
    assert 2 <= len(done) < 8, journal
    # A killed run may have been in the middle of a line.
    with open("m.journal", "a", encoding="utf-8") as file:
        file.write("MPI_Bcast,beyond,2,8,1.0,3,0,1e-6 1e-")
    for other, message in ((("--precision", "0.1"), '--precision: expected "1e-09"'), (("-o", "n.json"), "--output: expected"),
                           (("--time-budget", "10min"), "is invalid: expected a number without a unit")):
        result = mpirun(2, "--resume", "m.csv", *other, check=False)
        assert result.returncode == 2 and message in result.stderr, result.stderr
    result = mpirun(3, "--resume", "m.csv", check=False)
    assert result.returncode == 2 and "expected 2 processes" in result.stderr, result.stderr
    result = mpirun(2, "--resume", "m.csv", "--no-fit")
    assert "goes on with launch 1 after" in result.stderr, result.stderr
    # Each cell has what was measured before, and no cell is missing.
    _, cells = read("m.csv")
    assert len(cells) == 2 * 2 * 2, cells
    for call, place, processes, size, _, _, _, times, _, _ in done:
        assert sum(repetitions((call, place, processes, size))) >= len(times.split()), cells
    with open("m.journal", "a", encoding="utf-8") as file:
        file.write("MPI_Bcast,beyond,2,8,1e3,3,0,1e-6,,\n")
    result = mpirun(2, "--resume", "m.csv", check=False)
    assert result.returncode == 2 and "the time budget is spent" in result.stderr, result.stderr


def children(parent):
    listed = subprocess.run(["ps", "-o", "pid=", "--ppid", str(parent)], capture_output=True, text=True, check=False)
    found = [int(word) for word in listed.stdout.split()]
    return [grandchild for child in found for grandchild in children(child)] + found


def launches():
    options = ("--calls", "MPI_Bcast,transit", "--bytes", "8,64,512", "--blocks", "none", "--max-repetitions", "10",
               "--sync", "barrier")
    mpirun(2, *options, "-o", "m.json", "--no-fit")
    _, first = read("m.csv")
    result = mpirun(2, "--append", "m.csv")
    assert "this is launch 2" in result.stderr, result.stderr
    header, cells = read("m.csv")
    assert header["launches"] == "2" and set(cells) == set(first), (header, cells)
    for cell in cells:
        assert len(repetitions(cell)) == 2, cell
    with open("m.tex", encoding="utf-8") as file:
        assert "Launches & 2" in file.read()
    # From the start: nothing that was measured is lost.
    result = mpirun(2, *options, "-o", "m.json", "--no-fit")
    assert "earlier measurements are now m.old.csv" in result.stderr, result.stderr
    assert read("m.old.csv") == (header, cells) and "launches" not in read("m.csv")[0], os.listdir(".")


def simulated_computation():
    # Simulated time stands still while a process computes.
    header, cells = simulate("--calls", "MPI_Barrier", "--processes", "2", "--no-fit")
    assert {cell[0] for cell in cells} == {"MPI_Barrier"} and "caches" not in header, (header, cells)
    result = subprocess.run(["smpirun", "-quiet", "-platform", os.path.join(HERE, "cluster-8.xml"), "-hostfile", os.path.join(HERE, "cluster-8.hosts"),
                             "-np", "2", *FLAGS, SIMULATED, "--calls", "operation.float_add.chain", "--no-fit"],
                            capture_output=True, text=True, timeout=GIVE_UP_SECONDS, check=False)
    assert "--calls: expected some of" in result.stderr and "operation." not in result.stderr.split("; found")[0], result.stderr


def simulated_transit():
    _, cells = simulate("--calls", "transit", "--bytes", "0,1000,100000")
    # Two links inside a switch, four beyond; a message holds all its links at once.
    for size in (0, 1000, 100000):
        close(cells["transit", "within 4", 2, size], 2e-6 + size / 10e9)
        close(cells["transit", "beyond", 2, size], 4e-6 + size / 10e9)


def simulated_eager_limit():
    for limit in (1000, 65536):
        header, _ = simulate("--calls", "transit", "--bytes", "8",
                             flags=[f"--cfg=smpi/async-small-thresh:{limit}",
                                    f"--cfg=smpi/send-is-detached-thresh:{limit}"])
        # SMPI: smaller than the threshold, not equal to it.
        assert header["eager_limit_bytes"] == str(limit - 1), header


def simulated_blocks():
    header, _ = simulate("--calls", "MPI_Barrier", "--processes", "2")
    assert header["block_sizes"] == "4", header
    header, cells = simulate("--calls", "transit,MPI_Sendrecv,gap,send_gap", "--bytes", "1000", "--processes", "2,4")
    assert header["block_sizes"] == "1 4", header
    for call in ("transit", "MPI_Sendrecv"):
        assert {key[1] for key in cells if key[0] == call} == {"within 1", "within 4", "beyond"}, cells
    for gap in ("gap", "send_gap"):
        assert {key[1:3] for key in cells if key[0] == gap} == {
            ("within 4", 2), ("within 4", 4), ("beyond", 2)}, cells


def simulated_distances():
    # A link a hop, to the nearer side: each pair is as far as rank 0 and a rank that is as many hops away.
    ring = {"platform": "ring-8.xml"}
    header, cells = simulate("--calls", "transit,MPI_Recv", "--bytes", "1000", **ring)
    rows = [[int(rank) for rank in row.split()] for row in header["distances"].split(";")]
    assert [len(row) for row in rows] == [7, 6, 5, 4, 3, 2, 1], rows
    for a, row in enumerate(rows):
        for b, rank in enumerate(row, a + 1):
            assert min(rank, 8 - rank) == min(b - a, 8 - (b - a)), (a, b, rank)
    for hops in (1, 2, 3, 4):
        close(cells["transit", f"{hops} apart", 2, 1000], hops * 1e-6 + 1000 / 10e9)
    # Asked for by no call that goes by it, or with no time for it, there is none; who wanted it is told.
    header, _ = simulate("--calls", "MPI_Recv", "--bytes", "8", **ring)
    assert "ranks_apart" in header and not {"distances", "left_out"} & set(header), header
    header, _ = simulate("--calls", "transit", "--bytes", "8", budget="0.002", **ring)
    assert "distances" not in header and "the map of distances" in header["left_out"], header


def simulated_nonblocking():
    _, cells = simulate("--calls", "MPI_Ibcast,MPI_Ialltoallw,MPI_Iscan", "--bytes", "0,4096", "--processes", "2")
    # One message each way: two links inside a switch, four beyond.
    for call in ("MPI_Ibcast", "MPI_Ialltoallw", "MPI_Iscan"):
        for size in (0, 4096):
            close(cells[call, "within 4", 2, size], 2e-6 + size / 10e9, 0.1)
            close(cells[call, "beyond", 2, size], 4e-6 + size / 10e9, 0.1)
    # There messages move by themselves.
    overlaps = column("overlap")
    assert set(overlaps) == set(cells) and all(float(part) > 0.9 for part in overlaps.values()), overlaps


def simulated_twice():
    options = ("--calls", "MPI_Allreduce,MPI_Alltoall,transit,MPI_Send", "--bytes", "8,4096", "--processes", "2,8")
    first, second = simulate(*options), simulate(*options)
    assert first == second


def simulated_recovery():
    options = ("--calls", "MPI_Allreduce,MPI_Bcast,MPI_Alltoall,transit", "--bytes", "8,4096", "--processes", "3,8",
               "--precision", "0.012", "--max-repetitions", "5000")
    _, truth = simulate(*options)
    # Normal noise of 5 %, one repetition in fifty takes ten times as long, the machine gets slower and slower, and
    # every process's clock has its own start and pace.
    os.environ["REVPROF_CHARACTERIZE_DISTURBANCE"] = "noise=0.05 outliers=50 slowing=0.001 clocks=1e-6"
    header, found = simulate(*options)
    assert set(found) == set(truth), set(found) ^ set(truth)
    for cell, seconds in truth.items():
        close(found[cell], seconds, 0.03)
        print(f"{cell}: {100 * (found[cell] / seconds - 1):+.2f} %")
    with open("m.csv", encoding="utf-8") as file:
        cells = [line.split(",") for line in file if not line.startswith(("#", "call,"))]
    repeated, outliers = sum(int(cell[5]) for cell in cells), sum(int(cell[6]) for cell in cells)
    close(outliers, repeated / 50, 0.3)
    print(f"{outliers} outliers among {repeated} repetitions; clocks: {header['clock_residual']}")
    # The clocks were 100 s and more apart.
    assert "clock_residual" in header, header


with tempfile.TemporaryDirectory() as directory:
    os.chdir(directory)
    globals()[sys.argv[3]]()
    os.chdir("/")
