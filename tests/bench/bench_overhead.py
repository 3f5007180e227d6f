#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""What revprof costs in real time: plain runs and runs under revprof, interleaved.

Prints medians and their ratios to plain: a ping-pong by size with the kernel's copy on and off,
then the wall time of hpcc and lammps at 2 processes.
"""
import argparse
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

SOURCE = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(SOURCE / "examples"))
import compare_results  # noqa: E402

# name of a way of running -> REVPROF_COMPUTE and whether it writes a trace; None: without revprof
PINGPONG_WAYS = {"plain": None, "no trace": ("steps", False), "trace": ("steps", True)}
PROGRAM_WAYS = {"plain": None, "no trace": ("steps", False), "trace": ("steps", True),
                "cpu": ("cpu", False), "cpu, trace": ("cpu", True)}


def command(options, way, output):
    if way is None:
        return [options.mpirun, "-n", "2"]
    compute, trace = way
    return [options.revprof, "run", "--model", str(options.model.resolve()),
            "--trace", "plain" if trace else "none", "--compute", compute, "--quiet", "1",
            "--output", str(output), "-n", "2", "--"]


def run(options, way, program, kernel_copy):
    """Standard output and wall time of one run, which must end well."""
    environment = compare_results.environment()
    environment["OMPI_MCA_btl_vader_single_copy_mechanism"] = kernel_copy
    environment["OMPI_MCA_mpi_yield_when_idle"] = "0"  # spin, as on a core of its own
    with tempfile.TemporaryDirectory() as directory:
        if "hpcc" in program:
            text = compare_results.hpcc_input(2, options.hpcc_size)
            (pathlib.Path(directory) / "hpccinf.txt").write_text(text)
        start = time.monotonic()
        finished = subprocess.run(
            command(options, way, pathlib.Path(directory) / "revprof-out") + program,
            cwd=directory, env=environment, capture_output=True, text=True, check=False,
            timeout=options.timeout)
        seconds = time.monotonic() - start
    if finished.returncode != 0:
        sys.exit(f"bench_overhead: {way or 'plain'}: {program[0]}: exit code {finished.returncode}\n"
                 f"{finished.stdout[-2000:]}{finished.stderr[-2000:]}")
    return finished.stdout, seconds


def chosen(options, ways):
    """The ways that can be run: without the revprof command the plain one alone."""
    return {name: way for name, way in ways.items() if way is None or options.revprof}


def heading(ways):
    return "".join(f"{name:>11}{'ratio':>7}" for name in ways)


def ratios(values, ways):
    """Median of each way and its ratio to plain; `values(name)` are the runs' figures."""
    plain = statistics.median(values("plain"))
    return "".join(f"{statistics.median(values(name)):>11.3f}"
                   f"{statistics.median(values(name)) / plain:>7.2f}" for name in ways)


def progress(text):
    if sys.stderr.isatty():
        print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)


def bench_pingpong(options, kernel_copy):
    ways = chosen(options, PINGPONG_WAYS)
    times = {}  # (way's name, bytes) -> microseconds of each run
    for number in range(options.runs):
        for name, way in ways.items():
            progress(f"pingpong, kernel copy {kernel_copy}, {number + 1}/{options.runs}, {name}")
            program = [str(options.pingpong.resolve()), str(options.seconds)]
            output, _ = run(options, way, program, kernel_copy)
            for line in output.splitlines():
                size, microseconds = line.split()
                times.setdefault((name, int(size)), []).append(float(microseconds))
    progress("")
    print(f"\nping-pong, half a round trip in us, kernel copy {kernel_copy}, "
          f"medians of {options.runs} runs")
    print(f"{'bytes':>9}{heading(ways)}")
    for size in sorted({size for _, size in times}):
        print(f"{size:>9}{ratios(lambda name: times[name, size], ways)}", flush=True)


def bench_program(options, label, program):
    ways = chosen(options, PROGRAM_WAYS)
    seconds = {name: [] for name in ways}
    for number in range(options.runs):
        for name, way in ways.items():
            progress(f"{label}, {number + 1}/{options.runs}, {name}")
            seconds[name].append(run(options, way, program, options.kernel_copy)[1])
    progress("")
    print(f"{label:>9}{ratios(seconds.get, ways)}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    build = SOURCE / "build" / "release" / "bin"
    parser.add_argument("--revprof", default=str(build / "revprof"),
                        help="the revprof command; '' benches plain runs only")
    parser.add_argument("--pingpong", type=pathlib.Path, default=build / "pingpong")
    parser.add_argument("--model", type=pathlib.Path, default=SOURCE / "models" / "exact.json")
    parser.add_argument("--mpirun", default="mpirun")
    parser.add_argument("--runs", type=int, default=7, help="of each way, interleaved")
    parser.add_argument("--seconds", type=float, default=0.2, help="of ping-pong for each size")
    parser.add_argument("--hpcc-size", type=int, default=1000)
    parser.add_argument("--lammps-steps", type=int, default=2000)
    parser.add_argument("--kernel-copy", default="cma", help="cma or none, for hpcc and lammps")
    parser.add_argument("--only", choices=["pingpong", "programs"])
    parser.add_argument("--timeout", type=int, default=300, help="seconds for each run")
    options = parser.parse_args()
    if options.revprof:
        options.revprof = str(pathlib.Path(options.revprof).resolve())
    if options.runs < 1:
        parser.error("expected at least one run")

    if options.only != "programs":
        for kernel_copy in ("cma", "none"):
            bench_pingpong(options, kernel_copy)
    if options.only != "pingpong":
        print(f"\n2 processes, wall time in s from start to end, "
              f"kernel copy {options.kernel_copy}, medians of {options.runs} runs")
        print(f"{'program':>9}{heading(chosen(options, PROGRAM_WAYS))}")
        bench_program(options, "hpcc", ["hpcc"])
        with tempfile.NamedTemporaryFile("w", suffix=".lmp") as script:
            text = (SOURCE / "examples" / "lammps" / "melt.lmp").read_text()
            script.write(text.replace("run             100", f"run {options.lammps_steps}"))
            script.flush()
            bench_program(options, "lammps", ["lmp", "-in", script.name, "-log", "none"])


if __name__ == "__main__":
    main()
