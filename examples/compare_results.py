#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Runs hpcc, lammps, quantum-espresso or ScaLAPACK's test of LU plainly and under revprof, and compares what they compute.

Only results count: residuals, PASSED lines, norms, thermodynamic output. Printed timings differ, of
course, and so does what hpcc derives from them. Without --revprof the second run is plain too.
"""
import argparse
import difflib
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
NOT_INSTALLED = 77  # exit code that CTest counts as skipped
HPCC_RESULTS = re.compile(
    r"PASSED|FAILED|[Ff]ound \d+ errors|tests completed|Node\(s\) with error|Solution Validates"
    r"|^(Success|HPL_(Anorm|Xnorm|Bnorm)\w*|PTRANS_residual|MPIFFT_maxErr|\w+_N)=")
LAMMPS_RESULTS = re.compile(
    r"^(Created|  \d+ by|Nlocal|Nghost|Neighs|Histogram|Total #|Ave neighs|Neighbor list builds)")


ESPRESSO_RESULTS = re.compile(
    r"^!|(contribution|Fermi energy|highest occupied.*) +=|Total force|^( +-?\d+\.\d{4}){4}$")
SCALAPACK_TEST = next(pathlib.Path("/usr/lib").glob("*/scalapack/openmpi-tests/xdlu"), "xdlu")
EXECUTABLES = {"hpcc": "hpcc", "lammps": "lmp", "quantum-espresso": "pw.x",
               "scalapack-mpi-test": str(SCALAPACK_TEST)}


def environment():
    """One thread per process, and an Open MPI that starts more processes than there are cores."""
    settings = {
        "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1",
        "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
        "OMPI_MCA_rmaps_base_oversubscribe": "1", "OMPI_MCA_mpi_yield_when_idle": "1",
        "OMPI_MCA_hwloc_base_binding_policy": "none",
    }
    return {**settings, **os.environ}


def run(command, directory, timeout):
    """Its standard output; on failure or timeout its whole process group ends, and so do we."""
    process = subprocess.Popen(command, cwd=directory, env=environment(), text=True,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               stdin=subprocess.DEVNULL, start_new_session=True)
    try:
        output, errors = process.communicate(timeout=timeout)
    except BaseException as failure:
        os.killpg(process.pid, signal.SIGTERM)  # mpirun ends its processes
        try:
            process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        if isinstance(failure, subprocess.TimeoutExpired):
            sys.exit(f"compare_results: no end after {timeout} s: {' '.join(command)}")
        raise
    if process.returncode != 0:
        sys.exit(f"compare_results: exit code {process.returncode}: {' '.join(command)}\n"
                 f"{output[-4000:]}{errors[-4000:]}")
    return output


def hpcc_input(processes, problem_size):
    """hpccinf.txt for a grid as square as the number of processes allows."""
    rows = max(p for p in range(1, processes + 1) if processes % p == 0 and p * p <= processes)
    text = (HERE / "hpcc" / "hpccinf.txt").read_text()
    text = re.sub(r"^\d+ +(Ps)$", rf"{rows:<12} \1", text, flags=re.M)
    text = re.sub(r"^\d+ +(Qs)$", rf"{processes // rows:<12} \1", text, flags=re.M)
    return re.sub(r"^\d+ +(Ns)$", rf"{problem_size:<12} \1", text, flags=re.M)


def hpcc_results(directory):
    lines = (pathlib.Path(directory) / "hpccoutf.txt").read_text().splitlines()
    lines = [line for line in lines if HPCC_RESULTS.search(line)]
    # MPIRandomAccess: up to 1 % lost updates pass, and how many there are varies from run to run.
    lines = [re.sub(r"Found \d+ errors", "Found errors", line) for line in lines]
    # PTRANS: the last three columns are a time, the verdict, a rate and a residual.
    # PTRANS repeats each line for the CPU time, but only where it measured some.
    lines = [line for line in lines if not re.match(r"CPU +\d", line)]
    ptrans = r"^(WALL) (.*?) +[\d.]+ (PASSED|FAILED) +\S+ +(\S+)$"
    lines = [re.sub(ptrans, r"\1 \2 \3 \4", line) for line in lines]
    for test in ("HPL", "PTRANS"):
        passed = "......" if test == "HPL" else "WALL"
        if not any(passed in line and "PASSED" in line for line in lines):
            sys.exit(f"compare_results: hpccoutf.txt holds no PASSED line of {test}")
    return lines


def lammps_results(output):
    table = re.search(r"^Step .*?(?=^Loop time)", output, flags=re.M | re.S)
    if not table:
        sys.exit(f"compare_results: no thermodynamic output in\n{output[-4000:]}")
    return table[0].splitlines() + [
        line for line in output.splitlines() if LAMMPS_RESULTS.match(line)]


def espresso_results(output):
    """Energies in Ry, eigenvalues in eV, forces; the accuracy that the iterations reached is noise."""
    if "JOB DONE." not in output:
        sys.exit(f"compare_results: no JOB DONE. in\n{output[-4000:]}")
    lines = [line for line in output.splitlines() if ESPRESSO_RESULTS.search(line)]
    if not any(line.startswith("!") for line in lines):
        sys.exit(f"compare_results: no final energy in\n{output[-4000:]}")
    return lines


def scalapack_results(output):
    """A line for each test, without its times; BLACS takes most of its messages from anybody."""
    lines = [line.split() for line in output.splitlines() if line.startswith("WALL")]
    if "  0 tests completed and failed" not in output or not lines:
        sys.exit(f"compare_results: not all tests have passed in\n{output[-4000:]}")
    return [" ".join(words[:8] + words[-1:]) for words in lines]


def results(options, prefix, directory):
    """What the program computes when it is started by `prefix`."""
    if options.program == "hpcc":
        text = hpcc_input(options.processes, options.hpcc_size)
        (pathlib.Path(directory) / "hpccinf.txt").write_text(text)
        run(prefix + ["hpcc"], directory, options.timeout)
        return hpcc_results(directory)
    if options.program == "quantum-espresso":
        command = ["pw.x", "-in", str(HERE / "quantum-espresso" / "silicon.in")]
        return espresso_results(run(prefix + command, directory, options.timeout))
    if options.program == "scalapack-mpi-test":
        shutil.copy(pathlib.Path(SCALAPACK_TEST).parent / "LU.dat", directory)
        return scalapack_results(run(prefix + [str(SCALAPACK_TEST)], directory, options.timeout))
    command = ["lmp", "-in", str(HERE / "lammps" / (options.input + ".lmp")), "-log", "none"]
    return lammps_results(run(prefix + command, directory, options.timeout))


def wrong_sums(summary):
    """Where compute + communication + waiting is not the predicted time, to the picosecond."""
    return [f"process {process}, lane {lane}: {times}"
            for process, lanes in enumerate(summary["process_picoseconds"])
            for lane, times in enumerate(lanes) if times[0] != sum(times[1:])]


def check_summary(path, processes):
    summary = json.loads(path.read_text())
    wrong = wrong_sums(summary)
    if wrong:
        sys.exit("compare_results: the parts do not add up to the predicted time\n" +
                 "\n".join(wrong))
    if summary["processes"] != processes or len(summary["process_picoseconds"]) != processes:
        sys.exit(f"compare_results: {path} is not about {processes} processes")
    lane = summary["lanes"][0]
    print(f"predicted ({lane['name']}): {lane['predicted_seconds']:.6f} s")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("program", choices=list(EXECUTABLES))
    parser.add_argument("-n", "--processes", type=int, default=2)
    parser.add_argument("--input", default="melt", help="of lammps: melt, salt or crack")
    parser.add_argument("--revprof", help="the revprof command; without it both runs are plain")
    parser.add_argument("--model", type=pathlib.Path,
                        default=HERE.parent / "models" / "simulated-fat-tree-64.json")
    parser.add_argument("--mpirun", default="mpirun")
    parser.add_argument("--hpcc-size", type=int, default=200, help="N of hpcc's linear system")
    parser.add_argument("--timeout", type=int, default=150, help="seconds for each run")
    options = parser.parse_args()
    if options.processes < 1:
        parser.error("expected at least one process")

    executable = EXECUTABLES[options.program]
    if not shutil.which(executable):
        print(f"compare_results: {executable} is not installed (apt-get install {options.program})")
        sys.exit(NOT_INSTALLED)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("compare_results: terminated"))
    processes = str(options.processes)
    plain = [options.mpirun, "-n", processes]
    with tempfile.TemporaryDirectory() as directory:
        expected = results(options, plain, directory)
    with tempfile.TemporaryDirectory() as directory:
        if options.revprof:
            output = pathlib.Path(directory) / "revprof-out"
            prefix = [options.revprof, "run", "--model", str(options.model.resolve()),
                      "--compute", "cpu", "--output", str(output), "-n", processes, "--"]
            found = results(options, prefix, directory)
            check_summary(output / "summary.json", options.processes)
        else:
            found = results(options, plain, directory)

    if expected != found:
        sys.exit("compare_results: the results differ\n" + "\n".join(
            difflib.unified_diff(expected, found, "plain", "revprof", lineterm="")))
    print(f"{options.program}, {processes} processes: {len(found)} lines of results agree")


if __name__ == "__main__":
    main()
