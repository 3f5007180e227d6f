#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Compares ways to fit on measurements of real machines: how far is each from points it has not seen?

Imports the published data sets (models/README.md says where they are from), lets fit_comparison leave points out and
foretell them, and prints tables in Markdown. A data set is one call on one machine with one algorithm.
"""
import argparse
import collections
import csv
import io
import pathlib
import statistics
import subprocess
import tempfile

METHODS = ["default with cells", "default equation", "howell", "latency-bandwidth", "interpolation"]
# Of a process count beyond all that were measured.
BEYOND = ["residual faded", "default with cells", "default equation", "interpolation"]
PICO = ["--sizes", "whole", "--columns", "call=collective,processes=p,bytes=array_bytes,repetitions=n_iter",
        "--columns", "minimum=min_us,lower_quartile=q1_us,median=median_us,upper_quartile=q3_us,maximum=max_us"]
RAW = ["--names", "call,bytes,start,seconds", "--columns", "call=call,bytes=bytes,median=seconds", "--unit", "s",
       "--procs", "2"]


def data_sets(data):
    """name of the part, machine, options of `revprof fit`"""
    for system, machine in ("fugaku", "Fugaku"), ("mare_nostrum", "MareNostrum 5"):
        yield system, machine, ["--import", "csv", data / "pico/default_algorithm.csv", "--where", f"system={system}",
                                "--where", "ppn=1", *PICO]
    yield "pleiades", "Pleiades", ["--import", "csv", data / "pleiades/osu_collectives.csv", "--columns",
                                   "call=operation,processes=processes,bytes=bytes,median=avg_us"]
    for column in "Native RDMA", "TCP":
        yield f"pleiades-{column[:3]}", "Pleiades", [
            "--import", "csv", data / "pleiades/osu_latency_mean_us.csv", "--call", "transit", "--procs", "2",
            "--columns", f"bytes=bytes,median={column}"]
    for call, algorithms in ("bcast", range(6)), ("reduce", range(5)):
        for mapping in "core", "node":
            for algorithm in algorithms:
                table = data / f"orfeo-epyc/{call}_{mapping}.csv"
                if f"\n{algorithm}," in table.read_text():
                    yield f"orfeo-{call}-{mapping}-{algorithm}", "ORFEO", [
                        "--import", "csv", table, "--call", call, "--where", f"algorithm={algorithm}", "--columns",
                        "processes=cores,bytes=size,median=max"]
    for mapping in "cache", "core", "socket", "node":
        yield f"orfeo-pairs-{mapping}", "ORFEO", [
            "--import", "csv", data / "orfeo-epyc/p2p.csv", "--call", "transit", "--procs", "2", "--where",
            f"mapby={mapping}", "--columns", "bytes=size,median=p50"]
    for folder in "ib-gcc9-impi-verbs", "ib-gcc9-openmpi4-ucx":
        logs = data / "alaska-logs" / folder
        yield f"alaska-{folder}", "AlaSKA", ["--import", "osu", *sorted(logs.glob("Osu_*.out")), "--procs", "64"]
        yield f"alaska-imb-{folder}", "AlaSKA", ["--import", "imb", *sorted(logs.glob("IMB_*.out"))]
    for part in "Isend", "Recv", "PingPong":
        [table] = (data / "taurus-p2p").glob(f"*_{part}.csv")
        call = "MPI_Send" if part == "PingPong" else f"MPI_{part}"
        yield f"taurus-{part}", "taurus", ["--import", "csv", table, *RAW, "--where", f"call={call}"]


def algorithm_sets(data):
    """As data_sets: the algorithms of PICO beside the libraries' own choice, where three process counts were measured."""
    table = data / "pico/algorithms.csv"
    counts = collections.defaultdict(set)
    with table.open() as file:
        for row in csv.DictReader(file):
            if row["ppn"] == "1" and row["algorithm"] not in ("default-default", "default_ompi"):
                counts[row["system"], row["collective"], row["algorithm"]].add(row["p"])
    for (system, call, algorithm), processes in counts.items():
        if len(processes) < 3:
            continue
        machine = "Fugaku" if system == "fugaku" else "MareNostrum 5"
        wanted = {"system": system, "ppn": "1", "collective": call, "algorithm": algorithm}
        where = [word for column, value in wanted.items() for word in ("--where", f"{column}={value}")]
        yield f"pico-{system}-{call}-{algorithm}", machine, ["--import", "csv", table, *where, *PICO]


def launch_sets(data, folder):
    """As data_sets, of what was run several times: the how-manyth time stands in a column of its own."""
    for call, mapping, algorithm in [("bcast", "core", "1")]:
        table, times = folder / f"{call}_{mapping}_launches.csv", collections.Counter()
        with (data / f"orfeo-epyc/{call}_{mapping}.csv").open() as file, table.open("w") as numbered:
            rows = csv.DictReader(file)
            writer = csv.DictWriter(numbered, [*rows.fieldnames, "launch"])
            writer.writeheader()
            for row in rows:
                if row["algorithm"] == algorithm:
                    times[row["cores"], row["size"]] += 1
                    writer.writerow({**row, "launch": times[row["cores"], row["size"]]})
        yield f"orfeo-{call}-{mapping}-{algorithm}-launches", "ORFEO", [
            "--import", "csv", table, "--call", call, "--columns",
            "processes=cores,bytes=size,median=max,launch=launch"]


