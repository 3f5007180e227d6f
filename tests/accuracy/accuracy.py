#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Predicted against simulated: how far revprof is off on a machine that SimGrid plays.

For every platform the measurements of characterize (made once, kept in the build directory) become a
model. Then every program runs twice at every number of processes: under revprof on the host's MPI,
and under smpirun on the platform itself. Computation costs the same on both sides (the programs say
how long), so only communication is judged. Written into --output: accuracy.csv, accuracy.md and
accuracy.svg.
"""
import argparse
import collections
import concurrent.futures
import csv
import json
import os
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True  # the source's directory stays as it is
import explain
from results import (RULES, Row, band_lines, error, graph, percent, quantile, rule_of, share_of_band, source_of_error,
                     summary_lines, table_lines, trust_lines)

HERE = pathlib.Path(__file__).resolve().parent
SOURCE = HERE.parents[1]
PLATFORMS = SOURCE / "characterize" / "platforms"

# Reading clocks takes no time, and asking little: less would take the simulator minutes. A question about many requests
# takes SMPI the time for each of them, which a nonblocking collective is, too.
POLLING = ["--cfg=smpi/wtime:0", "--cfg=smpi/test:1e-8", "--cfg=smpi/iprobe:1e-7", "--cfg=smpi/grow-injected-times:no"]


class TooLong(Exception):
    pass


def run(command, timeout, **more):
    words = [str(word) for word in command]
    more.setdefault("stderr", subprocess.PIPE)
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True, **more) as process:
        try:
            output, errors = process.communicate(timeout=timeout)
        except subprocess.TimeoutExpired as error:
            process.terminate()  # not kill(): smpirun and revprof end what they have started
            process.communicate()
            raise TooLong(f"longer than {timeout} s: {' '.join(words)}") from error
    if process.returncode != 0:
        sys.exit(f"accuracy: exit code {process.returncode}: {' '.join(words)}\n{output[-2000:]}{(errors or '')[-2000:]}")
    return output


def revprof_simulate(options, platform, *more):
    """`revprof simulate`, which also writes what smpirun must be told: the cache's .hosts and .flags."""
    own = PLATFORMS / f"{platform}.flags"
    flags = ["--flags", own] if own.exists() else []
    run([options.build / "bin" / "revprof", "simulate", PLATFORMS / f"{platform}.xml", "-o", options.cache / f"{platform}.json",
         *flags, *more], 7200)


def hosts_of(options, platform):
    return options.cache / f"{platform}.hosts"


def flags_of(options, platform):
    return (options.cache / f"{platform}.flags").read_text().split()


def model_of(options, platform):
    """The platform's model: one that is given, or ships, or is fitted from measurements that are made where they are missing."""
    if options.model:
        return options.model.resolve()
    if options.shipped:
        return SOURCE / "models" / f"simulated-{platform}.json"
    measurements = options.cache / f"{platform}.csv"
    model = options.cache / f"{platform}.json"
    if not measurements.exists():
        print(f"{platform}: measuring", flush=True)
        revprof_simulate(options, platform)
    if not model.exists() or model.stat().st_mtime < measurements.stat().st_mtime:
        run([options.build / "bin" / "revprof", "fit", measurements, "-o", model,
             "--no-datasheet"], 600)
    return model


def words_of(options, build, processes):
    """The command of --command: build 0 is for the host's MPI, 1 for SimGrid's."""
    arguments = [word.replace("{processes}", str(processes)) for word in options.command[2:]]
    return [os.path.abspath(options.command[build]), *arguments]


def traces_of(options, platform, program, processes, side):
    """Where the traces of --explain are while they are compared."""
    return options.output / "explain" / f"{platform}-{program}-{processes}-{side}"


def simulate_command(options, platform, processes):
    """Simulated seconds of a whole run. Memory of its own for each process, and no time for reading clocks and polling."""
    trace = []
    if options.explain:
        file = traces_of(options, platform, options.programs[0], processes, "simulated.trace")
        file.parent.mkdir(parents=True, exist_ok=True)
        trace = ["-trace", "-trace-file", file, "--cfg=tracing/smpi/format:Paje", "--cfg=tracing/precision:9"]
    flags = [flag for flag in flags_of(options, platform)
             if not re.match(r"--cfg=smpi/(auto-shared-malloc|wtime)|--log=", flag)]
    flags += [*POLLING, "--cfg=smpi/display-timing:yes"]
    with tempfile.TemporaryDirectory() as directory:
        where = copied(options, directory)
        output = run(["smpirun", *trace, "-platform", PLATFORMS / f"{platform}.xml", "-hostfile", hosts_of(options, platform),
                      "-np", processes, *flags, *words_of(options, 1, processes)], options.timeout, cwd=where,
                     stderr=subprocess.STDOUT)
    return simulated_seconds(output, options.command[1]), collections.Counter()


