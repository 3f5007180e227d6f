#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""What counting costs, and how well profiles foretell: the kernels of kernels.cpp, built with `revprof flags` and without.

overhead   run time of the counted build against the plain one's, in turns; their results must be the same
profiles   a profile made with other sizes and another number of processes than the prediction, which is held against measured
           whole run times (revprof compare), beside what --compute cpu gives there; profiled and measured in turns, as a
           host's memory is not as fast now as it will be in a minute
sharing    a kernel's visits by 1 process from profiles of 2 and the other way round, the node's section of the model saying what they
           share: against visits that were profiled, all of them in turns

Nothing else should run on the host: the load is printed with the figures. The profiles need the model of this host
(mpirun -np 2 characterize -o host.json).
"""
import argparse
import csv
import json
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile
import time

# Sizes that take some milliseconds a round: the first and the last are profiled, the middle one is predicted.
KERNELS = {"jacobi": (300, 400, 600), "matrix": (80, 120, 160), "sparse": (100, 150, 250), "bodies": (500, 700, 1000),
           "mandelbrot": (80, 120, 160), "sort": (20000, 40000, 60000), "callbacks": (10000, 20000, 40000),
           "words": (5000, 8000, 15000), "waves": (20000, 30000, 60000), "copies": (500000, 800000, 1500000),
           "subsequence": (600, 900, 1300), "triad": (300000, 600000, 1200000)}

# The same for `sharing`: what lies in main memory, what fills the last cache (32 MiB there), and what needs neither.
SHARING = {"triad": (2000000, 3000000, 4500000), "jacobi": (1600, 2000, 2600), "sparse": (500, 600, 750),
           "copies": (500000, 800000, 1500000), "matrix": (80, 120, 160), "bodies": (500, 700, 1000), "sort": (20000, 40000, 60000)}
SHARING_ROUNDS = 40

# What a host cannot repeat nobody can foretell: run times whose quartiles are closer than this repeat.
REPEATS = 0.1


def run(words):
    done = subprocess.run([str(word) for word in words], text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, words))}: exit code {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def build(options, folder):
    source = pathlib.Path(__file__).with_name("kernels.cpp")
    flags = run([options.revprof, "flags"]).split()
    for name, more in (("plain", []), ("counted", flags)):
        run([options.compiler, "-O2", "-std=c++17", *more, source, "-o", folder / name])


def load():
    return f"load {os.getloadavg()[0]:.1f} of {os.cpu_count()} processors"


def overhead(options, folder):
    ratios = []
    print(f"{'kernel':12} {'plain [s]':>10} {'counted':>10} {'ratio':>6}")
    for kernel in options.kernels:
        times, results = {"plain": [], "counted": []}, set()
        for _ in range(options.runs):
            for name, seconds in times.items():
                begin = time.perf_counter()
                results.add(run([options.launcher, "-n", "1", folder / name, kernel, KERNELS[kernel][1], options.rounds]))
                seconds.append(time.perf_counter() - begin)
        if len(results) != 1:
            sys.exit(f"{kernel}: expected one result, found {results}")
        plain, counted = (statistics.median(times[name]) for name in ("plain", "counted"))
        ratios.append(counted / plain)
        print(f"{kernel:12} {plain:10.3f} {counted:10.3f} {ratios[-1]:6.2f}", flush=True)
    print(f"median {statistics.median(ratios):.2f}, worst {max(ratios):.2f}; {load()}")


def comparison(options, folder, program, processes, *settings):
    file = folder / "comparison.json"
    run([options.revprof, "compare", "--model", options.model, "-n", processes, "--runs", 1, "-o", folder / "compare",
         "--json", file, *settings, "--", *program])
    return json.loads(file.read_text())


def median_and_ninth(errors):
    if not errors:
        return "none"
    ninth = sorted(errors)[max(0, -(-len(errors) * 9 // 10) - 1)]
    return f"{len(errors)} pairs, median {100 * statistics.median(errors):.1f} %, nine of ten {100 * ninth:.1f} %"


def profiles(options, folder):
    errors, repeats, inside = {"profile": [], "cpu": []}, [], 0
    print(f"{'kernel':12} {'p':>2} {'measured [s]':>13} {'quartiles':>16} {'profile':>9} {'in band':>8} {'cpu':>9}")
    for kernel in options.kernels:
        small, middle, large = KERNELS[kernel]
        program = [folder / "counted", kernel, middle, options.rounds]
        measured, found = {1: [], 2: []}, {}
        by_cpu = {1: [], 2: []}
        for _ in range(options.runs):
            for processes in (1, 2):
                profile = folder / f"{kernel}.{processes}.profile"
                for size in (small, large):
                    for rounds in (options.rounds, options.rounds // 2):
                        run([options.revprof, "profile", "-n", 3 - processes, "-o", profile, "--", folder / "counted", kernel, size, rounds])
                cpu = comparison(options, folder, program, processes)
                found[processes] = comparison(options, folder, program, processes, "--compute", "profile", "--profile", profile)
                measured[processes] += [one["measured_seconds"]["median"] for one in (cpu, found[processes])]
                by_cpu[processes].append(cpu["predicted_seconds"]["median"])
        for processes, last in found.items():
            seconds = statistics.median(measured[processes])
            is_inside = last["low_seconds"] <= seconds <= last["high_seconds"]
            inside += is_inside
            lower, _, upper = statistics.quantiles(measured[processes], n=4, method="inclusive")
            repeats.append(upper <= (1 + REPEATS) * lower)
            predicted = {"profile": last["predicted_seconds"]["median"], "cpu": statistics.median(by_cpu[processes])}
            error = {name: predicted[name] / seconds - 1 for name in errors}
            for name, one in error.items():
                errors[name].append(abs(one))
            print(f"{kernel:12} {processes:2} {seconds:13.4f} {lower:8.4f}{upper:8.4f} {100 * error['profile']:+8.1f}% {'yes' if is_inside else 'no':>8} "
                  f"{100 * error['cpu']:+8.1f}%", flush=True)
    for name, found in errors.items():
        print(f"{name}: {median_and_ninth(found)}")
        print(f"    where measured times repeat: {median_and_ninth([one for one, same in zip(found, repeats) if same])}")
    print(f"{inside} of {len(repeats)} in band; {load()}")


def visits(profile):
    """The median over the runs of the mean time of the visits between a kernel's rounds, and what these touch."""
    runs, touched = {}, 0
    with open(profile, encoding="utf-8") as file:
        for row in csv.DictReader(line for line in file if not line.startswith("#")):
            if len(re.findall("MPI_Allreduce", row["call"])) != 2:
                continue
            runs.setdefault(row["launch"], []).append((int(row["repetitions"]), float(row["median"])))
            touched = int(row["touched"] or touched)
    means = [sum(count * seconds for count, seconds in cells) / sum(count for count, seconds in cells) for cells in runs.values()]
    return statistics.median(means), touched


