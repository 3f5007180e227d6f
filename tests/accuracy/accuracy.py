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
import math
import os
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
SOURCE = HERE.parents[1]
PLATFORMS = SOURCE / "characterize" / "platforms"

Row = collections.namedtuple(
    "Row", "platform program processes simulated mean low high equation simulated_calls calls")


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
    """The platform's model, fitted from measurements that are made where they are missing."""
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


def simulate_command(options, platform, processes):
    """Simulated seconds of a whole run. Memory of its own for each process, and no time for reading clocks and polling."""
    flags = [flag for flag in flags_of(options, platform)
             if not re.match(r"--cfg=smpi/(auto-shared-malloc|wtime)|--log=", flag)]
    flags += ["--cfg=smpi/wtime:0", "--cfg=smpi/test:1e-8", "--cfg=smpi/iprobe:1e-8", "--cfg=smpi/grow-injected-times:no",
              "--cfg=smpi/display-timing:yes"]
    with tempfile.TemporaryDirectory() as directory:
        where = copied(options, directory)
        output = run(["smpirun", "-platform", PLATFORMS / f"{platform}.xml", "-hostfile", hosts_of(options, platform),
                      "-np", processes, *flags, *words_of(options, 1, processes)], options.timeout, cwd=where,
                     stderr=subprocess.STDOUT)
    times = re.findall(r"Simulated time: (\S+) seconds", output)
    if not times:
        sys.exit(f"accuracy: {options.command[1]}: expected SimGrid to say the simulated time, found\n{output[-2000:]}")
    return float(times[-1]), collections.Counter()


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
                         "-np", processes, *flags_of(options, platform), "--cfg=smpi/wtime:0",
                         simulated, program], options.timeout))
    output = kept.read_text()
    calls = collections.Counter()
    for name, seconds in re.findall(r"^call (\w+) \d+ (\S+)$", output, flags=re.M):
        calls[name] += float(seconds)
    return max(float(end) for end in re.findall(r"^end (\S+)$", output, flags=re.M)), calls


def predict(options, model, program, processes):
    with tempfile.TemporaryDirectory() as directory:
        output = pathlib.Path(directory) / "run"
        words = [options.build / "tests" / "bin" / "accuracy_programs", program]
        compute = []
        if options.command:
            words, compute = words_of(options, 0, processes), ["--compute", "none"]
        run([options.build / "bin" / "revprof", "run", "--model", model, "--trace", "none",
             "--quiet", "1", *compute, "--output", output, "-n", processes, "--", *words], options.timeout,
            cwd=copied(options, directory))
        summary = json.loads((output / "summary.json").read_text())
    lanes = {lane["name"]: lane["predicted_seconds"] for lane in summary["lanes"]}
    return lanes, {call["call"]: call["seconds"] for call in summary["calls"]}


def row_of(options, model, platform, program, processes):
    """None where a run takes longer than --timeout."""
    try:
        simulated, simulated_calls = simulate(options, platform, program, processes)
        lanes, calls = predict(options, model, program, processes)
    except TooLong as reason:
        print(f"{platform} {program} {processes}: left out, {reason}", file=sys.stderr, flush=True)
        return None
    return Row(platform, program, processes, simulated, lanes["mean"], lanes["low"], lanes["high"], lanes["equation"],
               simulated_calls, calls)


def error(row, lane="mean"):
    return getattr(row, lane) / row.simulated - 1


def share_of_band(row):
    """How far the truth lies towards low or high, in logarithms: 0 is the mean, 1 is low or high."""
    edge = row.high if row.simulated > row.mean else row.low
    needed = abs(math.log(row.simulated / row.mean))
    return needed / abs(math.log(edge / row.mean)) if edge != row.mean else math.inf if needed else 0


def source_of_error(row):
    """The call whose predicted and simulated times differ most; of a program that does not say its calls' times, none."""
    if not row.simulated_calls:
        return "-"
    names = set(row.calls) | set(row.simulated_calls)
    name = max(names, key=lambda n: abs(row.calls.get(n, 0) - row.simulated_calls.get(n, 0)))
    return (f"{name} {1e6 * row.calls.get(name, 0):.0f} for "
            f"{1e6 * row.simulated_calls.get(name, 0):.0f} us")