def simulated_seconds(output, program):
    """Of a run to its end: after a deadlock SimGrid says a time, too, and its exit code is 0."""
    times = re.findall(r"Simulated time: (\S+) seconds", output)
    if not times or "Deadlock detected" in output:
        sys.exit(f"accuracy: {program}: expected a run to its end and SimGrid to say the simulated time, found\n{output[-2000:]}")
    return float(times[-1])


def copied(options, directory):
    """A directory to run in: a copy of --files, as programs may write there."""
    where = pathlib.Path(directory) / "files"
    if options.files:
        shutil.copytree(options.files, where)
    else:
        where.mkdir()
    return where


def simulate(options, platform, program, processes):
    """Simulated seconds of the whole run, and of each call over all processes. Always the same, so it is kept."""
    if options.command:
        return simulate_command(options, platform, processes)
    simulated = options.build / "tests" / "bin" / "accuracy_programs_smpi"
    description = list(PLATFORMS.glob(f"{platform}.*"))
    kept = options.cache / "simulated" / f"{platform}-{program}-{processes}.txt"
    if not kept.exists() or any(kept.stat().st_mtime < path.stat().st_mtime for path in [simulated, *description]):
        kept.parent.mkdir(exist_ok=True)
        write(kept, run(["smpirun", "-quiet", "-platform", PLATFORMS / f"{platform}.xml", "-hostfile", hosts_of(options, platform),
                         "-np", processes, *flags_of(options, platform), *POLLING, simulated, program], options.timeout))
    output = kept.read_text()
    calls = collections.Counter()
    for name, seconds in re.findall(r"^call (\w+) \d+ (\S+)$", output, flags=re.M):
        calls[name] += float(seconds)
    return max(float(end) for end in re.findall(r"^end (\S+)$", output, flags=re.M)), calls


def predict(options, model, platform, program, processes):
    with tempfile.TemporaryDirectory() as directory:
        output = pathlib.Path(directory) / "run"
        traces = "none"
        if options.explain:
            output, traces = traces_of(options, platform, program, processes, "predicted"), "plain"
            shutil.rmtree(output, ignore_errors=True)
        words = [options.build / "tests" / "bin" / "accuracy_programs", program]
        compute = []
        if options.command:
            words, compute = words_of(options, 0, processes), ["--compute", "none"]
        run([options.build / "bin" / "revprof", "run", "--model", model, "--trace", traces,
             "--virtual-nodes", "model", "--quiet", "1", *compute, "--output", output, "-n", processes, "--", *words],
            options.timeout, cwd=copied(options, directory))
        summary = json.loads((output / "summary.json").read_text())
    return summary


def row_of(options, model, platform, program, processes):
    """None where a run takes longer than --timeout."""
    try:
        simulated, simulated_calls = simulate(options, platform, program, processes)
        summary = predict(options, model, platform, program, processes)
    except TooLong as reason:
        print(f"{platform} {program} {processes}: left out, {reason}", file=sys.stderr, flush=True)
        return None
    if options.explain:
        simulated_run = explain.read_simulated(traces_of(options, platform, program, processes, "simulated.trace"))
        predicted_run = explain.read_predicted(traces_of(options, platform, program, processes, "predicted"))
        print(f"{platform} {program} {processes}\n\n{explain.explanation(simulated_run, predicted_run, simulated)}", flush=True)
    lanes = {lane["name"]: lane["predicted_seconds"] for lane in summary["lanes"]}
    calls = {call["call"]: call["seconds"] for call in summary["calls"]}
    return Row(platform, program, processes, simulated, lanes["mean"], lanes["low"], lanes["high"], lanes["equation"],
               summary["trust"]["measured"], rule_of(summary), simulated_calls, calls)


def write(path, text):
    temporary = path.with_name(path.name + ".new")
    temporary.write_text(text)
    os.replace(temporary, path)


def write_doubts(rows):
    """What low and high are apart at least, per rule: as narrow as they may be that nine of ten of its cases lie between them.
    These were predicted with the widths of the table that is there, so each is moved by how far out the ninth of ten lies."""
    table = SOURCE / "revprof" / "engine" / "doubt.table"
    widths = [float(width) for width in re.findall(r"^([0-9.]+),", table.read_text(), flags=re.M)]
    counts = " ".join(map(str, sorted({r.processes for r in rows})))
    lines = ["// Half-widths of log t, in the order of Rule: nine of ten cases that rest most on the rule lie within.",
             f"// Written by tests/accuracy/accuracy.py --write-doubts -n {counts}."]
    for rule, width in zip(RULES, widths):
        shares = [share_of_band(r) for r in rows if r.rule == rule]
        if len(shares) < 10:
            sys.exit(f"accuracy: --write-doubts: expected at least 10 cases that rest on {rule}, found {len(shares)}")
        lines.append(f"{width * quantile(shares, 0.9):.3f},  // {rule}: {len(shares)} cases")
    write(table, "\n".join(lines) + "\n")


