#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""What revprof costs in real time: plain runs and runs under revprof, interleaved.

Prints medians and their ratios to plain: a ping-pong by size with the kernel's copy on and off,
small collectives, OpenSHMEM's calls, then the wall time of real programs.
"""
import argparse
import json
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

from real_programs import PROGRAMS, SOURCE, compare_results

# name of a way of running -> settings of revprof; None: without it. Ratios are those to the first way.
WAYS = {"plain": None, "no trace": ["--trace", "none"], "trace": ["--trace", "plain"]}
CALLS_IN_A_ROW = {"collectives": "collectives_in_a_row", "requests": "many_requests", "shmem": "shmem_calls"}
CPU_WAYS = {"cpu": ["--trace", "none", "--compute", "cpu"], "cpu, trace": ["--trace", "plain", "--compute", "cpu"]}
LANES = 64
FEATURE_WAYS = {"default": ["--trace", "none"],
                f"{LANES} lanes": ["--trace", "none", "--scenario", "lanes.json"],
                "path": ["--trace", "none", "--critical-path", "1"]}


def command(options, way, output):
    processes = str(options.processes)
    if way is None:
        return [options.mpirun, "-n", processes]
    return [str(options.bin / "revprof"), "run", "--model", str(options.model.resolve()), *way,
            "--quiet", "1", "--output", str(output), "-n", processes, "--"]


def write_lanes(folder):
    """A scenario of as many lanes as there can be, each with times of its own."""
    estimates = ("mean", "low", "high", "equation")
    lanes = [{"name": f"lane {i}", "estimate": estimates[i % 4], "step": 1e-9 * (i + 1),
              "factors": {"*": {"time": 1 + i / LANES}}} for i in range(LANES)]
    scenario = {"format": "revprof-scenario", "version": 1, "lanes": lanes}
    (folder / "lanes.json").write_text(json.dumps(scenario))


def run(options, way, words, folder, kernel_copy):
    """Standard output and wall time of one run, which must end well."""
    environment = compare_results.environment()
    environment["OMPI_MCA_btl_vader_single_copy_mechanism"] = kernel_copy
    spin = options.processes <= 2  # as on a core of its own
    if words[0].endswith(CALLS_IN_A_ROW["shmem"]):
        environment["OMPI_MCA_btl"] = "^uct"  # with it OpenSHMEM programs end by a fault, also plainly
    environment["OMPI_MCA_mpi_yield_when_idle"] = "0" if spin else "1"
    write_lanes(folder)
    start = time.monotonic()
    finished = subprocess.run(command(options, way, folder / "revprof-out") + words, cwd=folder,
                              env=environment, capture_output=True, text=True, check=False,
                              timeout=options.timeout)
    seconds = time.monotonic() - start
    if finished.returncode != 0:
        sys.exit(f"bench_overhead: {way or 'plain'}: {words[0]}: exit code {finished.returncode}\n"
                 f"{finished.stdout[-2000:]}{finished.stderr[-2000:]}")
    return finished.stdout, seconds


def heading(ways):
    return "".join(f"{name:>11}{'ratio':>7}" for name in ways)


def ratios(values, ways):
    """Median of each way and its ratio to the first one; `values(name)` are the runs' figures."""
    first = statistics.median(values(next(iter(ways))))
    return "".join(f"{statistics.median(values(name)):>11.3f}"
                   f"{statistics.median(values(name)) / first:>7.2f}" for name in ways)


def progress(text):
    if sys.stderr.isatty():
        print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)


def bench_pingpong(options, kernel_copy):
    times = {}  # (way's name, bytes) -> microseconds of each run
    words = [str(options.bin.parent / "tests" / "bin" / "pingpong"), str(options.seconds)]
    for number in range(options.runs):
        for name, way in WAYS.items():
            progress(f"pingpong, kernel copy {kernel_copy}, {number + 1}/{options.runs}, {name}")
            with tempfile.TemporaryDirectory() as folder:
                output, _ = run(options, way, words, pathlib.Path(folder), kernel_copy)
            for line in output.splitlines():
                size, microseconds = line.split()
                times.setdefault((name, int(size)), []).append(float(microseconds))
    progress("")
    print(f"\nping-pong, half a round trip in us, kernel copy {kernel_copy}, "
          f"medians of {options.runs} runs")
    print(f"{'bytes':>9}{heading(WAYS)}")
    for size in sorted({size for _, size in times}):
        print(f"{size:>9}{ratios(lambda name: times[name, size], WAYS)}", flush=True)