def imported(arguments, folder):
    machine_of = {}
    sets = launch_sets(arguments.data, folder) if arguments.launches else [
        *data_sets(arguments.data), *(algorithm_sets(arguments.data) if arguments.extrapolation else [])]
    for name, machine, options in sets:
        file = str(folder / f"{name}.csv")
        subprocess.run([arguments.build / "bin/revprof", "fit", *options, "--save", file], check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        machine_of[file] = machine
    for extra in arguments.also:
        machine_of[str(extra)] = extra.stem
    return machine_of


def percent(share):
    return f"{100 * share:.1f} %" if share < 10 else f"{100 * share:,.0f} %"


def print_table(title, rows, machine_of):
    """rows: of one task"""
    print(f"\n{title}\n")
    print("| machine | data sets | " + " | ".join(METHODS) + " |\n|---|---|" + "---|" * len(METHODS))
    machines = list(dict.fromkeys(machine_of[row["file"]] for row in rows))
    for machine in [*machines, "all"]:
        cells, count = [], 0
        for method in METHODS:
            chosen = [row for row in rows if row["method"] == method and machine in ("all", machine_of[row["file"]])]
            count = max(count, len(chosen))
            points = sum(int(row["points"]) for row in chosen)
            mean = lambda column: sum(int(row["points"]) * float(row[column]) for row in chosen) / points
            negative = mean("not_positive")
            cells.append(f"{percent(statistics.median(float(row['median_error']) for row in chosen))} "
                         f"({percent(statistics.mean(float(row['within_two']) for row in chosen))}"
                         + (f", {percent(negative)} <= 0" if negative else "") + ")")
        print(f"| {machine} | {count} | " + " | ".join(cells) + " |")


def print_extrapolation(rows, machine_of):
    """By machine, by call and over all: how far the largest process count is missed that the fit has not seen."""
    print("Median over the data sets of the median relative error at the largest p when it is left out of the fit.\n")
    print("| | data sets | " + " | ".join(BEYOND) + " |\n|---|---|" + "---|" * len(BEYOND))
    parts = [(machine, lambda row, wanted=machine: machine_of[row["file"]] == wanted)
             for machine in dict.fromkeys(machine_of[row["file"]] for row in rows)]
    parts += [(f"`{call}`", lambda row, wanted=call: row["call"] == wanted)
              for call in sorted({row["call"] for row in rows})]
    for name, holds in [*parts, ("all", lambda row: True)]:
        errors = {method: [float(row["median_error"]) for row in rows if row["method"] == method and holds(row)]
                  for method in BEYOND}
        count = max(len(values) for values in errors.values())
        print(f"| {name} | {count} | " + " | ".join(percent(statistics.median(errors[method])) for method in BEYOND) + " |")


def print_launches(rows, machine_of):
    """How each launch lies to what the others say of it."""
    print("Each launch foretold by the others, at the cells that these have measured.\n")
    print("| machine | call | cells | median error | between low and high |\n|---|---|---|---|---|")
    for row in rows:
        if row["inside"]:
            print(f"| {machine_of[row['file']]} | `{row['call']}` | {row['points']} "
                  f"| {percent(float(row['median_error']))} | {percent(float(row['inside']))} |")
    points = [(int(row["points"]), float(row["inside"])) for row in rows if row["inside"]]
    print(f"| all | | {sum(count for count, _ in points)} | "
          f"| {percent(sum(count * share for count, share in points) / sum(count for count, _ in points))} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=pathlib.Path, help="the folder of the data sets: pico, orfeo-epyc, ...")
    parser.add_argument("--build", type=pathlib.Path, default=pathlib.Path("build/release"))
    parser.add_argument("--also", type=pathlib.Path, nargs="*", default=[], help="measurement files of which large process counts are foretold from small ones, or launches from the others")
    parser.add_argument("--extrapolation", action="store_true", help="only the largest process count, foretold from the others; by call; PICO's algorithms, too")
    parser.add_argument("--launches", action="store_true", help="each launch, foretold from the others; with the files of --also")
    parser.add_argument("--csv", type=pathlib.Path, help="keep what fit_comparison says of each data set")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        machine_of = imported(arguments, pathlib.Path(folder))
        files = [file for file in machine_of if pathlib.Path(file) not in arguments.also]
        task = ["--next-launch"] if arguments.launches else ["--largest-p"] if arguments.extrapolation else []
        also = ["--next-launch" if arguments.launches else "--small-to-large", *arguments.also]
        text = subprocess.run([arguments.build / "tests/bin/fit_comparison", *task, *files, *also],
                              check=True, text=True, stdout=subprocess.PIPE).stdout
    if arguments.csv:
        arguments.csv.write_text(text)
    if arguments.extrapolation:
        print_extrapolation([row for row in csv.DictReader(io.StringIO(text)) if row["task"] == "largest p"], machine_of)
        return
    if arguments.launches:
        print_launches(list(csv.DictReader(io.StringIO(text))), machine_of)
        return
    by_task = collections.defaultdict(list)
    for row in csv.DictReader(io.StringIO(text)):
        by_task[row["task"]].append(row)
    print("Median over the data sets of the median relative error, and in brackets the mean share within a factor of two.")
    for task, rows in by_task.items():
        print_table(f"**{task}**", rows, machine_of)


if __name__ == "__main__":
    main()
