#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""What revprof costs in real time: plain runs, runs without and with trace, interleaved.

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

WAYS = ["plain", "no trace", "trace"]


def command(options, way, compute, output):
    if way == "plain":
        return [options.mpirun, "-n", "2"]
    trace = "plain" if way == "trace" else "none"
    return [options.revprof, "run", "--model", str(options.model.resolve()), "--trace", trace,
            "--compute", compute, "--quiet", "1", "--output", str(output), "-n", "2", "--"]


def run(options, way, compute, program, kernel_copy):
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
            command(options, way, compute, pathlib.Path(directory) / "revprof-out") + program,
            cwd=directory, env=environment, capture_output=True, text=True, check=False,
            timeout=options.timeout)
        seconds = time.monotonic() - start
    if finished.returncode != 0:
        sys.exit(f"bench_overhead: {way}: {program[0]}: exit code {finished.returncode}\n"
                 f"{finished.stdout[-2000:]}{finished.stderr[-2000:]}")
    return finished.stdout, seconds


def ways(options):
    return WAYS if options.revprof else ["plain"]


def progress(text):
    if sys.stderr.isatty():
        print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)


def bench_pingpong(options, kernel_copy):
    times = {}  # (way, bytes) -> microseconds of each run
    for number in range(options.runs):
        for way in ways(options):
            progress(f"pingpong, kernel copy {kernel_copy}, {number + 1}/{options.runs}, {way}")
            program = [str(options.pingpong.resolve()), str(options.seconds)]
            output, _ = run(options, way, "steps", program, kernel_copy)
            for line in output.splitlines():
                size, microseconds = line.split()
                times.setdefault((way, int(size)), []).append(float(microseconds))
    progress("")
    print(f"\nping-pong, half a round trip in us, kernel copy {kernel_copy}, "
          f"medians of {options.runs} runs")
    print(f"{'bytes':>9}" + "".join(f"{way:>10}{'ratio':>7}" for way in ways(options)))
    for size in sorted({size for _, size in times}):
        plain = statistics.median(times["plain", size])
        row = "".join(f"{statistics.median(times[way, size]):>10.3f}"
                      f"{statistics.median(times[way, size]) / plain:>7.2f}"
                      for way in ways(options))
        print(f"{size:>9}{row}")


def bench_program(options, name, program):
    seconds = {way: [] for way in ways(options)}
    for number in range(options.runs):
        for way in ways(options):
            progress(f"{name}, {number + 1}/{options.runs}, {way}")
            seconds[way].append(run(options, way, "cpu", program, options.kernel_copy)[1])
    progress("")
    plain = statistics.median(seconds["plain"])
    print(f"{name:>9}" + "".join(f"{statistics.median(seconds[way]):>10.3f}"
                                 f"{statistics.median(seconds[way]) / plain:>7.2f}"
                                 for way in ways(options)))


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
    if options.runs < 1:
        parser.error("expected at least one run")

    if options.only != "programs":
        for kernel_copy in ("cma", "none"):
            bench_pingpong(options, kernel_copy)
    if options.only != "pingpong":
        print(f"\n2 processes, wall time in s from start to end, "
              f"kernel copy {options.kernel_copy}, medians of {options.runs} runs")
        print(f"{'program':>9}" + "".join(f"{way:>10}{'ratio':>7}" for way in ways(options)))
        bench_program(options, "hpcc", ["hpcc"])
        with tempfile.NamedTemporaryFile("w", suffix=".lmp") as script:
            text = (SOURCE / "examples" / "lammps" / "melt.lmp").read_text()
            script.write(text.replace("run             100", f"run {options.lammps_steps}"))
            script.flush()
            bench_program(options, "lammps", ["lmp", "-in", script.name, "-log", "none"])


if __name__ == "__main__":
    main()