def percent(value):
    return f"{100 * value:+.1f} %"


def quantile(values, share):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, math.ceil(share * len(ordered)) - 1)]


def summary_lines(rows):
    """Per platform and over all: error of two lanes, and how often the truth is in the band."""
    groups = {platform: [r for r in rows if r.platform == platform]
              for platform in dict.fromkeys(r.platform for r in rows)}
    if len(groups) > 1:
        groups["all"] = rows
    lines = ["| platform | cases | lane | median | 9 of 10 | worst | truth in low-high | high / low |",
             "|---|---|---|---|---|---|---|---|"]
    for platform, group in groups.items():
        inside = sum(share_of_band(r) <= 1 for r in group) / len(group)
        width = statistics.median(r.high / r.low for r in group)
        for lane in ("mean", "equation"):
            errors = [abs(error(r, lane)) for r in group]
            worst = max(group, key=lambda r: abs(error(r, lane)))
            lines.append(
                f"| {platform} | {len(group)} | {lane} | {100 * statistics.median(errors):.1f} % | "
                f"{100 * quantile(errors, 0.9):.1f} % | {percent(error(worst, lane))} "
                f"({worst.program}, {worst.processes}) | {100 * inside:.0f} % | {width:.2f} |")
    return lines


def band_lines(rows):
    """Per program: how wide the band is, and how wide it should be to hold nine of ten cases."""
    lines = ["| program | truth in low-high | high / low | 9 of 10 within this share of the band |", "|---|---|---|---|"]
    for program in dict.fromkeys(r.program for r in rows):
        group = [r for r in rows if r.program == program]
        shares = [share_of_band(r) for r in group]
        lines.append(f"| {program} | {100 * sum(s <= 1 for s in shares) / len(shares):.0f} % | "
                     f"{statistics.median(r.high / r.low for r in group):.2f} | {quantile(shares, 0.9):.1f} |")
    return lines


def table_lines(rows):
    lines = ["| platform | program | p | simulated us | mean us | error | equation | in band | "
             "low and high us | largest difference, all processes |", "|---|---|---|---|---|---|---|---|---|---|"]
    for r in rows:
        lines.append(
            f"| {r.platform} | {r.program} | {r.processes} | {1e6 * r.simulated:.1f} | "
            f"{1e6 * r.mean:.1f} | {percent(error(r))} | {percent(error(r, 'equation'))} | "
            f"{'yes' if share_of_band(r) <= 1 else 'no'}, at {share_of_band(r):.1f} | "
            f"{1e6 * r.low:.1f}, {1e6 * r.high:.1f} | {source_of_error(r)} |")
    return lines