def sharing(options, folder):
    errors = []
    print(f"{'kernel':12} {'q':>2} {'measured [ms]':>14} {'touched [MB]':>13} {'predicted':>10}")
    for kernel in options.kernels or SHARING:
        if kernel not in SHARING:
            sys.exit(f"{kernel}: expected one of {', '.join(SHARING)}")
        small, middle, large = SHARING[kernel]
        for _ in range(options.runs):
            for processes in (1, 2):
                for size in (small, middle, large):
                    profile = folder / f"{kernel}.{'known' if size != middle else 'asked'}.{processes}"
                    run([options.revprof, "profile", "-n", processes, "-o", profile, "--", folder / "counted", kernel, size, SHARING_ROUNDS])
        for processes in (1, 2):
            measured, touched = visits(folder / f"{kernel}.asked.{processes}")
            output = folder / f"{kernel}.{processes}"
            run([options.revprof, "run", "--model", options.model, "-n", processes, "-o", output, "--profile", folder / f"{kernel}.known.{3 - processes}",
                 "--", folder / "counted", kernel, middle, SHARING_ROUNDS])
            segments = json.loads((output / "summary.json").read_text())["computation"]["segments"]
            rounds = max((segment for segment in segments if segment["visits"] > processes), key=lambda segment: segment["seconds"])
            errors.append(rounds["seconds"] / rounds["visits"] / measured - 1)
            print(f"{kernel:12} {processes:2} {1e3 * measured:14.4f} {1e-6 * touched:13.1f} {100 * errors[-1]:+9.1f}%", flush=True)
    sizes = sorted(abs(one) for one in errors)
    print(f"median {100 * statistics.median(sizes):.1f} %, {sum(one <= 0.15 for one in sizes)} of {len(sizes)} within 15 %; {load()}")


def main():
    root = pathlib.Path(__file__).resolve().parents[2]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["overhead", "profiles", "sharing"])
    parser.add_argument("--revprof", default=root / "build/release/bin/revprof")
    parser.add_argument("--compiler", default="mpicxx")
    parser.add_argument("--launcher", default="mpirun")
    parser.add_argument("--model", help="of this host, for profiles and sharing")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--kernels", nargs="+", choices=KERNELS)
    options = parser.parse_args()
    if options.what != "sharing":
        options.kernels = options.kernels or list(KERNELS)
    if options.what != "overhead" and not options.model:
        parser.error(f"{options.what}: expected --model FILE, made by `mpirun -np 2 characterize -o FILE`")
    with tempfile.TemporaryDirectory() as folder:
        build(options, pathlib.Path(folder))
        {"overhead": overhead, "profiles": profiles, "sharing": sharing}[options.what](options, pathlib.Path(folder))


if __name__ == "__main__":
    main()