def bench_calls(options, executable):
    """Calls in a row, of which the program prints a line each: name and microseconds of one."""
    times = {}  # call -> {way's name -> microseconds of each run}
    path = options.bin.parent / "tests" / "bin" / executable
    if not path.exists():
        print(f"\n{executable} is not built: its library is not installed")
        return
    words = [str(path), str(options.seconds)]
    ways = {name: WAYS[name] for name in ("plain", "no trace")}
    for number in range(options.runs):
        for name, way in ways.items():
            progress(f"{executable}, {number + 1}/{options.runs}, {name}")
            with tempfile.TemporaryDirectory() as folder:
                output, _ = run(options, way, words, pathlib.Path(folder), options.kernel_copy)
            for line in output.splitlines():
                call, microseconds = line.split()
                times.setdefault(call, {}).setdefault(name, []).append(float(microseconds))
    progress("")
    print(f"\n{executable}: {options.processes} processes, one of many in a row in us, medians of {options.runs} runs")
    print(f"{'call':>20}{heading(ways)}")
    for call, by_way in times.items():
        print(f"{call:>20}{ratios(by_way.get, ways)}", flush=True)


def bench_program(options, program, ways):
    seconds = {name: [] for name in ways}
    for number in range(options.runs):
        for name, way in ways.items():
            progress(f"{program.name}, {number + 1}/{options.runs}, {name}")
            with tempfile.TemporaryDirectory() as directory:
                folder = pathlib.Path(directory)
                words = program.command(options, folder)
                if words is None:
                    return print(f"{program.name:>13}  {program.executable} is not installed")
                seconds[name].append(run(options, way, words, folder, options.kernel_copy)[1])
    progress("")
    print(f"{program.name:>13}{ratios(seconds.get, ways)}", flush=True)


def bench_programs(options):
    ways = FEATURE_WAYS if options.features else {**WAYS, **CPU_WAYS} if options.cpu else WAYS
    print(f"\n{options.processes} processes, wall time in s from start to end, "
          f"kernel copy {options.kernel_copy}, medians of {options.runs} runs")
    print(f"{'program':>13}{heading(ways)}")
    for program in PROGRAMS:
        if not options.program or program.name in options.program:
            bench_program(options, program, ways)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    names = ", ".join(program.name for program in PROGRAMS)
    parser.add_argument("--bin", type=pathlib.Path, default=SOURCE / "build" / "release" / "bin",
                        help="where revprof and the built programs are")
    parser.add_argument("--model", type=pathlib.Path, default=SOURCE / "models" / "exact.json")
    parser.add_argument("--mpirun", default="mpirun")
    parser.add_argument("--runs", type=int, default=7, help="of each way, interleaved")
    parser.add_argument("-n", "--processes", type=int, default=2, help="of the programs")
    parser.add_argument("--program", action="append", help=f"only this one, repeatable: {names}")
    parser.add_argument("--cpu", action="store_true", help="the programs also with --compute cpu")
    parser.add_argument("--features", action="store_true",
                        help=f"the programs with {LANES} lanes and with critical path, against default lanes")
    parser.add_argument("--seconds", type=float, default=0.2, help="of ping-pong for each size")
    parser.add_argument("--hpcc-size", type=int, default=1000)
    parser.add_argument("--length", type=float, default=1, help="factor on the programs' lengths")
    parser.add_argument("--kernel-copy", default="cma", help="cma or none, for the programs")
    parser.add_argument("--only", choices=["pingpong", *CALLS_IN_A_ROW, "programs"])
    parser.add_argument("--timeout", type=int, default=300, help="seconds for each run")
    options = parser.parse_args()
    options.bin = options.bin.resolve()
    unknown = set(options.program or []) - {program.name for program in PROGRAMS}
    if unknown:
        parser.error(f"--program {', '.join(sorted(unknown))}: expected one of {names}")
    if options.runs < 1 or options.processes < 1:
        parser.error("expected at least one run and one process")
    if not (options.bin / "revprof").exists():
        parser.error(f"{options.bin} holds no revprof; expected a build's folder of programs (--bin)")

    if options.features:
        options.only = "programs"
    chosen = [options.only] if options.only else ["pingpong", *CALLS_IN_A_ROW, "programs"]
    if "pingpong" in chosen and options.processes != 2:
        parser.error("ping-pong is between 2 processes; expected --only collectives or programs")
    if "pingpong" in chosen:
        for kernel_copy in ("cma", "none"):
            bench_pingpong(options, kernel_copy)
    for kind, executable in CALLS_IN_A_ROW.items():
        if kind in chosen:
            bench_calls(options, executable)
    if "programs" in chosen:
        bench_programs(options)


if __name__ == "__main__":
    main()