def graph(rows):
    """Predicted against simulated, low-high as bars, both axes logarithmic."""
    width, height, margin = 640, 640, 70
    times = [t for r in rows for t in (r.simulated, r.low, r.high)]
    first, last = math.floor(math.log10(min(times))), math.ceil(math.log10(max(times)))

    def across(seconds):
        return margin + (math.log10(seconds) - first) / (last - first) * (width - 2 * margin)

    def up(seconds):
        return height - across(seconds)

    shapes = {platform: number for number, platform in
              enumerate(dict.fromkeys(r.platform for r in rows))}
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
           'font-family="sans-serif" font-size="13">',
           f'<rect width="{width}" height="{height}" fill="white"/>']
    for power in range(first, last + 1):
        label = f"{10 ** (power + 6):g} us" if power < -3 else f"{10 ** (power + 3):g} ms"
        x, y = across(10 ** power), up(10 ** power)
        out += [f'<path d="M{x} {margin}V{height - margin}M{margin} {y}H{width - margin}" '
                'stroke="#ddd"/>',
                f'<text x="{x}" y="{height - margin + 20}" text-anchor="middle">{label}</text>',
                f'<text x="{margin - 8}" y="{y + 4}" text-anchor="end">{label}</text>']
    out += [f'<path d="M{margin} {height - margin}L{width - margin} {margin}" stroke="#888"/>',
            f'<text x="{width / 2}" y="{height - 20}" text-anchor="middle">simulated</text>',
            f'<text x="20" y="{height / 2}" transform="rotate(-90 20 {height / 2})" '
            'text-anchor="middle">predicted (mean, low to high)</text>']
    colours = ["#1b6ca8", "#c44e1c", "#2e7d32", "#7b1fa2", "#555555"]
    marks = ["M-4 -4h8v8h-8z", "M0 -5l5 9h-10z", "M-5 0l5 -5 5 5 -5 5z", "M-4 -4l8 8M4 -4l-8 8",
             "M-5 0h10M0 -5v10"]
    for r in rows:
        number = shapes[r.platform] % len(marks)
        x = across(r.simulated)
        out.append(f'<path d="M{x:.1f} {up(r.low):.1f}V{up(r.high):.1f}" '
                   f'stroke="{colours[number]}" opacity="0.6"/>')
        out.append(f'<path d="{marks[number]}" transform="translate({x:.1f} {up(r.mean):.1f})" '
                   f'fill="none" stroke="{colours[number]}" stroke-width="1.5"><title>{r.platform}: '
                   f'{r.program}, {r.processes} processes: {percent(error(r))}</title></path>')
    for platform, number in shapes.items():
        y, number = margin + 20 + 20 * number, number % len(marks)
        out.append(f'<path d="{marks[number]}" transform="translate({margin + 20} {y})" '
                   f'fill="none" stroke="{colours[number]}" stroke-width="1.5"/>'
                   f'<text x="{margin + 34}" y="{y + 4}">{platform}</text>')
    return "\n".join(out + ["</svg>", ""])


def write(path, text):
    temporary = path.with_name(path.name + ".new")
    temporary.write_text(text)
    os.replace(temporary, path)


def write_results(options, rows):
    options.output.mkdir(parents=True, exist_ok=True)
    lines = summary_lines(rows) + [""] + band_lines(rows) + [""] + table_lines(rows)
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
    parser.add_argument("--command", nargs=argparse.REMAINDER, metavar="HOST_BUILD SIMULATED_BUILD ARGUMENT",
                        help="in place of the programs here: one that was built for the host's MPI and by smpicc, its whole "
                             "run without computation; {processes} in an argument is their number. The last option")
    parser.add_argument("--files", type=pathlib.Path, help="of --command: it runs in a copy of this directory")
    parser.add_argument("--cache", type=pathlib.Path,
                        help="measurements and models; default: BUILD/accuracy")
    parser.add_argument("--output", type=pathlib.Path, help="default: BUILD/accuracy")
    parser.add_argument("--at-most", type=float, metavar="PERCENT",
                        help="exit code 1 if the median error of the mean lane is larger")
    parser.add_argument("--jobs", type=int, default=2, help="cases at a time")
    parser.add_argument("--timeout", type=int, default=600, help="seconds for each run")
    options = parser.parse_args()
    options.build = options.build.resolve()
    options.cache = (options.cache or options.build / "accuracy").resolve()
    options.output = (options.output or options.build / "accuracy").resolve()
    options.cache.mkdir(parents=True, exist_ok=True)
    if options.model and len(options.platforms) != 1:
        parser.error("--model: expected one platform")
    if options.command is not None:
        if len(options.command) < 2:
            parser.error("--command: expected a program built for the host's MPI, and one built by smpicc")
        options.programs = [pathlib.Path(options.command[0]).name]

    cases = []
    for platform in options.platforms:
        try:
            model = options.model.resolve() if options.model else model_of(options, platform)
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
    print("\n".join(summary_lines(rows) + [""] + band_lines(rows)))
    if len(rows) < len(cases):
        print(f"{len(cases) - len(rows)} of {len(cases)} cases left out", file=sys.stderr)
    median = 100 * statistics.median(abs(error(row)) for row in rows)
    if options.at_most is not None and median > options.at_most:
        sys.exit(f"accuracy: median error {median:.1f} %; expected at most {options.at_most} %")


if __name__ == "__main__":
    main()