def write_results(options, rows):
    options.output.mkdir(parents=True, exist_ok=True)
    lines = summary_lines(rows) + [""] + band_lines(rows) + [""] + trust_lines(rows) + [""] + table_lines(rows)
    write(options.output / "accuracy.md", "\n".join(lines) + "\n")
    write(options.output / "accuracy.svg", graph(rows))
    with open(options.output / "accuracy.csv.new", "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(Row._fields[:-2])
        writer.writerows(row[:-2] for row in rows)
    os.replace(options.output / "accuracy.csv.new", options.output / "accuracy.csv")


def main():
    programs = re.findall(r'^    \{"(\w+)"', (HERE / "programs.cpp").read_text(), flags=re.M)
    platforms = sorted(path.stem for path in PLATFORMS.glob("*.xml"))
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--build", type=pathlib.Path, default=SOURCE / "build" / "release")
    parser.add_argument("--platforms", nargs="+", default=platforms, choices=platforms)
    parser.add_argument("--programs", nargs="+", default=programs, choices=programs)
    parser.add_argument("-n", "--processes", nargs="+", type=int,
                        help="default: 4, 12, 16 and as many as the platform has")
    parser.add_argument("--model", type=pathlib.Path,
                        help="for one platform: this model instead of the measured one")
    parser.add_argument("--shipped", action="store_true", help="the models that ship, of platforms that have one")
    parser.add_argument("--command", nargs=argparse.REMAINDER, metavar="HOST_BUILD SIMULATED_BUILD ARGUMENT",
                        help="in place of the programs here: one that was built for the host's MPI and by smpicc, its whole "
                             "run without computation; {processes} in an argument is their number. The last option")
    parser.add_argument("--files", type=pathlib.Path, help="of --command: it runs in a copy of this directory")
    parser.add_argument("--explain", action="store_true",
                        help="of --command: which call and which message differ first; before --command")
    parser.add_argument("--cache", type=pathlib.Path,
                        help="measurements and models; default: BUILD/accuracy")
    parser.add_argument("--output", type=pathlib.Path, help="default: BUILD/accuracy")
    parser.add_argument("--at-most", type=float, metavar="PERCENT",
                        help="exit code 1 if the median error of the mean lane is larger")
    parser.add_argument("--write-doubts", action="store_true",
                        help="write the widths of low and high that the engine is built with, of these cases")
    parser.add_argument("--jobs", type=int, default=2, help="cases at a time")
    parser.add_argument("--timeout", type=int, default=600, help="seconds for each run")
    options = parser.parse_args()
    options.build = options.build.resolve()
    options.cache = (options.cache or options.build / "accuracy").resolve()
    options.output = (options.output or options.build / "accuracy").resolve()
    options.cache.mkdir(parents=True, exist_ok=True)
    if options.model and len(options.platforms) != 1:
        parser.error("--model: expected one platform")
    if options.shipped:
        options.platforms = [name for name in options.platforms if model_of(options, name).exists()]
    if options.explain and options.command is None:
        parser.error("--explain: expected --command")
    if options.command is not None:
        if len(options.command) < 2:
            parser.error("--command: expected a program built for the host's MPI, and one built by smpicc")
        options.programs = [pathlib.Path(options.command[0]).name]

    cases = []
    for platform in options.platforms:
        try:
            model = model_of(options, platform)
        except TooLong as reason:
            sys.exit(f"accuracy: {reason}")
        revprof_simulate(options, platform, "--dry-run")
        hosts = len(hosts_of(options, platform).read_text().split())
        counts = options.processes or [4, 12, 16, hosts]
        cases += [(options, model, platform, program, processes) for processes in counts
                  if processes <= hosts for program in options.programs]
    rows = []
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for row in pool.map(lambda case: row_of(*case), cases):
            if row is None:
                continue
            rows.append(row)
            print(f"{row.platform} {row.program} {row.processes}: {percent(error(row))}, equation "
                  f"{percent(error(row, 'equation'))}; {source_of_error(row)}", flush=True)
            write_results(options, rows)
    if not rows:
        sys.exit("accuracy: no case is left")
    print("\n".join(summary_lines(rows) + [""] + band_lines(rows) + [""] + trust_lines(rows)))
    if options.write_doubts:
        write_doubts(rows)
    if len(rows) < len(cases):
        print(f"{len(cases) - len(rows)} of {len(cases)} cases left out", file=sys.stderr)
    median = 100 * statistics.median(abs(error(row)) for row in rows)
    if options.at_most is not None and median > options.at_most:
        sys.exit(f"accuracy: median error {median:.1f} %; expected at most {options.at_most} %")


if __name__ == "__main__":
    main()
